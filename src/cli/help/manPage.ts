import { type Example, globalOptions, helpOption, versionOption } from '#cli/subcommand.ts';
import { listedCommandLines } from '#cli/subcommands.ts';
import { type Entry, environment, examples, exitStatus, files, paragraphs, summary } from './about.ts';
import { argumentEntries, optionEntries, readMore, sentence, usage } from './help.ts';

/** The manual as the source of a man page, made of what help is made of. */
export function manPage(): string {
  const lines = listedCommandLines();
  const options = { ...globalOptions, version: versionOption, help: helpOption };
  const parts = [
    ['.TH SITEDECK 1 "" Sitedeck "User Commands"', '.nh'],
    ['.SH NAME', `sitedeck \\- ${roff(summary)}`],
    ['.SH SYNOPSIS', bold('sitedeck [options] [DOMAIN]'), '.br', bold('sitedeck [options] COMMAND ...')],
    ['.SH DESCRIPTION', ...prose(paragraphs)],
    ['.SH OPTIONS', 'Every command takes these too.', ...entries(optionEntries(options))],
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
    ['.SH EXAMPLES', ...[...examples, ...lines.flatMap(line => line.subcommand.examples)].flatMap(example)],
    ['.SH SEE ALSO', roff(`${readMore()} of the package, and ? in the application.`)],
  ];
  return `${parts.flat().join('\n')}\n`;
}

function entries(items: readonly Entry[]): string[] {
  return items.flatMap(([term, is]) => ['.TP', bold(term), roff(is)]);
}

function example([line, does]: Example): string[] {
  return ['.TP', bold(line), roff(sentence(does))];
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
