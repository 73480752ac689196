import type { DataCell, DataTable } from './dataTable.ts';
import { escapeUnseen } from './unseen.ts';

/** A heading, what is known of the numbers, and a table. Text shows as it is: nothing in it is taken for Markdown or HTML. */
export function toMarkdown({ title, about, columns, rows }: DataTable): string {
  const facts = Object.entries(about).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`- ${key.replaceAll('_', ' ')}: ${markdownCell(value)}`],
  );
  const isNumber = columns.map((_, at) => rows.some(cells => typeof cells[at] === 'number'));
  const table = [
    columns.map(column => markdownCell(column.title)),
    isNumber.map(right => (right ? '---:' : '---')),
    ...rows.map(cells => cells.map(markdownCell)),
  ].map(cells => `| ${cells.join(' | ')} |`);
  return [`# ${markdownCell(title)}`, '', ...(facts.length === 0 ? [] : [...facts, '']), ...table, ''].join(
    '\n',
  );
}

function markdownCell(cell: DataCell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell);
  return escapeUnseen(cell.replace(/[\\`*_[\]<>|~&#!$]/g, String.raw`\$&`));
}
