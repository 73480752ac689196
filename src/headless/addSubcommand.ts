import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { UsageError } from '#connection/errors.ts';
import { didYouMean } from '#model/text/didYouMean.ts';
import type { Subcommand } from './defineSubcommand.ts';
import { refuseLacking, type CapabilitiesFor } from './lacking.ts';
import { flagsOf, type OptionTable } from './options/optionTable.ts';
import { beQuiet } from './output/stderr.ts';

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
