import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Not with --kiosk, which writes nothing, nor in the single executable. getBuiltinModule: an import would end an old Node. */
export function enableCompileCache(): void {
  if (process.argv.includes('--kiosk') || process.getBuiltinModule('node:sea').isSea()) return;
  const folder = cacheFolder(process.env);
  if (folder !== undefined) process.getBuiltinModule('node:module').enableCompileCache(folder);
}

/** To be called after the first frame: Node writes what was compiled for it, and the rest as the program ends. */
export function flushCompileCache(): void {
  process.getBuiltinModule('node:module').flushCompileCache();
}

/** Made with mode 0700: what is in it is run. Undefined where it cannot be made, or is not for this account alone. */
export function cacheFolder({ XDG_CACHE_HOME: given, HOME: home }: NodeJS.ProcessEnv): string | undefined {
  const base = baseFolder(given, home, '.cache');
  if (base === undefined) return undefined;
  const folder = `${base}/sitedeck`;
  try {
    for (const level of [base, folder]) {
      if (existsSync(level)) continue;
      // Under sudo: what root makes in the home of the calling account would be closed to that account.
      if (process.getuid?.() === 0 && statSync(dirname(level)).uid !== 0) return undefined;
      mkdirSync(level, 0o700);
    }
    const { uid, mode } = statSync(folder);
    return uid === process.geteuid?.() && (mode & 0o077) === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** As config/paths.ts has it, which would be one more file for the entry to read. */
export function baseFolder(given: string | undefined, home: string | undefined, inHome: string) {
  return [given, home && `${home}/${inHome}`].find(path => path?.startsWith('/'));
}
