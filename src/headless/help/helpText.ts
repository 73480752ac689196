import type { Example, Subcommand } from '#headless/defineSubcommand.ts';
import { globalOptions, helpOption, versionOption } from '#headless/options/globalOptions.ts';
import { flagsOf, type OptionTable } from '#headless/options/optionTable.ts';
import { subcommands } from '#headless/subcommands.ts';
import { safeText } from '#terminal/safeText.ts';
import { environment, examples, exitStatus, paragraphs, type Entry } from './about.ts';
import { entryLines, paragraphLines } from './entryLines.ts';
import { readMore } from './readMore.ts';

/** Beyond this lines are hard to read; narrower ones are wrapped by the terminal. */
const widest = 100;
const narrowest = 40;

/** The help of a subcommand or group, by the words of its command line; without any that of the program. */
export function helpText(path: readonly string[], columns: number): string {
  const width = Math.max(narrowest, Math.min(columns, widest));
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

function programParts(width: number): string[][] {
  const listed = Object.entries(subcommands).filter(([, { docs }]) => docs !== 'unlisted');
  const options = { ...globalOptions, version: versionOption, help: helpOption };
  return [
    ['Usage: sitedeck [options] [DOMAIN]', '       sitedeck [options] COMMAND ...'],
    paragraphLines(paragraphs, width),
    part('Commands', entryLines(listed.map(described), width)),
    part('Options, of every command too', entryLines(optionEntries(options), width)),
    part('Environment', entryLines(environment, width)),
    part('Exit codes', entryLines(exitStatus, width)),
    part('Examples', exampleLines(examples, width)),
    paragraphLines([`Read more: sitedeck COMMAND --help, man sitedeck, ${readMore()}`], width),
  ];
}

function subcommandParts(words: string, subcommand: Subcommand, width: number): string[][] {
  const { description, arguments: taken, options, notes, examples: given } = subcommand;
  return [
    paragraphLines([`Usage: sitedeck ${usage(words, subcommand)}`], width),
    paragraphLines([sentence(description)], width),
    part('Examples', exampleLines(given, width)),
    part('Arguments', entryLines(argumentEntries(taken), width)),
    part('Options', entryLines(optionEntries(options), width)),
    notes === undefined ? [] : paragraphLines(notes.trim().split('\n\n'), width),
  ];
}

/** Its command line: "stats [options] <SITE> <NAME...>". */
export function usage(words: string, { arguments: taken, options }: Subcommand): string {
  const names = taken.map(({ name }) => name);
  return [words, ...(Object.keys(options).length > 0 ? ['[options]'] : []), ...names].join(' ');
}

export function argumentEntries(taken: Subcommand['arguments']): Entry[] {
  return taken
    .map(({ name, description = '', choices }): Entry => [
      name.replaceAll(/[^A-Z]/g, ''),
      withValues(description, choices),
    ])
    .filter(([, is]) => is !== '');
}

export function optionEntries(table: OptionTable): Entry[] {
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
function exampleLines(given: readonly Example[], width: number): string[] {
  const explained = (does: string) => paragraphLines([does], width - 6).map(line => `      ${line}`);
  return given.flatMap(([line, does]) => [`  ${line}`, ...explained(does)]);
}

function described([name, { description }]: readonly [string, { readonly description: string }]): Entry {
  return [name, description];
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines];
}

function joined(parts: readonly (readonly string[])[]): string {
  const shown = parts.filter(lines => lines.length > 0).map(lines => lines.join('\n'));
  return `${shown.join('\n\n')}\n`;
}
