import { statSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { baseFolder, readOwn } from './compiledCode.ts';

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

export type FirstFrame = NonNullable<ReturnType<typeof drawFirstFrame>>;

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

/**
 * Draws the frame that the last session kept for these arguments and this size, before the program is loaded. Undefined without a
 * terminal, for a subcommand and in a kiosk.
 */
export function drawFirstFrame(build: string) {
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
    /** The file that the next start like this one reads, in a terminal of this size. */
    pathOf,
    fingerprint,
    stampOf,
    /** Gives the terminal back where it was not taken: to be called before a line is printed. */
    leave,
    /** The terminal is in raw mode: from now on the caller gives it back. Undefined where nothing is on it, or only a part. */
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
