import { plainCell, type DataTable } from './dataTable.ts';
import { escapeInvisible } from '#model/text/invisible.ts';

/** The facts about the table, and an object for each row; all text exact, with invisible characters escaped. */
export function toJson(table: DataTable): string {
  return [...jsonLines(table)].join('');
}

/** The same line by line, each with its line feed. */
export function* jsonLines({ about, columns, rows }: DataTable): Generator<string> {
  yield* jsonHead(about);
  yield rows.length === 0 ? '  "rows": []\n' : '  "rows": [\n';
  for (const [place, cells] of rows.entries())
    yield `    ${jsonRow(columns, cells)}${place < rows.length - 1 ? ',' : ''}\n`;
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
  const named = columns.map((column, at) => [column.key, plainCell(cells[at], column) ?? null]);
  return json(Object.fromEntries(named));
}

/** JSON.stringify escapes C0 and lone surrogates. */
const json = (value: unknown) => escapeInvisible(JSON.stringify(value));
