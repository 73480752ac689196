import { dayCount } from '#model/day.ts';
import { everyPage } from '#model/everyPage.ts';
import type { Page, StatisticQuery } from '#model/query.ts';
import { fillHours, fillZeros, windows } from '#model/series.ts';
import type { HoursName, Period, SeriesName, SeriesPoint, StatisticRow } from '#model/statistics.ts';

/** Reads one page of a statistic of one website. */
export type ReadPage = (query: StatisticQuery) => Promise<Page<StatisticRow>>;

/**
 * The rows of every page. Usually that is one: the others are for a service that gives fewer rows than it is asked for.
 * Ends as well with a page that brings no new value, and once `most` values are there.
 */
async function readAllRows(read: ReadPage, query: StatisticQuery, most: number): Promise<StatisticRow[]> {
  const known = new Map<string, StatisticRow>();
  const pages = everyPage(
    page => read({ ...query, page }),
    ({ value }) => value,
  );
  for await (const { rows } of pages) {
    const before = known.size;
    for (const row of rows) if (!known.has(row.value)) known.set(row.value, row);
    if (known.size === before || known.size >= most) break;
  }
  return [...known.values()];
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
