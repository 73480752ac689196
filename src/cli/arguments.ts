import { parseArgs } from 'node:util';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { parseDuration } from '#text/words.ts';
import { flagsOf, globalOptions, helpOption, versionOption } from './subcommand.ts';

export interface Options {
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
  /** The website to open, by its domain or id. */
  readonly site?: string | undefined;
}

/**
 * What the command line starts. Found without the parser of commands and without their names, so that the application starts
 * fast: a word that is no website is a command, or for its parser to refuse.
 */
export type Start =
  | { readonly kind: 'version' }
  | { readonly kind: 'command' }
  | { readonly kind: 'application'; readonly options: Options }
  | { readonly kind: 'error'; readonly error: string };

const flags = flagsOf({ ...globalOptions, help: helpOption, version: versionOption });

const longestEvery = 86_400;
/** Seconds. */
const kioskRefresh = 60;

/** In the form of Node's parseArgs, by the name after the dashes. */
const parsedOptions = Object.fromEntries(
  flags.map(({ long, short, value }) => [
    long.slice(2),
    {
      type: value === undefined ? ('boolean' as const) : ('string' as const),
      ...(short === undefined ? {} : { short: short.slice(1) }),
    },
  ]),
);

/** Reads the command line, as far as the application needs it. The error is one line that says what to do. */
export function readStart(args: readonly string[]): Start {
  const config = { args: [...args], options: parsedOptions, allowPositionals: true };
  const loose = parseArgs({ ...config, strict: false });
  const [first] = loose.positionals;
  if (first !== undefined && !couldBeSite(first)) {
    const wrongFlag = flags.find(
      ({ long, applicationOnly }) => applicationOnly === true && long.slice(2) in loose.values,
    );
    return wrongFlag === undefined
      ? { kind: 'command' }
      : wrong(`${wrongFlag.long} opens the application and goes with no command.`);
  }
  if (loose.values['version'] === true) return { kind: 'version' };
  if (loose.values['help'] === true) return { kind: 'command' };
  try {
    const { values, positionals } = parseArgs({ ...config, strict: true });
    const [site, extra] = positionals;
    if (extra !== undefined) return wrong(`"${safeText(extra, 60)}" is one argument too many.`);
    if (flags.some(({ long, commandsOnly }) => commandsOnly === true && values[long.slice(2)] !== undefined))
      return wrong('--json, --format and --yes go with a command, such as sitedeck websites list.');
    if (values['kiosk'] === true && values['debug'] !== undefined)
      return wrong('--debug writes a file, and with --kiosk none is written: leave one of them out.');
    const isOn = (name: string) => values[name] === true;
    const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
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
        ascii: isOn('ascii'),
        noColor: isOn('no-color'),
        readOnly: isOn('read-only'),
        kiosk: isOn('kiosk'),
        profile: text('profile'),
        url: text('url'),
        debug: text('debug'),
        refreshEvery: refresh ?? (isOn('kiosk') ? kioskRefresh : undefined),
        rotateEvery: rotate,
        site,
      },
    };
  } catch (error) {
    const [words = ''] = error instanceof Error ? error.message.split(/[\n.] /) : [String(error)];
    const [, option = ''] = /^Unknown option '([^']*)'/.exec(words) ?? [];
    const meant = didYouMean(
      option,
      flags.map(({ long }) => long),
    );
    return wrong(`${safeText(words, 200).replace(/\.$/, '')}.${meant}`);
  }
}

/** A mistyped command must not open the application: a website has a dot or a digit in its name, and a command has none. */
function couldBeSite(text: string): boolean {
  return /[.\d]/.test(text) || text.toLowerCase() === 'localhost';
}

function wrong(line: string): Start {
  return { kind: 'error', error: `${line} See sitedeck --help.` };
}
