import { formatRatio } from '#model/comparison/change.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { conditionText, type Filter } from '#model/service/filter.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { escapeInvisible } from '#text/safeText.ts';
import { bytesText, groupThousands, microsecondsText, percent, ratioText, timeText } from '#text/words.ts';

/** A cell with the raw value: text is foreign, numbers are exact. Undefined where unknown. */
export type DataCell = string | number | boolean | undefined;

export interface DataColumn {
  /** The name for programs: "count_before". */
  readonly key: string;
  readonly title: string;
  /**
   * A fraction such as 0.25: of a share, shown to people as "25%", or of a change, as "+25%", where infinity is a rise from
   * nothing. Seconds, shown as "1m 23s", and a mean, as "2.4". Bytes and microseconds have a unit for people. Other numbers are counts.
   */
  readonly kind?: 'day' | 'share' | 'change' | 'seconds' | 'mean' | 'bytes' | 'microseconds' | undefined;
  /** The key of the column that names the kind of each number, where rows have several. */
  readonly kindIn?: string | undefined;
  /** Left out of formats for people, who have it in another column or in words. */
  readonly forPrograms?: boolean | undefined;
}

export interface DataTable {
  /** The heading: "Pages of shop.example.com". Foreign text. */
  readonly title: string;
  /** The parameters of the query and what was left out, by names for programs: `{website: '7', from: '2026-03-01'}`. */
  readonly about: Readonly<Record<string, DataCell>>;
  /** Those called visitors are visits, and page views the same: formats for people say so once. */
  readonly areVisits?: boolean | undefined;
  readonly columns: readonly DataColumn[];
  /** A cell for every column, in their order. */
  readonly rows: readonly (readonly DataCell[])[];
}

type ColumnOf<T> = readonly [column: DataColumn, cell: (item: T) => DataCell];

/** A row for each item, with what each column has of it. */
export function columnsAndRows<T>(items: readonly T[], all: readonly ColumnOf<T>[]) {
  const rows = items.map(item => all.map(([, cell]) => cell(item)));
  return { columns: all.map(([column]) => column), rows };
}

/** The parameters of a table whose numbers are of a period, and of the earlier period they are compared with. */
export function periodParameters(
  { from, to }: Period,
  before: Period | undefined,
  timeZone: string,
  { countsIn }: Pick<Capabilities, 'countsIn'>,
): DataTable['about'] {
  const zones = { time_zone: timeZone, counted_in: countsIn };
  return { from, to, before_from: before?.from, before_to: before?.to, ...zones };
}

/** What the numbers are within; nothing without a filter. */
export function whereParameter(where: Filter): DataTable['about'] {
  return where.length === 0 ? {} : { where: where.map(conditionText).join(', ') };
}

/** From which day on a filter counts, where the period has earlier days. */
export function beginsParameters(begins: Day | undefined): DataTable['about'] {
  return begins === undefined ? {} : { counted_from: begins, complete: false };
}

/** A cell for programs: a plain number, a fraction with six decimals; undefined for a rise from nothing. */
function plainCell(cell: DataCell, column: DataColumn | undefined): DataCell {
  if (typeof cell !== 'number' || (column?.kind !== 'share' && column?.kind !== 'change')) return cell;
  return Number.isFinite(cell) ? Math.round(cell * 1e6) / 1e6 : undefined;
}

export function columnOfRow(
  column: DataColumn,
  { columns }: Pick<DataTable, 'columns'>,
  cells: DataTable['rows'][number],
): DataColumn {
  if (column.kindIn === undefined) return column;
  const kind = cells[columns.findIndex(({ key }) => key === column.kindIn)];
  const isKind = kind === 'bytes' || kind === 'microseconds' || kind === 'change' || kind === 'mean';
  return isKind ? { ...column, kind } : column;
}

/** The day that a row is compared with, where rows have different ones. */
export function dayBefore(key: 'before_day' | 'day_before'): DataColumn {
  return { key, title: 'Day before', kind: 'day' };
}

/** A number for people, the same on screen, in a printed table and in Markdown: "12,345", "25%". */
export function numberText(number: number, { kind }: Pick<DataColumn, 'kind'>): string {
  if (kind === 'change') return formatRatio(number);
  if (kind === 'seconds') return timeText(number);
  if (kind === 'mean') return ratioText(number, 1);
  if (kind === 'bytes') return bytesText(number);
  if (kind === 'microseconds') return microsecondsText(number);
  return kind === 'share' ? percent(number, 1) : groupThousands(number);
}

export const exportFormats = ['csv', 'json', 'markdown'] as const;
type ExportFormat = (typeof exportFormats)[number];

/** A spreadsheet takes a cell with this start for a formula; some skip leading blank or invisible characters. */
const formula =
  /^(?:[\t\r\n]|[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u;
const needsQuotes = /[",;\t\n]|^\s|\s$/;

/** Text that a spreadsheet would evaluate gets an apostrophe; invisible characters are escaped, but for line feeds and tabs. */
export function toCsv(table: DataTable): string {
  return [...csvLines(table)].join('');
}

/** The same line by line, each with its line feed. */
export function* csvLines(table: DataTable): Generator<string> {
  const { columns, rows } = withDaysBefore(table);
  const kinds = rowKinds(columns);
  const line = (cells: readonly DataCell[]) => `${cells.map(csvCell).join(',')}\n`;
  yield line(columns.map(({ key }) => key));
  for (const cells of rows) yield line(cells.map((cell, at) => plainCell(cell, kinds(at, cells))));
}

/** The same of rows that come in batches. */
export async function* csvOfBatches(batches: AsyncIterable<DataTable>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const table of batches) {
    const lines = csvLines(table);
    if (!isFirst) lines.next();
    isFirst = false;
    yield* lines;
  }
}

function rowKinds(columns: DataTable['columns']) {
  return (at: number, cells: DataTable['rows'][number]) => {
    const column = columns[at];
    return column && columnOfRow(column, { columns }, cells);
  };
}

/** CSV has no place for facts about the table, so the earlier days are columns of each row. */
function withDaysBefore({ about, columns, rows }: DataTable): Pick<DataTable, 'columns' | 'rows'> {
  const { before_from: from, before_to: to } = about;
  // A table without earlier counts in its rows, such as a row over time, has them among its facts.
  const hasBefore = columns.some(({ key }) => key.endsWith('_before'));
  if (from === undefined || !hasBefore) return { columns, rows };
  const days = [
    { key: 'before_from', title: 'Before from' },
    { key: 'before_to', title: 'Before to' },
  ];
  return { columns: [...columns, ...days], rows: rows.map(cells => [...cells, from, to]) };
}

function csvCell(cell: DataCell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell);
  const text = escapeInvisible(formula.test(cell) ? `'${cell}` : cell, '\t\n');
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The facts about the table, and an object for each row; all text exact, with invisible characters escaped. */
export function toJson(table: DataTable): string {
  return [...jsonLines(table)].join('');
}

/** The same line by line, each with its line feed. */
export function* jsonLines({ about, columns, rows }: DataTable): Generator<string> {
  yield* jsonHead(about);
  yield rows.length === 0 ? '  "rows": []\n' : '  "rows": [\n';
  for (const [index, cells] of rows.entries())
    yield `    ${jsonRow(columns, cells)}${index < rows.length - 1 ? ',' : ''}\n`;
  yield rows.length === 0 ? '}\n' : '  ]\n}\n';
}

/** The same of rows that come in batches, with the facts that are known only behind the last one. */
export async function* jsonOfBatches(
  about: DataTable['about'],
  batches: AsyncIterable<Pick<DataTable, 'columns' | 'rows'>>,
  factsBehind: () => DataTable['about'],
): AsyncGenerator<string> {
  yield* jsonHead(about);
  yield '  "rows": [';
  let line = '\n    ';
  for await (const { columns, rows } of batches)
    for (const cells of rows) {
      yield line + jsonRow(columns, cells);
      line = ',\n    ';
    }
  yield '\n  ]';
  for (const [key, value] of Object.entries(factsBehind())) yield `,\n  ${json(key)}: ${json(value)}`;
  yield '\n}\n';
}

function* jsonHead(about: DataTable['about']): Generator<string> {
  yield '{\n';
  for (const [key, value] of Object.entries(about))
    if (value !== undefined) yield `  ${json(key)}: ${json(value)},\n`;
}

function jsonRow(columns: DataTable['columns'], cells: DataTable['rows'][number]): string {
  const kinds = rowKinds(columns);
  const named = columns.map(({ key }, at) => [key, plainCell(cells[at], kinds(at, cells)) ?? null]);
  return json(Object.fromEntries(named));
}

/** JSON.stringify escapes C0 and lone surrogates. */
const json = (value: unknown) => escapeInvisible(JSON.stringify(value));

/** Everything but plain words is code: only in code do all readers leave Markdown, HTML and mentions alone. */
export function toMarkdown({ title, about, areVisits = false, columns: all, rows }: DataTable): string {
  const columns = all
    .map((column, at) => ({ ...column, at }))
    .filter(({ forPrograms }) => forPrograms !== true);
  const facts = Object.entries(about).flatMap(([key, value]) =>
    value === undefined || value === '' || (areVisits && key.startsWith('pageviews'))
      ? []
      : [`- ${nameOf(key, areVisits)}: ${markdownCell(value)}`],
  );
  const isNumber = columns.map(({ at }) => rows.some(cells => typeof cells[at] === 'number'));
  const table = [
    columns.map(({ title }) => markdownCell(title)),
    isNumber.map(right => (right ? '---:' : '---')),
    ...rows.map(cells =>
      columns.map(column => markdownCell(cells[column.at], columnOfRow(column, { columns: all }, cells))),
    ),
  ].map(cells => `| ${cells.join(' | ')} |`);
  return [markdownHeading(title), '', ...(facts.length === 0 ? [] : [...facts, '']), ...table, ''].join('\n');
}

function nameOf(key: string, areVisits: boolean): string {
  return key.replaceAll('_', ' ').replace('visitors', areVisits ? 'visits' : 'visitors');
}

/** "# `shop.example.com` (country Germany), March 2026". */
export function markdownHeading(title: string): string {
  const parts = title.split(/(\)?,? +\(?|\)$)/).map((part, at) => (at % 2 === 0 ? markdownCell(part) : part));
  return `# ${parts.join('')}`;
}

/** Letters, numbers such as +1,234.5%, days and times. Unambiguous, or matching could take exponential time. */
const word = String.raw`(?:\p{L}[\p{L}\d]*|[<>+-]{0,2}\d+(?:[.,]\d+)*%?|\d{4}-\d\d-\d\d|\d\d:\d\d|[-=\u2013])`;
const plainWords = new RegExp(`^${word}(?:,? ${word})*$`, 'u');

/** Text for Markdown: plain words as they are, everything else as code. */
export function markdownCell(cell: DataCell, column: Pick<DataColumn, 'kind'> = {}): string {
  if (typeof cell === 'boolean' || cell === undefined) return cell === undefined ? '' : String(cell);
  const text = typeof cell === 'number' ? numberText(cell, column) : escapeInvisible(cell);
  if (text === '' || plainWords.test(text)) return text;
  // A bar is put between two code spans: inside one, readers with and without tables unescape it differently.
  return text
    .split('|')
    .map(codeSpan)
    .join(String.raw`\|`);
}

/** The fence is longer than any run of backticks in the text; padded where the text begins or ends with one. */
function codeSpan(text: string): string {
  if (text === '') return '';
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(text) && text.trim() !== '' ? ' ' : '';
  return fence + pad + text + pad + fence;
}

const formats: Readonly<
  Record<ExportFormat, { title: string; ending: string; write(table: DataTable): string }>
> = {
  csv: { title: 'CSV', ending: 'csv', write: toCsv },
  json: { title: 'JSON', ending: 'json', write: toJson },
  markdown: { title: 'Markdown', ending: 'md', write: toMarkdown },
};

/** What a view is exported as: its data in a format, or what the screen shows of it. */
export const exportKinds = [...exportFormats, 'picture'] as const;
export type ExportKind = (typeof exportKinds)[number];

export function exportText(table: DataTable, format: ExportFormat): string {
  return formats[format].write(table);
}

export function kindTitle(kind: ExportKind): string {
  return kind === 'picture' ? 'Picture (SVG)' : formats[kind].title;
}

function endingOf(kind: ExportKind): string {
  return kind === 'picture' ? 'svg' : formats[kind].ending;
}

/** The limit of file systems, in bytes of UTF-8. */
const maxFileNameBytes = 255;

/** "shop.example.com-pages-2026-03-01-to-2026-03-30.csv": long parts are cut, so that every file system accepts it. */
export function exportFileName(
  parts: readonly (string | undefined)[],
  period: Period | undefined,
  kind: ExportKind,
): string {
  const days =
    period === undefined ? [] : period.from === period.to ? [period.from] : [period.from, 'to', period.to];
  const end = [...days.map(day => `-${day}`), `.${endingOf(kind)}`].join('');
  const room = Math.min(80, Math.floor((maxFileNameBytes - end.length) / parts.length) - 1);
  const words = parts.map(part => fileWord(part ?? '', room)).filter(word => word !== '');
  return (words.join('-') || 'sitedeck') + end;
}

export function withEnding(path: string, kind: ExportKind): string {
  return path.replace(/\.(?:csv|json|md|svg)$/i, `.${endingOf(kind)}`);
}

/** A part of a file name, of at most this many bytes. */
function fileWord(part: string, room: number): string {
  const word = part
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '-');
  const { read } = new TextEncoder().encodeInto(word, new Uint8Array(room));
  // A file name must not begin with a dot, which hides the file, or end in one.
  return word.slice(0, read).replace(/^[-.]+|[-.]+$/g, '');
}
