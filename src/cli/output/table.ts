import { isDay } from '#model/period/day.ts';
import { formatDay } from '#model/period/format.ts';
import { type Format, formatOf, type GlobalOptions } from '#cli/subcommand.ts';
import {
  columnOfRow,
  type DataCell,
  type DataColumn,
  type DataTable,
  numberText,
} from '#model/export/dataTable.ts';
import { csvLines, jsonLines, toMarkdown } from '#model/export/formats.ts';
import { textWidth } from '#text/characters.ts';
import { cutEnd, fitEnd, fitStart } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { createPrinter, type Ink, paint, type Printer } from './printer.ts';
import { print, printLines } from './streams.ts';

interface TextColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

export interface TextCell {
  readonly text: SafeText;
  readonly ink?: Ink | undefined;
}

const gap = '  ';
/** The narrowest a column is made to fit the line. */
const narrowest = 8;

/** A table of aligned columns: cut to the width of a terminal, in a pipe as wide as its texts. */
export function textTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly TextCell[])[],
  printer: Printer,
): string {
  const titles = columns.map(({ title }) => safeText(title.toUpperCase()));
  const natural = columns.map((_, at) =>
    rows.reduce((most, row) => Math.max(most, textWidth(row[at]?.text ?? '')), textWidth(titles[at] ?? '')),
  );
  const widths = printer.columns === undefined ? natural : narrowed(natural, printer.columns);
  const line = (cells: readonly TextCell[]): string => {
    const fitted = widths.map((width, at) => {
      const { text, ink } = cells[at] ?? { text: label`` };
      const isLast = at === widths.length - 1;
      if (columns[at]?.align === 'right') return paint(fitStart(text, width), ink, printer);
      return paint(isLast ? cutEnd(text, width) : fitEnd(text, width), ink, printer);
    });
    return fitted.join(gap).trimEnd();
  };
  const head = line(titles.map(text => ({ text, ink: 'dim' })));
  return [head, ...rows.map(line), ''].join('\n');
}

/** Narrows the widest columns until the line fits; a line that is still too wide is cut at the right. */
function narrowed(natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);
  while (total() > room) {
    const widest = Math.max(...widths);
    const over = total() - room;
    if (widest <= narrowest) break;
    const next = Math.max(narrowest, ...widths.filter(width => width < widest));
    const at = widths.lastIndexOf(widest);
    const most = Math.max(1, widest - next);
    widths[at] = Math.max(narrowest, widest - Math.min(over, most));
  }
  while (widths.length > 1 && total() > room) widths.pop();
  return widths;
}

export function columnsOf(titles: Readonly<Record<string, string>>): DataColumn[] {
  return Object.entries(titles).map(([key, title]) => ({ key, title }));
}

export interface TableView {
  /** The keys of the columns shown; by default all that are not for programs only. */
  readonly columns?: readonly string[] | undefined;
  /** The cell for people; undefined for the default. */
  cell?(key: string, row: readonly DataCell[], at: number): TextCell | undefined;
  readonly extra?:
    { readonly title: string; cell(row: readonly DataCell[], index: number): TextCell } | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** How a command prints: in which format, and what stdout can show. Throws a UsageError. */
export interface Output {
  readonly format: Format;
  readonly printer: Printer;
}

export function outputOf(options: GlobalOptions): Output {
  return { format: formatOf(options), printer: createPrinter(options) };
}

/** Prints a table in the chosen format. All four have the same rows. */
export async function writeTable(
  table: DataTable,
  { format, printer }: Output,
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
    rows.map((row, index) => [
      ...shown.map(
        column =>
          view.cell?.(column.key, row, column.at) ??
          usualCell(row[column.at], columnOfRow(column, { columns }, row)),
      ),
      ...(extra === undefined ? [] : [extra.cell(row, index)]),
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
  return { text: safeText(column.kind === 'day' && isDay(cell) ? formatDay(cell) : cell) };
}
