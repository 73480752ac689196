import { plainCell, type DataCell, type DataTable } from './dataTable.ts';
import { escapeUnseen } from './unseen.ts';

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
export function toCsv({ columns, rows }: DataTable): string {
  const plain = rows.map(cells => cells.map((cell, at) => plainCell(cell, columns[at])));
  const lines = [columns.map(({ key }) => key), ...plain].map(cells => cells.map(csvCell).join(','));
  return `${lines.join('\n')}\n`;
}

function csvCell(cell: DataCell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell);
  const text = escapeUnseen(formula.test(cell) ? `'${cell}` : cell, '\t\n');
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
