import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import type { NeedsService, OptionTable, OptionValues, Suggestions } from './options/optionTable.ts';

/** A page of docs, and the heading in it where that is not its title. */
export type DocsPlace =
  'install#completion' | 'services' | 'commands' | 'access-logs' | 'access-logs#serving-them' | 'agents';

interface Argument extends NeedsService {
  /** As help shows it: <SITE> is required, [WORDS] is not, <FILE...> takes one or more. */
  readonly name: `<${string}>` | `[${string}]`;
  readonly description?: string;
  readonly choices?: readonly string[];
  /** What completion offers; files where it does not say. */
  readonly suggestions?: Suggestions;
}

/** A command line as it is typed, and what it does: shown in its help and in the manual. */
export type Example = readonly [line: string, does: string];
export type Examples = readonly [Example, ...Example[]];

/** A subcommand of the command line; of a group, it takes its group's place in the list of commands. */
export interface Subcommand {
  readonly description: string;
  readonly arguments: readonly Argument[];
  readonly options: OptionTable;
  /** Sentences below its options; an empty line begins a paragraph. */
  readonly notes?: string;
  readonly examples: Examples;
  /**
   * A method, so that each definition may say what it takes: the parser gives what its arguments and options ask for.
   */
  run(args: readonly unknown[], options: object): Promise<void>;
}

/** Where the docs tell more of a subcommand that they and help list; or that neither does. */
interface Listed {
  readonly docs: DocsPlace | 'unlisted';
}

export type ListedSubcommand = Listed & (Subcommand | SubcommandGroup);

interface SubcommandGroup {
  readonly description: string;
  readonly subcommands: Readonly<Record<string, Subcommand>>;
}

interface Definition<A extends readonly Argument[], O extends OptionTable> {
  readonly description: string;
  readonly arguments: A;
  readonly options: O;
  readonly notes?: string;
  readonly examples: Examples;
  /** Loads what does the work and runs it: the definition itself is read at every start. */
  readonly run: (args: ArgumentValues<A>, options: OptionValues<O> & GlobalOptions) => Promise<void>;
}

/** Has `run` typed by the arguments and options beside it. */
export function defineSubcommand<
  const A extends readonly Argument[],
  const O extends OptionTable,
  L extends Partial<Listed>,
>(definition: Definition<A, O> & L): Subcommand & L {
  return definition;
}

type ArgumentValues<A extends readonly Argument[]> = { readonly [I in keyof A]: ArgumentValue<A[I]> };

type ArgumentValue<T> = T extends { readonly name: infer N }
  ? N extends `${string}...${string}`
    ? readonly Word<T>[]
    : N extends `<${string}`
      ? Word<T>
      : Word<T> | undefined
  : never;

type Word<T> = T extends { readonly choices: readonly (infer C)[] } ? C : string;
