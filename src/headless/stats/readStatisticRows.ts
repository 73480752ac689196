import type { Api } from '#api/api.ts';
import { allPages, type AllRows, type PagesOf } from '#headless/allPages.ts';
import { listQuery, pageSizeOfAll, type ListOptions } from '#headless/options/listOptions.ts';
import { readRows } from '#headless/rowsOfPages.ts';
import type { ReadRows } from '#model/statistics/rowComparison.ts';
import {
  hourValue,
  isHours,
  isSeries,
  type Period,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';

interface ReadStatisticRows extends ReadRows {
  /** Whether the rows are all rows of the statistic: no search, no single page. */
  readonly isWhole: boolean;
  /** Whether there may be rows after those read. Rows before a later page do not count. */
  readonly mayHaveMore: boolean;
}

export type StatisticOptions = ListOptions<'count' | 'value'>;

/** A page of a statistic, or all of it with --all; series and hours are complete unless an option of lists is given. */
export async function readStatisticRows(
  api: Api,
  id: string,
  name: StatisticName,
  period: Period,
  options: StatisticOptions,
): Promise<ReadStatisticRows> {
  if (!asksForList(options)) {
    if (isSeries(name)) {
      const points = await api.readSeries(id, name, period);
      return whole(points.map(({ day, count }) => ({ value: day, count })));
    }
    if (isHours(name)) {
      const counts = await api.readHours(id, name, period);
      return whole(counts.map((count, hour) => ({ value: hourValue(hour), count })));
    }
  }
  const query = { name, period, ...listQuery(options) };
  if (options.all === true)
    return allRows(await allPages(pagesOfAll(api, id, name, period, options), row => row), options);
  const { rows, page, next } = await readRows(
    { ...rowsOf(name), read: of => api.readStatistic(id, { ...query, ...of }) },
    options,
  );
  const readToEnd = page === 1 && next === 'no';
  return { rows, readToEnd, isWhole: readToEnd && query.search === undefined, mayHaveMore: next !== 'no' };
}

/** What was read of every page. */
export function allRows(
  { rows, readToEnd }: AllRows<StatisticRow>,
  options: StatisticOptions,
): ReadStatisticRows {
  const isWhole = readToEnd && listQuery(options).search === undefined;
  return { rows, readToEnd, isWhole, mayHaveMore: !readToEnd };
}

/** Every page of a statistic. */
export function pagesOfAll(
  api: Api,
  id: string,
  name: StatisticName,
  period: Period,
  options: StatisticOptions,
): PagesOf<StatisticRow> {
  const query = { name, period, ...listQuery(options), perPage: pageSizeOfAll(options) };
  return { ...rowsOf(name), read: page => api.readStatistic(id, { ...query, page }) };
}

function rowsOf(name: StatisticName): Pick<PagesOf<StatisticRow>, 'what' | 'idOf'> {
  return { what: `rows of ${name}`, idOf: ({ value }) => value };
}

function whole(rows: readonly StatisticRow[]): ReadStatisticRows {
  return { rows, readToEnd: true, isWhole: true, mayHaveMore: false };
}

export function asksForList({ search, sortBy, sort, perPage, page, all }: StatisticOptions): boolean {
  return [search, sortBy, sort, perPage, page, all].some(option => option !== undefined);
}
