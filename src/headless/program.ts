import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '#connection/errors.ts';
import { didYouMean } from '#model/text/didYouMean.ts';
import type { Subcommand } from './defineSubcommand.ts';
import { globalOptions, helpOption, versionOption } from '#headless/options/globalOptions.ts';
import { flagsOf, type OptionTable } from './options/optionTable.ts';
import { capabilitiesFor, refuseLacking, type CapabilitiesFor } from './lacking.ts';
import { beQuiet } from './output/stderr.ts';
import { subcommands } from './subcommands.ts';

/**
 * The parser of the command line, made of the subcommands. It says nothing itself: what it finds, help that is asked for too, is
 * a CommanderError.
 */
export function createProgram(version: string, capabilities: CapabilitiesFor = capabilitiesFor): Command {
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

function addSubcommand(command: Command, definition: Subcommand, capabilities: CapabilitiesFor): void {
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

function addOptions(command: Command, table: OptionTable): void {
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
