import type { Argument, Command, Option } from 'commander';

/** Where on a command line the next word stands. */
export interface Place {
  readonly command: Command;
  /** Every option that may stand here. */
  readonly options: readonly Option[];
  /** The option whose value comes next. */
  readonly option: Option | undefined;
  /** The argument that comes next. */
  readonly argument: Argument | undefined;
}

/** Reads the words before it as the program would, forgivingly. */
export function placeOf(program: Command, words: readonly string[]): Place {
  let command = program;
  let positionals = 0;
  let option: Option | undefined;
  for (const word of words) {
    if (option !== undefined) {
      option = undefined;
    } else if (word.startsWith('-')) {
      const known = optionsOf(command).find(({ long, short }) => long === word || short === word);
      option = known?.required === true ? known : undefined;
    } else {
      const inner = command.commands.find(found => found.name() === word);
      if (inner === undefined) positionals += 1;
      else command = inner;
    }
  }
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[positionals] ?? (last?.variadic === true ? last : undefined);
  return { command, options: optionsOf(command), option, argument };
}

/** Its own and those of all above it. */
function optionsOf(command: Command): Option[] {
  const own = command.options.filter(({ hidden }) => !hidden);
  return command.parent === null ? own : [...own, ...optionsOf(command.parent)];
}
