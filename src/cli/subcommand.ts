import { UsageError } from '#model/failure.ts';
import type { Capabilities } from '#model/service/capabilities.ts';

/** A page of docs, and the heading in it where that is not its title. */
export type DocsPlace =
  | 'install#completion'
  | 'services'
  | 'commands'
  | 'access-logs'
  | 'access-logs#the-lines-behind-a-number'
  | 'access-logs#serving-them'
  | 'agents'
  | 'yours'
  | 'yours#views';

export interface Argument extends NeedsService {
  /** As help shows it: <SITE> is required, [WORDS] is not, <FILE...> takes one or more. */
  readonly name: `<${string}>` | `[${string}]`;
  readonly description?: string;
  readonly choices?: readonly string[];
  /** What completion offers; files where it does not say. */
  readonly suggestions?: Suggestions;
}

/** The website that a subcommand is about. */
export const siteArgument = {
  name: '<SITE>',
  description: 'its domain, id or name',
  suggestions: 'websites',
} as const satisfies Argument;

/** Whether it takes all words from its place on. */
export function isMany({ name }: Argument): boolean {
  return name.includes('...');
}

/** A command line as it is typed, and what it does: shown in its help and in the manual. */
export type Example = readonly [line: string, explanation: string];
export type Examples = readonly [Example, ...Example[]];

interface Described {
  readonly description: string;
  /** Sentences below its options; an empty line begins a paragraph. */
  readonly notes?: string;
  readonly examples: Examples;
  /** The profile that it reads, whichever is chosen. */
  readonly profile?: 'logs';
}

/** A subcommand of the command line; of a group, it takes its group's place in the list of commands. */
export interface Subcommand extends Described {
  readonly arguments: readonly Argument[];
  readonly options: OptionTable;
  /** A method, so that each definition may say what it takes. */
  run(args: readonly unknown[], options: object): Promise<void>;
}

/** The option that names the profile of a command which has one of its own. */
export function profileOf(subcommand: Pick<Subcommand, 'profile'> | undefined): {
  readonly profile?: 'logs';
} {
  return subcommand?.profile === undefined ? {} : { profile: subcommand.profile };
}

interface Listed {
  readonly docs: DocsPlace | 'unlisted';
}

export type ListedSubcommand = Listed & (Subcommand | SubcommandGroup);

interface SubcommandGroup {
  readonly description: string;
  readonly subcommands: Readonly<Record<string, Subcommand>>;
}

interface Definition<A extends readonly Argument[], O extends OptionTable> extends Described {
  readonly arguments: A;
  readonly options: O;
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

export interface NeedsService {
  /** Why the service cannot do it, in one line; of a switch the word means nothing. Undefined where it can. */
  whyUnsupported?(capabilities: Capabilities, word: string): string | undefined;
}

interface AnyOption extends NeedsService {
  readonly short?: `-${string}`;
  /** The keys of options that cannot be given together with this one. */
  readonly conflicts?: readonly string[];
  /** The application refuses it. */
  readonly commandsOnly?: true;
  /** Commands refuse it. */
  readonly applicationOnly?: true;
}

/** The value is one of `choices`, what `parse` makes of it, else the text itself. */
interface ValueOption extends AnyOption {
  /** What help calls the value: <name>. */
  readonly value: `<${string}>`;
  readonly description: string;
  readonly choices?: readonly string[];
  /** Throws a UsageError that says what to give instead. */
  readonly parse?: (text: string) => unknown;
  readonly default?: unknown;
  /** Its value may be left out: it is `value` where none of these words follows. */
  readonly bare?: { readonly value: string; readonly unless: readonly string[] };
  /** May be given more than once; the value is then a list of texts. */
  readonly repeatable?: true;
  /** What completion offers where other values are allowed too. */
  readonly suggestions?: Suggestions;
}

/** `description` stands beside --name, `off` beside --no-name. Only those described exist. */
interface Switch extends AnyOption {
  readonly description?: string;
  readonly off?: string;
}

type Suggestions =
  | readonly string[]
  | 'profiles'
  | 'websites'
  | 'tags'
  | 'websitesAndTags'
  | 'views'
  | 'conditions'
  | 'ownCommands'
  | 'files'
  | 'commands';

/** Options by the name that the code reads them by: `perPage` and `per_page` are --per-page. In the order of the help. */
export type OptionTable = Readonly<Record<string, ValueOption | Switch>>;

/** What a command is given of its options: those without a default only where the command line has them. */
export type OptionValues<T extends OptionTable> = {
  readonly [K in keyof T as T[K] extends { readonly default: unknown } ? K : never]: OptionValue<T[K]>;
} & {
  readonly [K in keyof T as T[K] extends { readonly default: unknown } ? never : K]?:
    OptionValue<T[K]> | undefined;
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
    const name = key.replaceAll('_', '-').replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    const { description } = option;
    const on: Flag[] = description === undefined ? [] : [{ ...option, key, long: `--${name}`, description }];
    if (!('off' in option) || option.off === undefined) return on;
    const { whyUnsupported } = option;
    const needs = whyUnsupported === undefined ? {} : { whyUnsupported };
    return [...on, { key, long: `--no-${name}`, description: option.off, ...needs }];
  });
}

const formats = ['table', 'json', 'csv', 'markdown'] as const;
export type Format = (typeof formats)[number];

/** The options that go with the application and with every command; with commands only where they say so. */
export const globalOptions = {
  profile: { value: '<name>', description: 'use this profile', suggestions: 'profiles' },
  url: {
    value: '<url>',
    description: 'use the service at this address, with the key in SITEDECK_API_KEY',
  },
  format: {
    value: '<format>',
    description: 'how data is printed; line is for overview, svg for year',
    choices: [...formats, 'line', 'svg'],
    commandsOnly: true,
  },
  json: { description: 'the same as --format json', commandsOnly: true },
  readOnly: { description: 'change nothing of the service; tags, notes and goals are kept on this machine' },
  yes: { short: '-y', description: 'answer yes to what would be asked', commandsOnly: true },
  color: { off: 'no colours' },
  ascii: { description: 'plain ASCII lines and charts' },
  kiosk: { description: 'only show, for people you do not know: see docs/ssh.md', applicationOnly: true },
  refresh: {
    value: '<time>',
    description: 'refresh today by itself, every 60s or 5m; a kiosk does so every 60s',
    applicationOnly: true,
  },
  rotate: {
    value: '<time>',
    description: 'go through the websites, each shown for 20s or 1m',
    applicationOnly: true,
  },
  debug: {
    value: '<file>',
    description: 'write every request to this file, without the key, and quote lines of logs in messages',
  },
} as const satisfies OptionTable;

/** They print something and end. */
export const versionOption = { short: '-V', description: 'print the version' } as const;
export const helpOption = { short: '-h', description: 'print this help' } as const;

export type GlobalOptions = OptionValues<typeof globalOptions>;

/** How a command prints its data. Throws a UsageError where the options name two formats, or one that it does not have. */
export function formatOf({ format, json }: GlobalOptions): Format {
  if (json === true && format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} ask for two formats: give one of them.`);
  if (json === true) return 'json';
  if (format === 'line') throw new UsageError('--format line is for sitedeck overview alone.');
  if (format === 'svg') throw new UsageError('--format svg is for sitedeck year alone.');
  return format ?? 'table';
}

/** Of everything that changes something. The parser has the output kept quiet, so that no command has to look. */
export const quietOption = {
  quiet: { short: '-q', description: 'print nothing but errors' },
} as const satisfies OptionTable;

/** Reads an option's value as a whole number from `least` on. Throws a UsageError. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return text => {
    const value = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `from ${min} on` : `from ${min} to ${max}`;
    throw new UsageError(`Give a whole number ${range}.`);
  };
}

/** How many rows are printed. */
export function rowsOption(description: string, min: number, max: number, usual: number) {
  return { value: '<rows>', description, parse: wholeNumber(min, max), default: usual } as const;
}

/** Of what is drawn. */
export const widthOption = {
  width: {
    value: '<columns>',
    description: 'how many columns; by default those of the terminal, or 80',
    parse: wholeNumber(40, 300),
  },
} as const satisfies OptionTable;
