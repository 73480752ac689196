import type { Subcommand } from '#headless/defineSubcommand.ts';
import { globalOptions, helpOption, versionOption } from '#headless/options/globalOptions.ts';
import { flagsOf, type Flag, type NeedsService } from '#headless/options/optionTable.ts';
import { subcommands } from '#headless/subcommands.ts';

/** A word that may come next, and what it is. */
export interface Offer {
  readonly word: string;
  readonly description?: string | undefined;
}

/** What may come next on a command line. */
export interface Place {
  /** The names of the subcommand so far: none, that of a group, or all. */
  readonly path: readonly string[];
  /** The option whose value comes next. */
  readonly flag: Flag | undefined;
  /** Every option that may stand here. */
  readonly flags: readonly Flag[];
  /** The subcommands that may stand here. */
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

/** As far as the names of subcommands lead. */
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
