import type { Format } from '#headless/options/globalOptions.ts';
import { numberText, type DataCell, type DataColumn, type DataTable } from '#model/export/dataTable.ts';
import { csvLines } from '#model/export/exportCsv.ts';
import { jsonLines } from '#model/export/exportJson.ts';
import { toMarkdown } from '#model/export/exportMarkdown.ts';
import { label, safeText } from '#terminal/safeText.ts';
import type { Printer } from './printer.ts';
import { print, printLines } from './stdout.ts';
import { textTable, type TextCell } from './textTable.ts';

/** The view of a table for people, where that differs from its data. */
export interface TableView {
  /** The keys of the columns shown; by default all that are not for programs only. */
  readonly columns?: readonly string[] | undefined;
  /** The cell for people; undefined for the default. */
  cell?(key: string, row: readonly DataCell[], at: number): TextCell | undefined;
  /** A last column for people only, right-aligned. */
  readonly extra?:
    { readonly title: string; cell(row: readonly DataCell[], place: number): TextCell } | undefined;
  /** Lines above and below the table. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Prints a table in the chosen format. All four have the same rows. */
export async function writeTable(
  table: DataTable,
  { format, printer }: { readonly format: Format; readonly printer: Printer },
  view: TableView = {},
): Promise<void> {
  switch (format) {
    case 'json':
      return await printLines(jsonLines(table));
    case 'csv':
      return await printLines(csvLines(table));
    case 'markdown':
      return await print(toMarkdown(table));
    case 'table':
      return await print(toText(table, view, printer));
  }
}

/** A table for people. */
export function toText({ columns, rows }: DataTable, view: TableView, printer: Printer): string {
  const shown = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ key, forPrograms }) => view.columns?.includes(key) ?? forPrograms !== true);
  const isNumber = ({ at }: { at: number }) => rows.some(row => typeof row[at] === 'number');
  const { extra } = view;
  const body = textTable(
    [
      ...shown.map(column => ({ title: column.title, align: isNumber(column) ? 'right' : 'left' }) as const),
      ...(extra === undefined ? [] : [{ title: extra.title, align: 'right' } as const]),
    ],
    rows.map((row, place) => [
      ...shown.map(column => view.cell?.(column.key, row, column.at) ?? usualCell(row[column.at], column)),
      ...(extra === undefined ? [] : [extra.cell(row, place)]),
    ]),
    printer,
  );
  const lines = (text: string | undefined) => (text === undefined || text === '' ? '' : `${text}\n`);
  return lines(view.before) + (rows.length === 0 ? '' : body) + lines(view.after);
}

/** The default cell for people: numbers grouped by thousands, "-" for no value, text made safe. */
export function usualCell(cell: DataCell, column: Pick<DataColumn, 'kind'> = {}): TextCell {
  if (cell === undefined || cell === '') return { text: label`-`, ink: 'dim' };
  if (typeof cell === 'number')
    return { text: safeText(numberText(cell, column)), ...(column.kind === 'share' && { ink: 'dim' }) };
  if (typeof cell === 'boolean') return { text: cell ? label`yes` : label`no` };
  return { text: safeText(cell) };
}
