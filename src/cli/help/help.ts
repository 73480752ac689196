import { UsageError } from '#model/failure.ts';
import { readLine } from '#cli/commandLine.ts';
import { print } from '#cli/output.ts';
import {
  type DocsPlace,
  type Example,
  type Examples,
  flagsOf,
  globalOptions,
  helpOption,
  type OptionTable,
  type Subcommand,
  versionOption,
} from '#cli/subcommand.ts';
import { listedCommandLines, root, subcommands } from '#cli/subcommands.ts';
import { wrapSafe } from '#text/fit.ts';
import { didYouMean } from '#text/match.ts';
import { label, safeText } from '#text/safeText.ts';
import { capitalised } from '#text/words.ts';

/** Terms with what they are beside them, or below where the terms are long; indented by two. */
function entryLines(entries: readonly Entry[], width: number): string[] {
  // A longer term has its line to itself.
  const widestTerm = Math.min(24, Math.floor(width / 3));
  const short = entries.map(([term]) => term.length).filter(length => length <= widestTerm);
  const column = Math.max(0, ...short) + 4;
  const indent = ' '.repeat(column);
  return entries.flatMap(([term, is]) => {
    const [first = '', ...others] = wrapSafe(safeText(is), Math.max(16, width - column));
    const rest = others.map(line => indent + line);
    if (term.length > widestTerm) return [`  ${term}`, indent + first, ...rest];
    return [`  ${term.padEnd(column - 2)}${first}`.trimEnd(), ...rest];
  });
}

/** Paragraphs, with an empty line between them; of each the line breaks are made again. */
function paragraphLines(paragraphs: readonly string[], width: number): string[] {
  return paragraphs.flatMap((text, at) => [
    ...(at === 0 ? [] : [label``]),
    ...wrapSafe(safeText(text.trim().replaceAll(/\s+/g, ' ')), width),
  ]);
}

export function pathOf(place: DocsPlace): string {
  const [page = '', heading] = place.split('#');
  return heading === undefined ? `${page}.md` : `${page}.md#${heading}`;
}

export function readMore(place?: DocsPlace): string {
  return place === undefined ? 'README.md' : `docs/${pathOf(place)}`;
}

/** Beyond this lines are hard to read; narrower ones are wrapped by the terminal. */
const maxWidth = 100;
const minWidth = 40;

/** The help of a subcommand or group, by the words of its command line; without any that of the program. */
export function helpText(path: readonly string[], columns: number): string {
  const width = Math.max(minWidth, Math.min(columns, maxWidth));
  const [name = '', inner = ''] = path;
  const found = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (found === undefined) return joined(programParts(width));
  const more = [
    'Global options, as --profile and --json: sitedeck --help',
    ...(found.docs === 'unlisted' ? [] : [`Read more: ${readMore(found.docs)}`]),
  ].flatMap(line => paragraphLines([line], width));
  if ('run' in found) return joined([...subcommandParts(name, found, width), more]);
  const member = Object.hasOwn(found.subcommands, inner) ? found.subcommands[inner] : undefined;
  if (member !== undefined) return joined([...subcommandParts(`${name} ${inner}`, member, width), more]);
  const members = Object.entries(found.subcommands);
  const firstExamples = members.map(([, each]) => each.examples[0]);
  return joined([
    [`Usage: sitedeck ${name} COMMAND ...`],
    paragraphLines([sentence(found.description)], width),
    part('Commands', entryLines(members.map(described), width)),
    part('Examples', exampleLines(firstExamples, width)),
    [...paragraphLines([`Options of each: sitedeck ${name} COMMAND --help`], width), ...more],
  ]);
}

const programOptions = { ...globalOptions, version: versionOption, help: helpOption };

function programParts(width: number): string[][] {
  const listed = Object.entries(subcommands).filter(([, { docs }]) => docs !== 'unlisted');
  return [
    ['Usage: sitedeck [options] [DOMAIN]', '       sitedeck [options] COMMAND ...'],
    paragraphLines(paragraphs, width),
    part('Commands', entryLines(listed.map(described), width)),
    part('Options, of every command too', entryLines(optionEntries(programOptions), width)),
    part('Environment', entryLines(environment, width)),
    part('Exit codes', entryLines(exitStatus, width)),
    part('Examples', exampleLines(examples, width)),
    paragraphLines([`Read more: sitedeck COMMAND --help, man sitedeck, ${readMore()}`], width),
  ];
}

function subcommandParts(words: string, subcommand: Subcommand, width: number): string[][] {
  const { description, arguments: taken, options, notes, examples } = subcommand;
  return [
    paragraphLines([`Usage: sitedeck ${usage(words, subcommand)}`], width),
    paragraphLines([sentence(description)], width),
    part('Examples', exampleLines(examples, width)),
    part('Arguments', entryLines(argumentEntries(taken), width)),
    part('Options', entryLines(optionEntries(options), width)),
    notes === undefined ? [] : paragraphLines(notes.trim().split('\n\n'), width),
  ];
}

/** Its command line: "stats [options] <SITE> <NAME...>". */
function usage(words: string, { arguments: taken, options }: Subcommand): string {
  const names = taken.map(({ name }) => name);
  return [words, ...(Object.keys(options).length > 0 ? ['[options]'] : []), ...names].join(' ');
}

function argumentEntries(taken: Subcommand['arguments']): Entry[] {
  return taken
    .map(({ name, description = '', choices }): Entry => [
      name.replaceAll(/[^A-Z]/g, ''),
      withValues(description, choices),
    ])
    .filter(([, is]) => is !== '');
}

function optionEntries(table: OptionTable): Entry[] {
  return flagsOf(table).map(({ short, long, value, description, ...flag }): Entry => [
    [short === undefined ? long : `${short}, ${long}`, value ?? []].flat().join(' '),
    withValues(description, flag.choices, flag.default) +
      (flag.commandsOnly === true ? '; commands only' : '') +
      (flag.applicationOnly === true ? '; the application only' : ''),
  ]);
}

function withValues(description: string, choices: readonly string[] = [], usual?: unknown): string {
  const usually = usual === undefined ? [] : [`default ${safeText(usual)}`];
  const values = [...(choices.length === 0 ? [] : [choices.join(', ')]), ...usually].join('; ');
  return values === '' ? description : `${description} (${values})`.trim();
}

/** A command line is never broken: it is there to be copied. */
function exampleLines(examples: readonly Example[], width: number): string[] {
  const explained = (explanation: string) =>
    paragraphLines([explanation], width - 6).map(line => `      ${line}`);
  return examples.flatMap(([line, explanation]) => [`  ${line}`, ...explained(explanation)]);
}

function described([name, { description }]: readonly [string, { readonly description: string }]): Entry {
  return [name, description];
}

export function sentence(text: string): string {
  return `${capitalised(text).replace(/\.$/, '')}.`;
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines];
}

function joined(parts: readonly (readonly string[])[]): string {
  const shown = parts.filter(lines => lines.length > 0).map(lines => lines.join('\n'));
  return `${shown.join('\n\n')}\n`;
}

export async function printHelpOf(
  path: readonly string[],
  to: typeof process.stdout | typeof process.stderr,
): Promise<void> {
  const text = helpText(path, to.columns || 80);
  if (to === process.stdout) await print(text);
  else to.write(text);
}

/** Prints the help of a command, or the manual. Throws a UsageError for words that are no command. */
export async function printHelp(words: readonly string[], { man }: { readonly man: boolean }): Promise<void> {
  if (man) return await print(manPage());
  const { path, level } = readLine(words, root);
  const unknown = words[path.length];
  if (unknown === undefined) return await printHelpOf(path, process.stdout);
  const known = level.commands.map(offer => offer.word);
  throw new UsageError(
    `"${safeText(unknown, 60)}" is no command.${didYouMean(unknown, known)} See ${['sitedeck', ...path].join(' ')} --help.`,
  );
}

export function manPage(): string {
  const lines = listedCommandLines();
  const parts = [
    ['.TH SITEDECK 1 "" Sitedeck "User Commands"', '.nh'],
    ['.SH NAME', `sitedeck \\- ${roff(summary)}`],
    ['.SH SYNOPSIS', bold('sitedeck [options] [DOMAIN]'), '.br', bold('sitedeck [options] COMMAND ...')],
    ['.SH DESCRIPTION', ...prose(paragraphs)],
    ['.SH OPTIONS', 'Every command takes these too.', ...entries(optionEntries(programOptions))],
    ['.SH COMMANDS'],
    ...lines.flatMap(({ words, subcommand }) => [
      [`.SS ${roff(`sitedeck ${usage(words, subcommand)}`)}`, roff(sentence(subcommand.description))],
      entries(argumentEntries(subcommand.arguments)),
      entries(optionEntries(subcommand.options)),
      subcommand.notes === undefined ? [] : ['.PP', ...prose(subcommand.notes.trim().split('\n\n'))],
    ]),
    ['.SH ENVIRONMENT', ...entries(environment)],
    ['.SH FILES', ...entries(files)],
    ['.SH EXIT STATUS', ...entries(exitStatus)],
    [
      '.SH EXAMPLES',
      ...[...examples, ...lines.flatMap(line => line.subcommand.examples)].flatMap(([line, explanation]) => [
        '.TP',
        bold(line),
        roff(sentence(explanation)),
      ]),
    ],
    ['.SH SEE ALSO', roff(`${readMore()} of the package, and ? in the application.`)],
  ];
  return `${parts.flat().join('\n')}\n`;
}

function entries(items: readonly Entry[]): string[] {
  return items.flatMap(([term, is]) => ['.TP', bold(term), roff(is)]);
}

function prose(texts: readonly string[]): string[] {
  return texts.flatMap((text, at) => [...(at === 0 ? [] : ['.PP']), roff(text)]);
}

function bold(text: string): string {
  return `\\fB${roff(text)}\\fR`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  // At the beginning of a line it would be a request.
  '.': '\\&.',
};

/** A text as it is, in one line: what roff would change or obey is escaped, so that options can be copied and searched for. */
export function roff(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\'`^~-]|^\./g, character => escapes[character] ?? character);
}

export type Entry = readonly [term: string, is: string];

export const summary = 'website analytics in your terminal';

const paragraphs = [
  'Sitedeck shows the websites that an analytics service tracks, their statistics and their settings. Without a ' +
    "command the full-screen application opens, with a domain at that website's statistics; ? shows its keys.",
  'The commands print, for scripts and for cron: data to standard output, everything else to standard error. SITE is ' +
    'the domain, the id or the name of a website.',
] as const;

export const examples: Examples = [
  ['sitedeck', 'the application'],
  ['sitedeck shop.example.com', 'the application at the statistics of a website'],
  ['sitedeck overview --period 7d', 'the numbers of all websites in the last seven days'],
  ['sitedeck --profile work websites list', 'the websites of another service'],
];

export const environment: readonly Entry[] = [
  ['SITEDECK_URL', 'the address of a service, in place of a profile'],
  ['SITEDECK_API_KEY', "the key for it, or in place of a profile's own"],
  ['SITEDECK_USER, SITEDECK_PASSWORD', 'who signs in to it, in place of a key'],
  ['SITEDECK_PROFILE', 'the profile to use'],
  ['SITEDECK_LOG_ROOT', 'where access logs are looked for, in place of /'],
  ['NO_COLOR', 'no colours, as --no-color'],
  ['COLORTERM, COLORFGBG', 'the colours of the terminal, as it sets them'],
  ['HTTPS_PROXY, HTTP_PROXY', 'the proxy for requests'],
  ['NO_PROXY', 'the hosts that are reached without it'],
  ['NODE_EXTRA_CA_CERTS', 'a file with certificates of your own authority'],
  ['XDG_CONFIG_HOME', 'in place of ~/.config'],
  ['XDG_DATA_HOME', 'in place of ~/.local/share'],
  ['XDG_CACHE_HOME', 'in place of ~/.cache'],
];

export const files: readonly Entry[] = [
  ['~/.config/sitedeck/profiles.json', 'addresses and keys of the services, for your account only'],
  ['~/.config/sitedeck/serve-key', 'the key that serve made'],
  ['~/.local/share/sitedeck/sites.sqlite', 'the statistics of your own logs'],
  ['~/.local/share/sitedeck/demo.sqlite', 'the demo'],
  ['~/.local/share/sitedeck/choices.json', 'sort order, period and theme of the last session'],
  ['~/.local/share/sitedeck/tags.json', 'the tags of websites'],
  ['~/.cache/sitedeck/', 'compiled code of the program'],
];

export const exitStatus: readonly Entry[] = [
  ['0', 'done'],
  ['1', 'the service refused, does not have it, or did not give all of it'],
  ['2', 'wrong use, or settings that cannot be used: nothing was changed'],
  ['3', 'the service could not be reached, or does not accept the key'],
  ['4', 'a threshold of watch was crossed'],
  ['5', 'plan found changes'],
  ['6', 'a message of watch did not arrive'],
  ['130', 'interrupted'],
];
