import { plainCell, type DataCell, type DataTable } from './dataTable.ts';
import { escapeUnseen } from '#model/text/unseen.ts';

/**
 * What makes a spreadsheet take a cell for a formula; full-width and small forms count too, and some skip what is blank
 * or cannot be seen before it.
 */
const formula =
  /^(?:[\t\r\n]|[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u;
const needsQuotes = /[",;\t\n]|^\s|\s$/;

/**
 * Comma-separated, a line of names first, lines ending in a line feed. Text that a spreadsheet would run is prefixed
 * with an apostrophe. Line feeds and tabs stay, quoted; what else cannot be seen is written as \u001b.
 */
export function toCsv(table: DataTable): string {
  return [...csvLines(table)].join('');
}

/** The same line by line, each with its line feed. */
export function* csvLines(table: DataTable): Generator<string> {
  const { columns, rows } = withDaysBefore(table);
  const line = (cells: readonly DataCell[]) => `${cells.map(csvCell).join(',')}\n`;
  yield line(columns.map(({ key }) => key));
  for (const cells of rows) yield line(cells.map((cell, at) => plainCell(cell, columns[at])));
}

/** CSV has no place for facts, and a number before says of which days it is. */
function withDaysBefore({ about, columns, rows }: DataTable): Pick<DataTable, 'columns' | 'rows'> {
  const { before_from: from, before_to: to } = about;
  // A table with nothing before in its rows, as a row over time, has what is before in its facts.
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
  const text = escapeUnseen(formula.test(cell) ? `'${cell}` : cell, '\t\n');
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
