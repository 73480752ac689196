import { dayCount } from '#model/day.ts';
import type { Page, StatisticQuery } from '#model/query.ts';
import { fillHours, fillZeros, windows } from '#model/series.ts';
import type { HoursName, Period, SeriesName, SeriesPoint, StatisticRow } from '#model/statistics.ts';

/** Reads one page of a statistic of one website. */
export type ReadPage = (query: StatisticQuery) => Promise<Page<StatisticRow>>;

/**
 * The rows of every page. Usually that is one: the others are for a service that gives fewer rows than it is asked for.
 * Ends as well with a page that brings no new value, as from a service that gives the first page again and again, and
 * once `most` values are there.
 */
async function readAllRows(read: ReadPage, query: StatisticQuery, most: number): Promise<StatisticRow[]> {
  const rows: StatisticRow[] = [];
  const values = new Set<string>();
  for (let page = 1; ; page += 1) {
    const answer = await read({ ...query, page });
    const fresh = answer.rows.filter(({ value }) => !values.has(value));
    for (const row of fresh) {
      values.add(row.value);
      rows.push(row);
    }
    if (fresh.length === 0 || answer.next === 'no' || values.size >= most) return rows;
  }
}

/** A point for every day of the period. Asks for one page of rows for every 100 days. */
export async function readAllDays(read: ReadPage, name: SeriesName, period: Period): Promise<SeriesPoint[]> {
  const parts = windows(period).map(async part => {
    const query = { name, period: part, sortBy: 'value', sort: 'asc', perPage: 100 } as const;
    const rows = await readAllRows(read, query, dayCount(part));
    return fillZeros(part, rows);
  });
  return (await Promise.all(parts)).flat();
}

/** 24 counts, midnight first. */
export async function readAllHours(read: ReadPage, name: HoursName, period: Period): Promise<number[]> {
  return fillHours(await readAllRows(read, { name, period, perPage: 25 }, 24));
}
