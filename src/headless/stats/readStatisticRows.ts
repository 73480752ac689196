import type { Api } from '#api/api.ts';
import { tellingAllPages } from '#headless/allPages.ts';
import { listQuery, type ListOptions } from '#headless/options/list.ts';
import type { ReadRows } from '#model/rowComparison.ts';
import { hourValue, isHours, isSeries, type Period, type StatisticName } from '#model/statistics.ts';

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
      const rows = counts.map((count, hour) => ({ value: hourValue(hour), count }));
      return { rows, readToEnd: true };
    }
  }
  const query = { name, period, ...listQuery(options) };
  if (options.all === true) {
    const read = (page: number) => api.readStatistic(id, { ...query, perPage: query.perPage ?? 100, page });
    const { rows, isComplete } = await tellingAllPages(`rows of ${name}`, read, ({ value }) => value);
    return { rows, readToEnd: isComplete };
  }
  const { rows, page, next } = await api.readStatistic(id, query);
  return { rows, readToEnd: page === 1 && next === 'no' };
}

function asksForList({ search, sortBy, sort, perPage, page, all }: StatisticOptions): boolean {
  return [search, sortBy, sort, perPage, page, all].some(option => option !== undefined);
}
