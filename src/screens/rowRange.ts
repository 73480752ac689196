import { groupThousands } from '#model/number.ts';
import { rowsBefore, shownPage, type PagedTable } from '#store/pagedTable.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

/** "1-42 of 137": which rows are on screen, of how many; "of 50+" where more may follow those that were read. */
export function rowRange(table: PagedTable<unknown, string>, height: number): SafeText {
  const { list, cannotPage } = table;
  if (list.data === undefined) return label``;
  const read = list.data.rows.length;
  if (cannotPage) return safeText(`first ${groupThousands(read)} shown`);
  const all = list.data.next === 'no' ? groupThousands(read) : ofMore(list.data.total, read);
  return safeText(`${onScreen(table, height)} of ${all}`);
}

function ofMore(total: number | undefined, read: number): string {
  return total === undefined ? `${groupThousands(read)}+` : groupThousands(total);
}

function onScreen(table: PagedTable<unknown, string>, height: number): string {
  const shown = shownPage(table)?.rows.length ?? 0;
  if (shown === 0) return '0';
  const first = rowsBefore(table) + table.position.top + 1;
  const last = rowsBefore(table) + Math.min(table.position.top + height, shown);
  return `${groupThousands(first)}-${groupThousands(last)}`;
}
