import { cacheFolder } from './cacheFolder.ts';

/**
 * Has Node keep what V8 compiles of the program for the next start. Not with --kiosk, which writes nothing, and not in the
 * single executable, which carries it. Through getBuiltinModule, since importing the name ends an old Node with an error of its own.
 */
export function enableCompileCache(): void {
  if (process.argv.includes('--kiosk') || process.getBuiltinModule('node:sea').isSea()) return;
  const folder = cacheFolder(process.env);
  if (folder !== undefined) process.getBuiltinModule('node:module').enableCompileCache(folder);
}

/** To be called after the first frame: Node writes what was compiled for it, and the rest as the program ends. */
export function flushCompileCache(): void {
  process.getBuiltinModule('node:module').flushCompileCache();
}
