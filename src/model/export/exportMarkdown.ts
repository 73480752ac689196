import { numberText, type DataCell, type DataColumn, type DataTable } from './dataTable.ts';
import { escapeInvisible } from '#model/text/invisible.ts';

/**
 * A heading, a list of facts, and a table. Everything but plain words is written as code: only in code do all readers
 * leave Markdown, HTML, addresses, mentions and emoji names alone.
 */
export function toMarkdown({ title, about, columns: all, rows }: DataTable): string {
  const columns = all
    .map((column, at) => ({ ...column, at }))
    .filter(({ forPrograms }) => forPrograms !== true);
  const facts = Object.entries(about).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`- ${key.replaceAll('_', ' ')}: ${markdownCell(value)}`],
  );
  const isNumber = columns.map(({ at }) => rows.some(cells => typeof cells[at] === 'number'));
  const table = [
    columns.map(column => column.title),
    isNumber.map(right => (right ? '---:' : '---')),
    ...rows.map(cells => columns.map(column => markdownCell(cells[column.at], column))),
  ].map(cells => `| ${cells.join(' | ')} |`);
  return [markdownHeading(title), '', ...(facts.length === 0 ? [] : [...facts, '']), ...table, ''].join('\n');
}

/** "# `shop.example.com`, March 2026". */
export function markdownHeading(title: string): string {
  const parts = title.split(/(,? +)/).map((part, at) => (at % 2 === 0 ? markdownCell(part) : part));
  return `# ${parts.join('')}`;
}

/**
 * Letters, numbers such as +1,234.5%, days and times. Unambiguous, or matching a long text would take exponential
 * time.
 */
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

/**
 * The fence is longer than any run of backticks in the text; padded with a space where the text begins or ends with
 * one.
 */
function codeSpan(text: string): string {
  if (text === '') return '';
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(text) && text.trim() !== '' ? ' ' : '';
  return fence + pad + text + pad + fence;
}
