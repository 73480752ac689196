import { plainCell, type DataCell, type DataTable } from './dataTable.ts';
import { escapeInvisible } from '#model/text/invisible.ts';

/**
 * A spreadsheet takes a cell with this start for a formula; full-width and small forms count too, and some programs skip
 * leading blank or invisible characters.
 */
const formula =
  /^(?:[\t\r\n]|[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u;
const needsQuotes = /[",;\t\n]|^\s|\s$/;

/**
 * Comma-separated values: a line of names first, lines ending in a line feed. Text that a spreadsheet would evaluate gets a
 * leading apostrophe. Line feeds and tabs are kept in quotes; other invisible characters are escaped as \u001b.
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
