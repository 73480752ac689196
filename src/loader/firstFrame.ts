import { readFileSync, statSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** What the application drew for its next start, and what has to be the same then. */
export interface KeptFrame {
  /** The build and what the environment says of the terminal and of the user's folders. */
  readonly of: string;
  /** Milliseconds since 1970: the day in which its times are right. */
  readonly from: number;
  readonly until: number;
  /** By path, what `stampOf` returned. */
  readonly files: Readonly<Record<string, string>>;
  /** What takes the terminal, what draws on it, and what gives it back. */
  readonly enter: string;
  readonly frame: string;
  readonly leave: string;
}

/** The first frame, which is drawn before the program is loaded, where the last session has kept one. */
export interface FirstFrame {
  /** The file that the next start like this one reads. */
  readonly path: string;
  readonly of: string;
  stampOf(path: string): string;
  /** What is on the terminal, which is in raw mode: from now on the caller gives it back. Undefined where nothing is. */
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

const endings = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Draws the frame that was kept for a start with these arguments in a terminal of this size. Undefined where none is ever
 * kept: without a terminal, for a subcommand, and in a kiosk.
 */
export function drawFirstFrame(build: string): FirstFrame | undefined {
  const { argv, env, stdin, stdout } = process;
  const args = argv.slice(2);
  const isSimple = args.every(argument => /^[\w.-]{1,50}$/.test(argument)) && args.length <= 4;
  const isApplication = args[0]?.startsWith('-') !== false && !args.includes('--kiosk');
  if (!isSimple || !isApplication || !isatty(0) || !isatty(1)) return undefined;
  const { HOME: home = '', XDG_DATA_HOME: given = '' } = env;
  const data = given.startsWith('/') ? given : home.startsWith('/') ? `${home}/.local/share` : undefined;
  if (data === undefined || hasOwnSettings(env)) return undefined;
  const size = `${stdout.columns}x${stdout.rows}`;
  const path = `${data}/sitedeck/seen/.frames/${[size, ...args].join(' ')}.json`;
  const of = JSON.stringify([
    build,
    ...names.map(name => env[name] ?? ''),
    ...flags.map(name => (env[name] ?? '') !== ''),
  ]);
  let shown = readFrame(path, of);
  const leave = () => {
    const kept = shown;
    shown = undefined;
    for (const [signal, end] of ends) process.off(signal, end);
    process.off('exit', leave);
    if (kept === undefined) return;
    write(kept.leave);
    stdin.setRawMode(false);
  };
  const ends = Object.entries(endings).map(
    ([signal, number]) => [signal, () => process.exit(128 + number)] as const,
  );
  if (shown !== undefined) {
    for (const [signal, end] of ends) process.on(signal, end);
    process.on('exit', leave);
    stdin.setRawMode(true);
    write(`${shown.enter}${shown.frame}`);
  }
  return {
    path,
    of,
    stampOf,
    leave,
    take() {
      const kept = shown;
      shown = undefined;
      leave();
      return kept?.frame;
    },
  };
}

/** The user's own clock, address or key. */
function hasOwnSettings(env: NodeJS.ProcessEnv): boolean {
  return Object.keys(env).some(
    name => name.startsWith('SITEDECK_') && name !== 'SITEDECK_PROFILE' && env[name] !== '',
  );
}

/** Tells a file from what replaced it, or was written to it, since. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** Undefined where there is none for this start: also one that another account wrote, or may write. */
function readFrame(path: string, of: string): KeptFrame | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || !found.isFile() || found.uid !== process.getuid?.()) return undefined;
    if ((found.mode & 0o077) !== 0) return undefined;
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const now = Date.now();
    if (!isFrame(kept) || kept.of !== of || now < kept.from || now >= kept.until) return undefined;
    return Object.entries(kept.files).every(([file, stamp]) => stampOf(file) === stamp) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isFrame(kept: unknown): kept is KeptFrame {
  if (typeof kept !== 'object' || kept === null) return false;
  const { of, from, until, files, enter, frame, leave } = kept as Partial<Record<keyof KeptFrame, unknown>>;
  return (
    [of, enter, frame, leave].every(text => typeof text === 'string') &&
    [from, until].every(time => typeof time === 'number') &&
    typeof files === 'object' &&
    files !== null
  );
}

/** Before anything else is written; a terminal that takes nothing more is found out later. */
function write(text: string): void {
  try {
    for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(1, rest));
  } catch {
    return;
  }
}
