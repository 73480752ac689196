import type { Api } from '#api/api.ts';
import { readAllPages } from '#headless/allPages.ts';
import type { ListOptions } from '#headless/parameters.ts';
import type { StatisticQuery } from '#model/query.ts';
import type { ReadRows } from '#model/rowComparison.ts';
import { statisticInfo } from '#model/statisticCatalogue.ts';
import type { HoursName, Period, SeriesName, StatisticName } from '#model/statistics.ts';

export type StatisticOptions = ListOptions<'count' | 'value'>;

/** A page of a statistic, or all of it; of days and hours every one, unless the options of lists ask otherwise. */
export async function readStatisticRows(
  api: Api,
  id: string,
  name: StatisticName,
  period: Period,
  options: StatisticOptions,
): Promise<ReadRows> {
  if (!asksForList(options)) {
    if (isSeries(name)) {
      const points = await api.readSeries(id, name, period);
      return { rows: points.map(({ day, count }) => ({ value: day, count })), readToEnd: true };
    }
    if (isHours(name)) {
      const counts = await api.readHours(id, name, period);
      const rows = counts.map((count, hour) => ({ value: String(hour).padStart(2, '0'), count }));
      return { rows, readToEnd: true };
    }
  }
  const query = statisticQuery(name, period, options);
  if (options.all === true) {
    const read = (page: number) => api.readStatistic(id, { ...query, perPage: query.perPage ?? 100, page });
    const { rows, isComplete } = await readAllPages(`rows of ${name}`, read, ({ value }) => value);
    return { rows, readToEnd: isComplete };
  }
  const { rows, page, next } = await api.readStatistic(id, query);
  return { rows, readToEnd: page === 1 && next === 'no' };
}

function asksForList({ search, sortBy, sort, perPage, page, all }: StatisticOptions): boolean {
  return [search, sortBy, sort, perPage, page, all].some(option => option !== undefined);
}

function statisticQuery(name: StatisticName, period: Period, options: StatisticOptions): StatisticQuery {
  const { search, sortBy, sort, perPage, page } = options;
  return {
    name,
    period,
    ...(search === undefined || search.trim() === '' ? {} : { search }),
    ...(sortBy === undefined ? {} : { sortBy }),
    ...(sort === undefined ? {} : { sort }),
    ...(perPage === undefined ? {} : { perPage }),
    ...(page === undefined ? {} : { page }),
  };
}

export function isSeries(name: StatisticName): name is SeriesName {
  return statisticInfo(name).kind === 'series';
}

export function isHours(name: StatisticName): name is HoursName {
  return statisticInfo(name).kind === 'hours';
}
