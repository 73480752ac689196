import type { Api } from '#api/api.ts';
import type { Period, StatisticName } from '#model/statistics/statistics.ts';
import { everyPage } from '#model/paging/everyPage.ts';

/** A row of a statistic, whatever the days. The value is as the service gave it. */
export interface RowName {
  readonly websiteId: string;
  readonly name: StatisticName;
  readonly value: string;
}

/** More pages of near matches than that are not read for one count. */
const mostPages = 5;
/** What a URL holds of a search without trouble; the match is exact all the same. */
const longestSearch = /^[^]{0,300}/u;

/** The service cannot be asked for an empty value. */
export function isSearchable(value: string): boolean {
  return value.trim() !== '';
}

/**
 * How many one row had in a stretch of days: the service searches, here it is matched exactly. Zero where it is certain
 * that there is none; undefined where the service gave too many other rows to tell.
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
