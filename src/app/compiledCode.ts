import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { basename, dirname } from 'node:path';
import { constants as vmConstants, Script } from 'node:vm';

/** Bytes: many times what V8 compiles of one file of the program. */
const maxCodeBytes = 20_000_000;

/**
 * Keeps what V8 has compiled by now, where nothing is kept yet, for the next start of this subcommand; without one of the application.
 * Does nothing once the flags of V8 are others than at the start.
 */
export type KeepCode = (subcommand?: string) => void;

/**
 * From now on the files of the program come with what V8 had compiled of them when it was kept. Not by
 * `enableCompileCache` of Node, which has of each file what is compiled as it is loaded: half of a start is to compile the rest.
 * Undefined in a kiosk, which writes nothing, in the single executable, and where the environment asks for the cache of Node or for none.
 * @param build what is kept is valid for it, for this Node, and for the same flags of V8, which V8 checks
 */
export function useCompiledCode(build: string): KeepCode | undefined {
  const { argv, env, version, arch } = process;
  const isOff = env['NODE_COMPILE_CACHE'] || env['NODE_DISABLE_COMPILE_CACHE'];
  if (isOff || argv.includes('--kiosk') || process.getBuiltinModule('node:sea').isSea()) return undefined;
  const base = cacheFolder(env);
  if (base === undefined) return undefined;
  const folder = `${base}/${build}`;
  const [word = ''] = argv.slice(2);
  const subcommand = /^[a-z]+$/.test(word) ? word : undefined;
  const heading = (code: Buffer) =>
    `${version} ${arch} ${process.getBuiltinModule('node:zlib').crc32(code)}\n`;
  const flagsTag = () => process.getBuiltinModule('node:v8').cachedDataVersionTag();
  const read = (path: string) => {
    try {
      const kept = readOwn(path, maxCodeBytes);
      const start = kept.indexOf('\n') + 1;
      const code = kept.subarray(start);
      // V8 would run what is damaged.
      return kept.toString('latin1', 0, start) === heading(code) ? code : undefined;
    } catch {
      return undefined;
    }
  };
  const fresh = new Map<string, Script>();
  let tag: number | undefined;
  const { extensions } = createRequire(import.meta.filename);
  const load = extensions['.js'];
  extensions['.js'] = (module, file) => {
    if (dirname(file) !== import.meta.dirname) return load(module, file);
    const path = `${folder}/${subcommand ?? 'application'} ${basename(file)}`;
    const script = new Script(wrap(readFileSync(file, 'utf8')), {
      filename: file,
      cachedData: read(path),
      importModuleDynamically: vmConstants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    if (script.cachedDataRejected !== false) {
      tag ??= flagsTag();
      fresh.set(path, script);
    }
    script.runInThisContext()(module.exports, createRequire(file), module, file, import.meta.dirname);
  };
  return used => {
    if (used !== subcommand || fresh.size === 0 || flagsTag() !== tag || !makeFolder(base, build)) return;
    for (const [path, script] of fresh) writeCode(path, script.createCachedData(), heading);
    fresh.clear();
  };
}

/** Takes those of other builds away. Returns whether it is there. */
function makeFolder(base: string, build: string): boolean {
  try {
    for (const name of readdirSync(base))
      if (name !== build && /^[0-9a-f]{16}$/.test(name)) rmSync(`${base}/${name}`, { recursive: true });
    mkdirSync(`${base}/${build}`, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

/** What cannot be written is compiled again. */
function writeCode(path: string, code: Buffer, heading: (code: Buffer) => string): void {
  const written = `${path} ${process.pid}`;
  try {
    writeFileSync(written, Buffer.concat([Buffer.from(heading(code)), code]), { mode: 0o600, flush: true });
    renameSync(written, path);
  } catch {
    rmSync(written, { force: true });
  }
}

/** Made with mode 0700: what is in it is run. Undefined where it cannot be made, or is not for this account alone. */
export function cacheFolder({
  XDG_CACHE_HOME: configured,
  HOME: home,
}: NodeJS.ProcessEnv): string | undefined {
  const base = baseFolder(configured, home, '.cache');
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
export function baseFolder(configured: string | undefined, home: string | undefined, inHome: string) {
  return [configured, home && `${home}/${inHome}`].find(path => path?.startsWith('/'));
}

/** A file for this account alone of at most so many bytes; empty for any other. Throws where there is none. */
export function readOwn(path: string, max: number): Buffer {
  // Opening a pipe would block.
  const file = openSync(path, constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    const isOwn = found.isFile() && found.uid === process.geteuid?.() && (found.mode & 0o077) === 0;
    return isOwn && found.size <= max ? readFileSync(file) : Buffer.alloc(0);
  } finally {
    closeSync(file);
  }
}
