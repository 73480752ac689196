import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { parseDuration } from '#text/words.ts';
import { globalFlags, type Level, readLine } from './commandLine.ts';

interface Options {
  readonly ascii: boolean;
  readonly noColor: boolean;
  readonly readOnly: boolean;
  readonly kiosk: boolean;
  readonly profile?: string | undefined;
  readonly url?: string | undefined;
  readonly debug?: string | undefined;
  /** Seconds between two refreshes; undefined for none by itself. */
  readonly refreshEvery?: number | undefined;
  /** Seconds that each website is shown. */
  readonly rotateEvery?: number | undefined;
  /** The website to open, by its domain, id or name. */
  readonly site?: string | undefined;
}

/** Found without the parser and the names of commands, so that the application starts fast. */
type Start =
  | { readonly kind: 'version' }
  | { readonly kind: 'command' }
  | { readonly kind: 'application'; readonly options: Options }
  | { readonly kind: 'error'; readonly error: string };

const longestEvery = 86_400;
/** Seconds. */
const kioskRefresh = 60;

/** No names of subcommands: a start reads none of them. */
const level: Level = { flags: globalFlags, commands: [], arguments: [], next: () => undefined };

export function readStart(args: readonly string[]): Start {
  const { given, words, awaits, unknown } = readLine(args, level);
  const isGiven = (key: string) => given.some(({ flag }) => flag.key === key);
  const text = (key: string) => given.findLast(({ flag }) => flag.key === key)?.text;
  const [site, extra] = words;
  if (site !== undefined && !couldBeSite(site)) {
    const wrongFlag = [...given.map(({ flag }) => flag), awaits].find(flag => flag?.applicationOnly === true);
    return wrongFlag === undefined
      ? { kind: 'command' }
      : wrong(`${wrongFlag.long} opens the application and goes with no command.`);
  }
  if (isGiven('version')) return { kind: 'version' };
  if (isGiven('help')) return { kind: 'command' };
  if (unknown !== undefined) {
    const meant = didYouMean(
      unknown.word,
      globalFlags.map(({ long }) => long),
    );
    return wrong(`Unknown option '${safeText(unknown.word, 200)}'.${meant}`);
  }
  if (awaits !== undefined) return wrong(`Option '${awaits.long} ${awaits.value}' argument missing.`);
  if (extra !== undefined) return wrong(`"${safeText(extra, 60)}" is one argument too many.`);
  if (given.some(({ flag }) => flag.commandsOnly === true))
    return wrong('--json, --format and --yes go with a command, such as sitedeck websites list.');
  if (isGiven('kiosk') && isGiven('debug'))
    return wrong('--debug writes a file, and with --kiosk none is written: leave one of them out.');
  const [refresh, rotate] = ['refresh', 'rotate'].map(name => {
    const given = text(name);
    return given === undefined ? undefined : (parseDuration(given) ?? NaN);
  });
  for (const [name, every, least] of [
    ['refresh', refresh, 10],
    ['rotate', rotate, 5],
  ] as const)
    if (every !== undefined && !(every >= least && every <= longestEvery))
      return wrong(`--${name} takes a time from ${least}s to 24h, as 60s or 5m.`);
  return {
    kind: 'application',
    options: {
      ascii: isGiven('ascii'),
      noColor: isGiven('color'),
      readOnly: isGiven('readOnly'),
      kiosk: isGiven('kiosk'),
      profile: text('profile'),
      url: text('url'),
      debug: text('debug'),
      refreshEvery: refresh ?? (isGiven('kiosk') ? kioskRefresh : undefined),
      rotateEvery: rotate,
      site,
    },
  };
}

/** A mistyped command must not open the application: commands are of small letters alone, what a website is called seldom. */
function couldBeSite(text: string): boolean {
  return /[^a-z-]/.test(text) || text === 'localhost';
}

function wrong(line: string): Start {
  return { kind: 'error', error: `${line} See sitedeck --help.` };
}
