import { everyPage } from '#model/paging/everyPage.ts';
import type { Page, StatisticQuery } from '#model/paging/query.ts';
import type { Period, StatisticName, StatisticRow } from './statistics.ts';

/** At most this many pages of partial matches are read for one count. */
const mostPages = 5;
/** What fits into a URL safely; the rows are matched exactly in any case. */
const longestSearch = /^[^]{0,300}/u;

/** An empty value cannot be searched for. */
export function isSearchable(value: string): boolean {
  return value.trim() !== '';
}

/**
 * The count of one row in a period: the service searches, the exact match is made here. 0 where there certainly is no such
 * row; undefined where the service returned too many partial matches to tell. Rejects as `read` does.
 */
export async function exactCount(
  read: (query: StatisticQuery) => Promise<Page<StatisticRow>>,
  { name, value }: { readonly name: StatisticName; readonly value: string },
  period: Period,
): Promise<number | undefined> {
  const search = longestSearch.exec(value)?.[0] ?? value;
  const pages = everyPage(
    page => read({ name, period, search, perPage: 100, page }),
    row => row.value,
    mostPages,
  );
  for await (const { rows, end } of pages) {
    const found = rows.find(row => row.value === value);
    if (found !== undefined) return found.count;
    if (end === 'whole') return 0;
  }
  return undefined;
}
