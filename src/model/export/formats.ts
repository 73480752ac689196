import type { Period } from '#model/statistics/statistics.ts';
import { escapeInvisible } from '#text/safeText.ts';
import {
  columnOfRow,
  type DataCell,
  type DataColumn,
  type DataTable,
  type ExportFormat,
  exportFormats,
  numberText,
  plainCell,
} from './dataTable.ts';

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
const longestName = 255;

/** "shop.example.com-pages-2026-03-01-to-2026-03-30.csv": long parts are cut, so that every file system accepts it. */
export function exportFileName(
  parts: readonly (string | undefined)[],
  period: Period | undefined,
  kind: ExportKind,
): string {
  const days =
    period === undefined ? [] : period.from === period.to ? [period.from] : [period.from, 'to', period.to];
  const end = [...days.map(day => `-${day}`), `.${endingOf(kind)}`].join('');
  const room = Math.min(80, Math.floor((longestName - end.length) / parts.length) - 1);
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
