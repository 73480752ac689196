import { UsageError } from '#model/failure.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { parseDuration } from '#text/words.ts';
import {
  type Flag,
  flagsOf,
  globalOptions,
  helpOption,
  isMany,
  type Subcommand,
  versionOption,
} from './subcommand.ts';

export interface Offer {
  readonly word: string;
  readonly description?: string | undefined;
}

/** What may stand on a command line, as far as the names of subcommands lead. */
export interface Level {
  readonly flags: readonly Flag[];
  readonly commands: readonly Offer[];
  readonly arguments: Subcommand['arguments'];
  /** Undefined where its name is still to come. */
  readonly subcommand?: Subcommand;
  next(name: string): Level | undefined;
}

export interface Line {
  /** The names of the subcommand so far: none, that of a group, or all. */
  readonly path: readonly string[];
  readonly level: Level;
  /** Switches have no text. */
  readonly flagValues: readonly { readonly flag: Flag; readonly text: string | undefined }[];
  readonly words: readonly string[];
  /** The option whose value comes next. */
  readonly awaits: Flag | undefined;
  /** The first option that is none, and where it stands. */
  readonly unknown:
    { readonly word: string; readonly path: readonly string[]; readonly level: Level } | undefined;
}

export const globalFlags = flagsOf({ help: helpOption, version: versionOption, ...globalOptions });

export function group(members: Readonly<Record<string, Subcommand>>): Level {
  return {
    flags: globalFlags,
    commands: Object.entries(members).map(offered),
    arguments: [],
    next(name) {
      const found = Object.hasOwn(members, name) ? members[name] : undefined;
      return found && levelOf(found);
    },
  };
}

export function levelOf(subcommand: Subcommand): Level {
  const general = globalFlags.filter(({ applicationOnly }) => applicationOnly !== true);
  const flags = [...flagsOf(subcommand.options), ...general];
  return { flags, commands: [], arguments: subcommand.arguments, subcommand, next: () => undefined };
}

export function offered([word, { description }]: readonly [string, Pick<Offer, 'description'>]): Offer {
  return description === undefined ? { word } : { word, description };
}

/** Reads a command line as far as it goes: completion and help ask it too. A value may begin with a hyphen. */
export function readLine(args: readonly string[], from: Level): Line {
  let level = from;
  const path: string[] = [];
  const flagValues: Line['flagValues'][number][] = [];
  const words: string[] = [];
  let awaits: Flag | undefined;
  let unknown: Line['unknown'];
  let isPlain = false;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (awaits?.bare?.unless.includes(arg) === false) {
      flagValues.push({ flag: awaits, text: awaits.bare.value });
      awaits = undefined;
    }
    if (awaits !== undefined) {
      flagValues.push({ flag: awaits, text: arg });
      awaits = undefined;
    } else if (arg === '--' && !isPlain) isPlain = true;
    else if (isPlain || arg === '-' || !arg.startsWith('-')) {
      const next = level.next(arg);
      if (next === undefined) words.push(arg);
      else {
        level = next;
        path.push(arg);
      }
    } else {
      const [, name = arg, text] = /^(--[^=]+)=(.*)$/s.exec(arg) ?? [];
      const flag = level.flags.find(({ long, short }) => long === name || short === name);
      const isSwitch = flag !== undefined && flag.value === undefined;
      const [first, others] = [arg.slice(0, 2), arg.slice(2)];
      if (isSwitch && text === undefined) flagValues.push({ flag, text });
      else if (flag !== undefined && !isSwitch && text !== undefined) flagValues.push({ flag, text });
      else if (flag !== undefined && !isSwitch) awaits = flag;
      else if (/^-\w\w/.test(arg) && level.flags.some(({ short }) => short === first))
        rest.unshift(first, `-${others}`);
      else unknown ??= { word: name, path: [...path], level };
    }
  }
  return { path, level, flagValues, words, awaits, unknown };
}

/** What the word at this place is; undefined where none may stand. */
export function argumentAt(level: Level, index: number): Level['arguments'][number] | undefined {
  const last = level.arguments.at(-1);
  return level.arguments[index] ?? (last && isMany(last) ? last : undefined);
}

/** What a command line gives its subcommand. Throws a UsageError in one line, with what may have been meant and where to look. */
export function valuesOf({ level, path, flagValues, words, awaits, unknown }: Line) {
  const fail = (what: string) => usageError(path, what);
  const { subcommand } = level;
  const [word] = words;
  if (subcommand === undefined && word !== undefined) {
    const what = path.length === 0 ? 'neither a command nor the domain of a website' : 'no command';
    const known = level.commands.map(offer => offer.word);
    throw usageError(path, `"${safeText(word, 60)}" is ${what}.`, didYouMean(word, known));
  }
  const options: Record<string, unknown> = {};
  for (const flag of level.flags) if (flag.default !== undefined) options[flag.key] = flag.default;
  const bare = awaits?.bare === undefined ? [] : [{ flag: awaits, text: awaits.bare.value }];
  for (const { flag, text } of [...flagValues, ...bare])
    options[flag.key] = valueOf(flag, text, options[flag.key], word => {
      const other = level.flags.find(({ long }) => long === `--${text?.toLowerCase()}`);
      return fail(other ? `${flag.long} "${text}" is wrong. ${other.long} is an option of its own.` : word);
    });
  if (awaits !== undefined && awaits.bare === undefined) throw fail(`${nameOf(awaits)} argument missing`);
  const flags = level.flags.filter(flag => flagValues.some(each => each.flag.key === flag.key));
  for (const flag of flags) {
    const other = flags.find(({ key }) => flag.conflicts?.includes(key));
    if (other) throw fail(`${nameOf(flag)} cannot be used with ${nameOf(other)}`);
  }
  if (unknown) {
    const known: readonly string[] = unknown.level.flags.map(({ long }) => long);
    if (known.includes(unknown.word))
      throw usageError(unknown.path, `option '${unknown.word}' takes no value`);
    // Without its value, which may be a secret.
    throw usageError(unknown.path, `unknown option '${unknown.word}'`, didYouMean(unknown.word, known));
  }
  if (subcommand === undefined) throw fail('there is no command');
  return { subcommand, options, args: argumentsOf(subcommand.arguments, words, path, fail) };
}

type Fail = (what: string) => UsageError;

function valueOf(
  { long, choices, parse, repeatable }: Flag,
  text: string | undefined,
  before: unknown,
  fail: Fail,
) {
  if (text === undefined) return !long.startsWith('--no-');
  if (repeatable === true) return Array.isArray(before) ? [...before, text] : [text];
  if (choices !== undefined) return chosen(long, text, choices, fail);
  try {
    return parse === undefined ? text : parse(text);
  } catch (error) {
    throw error instanceof UsageError ? fail(`${long} "${text}" is wrong. ${error.message}`) : error;
  }
}

function chosen(name: string, text: string, choices: readonly string[], fail: Fail): string {
  if (choices.includes(text)) return text;
  const meant = didYouMean(text, choices).trim() || `It is one of ${choices.join(', ')}.`;
  throw fail(`${name} "${text}" is wrong. ${meant}`);
}

function argumentsOf(
  taken: Level['arguments'],
  words: readonly string[],
  path: readonly string[],
  fail: Fail,
): unknown[] {
  const last = taken.at(-1);
  const plainName = (name: string) => name.replaceAll(/[^A-Z]/g, '');
  const missing = taken.find(({ name }, at) => name.startsWith('<') && words[at] === undefined);
  if (missing) throw fail(`missing required argument '${plainName(missing.name)}'`);
  if (words.length > taken.length && !(last && isMany(last)))
    throw fail(
      `too many arguments for '${path.at(-1)}'. Expected ${taken.length} argument${taken.length === 1 ? '' : 's'} but got ${words.length}`,
    );
  return taken.map((argument, at) => {
    const { name, choices } = argument;
    const one = (word: string) =>
      choices === undefined ? word : chosen(plainName(name), word, choices, fail);
    const word = words[at];
    if (isMany(argument)) return words.slice(at).map(one);
    return word === undefined ? undefined : one(word);
  });
}

function nameOf({ short, long, value }: Flag): string {
  const names = short === undefined ? long : `${short}, ${long}`;
  return `option '${value === undefined ? names : `${names} ${value}`}'`;
}

/** Of any length, and any characters. */
function usageError(path: readonly string[], what: string, meant = ''): UsageError {
  const line = safeText(what.replaceAll(/\s*\n\s*/g, ' '), 400).replace(/([^.)?])$/, '$1.');
  return new UsageError(`${line}${meant} See ${['sitedeck', ...path].join(' ')} --help.`);
}

const maxInterval = 86_400;
/** Seconds. */
const kioskRefresh = 60;

/** No names of subcommands: a start reads none of them. */
const level: Level = { flags: globalFlags, commands: [], arguments: [], next: () => undefined };

/** Found without the parser and the names of commands, so that the application starts fast. */
export function readStart(args: readonly string[]) {
  const { flagValues, words, awaits, unknown } = readLine(args, level);
  const hasFlag = (key: string) => flagValues.some(({ flag }) => flag.key === key);
  const text = (key: string) => flagValues.findLast(({ flag }) => flag.key === key)?.text;
  const [site, extra] = words;
  if (site !== undefined && !couldBeSite(site)) {
    const wrongFlag = [...flagValues.map(({ flag }) => flag), awaits].find(
      flag => flag?.applicationOnly === true,
    );
    return wrongFlag === undefined
      ? ({ kind: 'command' } as const)
      : wrong(`${wrongFlag.long} opens the application and goes with no command.`);
  }
  if (hasFlag('version')) return { kind: 'version' } as const;
  if (hasFlag('help')) return { kind: 'command' } as const;
  if (unknown !== undefined) {
    const meant = didYouMean(
      unknown.word,
      globalFlags.flatMap(({ long, short = long }) => [long, short]),
    );
    return wrong(`Unknown option '${safeText(unknown.word, 200)}'.${meant}`);
  }
  if (awaits !== undefined) return wrong(`Option '${awaits.long} ${awaits.value}' argument missing.`);
  if (extra !== undefined) return wrong(`"${safeText(extra, 60)}" is one argument too many.`);
  if (flagValues.some(({ flag }) => flag.commandsOnly === true))
    return wrong('--json, --format and --yes go with a command, such as sitedeck websites list.');
  if (hasFlag('kiosk') && hasFlag('debug'))
    return wrong('--debug writes a file, and with --kiosk none is written: leave one of them out.');
  const [refresh, rotate] = ['refresh', 'rotate'].map(name => {
    const value = text(name);
    return value === undefined ? undefined : (parseDuration(value) ?? NaN);
  });
  for (const [name, every, min] of [
    ['refresh', refresh, 10],
    ['rotate', rotate, 5],
  ] as const)
    if (every !== undefined && !(every >= min && every <= maxInterval))
      return wrong(`--${name} takes a time from ${min}s to 24h, as 60s or 5m.`);
  return {
    kind: 'application',
    options: {
      ascii: hasFlag('ascii'),
      noColor: hasFlag('color'),
      readOnly: hasFlag('readOnly'),
      kiosk: hasFlag('kiosk'),
      profile: text('profile'),
      url: text('url'),
      debug: text('debug'),
      /** Seconds between two refreshes; undefined for none by itself. */
      refreshEvery: refresh ?? (hasFlag('kiosk') ? kioskRefresh : undefined),
      /** Seconds that each website is shown. */
      rotateEvery: rotate,
      /** The website to open, by its domain, id or name. */
      site,
    },
  } as const;
}

/** A mistyped command must not open the application: commands are of small letters alone, what a website is called seldom. */
export function couldBeSite(text: string): boolean {
  return /[^a-z-]/.test(text) || text === 'localhost';
}

function wrong(line: string) {
  return { kind: 'error', error: `${line} See sitedeck --help.` } as const;
}
