import { groupThousands } from '#model/text/number.ts';
import { rowsBefore, shownPage, type PagedTable } from '#store/statistics/pagedTable.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

/** Rows of a table that its list lacks: those that are gone now, after the current rows or among them. */
interface RowsWithGone {
  /** All that the page has. */
  readonly shown: number;
  readonly gone: number;
}

/** "1-42 of 137": which rows are on screen, of how many; "of 50+" where more may follow those that were read. */
export function rowRange(
  table: PagedTable<unknown, string>,
  height: number,
  rows: RowsWithGone = { shown: shownPage(table)?.rows.length ?? 0, gone: 0 },
): SafeText {
  const { list, cannotPage } = table;
  if (list.data === undefined) return label``;
  const read = list.data.rows.length;
  if (cannotPage) return safeText(`first ${groupThousands(read)} shown`);
  if (list.data.isCut === true)
    return safeText(`${onScreen(table, height, rows.shown)} of ${groupThousands(list.data.total ?? read)}+`);
  const all = list.data.next === 'no' ? groupThousands(read + rows.gone) : ofMore(list.data.total, read);
  return safeText(`${onScreen(table, height, rows.shown)} of ${all}`);
}

function ofMore(total: number | undefined, read: number): string {
  return total === undefined ? `${groupThousands(read)}+` : groupThousands(total);
}

function onScreen(table: PagedTable<unknown, string>, height: number, shown: number): string {
  if (shown === 0) return '0';
  const first = rowsBefore(table) + table.position.top + 1;
  const last = rowsBefore(table) + Math.min(table.position.top + height, shown);
  return `${groupThousands(first)}-${groupThousands(last)}`;
}
