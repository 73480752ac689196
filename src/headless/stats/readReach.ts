import type { Api } from '#api/api.ts';
import type { ComparedPeriods } from '#model/period/comparedPeriods.ts';
import type { ReadRows } from '#model/statistics/rowComparison.ts';
import {
  coveredMeasure,
  referenceStatistic,
  detailBegins,
  reachSpan,
  rowsReach,
} from '#model/statistics/rowReach.ts';
import { sum } from '#model/statistics/series.ts';
import { isSeries, type Day, type Period, type StatisticName } from '#model/statistics/statistics.ts';

/** Whether the earlier rows cover all their days. `first`: the first rows of both periods, unless searched. */
export async function readReach(
  api: Api,
  id: string,
  name: StatisticName,
  { now, before }: ComparedPeriods,
  first: { readonly now: ReadRows; readonly before: ReadRows } | undefined,
): Promise<boolean> {
  if (isSeries(name)) return true;
  const reference = referenceStatistic(name);
  const rowsOf = async (period: Period): Promise<ReadRows> => {
    const { rows, next } = await api.readStatistic(id, { name: reference, period, perPage: 100 });
    return { rows, readToEnd: next === 'no' };
  };
  const totalOf = async (period: Period) =>
    sum(await api.readSeries(id, coveredMeasure(reference, api.capabilities), period));
  const own = reference === name ? first : undefined;
  const [rowsNow, rowsBefore, totalNow, totalBefore] = await Promise.all([
    own?.now ?? rowsOf(now),
    own?.before ?? rowsOf(before),
    totalOf(now),
    totalOf(before),
  ]);
  return rowsReach({ ...rowsNow, total: totalNow }, { ...rowsBefore, total: totalBefore });
}

/** The first day with detail, where the compared days show it. */
export async function readDetailSince(
  api: Api,
  id: string,
  name: StatisticName,
  compared: ComparedPeriods,
): Promise<Day | undefined> {
  return await detailBegins(reachSpan(compared), async period => {
    const { rows } = await api.readStatistic(id, { name: referenceStatistic(name), period, perPage: 10 });
    return rows.length > 0;
  });
}
