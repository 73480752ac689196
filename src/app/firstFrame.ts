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
  writeSync,
} from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { basename, dirname } from 'node:path';
import { isatty } from 'node:tty';
import { constants as vmConstants, Script } from 'node:vm';

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
function baseFolder(configured: string | undefined, home: string | undefined, inHome: string) {
  return [configured, home && `${home}/${inHome}`].find(path => path?.startsWith('/'));
}

/** What the application drew for its next start, and what has to be the same then. */
interface KeptFrame {
  /** The build and what the environment says of the terminal and of the user's folders. */
  readonly fingerprint: string;
  /** Milliseconds since 1970: the day in which its times are right. */
  readonly from: number;
  readonly until: number;
  readonly files: Readonly<Record<string, string>>;
  /** What takes the terminal, what draws on it, and what gives it back. */
  readonly enter: string;
  readonly frame: string;
  readonly leave: string;
}

/** The first frame, which is drawn before the program is loaded, where the last session has kept one. */
export interface FirstFrame {
  /** The file that the next start like this one reads, in a terminal of this size. */
  pathOf(columns: number, rows: number): string;
  readonly fingerprint: string;
  stampOf(path: string): string;
  /** The terminal is in raw mode: from now on the caller gives it back. Undefined where nothing is on it, or only a part. */
  take(): string | undefined;
  /** Gives the terminal back where it was not taken: to be called before a line is printed. */
  leave(): void;
}

/** Of the environment, what a frame depends on. Never a key: with one in the environment no frame is kept. */
const names = [
  'TERM',
  'TERM_PROGRAM',
  'COLORTERM',
  'COLORFGBG',
  'NO_COLOR',
  'LC_ALL',
  'LC_CTYPE',
  'LANG',
  'TZ',
  'HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'SITEDECK_PROFILE',
  'NODE_TLS_REJECT_UNAUTHORIZED',
];
/** The same, of which only counts that they are set. */
const flags = ['TMUX', 'STY'];

const endings = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

/** Bytes: many times those of the largest terminal. */
const maxBytes = 1_000_000;
/** Bytes: many times what V8 compiles of one file of the program. */
const maxCodeBytes = 20_000_000;

/** Draws the frame kept for these arguments and this size. Undefined without a terminal, for a subcommand and in a kiosk. */
export function drawFirstFrame(build: string): FirstFrame | undefined {
  const { argv, env } = process;
  const args = argv.slice(2);
  const isSimple = args.every(argument => /^[\w.-]+$/.test(argument));
  const isApplication = args[0]?.startsWith('-') !== false && !args.includes('--kiosk');
  if (!isSimple || !isApplication || !isatty(0) || !isatty(1)) return undefined;
  const data = baseFolder(env['XDG_DATA_HOME'], env['HOME'], '.local/share');
  if (data === undefined || hasOwnSettings(env)) return undefined;
  const { stdin, stdout } = process;
  const pathOf = (columns: number, rows: number) =>
    `${data}/sitedeck/seen/.frames/${[`${columns}x${rows}`, ...args].join(' ')}.json`;
  const fingerprint = JSON.stringify([build, names.map(name => env[name]), flags.map(name => !env[name])]);
  let isWhole = false;
  let shown = readFrame(pathOf(stdout.columns || 80, stdout.rows || 24), fingerprint);
  const take = () => {
    const kept = shown;
    shown = undefined;
    return kept;
  };
  const leave = () => {
    const kept = take();
    if (kept === undefined) return;
    write(kept.leave);
    stdin.setRawMode(false);
  };
  if (shown !== undefined) {
    // They stay: a signal that came before the caller listens is delivered after that, and to nobody if this one had left.
    for (const [signal, number] of Object.entries(endings))
      process.on(signal, () => {
        if (shown !== undefined) process.exit(128 + number);
      });
    process.on('exit', leave);
    stdin.setRawMode(true);
    setNonBlocking(stdout);
    isWhole = write(`${shown.enter}${shown.frame}`);
  }
  return {
    pathOf,
    fingerprint,
    stampOf,
    leave,
    take() {
      const kept = take();
      return isWhole ? kept?.frame : undefined;
    },
  };
}

/** The user's own clock, address or key. */
function hasOwnSettings(env: NodeJS.ProcessEnv): boolean {
  return Object.keys(env).some(
    name => name.startsWith('SITEDECK_') && name !== 'SITEDECK_PROFILE' && env[name] !== '',
  );
}

/** Tells a file from what replaced it, was written to it, or gave it other rights, since. */
function stampOf(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? '' : `${found.ino} ${found.size} ${found.ctimeMs}`;
  } catch {
    // A link that leads round in circles, or a folder that is closed.
    return 'closed';
  }
}

/** Undefined where there is none for this start: also one that another account wrote, or may write, and a link. */
function readFrame(path: string, fingerprint: string): KeptFrame | undefined {
  try {
    const kept: KeptFrame = JSON.parse(readOwn(path, maxBytes).toString());
    const now = Date.now();
    const isNow = kept.fingerprint === fingerprint && now >= kept.from && now < kept.until;
    return isNow && Object.entries(kept.files).every(([file, stamp]) => stampOf(file) === stamp)
      ? kept
      : undefined;
  } catch {
    return undefined;
  }
}

/** A file for this account alone of at most so many bytes; empty for any other. Throws where there is none. */
function readOwn(path: string, most: number): Buffer {
  // Opening a pipe would block.
  const file = openSync(path, constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    const isOwn = found.isFile() && found.uid === process.geteuid?.() && (found.mode & 0o077) === 0;
    return isOwn && found.size <= most ? readFileSync(file) : Buffer.alloc(0);
  } finally {
    closeSync(file);
  }
}

/** As `writeNow` of terminal/tty does: a program that a stalled terminal blocks cannot even be ended. */
function setNonBlocking(stream: object): void {
  const handle: { readonly setBlocking?: (on: boolean) => void } | undefined = Reflect.get(stream, '_handle');
  handle?.setBlocking?.(false);
}

/** Milliseconds: how long a terminal that takes nothing is tried. */
const maxWaitMs = 50;

/** Whether the terminal took it all. One that is gone is found out later. */
function write(text: string): boolean {
  const deadline = performance.now() + maxWaitMs;
  let rest = Buffer.from(text);
  while (rest.length > 0 && performance.now() < deadline)
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch {}
  return rest.length === 0;
}
