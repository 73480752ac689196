import { type ChartRow, textOf } from '#charts/canvas.ts';
import {
  columnOfRow,
  csvLines,
  type DataCell,
  type DataColumn,
  type DataTable,
  jsonLines,
  numberText,
  toMarkdown,
} from '#model/export/dataTable.ts';
import { exitCodes, type Failure, failureLine, UsageError } from '#model/failure.ts';
import { isDay } from '#model/period/day.ts';
import { describePeriod, formatDay } from '#model/period/format.ts';
import { type Capabilities, daysIn, zoneWords } from '#model/service/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import { filterLabel } from '#model/service/filterText.ts';
import type { Period } from '#model/statistics/statistics.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import { errorCode } from '#system/files.ts';
import { readTerminalCapabilities } from '#terminal/capabilities.ts';
import type { Role } from '#terminal/theme/roles.ts';
import { setCharset, textWidth } from '#text/characters.ts';
import { cutEnd, fitEnd, fitStart, spaces, wrapSafe, total } from '#text/fit.ts';
import { joinSafe, label, type SafeText, safeText } from '#text/safeText.ts';
import { capitalised } from '#text/words.ts';
import { type Format, formatOf, type GlobalOptions } from './subcommand.ts';

interface OutputState {
  /** Only errors are printed, and what is asked: no data, no news and no progress. */
  isQuiet: boolean;
  /** Hears every line that is printed for the user. */
  onLine?: ((line: string) => void) | undefined;
  /** Takes the data in place of stdout. */
  captured?: string[] | undefined;
  /** What the command has changed so far, in a sentence, printed where the output that would show it cannot be written. */
  changes?: string;
}

export const outputState: OutputState = { isQuiet: false };

/** Prints a line for the user; data goes to stdout. */
export function say(line: string): void {
  if (!outputState.isQuiet) tell(line);
}

/** Prints a line that an answer needs, also where all is quiet. */
export function tell(line: string): void {
  progress.clear();
  const text = safeText(line, 2000);
  process.stderr.write(`${text}\n`);
  outputState.onLine?.(text);
}

export function warn(line: string): void {
  say(`sitedeck: warning: ${line}`);
}

export function complain(line: string): void {
  tell(`sitedeck: ${line}`);
}

/** What fails for one of several makes the exit code, and hides no other. */
export function complainOf(name: string, error: Failure, say: (line: string) => void = complain): void {
  say(`${safeText(name, 100)}: ${failureLine(error)}`);
  process.exitCode = Math.max(error.exitCode, Number(process.exitCode ?? 0));
}

/** A line on the terminal with the progress of long work; nothing where stderr is a pipe or a file. */
export const progress = {
  shown: '',
  last: 0,
  show(line: string): void {
    if (outputState.isQuiet || !process.stderr.isTTY || performance.now() - this.last < 100) return;
    this.last = performance.now();
    const text = safeText(line, Math.max(10, (process.stderr.columns || 80) - 1));
    process.stderr.write(`\r${text}${' '.repeat(Math.max(0, this.shown.length - text.length))}`);
    this.shown = text;
  },
  clear(): void {
    if (this.shown === '') return;
    process.stderr.write(`\r${' '.repeat(this.shown.length)}\r`);
    this.shown = '';
    this.last = 0;
  },
};

const maxSaid = 50;

/** Throws a UsageError where there are errors: a single one as it is, of several each stands on stderr before. */
export function refuseAll(errors: readonly string[]): void {
  const [only, ...others] = errors;
  if (only === undefined) return;
  if (others.length === 0) throw new UsageError(only);
  for (const error of errors.slice(0, maxSaid)) complain(safeText(error, 400));
  throw new UsageError(`${errors.length} errors. Nothing was changed.`);
}

/**
 * A closed pipe (head, less) is no error: a command that only reads ends, one that changes something finishes silently.
 * Any other error of stdout ends the program with a line on stderr. Errors of stderr are ignored.
 */
export function watchOutput(): void {
  process.stdout.on('error', endWithOutput);
  process.stderr.on('error', () => undefined);
}

function endWithOutput(error: Error): void {
  const { changes } = outputState;
  if (['EPIPE', 'EIO'].includes(errorCode(error) ?? '')) {
    if (changes === undefined) process.exit(exitCodes.done);
    return;
  }
  const words = error.message.replace(/, write$/, '');
  complain(`The output could not be written (${words}).${changes === undefined ? '' : ` ${changes}`}`);
  process.exit(exitCodes.refused);
}

const piece = 65_536;

/** Prints lines in pieces, so that they are never all in memory. */
export async function printLines(lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < piece) continue;
    await print(text);
    text = '';
  }
  await print(text);
}

/** Runs work whose data go to nobody but the caller. One at a time. Rejects as the work does. */
export async function captureData(work: () => Promise<void>): Promise<string> {
  const pieces: string[] = [];
  outputState.captured = pieces;
  try {
    await work();
  } finally {
    outputState.captured = undefined;
  }
  return pieces.join('');
}

/** Prints data; resolves when the reader has taken it. */
export async function print(text: string | Uint8Array): Promise<void> {
  if (text.length === 0 || outputState.isQuiet) return;
  if (outputState.captured !== undefined) return void outputState.captured.push(Buffer.from(text).toString());
  if (process.stdout.isTTY) progress.clear();
  await new Promise<void>(resolve =>
    process.stdout.write(text, error => {
      if (error) endWithOutput(error);
      resolve();
    }),
  );
}

export interface Printer {
  /** Columns of the terminal; undefined for a pipe or a file, where nothing is cut. */
  readonly columns: number | undefined;
  readonly colour: boolean;
  /** Whether lines and charts are more than ASCII. */
  readonly unicode: boolean;
}

/** Also sets the character set of all later output. */
function createPrinter({ ascii, color }: GlobalOptions): Printer {
  const { stdout, env } = process;
  const args = { ascii: ascii === true, noColor: color === false };
  const { charset, colour } = readTerminalCapabilities(env, {
    stdinIsTTY: true,
    stdoutIsTTY: stdout.isTTY,
    args,
  });
  setCharset(charset);
  return {
    columns: stdout.isTTY ? stdout.columns || 80 : undefined,
    colour: stdout.isTTY && colour,
    unicode: charset === 'utf8',
  };
}

type TextStyle = 'dim' | 'bold' | 'accent' | 'good' | 'bad';

const codes: Readonly<Record<TextStyle, readonly [number, number]>> = {
  dim: [2, 22],
  bold: [1, 22],
  accent: [36, 39],
  good: [32, 39],
  bad: [31, 39],
};

/** The text in one of the terminal's sixteen colours, where it has colours. Colour never carries information alone. */
export function paint(
  text: SafeText | string,
  style: TextStyle | undefined,
  { colour }: Pick<Printer, 'colour'>,
): string {
  if (style === undefined || !colour || text.trim() === '') return text;
  const [on, off] = codes[style];
  return `\x1b[${on}m${text}\x1b[${off}m`;
}

const roleStyles: Partial<Record<Role, TextStyle | undefined>> = {
  plain: undefined,
  chartLine: 'accent',
  heat4: 'accent',
  heat5: 'accent',
  heat6: 'accent',
  accent: 'accent',
  good: 'good',
  bad: 'bad',
};

export function paintRow(row: ChartRow, printer: Pick<Printer, 'colour'>): string {
  if (!printer.colour) return textOf(row);
  const styleOf = (role: Role) =>
    role.startsWith('area') ? 'accent' : role in roleStyles ? roleStyles[role] : 'dim';
  return row
    .map(({ text, tone = 'plain', bold }) => paint(text, bold === true ? 'bold' : styleOf(tone), printer))
    .join('');
}

/** Columns where the output is no terminal, as in mail and cron. */
const usualWidth = 80;
const widest = 160;

/** The columns of a page of text: those asked for, else the terminal's. */
export function textWidthOf(options: { readonly width?: number | undefined }, { columns }: Printer): number {
  return options.width ?? Math.min(columns ?? usualWidth, widest);
}

interface PageSubject {
  readonly website: Website;
  readonly period: Period;
  readonly timeZone: string;
  readonly capabilities: Pick<Capabilities, 'countsIn'>;
  readonly where?: Filter | undefined;
}

/** Two texts at the ends of a line; the left one alone where both do not fit. */
export function twoEnds(left: SafeText, right: SafeText, width: number): SafeText {
  const room = width - textWidth(left) - textWidth(right);
  return room < 2 ? fitEnd(left, width) : joinSafe([left, spaces(room), right], label``);
}

/** In two lines where one is too short, and what the numbers are within below. */
export function pageHeading(
  { website, period, timeZone, capabilities, where = [] }: PageSubject,
  width: number,
  printer: Printer,
): string[] {
  const days = safeText(`${describePeriod(period)}, ${zoneWords(timeZone, capabilities)}`);
  const name = cutEnd(safeText(websiteName(website), 300), width);
  const room = width - textWidth(name) - textWidth(days);
  const heading =
    room < 2
      ? [paint(name, 'bold', printer), paint(cutEnd(days, width), 'dim', printer)]
      : [`${paint(name, 'bold', printer)}${spaces(room)}${paint(days, 'dim', printer)}`];
  const within = where.length === 0 ? [] : wrapSafe(filterLabel(where), width);
  return [...heading, ...within.map(line => paint(line, 'accent', printer))];
}

export interface TextCell {
  readonly text: SafeText;
  readonly style?: TextStyle | undefined;
}

const gap = '  ';
/** The narrowest a column is made to fit the line. */
const narrowest = 8;

/** A table of aligned columns: cut to the width of a terminal, in a pipe as wide as its texts. */
export function textTable(
  columns: readonly { readonly title: string; readonly align?: 'left' | 'right' }[],
  rows: readonly (readonly TextCell[])[],
  printer: Printer,
): string {
  const titles = columns.map(({ title }) => safeText(title.toUpperCase()));
  const natural = columns.map((_, at) =>
    rows.reduce((max, row) => Math.max(max, textWidth(row[at]?.text ?? '')), textWidth(titles[at] ?? '')),
  );
  const widths = printer.columns === undefined ? natural : narrowed(natural, printer.columns);
  const line = (cells: readonly TextCell[]): string => {
    const fitted = widths.map((width, at) => {
      const { text, style } = cells[at] ?? { text: label`` };
      const isLast = at === widths.length - 1;
      if (columns[at]?.align === 'right') return paint(fitStart(text, width), style, printer);
      return paint(isLast ? cutEnd(text, width) : fitEnd(text, width), style, printer);
    });
    return fitted.join(gap).trimEnd();
  };
  const head = line(titles.map(text => ({ text, style: 'dim' })));
  return [head, ...rows.map(line), ''].join('\n');
}

/** Narrows the widest columns until the line fits; a line that is still too wide is cut at the right. */
function narrowed(natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  const used = () => total(widths) + gap.length * (widths.length - 1);
  while (used() > room) {
    const widest = Math.max(...widths);
    const over = used() - room;
    if (widest <= narrowest) break;
    const next = Math.max(narrowest, ...widths.filter(width => width < widest));
    const at = widths.lastIndexOf(widest);
    const max = Math.max(1, widest - next);
    widths[at] = Math.max(narrowest, widest - Math.min(over, max));
  }
  while (widths.length > 1 && used() > room) widths.pop();
  return widths;
}

export function columnsOf(titles: Readonly<Record<string, string>>): DataColumn[] {
  return Object.entries(titles).map(([key, title]) => ({ key, title }));
}

export interface TableView {
  /** The keys of the columns shown; by default all that are not for programs only. */
  readonly columns?: readonly string[] | undefined;
  /** The cell for people; undefined for the default. */
  cell?(key: string, row: readonly DataCell[], at: number): TextCell | undefined;
  readonly extra?:
    { readonly title: string; cell(row: readonly DataCell[], index: number): TextCell } | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** How a command prints: in which format, and what stdout can show. Throws a UsageError. */
export interface Output {
  readonly format: Format;
  readonly printer: Printer;
}

export function outputOf(options: GlobalOptions): Output {
  return { format: formatOf(options), printer: createPrinter(options) };
}

/** Each command has a printer of its own: of several tables it is said once. */
const printedZone = new WeakSet<Printer>();

/** Formats that print no facts have this one beside them. */
function sayZone({ about }: DataTable, printer: Printer): void {
  const { counted_in: zone } = about;
  if (typeof zone !== 'string' || printedZone.has(printer)) return;
  printedZone.add(printer);
  say(`${capitalised(daysIn(zone))}, the service's.`);
}

/** Prints a table in the chosen format. All four have the same rows. */
export async function writeTable(
  table: DataTable,
  { format, printer }: Output,
  view: TableView = {},
): Promise<void> {
  switch (format) {
    case 'json':
      return await printLines(jsonLines(table));
    case 'csv':
      sayZone(table, printer);
      return await printLines(csvLines(table));
    case 'markdown':
      return await print(toMarkdown(table));
    case 'table':
      sayZone(table, printer);
      return await print(toText(table, view, printer));
  }
}

export function toText({ columns, rows }: DataTable, view: TableView, printer: Printer): string {
  const shown = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ key, forPrograms }) => view.columns?.includes(key) ?? forPrograms !== true);
  const isNumber = ({ at }: { at: number }) => rows.some(row => typeof row[at] === 'number');
  const { extra } = view;
  const body = textTable(
    [
      ...shown.map(column => ({ title: column.title, align: isNumber(column) ? 'right' : 'left' }) as const),
      ...(extra === undefined ? [] : [{ title: extra.title, align: 'right' } as const]),
    ],
    rows.map((row, index) => [
      ...shown.map(
        column =>
          view.cell?.(column.key, row, column.at) ??
          usualCell(row[column.at], columnOfRow(column, { columns }, row)),
      ),
      ...(extra === undefined ? [] : [extra.cell(row, index)]),
    ]),
    printer,
  );
  const lines = (text: string | undefined) => (text === undefined || text === '' ? '' : `${text}\n`);
  return lines(view.before) + (rows.length === 0 ? '' : body) + lines(view.after);
}

/** The default cell for people: numbers grouped by thousands, "-" for no value, text made safe. */
export function usualCell(cell: DataCell, column: Pick<DataColumn, 'kind'> = {}): TextCell {
  if (cell === undefined || cell === '') return { text: label`-`, style: 'dim' };
  if (typeof cell === 'number')
    return { text: safeText(numberText(cell, column)), ...(column.kind === 'share' && { style: 'dim' }) };
  if (typeof cell === 'boolean') return { text: cell ? label`yes` : label`no` };
  return { text: safeText(column.kind === 'day' && isDay(cell) ? formatDay(cell) : cell) };
}
