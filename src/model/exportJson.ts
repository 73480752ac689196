import { plainCell, type DataTable } from './dataTable.ts';
import { escapeUnseen } from './unseen.ts';

/** What is known of the numbers, and a record for each row; every text exact, with nothing raw that cannot be seen. */
export function toJson({ about, columns, rows }: DataTable): string {
  const records = rows.map(cells =>
    Object.fromEntries(columns.map((column, at) => [column.key, plainCell(cells[at], column) ?? null])),
  );
  const lines = records.map(record => `    ${JSON.stringify(record)}`);
  const facts = Object.entries(about)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  const body = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  // JSON.stringify escapes C0 and lone surrogates; the line feeds between the rows are ours.
  return escapeUnseen(`${['{', ...facts, `  "rows": ${body}`, '}'].join('\n')}\n`, '\n');
}
