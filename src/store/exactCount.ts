import type { Api } from '#api/api.ts';
import type { Period, StatisticName } from '#model/statistics.ts';
import { repeatsPage } from '#model/page.ts';

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
  let before: readonly string[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await api.readStatistic(websiteId, { name, period, search, perPage: 100, page }, signal);
    const found = answer.rows.find(row => row.value === value);
    if (found !== undefined) return found.count;
    if (answer.next === 'no') return 0;
    const values = answer.rows.map(row => row.value);
    if (repeatsPage(before, values)) return undefined;
    before = values;
  }
  return undefined;
}
