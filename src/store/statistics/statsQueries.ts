import type { PerPage, StatisticQuery } from '#model/paging/query.ts';
import type { Period, StatisticName } from '#model/statistics/statistics.ts';
import type { RowName } from './exactCount.ts';

/** The key of a page of rows in `stats.rows`: equal queries have equal keys. */
export function rowsKey(websiteId: string, query: StatisticQuery): string {
  const { name, period, search = '', sortBy = 'count', sort = 'desc', perPage = 10, page = 1 } = query;
  return [websiteId, name, period.from, period.to, sortBy, sort, perPage, page, search].join(' ');
}

/** The key of a row's count. */
export function countKey({ websiteId, name, value }: RowName, { from, to }: Period): string {
  return [websiteId, name, from, to, value].join(' ');
}

/** The key of a series, of hours or of a first day in `stats`. */
export function spanKey(websiteId: string, name: StatisticName, period: Period): string {
  return [websiteId, name, period.from, period.to].join(' ');
}

/** Whether a key of `spanKey` is that of a series, of any days. */
export function isSeriesOf(key: string, websiteId: string, name: StatisticName): boolean {
  return key.startsWith(`${websiteId} ${name} `);
}

/**
 * The query for the rows to compare with: the most frequent ones of the earlier days, as many as one request returns, so
 * that few of the rows shown are missing among them. Panel and table share it.
 */
export function beforeQuery(name: StatisticName, before: Period, search = ''): StatisticQuery {
  return { name, period: before, perPage: 100, ...(search === '' ? {} : { search }) };
}

/** The query of a dashboard panel: its first rows. */
export function panelQuery(name: StatisticName, period: Period, rows: number): StatisticQuery {
  const perPage: PerPage = rows > 10 ? 25 : 10;
  return { name, period, perPage };
}
