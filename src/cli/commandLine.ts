import { Argument, Command, type CommanderError, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '#api/failure.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { type CapabilitiesFor, possibleCapabilities, refuseLacking } from './lacking.ts';
import { beQuiet } from './output/stderr.ts';
import {
  type Flag,
  flagsOf,
  globalOptions,
  helpOption,
  type NeedsService,
  type OptionTable,
  type Subcommand,
  versionOption,
} from './subcommand.ts';
import { subcommands } from './subcommands.ts';

export interface Offer {
  readonly word: string;
  readonly description?: string | undefined;
}

export interface Place {
  /** The names of the subcommand so far: none, that of a group, or all. */
  readonly path: readonly string[];
  readonly flag: Flag | undefined;
  readonly flags: readonly Flag[];
  readonly commands: readonly Offer[];
  readonly argument: (Pick<Flag, 'choices' | 'suggestions'> & NeedsService) | undefined;
}

const globalFlags = flagsOf({ help: helpOption, version: versionOption, ...globalOptions });

/** Reads the words before it as the program would, forgivingly. */
export function placeOf(words: readonly string[]): Place {
  let at: Step = start;
  const path: string[] = [];
  let positionals = 0;
  let flag: Flag | undefined;
  for (const word of words) {
    if (flag !== undefined) flag = undefined;
    else if (word.startsWith('-')) {
      const known = at.flags.find(({ long, short }) => long === word || short === word);
      flag = known?.value === undefined ? undefined : known;
    } else {
      const next = at.next(word);
      if (next === undefined) positionals += 1;
      else {
        at = next;
        path.push(word);
      }
    }
  }
  const last = at.arguments.at(-1);
  const argument = at.arguments[positionals] ?? (last?.name.includes('...') === true ? last : undefined);
  return { path, flag, flags: at.flags, commands: at.commands, argument };
}

interface Step extends Pick<Place, 'flags' | 'commands'> {
  readonly arguments: Subcommand['arguments'];
  next(name: string): Step | undefined;
}

const start: Step = {
  flags: globalFlags,
  commands: Object.entries(subcommands)
    .filter(([, { docs }]) => docs !== 'unlisted')
    .map(offered),
  arguments: [{ name: '[SITE...]', suggestions: 'websites' }],
  next(name) {
    const found = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
    if (found === undefined) return undefined;
    return 'run' in found ? leaf(found) : group(found.subcommands);
  },
};

function group(members: Readonly<Record<string, Subcommand>>): Step {
  return {
    flags: globalFlags,
    commands: Object.entries(members).map(offered),
    arguments: [],
    next(name) {
      const found = Object.hasOwn(members, name) ? members[name] : undefined;
      return found && leaf(found);
    },
  };
}

function leaf({ arguments: taken, options }: Subcommand): Step {
  const general = globalFlags.filter(({ applicationOnly }) => applicationOnly !== true);
  return { flags: [...flagsOf(options), ...general], commands: [], arguments: taken, next: () => undefined };
}

function offered([word, { description }]: readonly [string, Pick<Offer, 'description'>]): Offer {
  return description === undefined ? { word } : { word, description };
}

/** Has a command parsed as its definition says, and run. */
export function addSubcommand(command: Command, definition: Subcommand, capabilities: CapabilitiesFor): void {
  for (const { name, choices } of definition.arguments) {
    const argument = new Argument(name);
    if (choices !== undefined) {
      const one = (text: string) => chosen(text, choices);
      // Commander gives what came before of an argument that repeats.
      if (argument.variadic)
        argument.argParser((text, before: string[] | undefined) => [...(before ?? []), one(text)]);
      else argument.argParser(one);
    }
    command.addArgument(argument);
  }
  addOptions(command, definition.options);
  command.action(async () => {
    const { processedArgs: args } = command;
    const options = command.optsWithGlobals();
    if (options['quiet'] === true) beQuiet();
    refuseLacking(definition, args, options, () => capabilities(options));
    await definition.run(args, options);
  });
}

export function addOptions(command: Command, table: OptionTable): void {
  for (const flag of flagsOf(table)) {
    const { short, long, value, parse } = flag;
    const names = short === undefined ? long : `${short}, ${long}`;
    const option = new Option(value === undefined ? names : `${names} ${value}`);
    const { choices } = flag;
    if (choices !== undefined) option.argParser(text => chosen(text, choices));
    if (parse !== undefined) option.argParser(text => parsed(text, parse));
    if (flag.repeatable === true)
      option.argParser((text, before: string[] | undefined) => [...(before ?? []), text]);
    if (flag.default !== undefined) option.default(flag.default);
    if (flag.conflicts !== undefined) option.conflicts([...flag.conflicts]);
    command.addOption(option);
  }
}

function chosen(text: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text;
  throw new InvalidArgumentError(didYouMean(text, choices).trim() || `It is one of ${choices.join(', ')}.`);
}

/** Commander names the option in front of the words. */
function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof UsageError ? new InvalidArgumentError(error.message) : error;
  }
}

/**
 * The parser of the command line, made of the subcommands. It says nothing itself: what it finds, help that is asked for too, is
 * a CommanderError.
 */
export function createProgram(
  version: string,
  capabilities: CapabilitiesFor = possibleCapabilities,
): Command {
  const program = new Command('sitedeck')
    .version(version, `${versionOption.short}, --version`)
    .helpOption(`${helpOption.short}, --help`)
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .configureHelp({ formatHelp: () => '' });
  addOptions(program, globalOptions);
  for (const [name, subcommand] of Object.entries(subcommands)) {
    const command = program.command(name);
    if ('run' in subcommand) addSubcommand(command, subcommand, capabilities);
    else {
      command.helpCommand(false);
      for (const [inner, definition] of Object.entries(subcommand.subcommands))
        addSubcommand(command.command(inner), definition, capabilities);
    }
  }
  return program;
}

/** Commander's message in one line, with what may have been meant and where to look. */
export function usageLine({ code, message }: CommanderError, args: readonly string[]): string {
  const full = lineOf(message);
  const isUnknown = code === 'commander.unknownOption' || code === 'commander.unknownCommand';
  const [, word = ''] = (isUnknown ? /'([^']*)'/.exec(full) : null) ?? [];
  const at = isUnknown ? args.findIndex(arg => arg === word || arg.startsWith(`${word}=`)) : -1;
  const { path, flags, commands } = placeOf(at === -1 ? args : args.slice(0, at));
  const known =
    code === 'commander.unknownCommand' ? commands.map(({ word }) => word) : flags.map(({ long }) => long);
  const what = path.length === 0 ? 'neither a command nor the domain of a website' : 'no command';
  const said =
    code === 'commander.unknownCommand'
      ? `"${safeText(word, 60)}" is ${what}.`
      : safeText(full, 400).replace(/([^.)?])$/, '$1.');
  return `${said}${didYouMean(word, known)} See ${['sitedeck', ...path].join(' ')} --help.`;
}

/** Of any length, and any characters. */
function lineOf(message: string): string {
  return (
    message
      .replace(/^error: /, '')
      .replaceAll(/\s*\n\s*/g, ' ')
      // The value of an option that takes none is left out: it may be a secret.
      .replaceAll(/('--[\w-]+)=[^']*'/g, "$1'")
      .replace(/^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*?)' is invalid/, '$1 "$2" is wrong')
      .replace(/^command-argument value '(.*?)' is invalid for argument '(\w+)'/, '$2 "$1" is wrong')
      .replace(/^(too many arguments.*but got \d+).*$/s, '$1')
  );
}
