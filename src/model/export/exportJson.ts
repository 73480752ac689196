import { plainCell, type DataTable } from './dataTable.ts';
import { escapeInvisible } from '#model/text/invisible.ts';

/** The facts about the table, and an object for each row; all text exact, with invisible characters escaped. */
export function toJson(table: DataTable): string {
  return [...jsonLines(table)].join('');
}

/** The same line by line, each with its line feed. */
export function* jsonLines({ about, columns, rows }: DataTable): Generator<string> {
  // JSON.stringify escapes C0 and lone surrogates.
  const json = (value: unknown) => escapeInvisible(JSON.stringify(value));
  yield '{\n';
  for (const [key, value] of Object.entries(about))
    if (value !== undefined) yield `  ${json(key)}: ${json(value)},\n`;
  yield rows.length === 0 ? '  "rows": []\n' : '  "rows": [\n';
  for (const [place, cells] of rows.entries()) {
    const named = columns.map((column, at) => [column.key, plainCell(cells[at], column) ?? null]);
    yield `    ${json(Object.fromEntries(named))}${place < rows.length - 1 ? ',' : ''}\n`;
  }
  yield rows.length === 0 ? '}\n' : '  ]\n}\n';
}
