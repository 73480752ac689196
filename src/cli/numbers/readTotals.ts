import type { Api } from '#api/api.ts';
import {
  type Baseline,
  comparedPeriods,
  type ComparedPeriods,
  seriesPeriods,
} from '#model/comparison/periods.ts';
import {
  coveredMeasure,
  detailBegins,
  reachSpan,
  referenceStatistic,
  rowsReach,
} from '#model/comparison/reach.ts';
import type { ReadRows } from '#model/comparison/rows.ts';
import { type PeriodChoice, resolvePeriod } from '#model/period/period.ts';
import { sum } from '#model/statistics/series.ts';
import {
  measureOf,
  needsTotal,
  type RowsOfWhole,
  shareBasis,
  type ShareBasis,
} from '#model/statistics/share.ts';
import {
  type Day,
  isSeries,
  type Period,
  type SeriesName,
  type SeriesPoint,
  type StatisticName,
} from '#model/statistics/statistics.ts';
import { hasExactVisitors, summarise, type Summary, withExactTotal } from '#model/statistics/summary.ts';

/** The days of a summary, and what they are compared with; undefined for nothing. */
export function summaryDays(choice: PeriodChoice, baseline: Baseline | undefined, today: Day) {
  return {
    period: resolvePeriod(choice, today),
    compared: comparedPeriods(choice, baseline, today),
    ...seriesPeriods(choice, baseline, today),
    today,
  };
}

/** The points and the summary of a measure; `from` is a later first day, before which it had no counts. */
export async function readSummary(
  api: Api,
  id: string,
  name: SeriesName,
  { period, compared, span, apart, today }: ReturnType<typeof summaryDays>,
  from = span.from,
): Promise<{ readonly points: SeriesPoint[]; readonly summary: Summary }> {
  const isExact = name === 'visitors' && hasExactVisitors(api.capabilities, period);
  const [points, beside, exact] = await Promise.all([
    api.readSeries(id, name, { ...span, from }),
    apart && api.readSeries(id, name, apart),
    isExact ? api.readVisitors(id, period) : undefined,
  ]);
  const before = compared && { period: compared.before, points: beside };
  return { points, summary: withExactTotal(summarise(points, period, today, before), exact) };
}

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

/** The same Api, which reads each series only once. */
export function readingSeriesOnce(api: Api): Api {
  const known = new Map<string, Promise<SeriesPoint[]>>();
  return {
    ...api,
    readSeries(id, name, period, signal) {
      const key = JSON.stringify([id, name, period.from, period.to]);
      const points = known.get(key) ?? api.readSeries(id, name, period, signal);
      known.set(key, points);
      return points;
    },
  };
}

/** The total of the measure that the rows count; undefined where there is no series of it. */
async function readTotal(
  api: Api,
  id: string,
  name: StatisticName,
  period: Period,
): Promise<number | undefined> {
  const measure = measureOf(name, api.capabilities);
  if (measure === 'visitors' && hasExactVisitors(api.capabilities, period))
    return await api.readVisitors(id, period);
  return measure && sum(await api.readSeries(id, measure, period));
}

/** The total that the shares of rows are based on. */
export async function readShareBasis(
  api: Api,
  id: string,
  name: StatisticName,
  period: Period,
  read: RowsOfWhole,
): Promise<ShareBasis> {
  return shareBasis(
    read,
    needsTotal(name, read, api.capabilities) ? await readTotal(api, id, name, period) : undefined,
  );
}

/**
 * The totals of the period and of the earlier one, as facts beside the rows: `{visitors: 1203, visitors_before: 16}`.
 */
export async function readTotalFacts(
  api: Api,
  id: string,
  names: readonly StatisticName[],
  { now, before }: { readonly now: Period; readonly before: Period | undefined },
): Promise<Readonly<Record<string, number | undefined>>> {
  const facts = names.filter(isSeries).map(async name => ({
    [name]: await readTotal(api, id, name, now),
    [`${name}_before`]: before && (await readTotal(api, id, name, before)),
  }));
  return Object.assign({}, ...(await Promise.all(facts)));
}
