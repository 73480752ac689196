import { dataDaysAsk, dataDaysOf } from '#queries/dataDays.ts';
import { answerTo, type Reader } from '#queries/query.ts';
import { type ComparedPeriods } from '#model/comparison/periods.ts';
import { coveredBy, type DataDays, everyDay, type Lack, lackOf } from '#model/comparison/dataDays.ts';
import { coveredMeasure, reachSpan, referenceStatistic, rowsReach } from '#model/comparison/reach.ts';
import type { ReadRows } from '#model/comparison/rows.ts';
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
  type StatisticName,
} from '#model/statistics/statistics.ts';
import { hasExactVisitors } from '#model/statistics/summary.ts';

/** A series, which a command reads once. */
export async function readDays(reader: Reader, id: string, name: SeriesName, period: Period) {
  return await answerTo(reader, id, { kind: 'series', name, period });
}

/** Whether the earlier rows cover all their days. `first`: the first rows of both periods, unless searched. */
export async function readReach(
  reader: Reader,
  id: string,
  name: StatisticName,
  { now, before }: ComparedPeriods,
  first: { readonly now: ReadRows; readonly before: ReadRows } | undefined,
): Promise<boolean> {
  if (isSeries(name) || reader.capabilities.keepsAllDetail === true) return true;
  const reference = referenceStatistic(name);
  const rowsOf = async (period: Period): Promise<ReadRows> => {
    const query = { name: reference, period, perPage: 100 } as const;
    const { rows, next } = await answerTo(reader, id, { kind: 'rows', query });
    return { rows, readToEnd: next === 'no' };
  };
  const totalOf = async (period: Period) =>
    sum(await readDays(reader, id, coveredMeasure(reference, reader.capabilities), period));
  const own = reference === name ? first : undefined;
  const [rowsNow, rowsBefore, totalNow, totalBefore] = await Promise.all([
    own?.now ?? rowsOf(now),
    own?.before ?? rowsOf(before),
    totalOf(now),
    totalOf(before),
  ]);
  return rowsReach({ ...rowsNow, total: totalNow }, { ...rowsBefore, total: totalBefore });
}

/** Which of the days of a measure have data, as far as the service tells. */
export async function readData(
  reader: Reader,
  id: string,
  name: SeriesName,
  { now, before }: { readonly now: Period; readonly before: Period | undefined },
): Promise<{ readonly data: DataDays; readonly lack: Lack | undefined }> {
  const [points, earlier = []] = await Promise.all([
    readDays(reader, id, name, now),
    before && readDays(reader, id, name, before),
  ]);
  const read = [...earlier, ...points];
  const asked = dataDaysAsk(read, { period: now, before, today: reader.today, usualOf: undefined }, reader);
  if (asked !== undefined) await reader.read([{ website: id, ask: asked }]);
  const data = dataDaysOf(id, read, asked, reader) ?? everyDay;
  return { data, lack: before && lackOf([coveredBy(points, earlier, data)]) };
}

/** The first day with detail, where the compared days show it. */
export async function readDetailSince(
  reader: Reader,
  id: string,
  name: StatisticName,
  compared: ComparedPeriods,
): Promise<Day | undefined> {
  const ask = { kind: 'since', name: referenceStatistic(name), period: reachSpan(compared) } as const;
  const found = await answerTo(reader, id, ask);
  return found === 'unknown' ? undefined : found;
}

/** The total of the measure that the rows count; undefined where there is no series of it. */
async function readTotal(
  reader: Reader,
  id: string,
  name: StatisticName,
  period: Period,
): Promise<number | undefined> {
  const measure = measureOf(name, reader.capabilities);
  if (measure === 'visitors' && hasExactVisitors(reader.capabilities, period))
    return await answerTo(reader, id, { kind: 'visitors', period });
  return measure && sum(await readDays(reader, id, measure, period));
}

/** The total that the shares of rows are based on. */
export async function readShareBasis(
  reader: Reader,
  id: string,
  name: StatisticName,
  period: Period,
  read: RowsOfWhole,
): Promise<ShareBasis> {
  if (needsTotal(name, read, reader.capabilities))
    return shareBasis(read, await readTotal(reader, id, name, period));
  return shareBasis(read.isWhole ? read : await allOf(reader, id, name, period, read), undefined);
}

/** All rows of a statistic that has no total of its own, where a request has them: whatever page is shown is a part of them. */
async function allOf(
  reader: Reader,
  id: string,
  name: StatisticName,
  period: Period,
  read: RowsOfWhole,
): Promise<RowsOfWhole> {
  const query = { name, period, perPage: 100 } as const;
  const { rows, next } = await answerTo(reader, id, { kind: 'rows', query });
  return next === 'no' ? { rows, isWhole: true } : read;
}

/**
 * The totals of the period and of the earlier one, as facts beside the rows: `{visitors: 1203, visitors_before: 16}`.
 */
export async function readTotalFacts(
  reader: Reader,
  id: string,
  names: readonly StatisticName[],
  { now, before }: { readonly now: Period; readonly before: Period | undefined },
): Promise<Readonly<Record<string, number | undefined>>> {
  const facts = names.filter(isSeries).map(async name => ({
    [name]: await readTotal(reader, id, name, now),
    [`${name}_before`]: before && (await readTotal(reader, id, name, before)),
  }));
  return Object.assign({}, ...(await Promise.all(facts)));
}
