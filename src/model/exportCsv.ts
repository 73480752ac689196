import type { DataCell, DataTable } from './dataTable.ts';
import { escapeUnseen } from './unseen.ts';

/** What makes a spreadsheet take a cell for a formula; full-width forms count too. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const needsQuotes = /[",;\t\n]|^\s|\s$/;

/**
 * Comma-separated, a line of names first, lines ending in a line feed. Text that a spreadsheet would run is prefixed
 * with an apostrophe. Line feeds and tabs stay, quoted; what else cannot be seen is written as \u001b.
 */
export function toCsv({ columns, rows }: DataTable): string {
  const lines = [columns.map(({ key }) => key), ...rows].map(cells => cells.map(csvCell).join(','));
  return `${lines.join('\n')}\n`;
}

function csvCell(cell: DataCell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell);
  const text = escapeUnseen(formula.test(cell) ? `'${cell}` : cell, '\t\n');
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
