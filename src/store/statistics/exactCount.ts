import type { Api } from '#api/api.ts';
import type { Period, StatisticName } from '#model/statistics/statistics.ts';
import { everyPage } from '#model/paging/everyPage.ts';

/** Identifies a row of a statistic, whatever the period. The value is raw, as the service returned it. */
export interface RowName {
  readonly websiteId: string;
  readonly name: StatisticName;
  readonly value: string;
}

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
 * row; undefined where the service returned too many partial matches to tell. Rejects with an ApiError.
 */
export async function readExactCount(
  api: Api,
  { websiteId, name, value }: RowName,
  period: Period,
  signal: AbortSignal,
): Promise<number | undefined> {
  const search = longestSearch.exec(value)?.[0] ?? value;
  const pages = everyPage(
    page => api.readStatistic(websiteId, { name, period, search, perPage: 100, page }, signal),
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
