import type { Capabilities } from '#model/service/capabilities.ts';

/** What an option or an argument needs of the service. */
export interface NeedsService {
  /** Why the service cannot do it, in one line; of a switch the word means nothing. Undefined where it can. */
  whyLacking?(capabilities: Capabilities, word: string): string | undefined;
}

/** What every option may say. */
interface AnyOption extends NeedsService {
  readonly short?: `-${string}`;
  /** The keys of options that cannot be given together with this one. */
  readonly conflicts?: readonly string[];
  /** The application refuses it. */
  readonly commandsOnly?: true;
  /** Commands refuse it. */
  readonly applicationOnly?: true;
}

/**
 * An option that takes a value. What the value becomes: one of `choices`, what `parse` makes of it, else the text
 * itself.
 */
interface ValueOption extends AnyOption {
  /** What help calls the value: <name>. */
  readonly value: `<${string}>`;
  readonly description: string;
  readonly choices?: readonly string[];
  /** Throws a UsageError that says what to give instead. */
  readonly parse?: (text: string) => unknown;
  readonly default?: unknown;
  /** May be given more than once; the value is then a list of texts. */
  readonly repeatable?: true;
  /** What completion offers where other values are allowed too. */
  readonly suggestions?: Suggestions;
}

/**
 * An option without a value: `description` stands beside --name, `off` beside --no-name. Only those described exist.
 */
interface Switch extends AnyOption {
  readonly description?: string;
  readonly off?: string;
}

export type Suggestions =
  readonly string[] | 'profiles' | 'websites' | 'tags' | 'websitesAndTags' | 'files' | 'commands';

/** Options by the name that the code reads them by: `perPage` is --per-page. In the order of the help. */
export type OptionTable = Readonly<Record<string, ValueOption | Switch>>;

/** What a command is given of its options: those without a default only where the command line has them. */
export type OptionValues<T extends OptionTable> = {
  readonly [K in keyof T as T[K] extends { readonly default: unknown } ? K : never]: OptionValue<T[K]>;
} & {
  readonly [K in keyof T as T[K] extends { readonly default: unknown } ? never : K]?: OptionValue<T[K]>;
};

type OptionValue<O> = O extends { readonly repeatable: true }
  ? readonly string[]
  : O extends { readonly choices: readonly (infer C)[] }
    ? C
    : O extends { readonly parse: (text: string) => infer V }
      ? V
      : O extends { readonly value: string }
        ? string
        : boolean;

/** An option as it is typed: --email and --no-email are two. */
export interface Flag extends Partial<Omit<ValueOption, 'description'>> {
  readonly key: string;
  readonly long: `--${string}`;
  readonly description: string;
  /** Absent for a switch. */
  readonly value?: `<${string}>`;
}

/** The flags of a table in its order; a switch with both forms gives two. */
export function flagsOf(table: OptionTable): Flag[] {
  return Object.entries(table).flatMap(([key, option]): Flag[] => {
    const name = key.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    const { description } = option;
    const on: Flag[] = description === undefined ? [] : [{ ...option, key, long: `--${name}`, description }];
    if (!('off' in option) || option.off === undefined) return on;
    const { whyLacking } = option;
    const needs = whyLacking === undefined ? {} : { whyLacking };
    return [...on, { key, long: `--no-${name}`, description: option.off, ...needs }];
  });
}
