import type { Run } from '#cli/withService.ts';
import { readDays } from './readTotals.ts';
import type { Api } from '#api/api.ts';
import { UsageError } from '#model/failure.ts';
import { isLastDay, type PeriodOptions } from '#cli/options/question.ts';
import { type ListOptions, listQuery, pageSizeOfAll } from '#cli/options/websites.ts';
import { allPages, type AllRows, type PagesOf, readRows } from '#cli/readPages.ts';
import { type DataDays, everyDay, hasDataIn } from '#model/comparison/dataDays.ts';
import type { ComparedPeriods } from '#model/comparison/periods.ts';
import { compareRows, type ReadRows } from '#model/comparison/rows.ts';
import type { TableEntry } from '#model/export/statisticTables.ts';
import { addDays, dayCount, daysBetween, parseDay } from '#model/period/day.ts';
import { zoneTime } from '#model/period/zone.ts';
import {
  type Day,
  type HoursName,
  isHours,
  isSeries,
  type Period,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import { hourValue } from '#model/period/format.ts';

/**
 * Rows with their earlier counts; rows that have disappeared come last. `reaches`: the earlier rows cover all their days;
 * else no earlier count is known.
 */
export function comparedEntries(
  name: StatisticName,
  now: ReadRows,
  before: ReadRows,
  periods: ComparedPeriods,
  reaches: boolean,
): TableEntry[] {
  if (isSeries(name)) return comparedDays(now, before.rows, periods);
  const { rows, missing } = compareRows(now, before, reaches);
  return [...rows, ...missing.filter(({ mark }) => mark.kind === 'gone')].map(row => ({
    value: row.value,
    count: row.count ?? (row.mark.kind === 'gone' ? 0 : undefined),
    before: row.before ?? (row.mark.kind === 'new' ? 0 : undefined),
  }));
}

/** Days without data have no count, and nothing stands beside them. */
export function entriesWithData(
  name: StatisticName,
  entries: readonly TableEntry[],
  data: DataDays,
): readonly TableEntry[] {
  if (!isSeries(name) || data === everyDay) return entries;
  const known = (day: string | undefined, count: number | undefined) => {
    const of = parseDay(day ?? '');
    return of === undefined || (count ?? 0) > 0 || hasDataIn(data, { from: of, to: of }) ? count : undefined;
  };
  return entries.map(entry => ({
    ...entry,
    count: known(entry.value, entry.count),
    before: known(entry.dayBefore, entry.before),
  }));
}

/**
 * Each day with the day at the same position in the earlier period; last the earlier days without a counterpart, so that
 * their sum is complete.
 */
function comparedDays(
  now: ReadRows,
  before: readonly StatisticRow[],
  periods: ComparedPeriods,
): TableEntry[] {
  const counts = new Map(before.map(({ value, count }) => [parseDay(value), count]));
  const entries = now.rows.map(({ value, count }): TableEntry => {
    const day = parseDay(value);
    if (day === undefined) return { value, count };
    const earlier = addDays(periods.before.from, daysBetween(periods.now.from, day));
    if (earlier > periods.before.to) return { value, count };
    return { value, count, dayBefore: earlier, before: counts.get(earlier) };
  });
  const firstAlone = addDays(periods.before.from, dayCount(periods.now));
  // Of a page there are other days on other pages.
  const beside = now.readToEnd ? [...counts] : [];
  const alone = beside.flatMap(([day, count]): TableEntry[] =>
    day === undefined || day < firstAlone
      ? []
      : [{ value: undefined, count: undefined, dayBefore: day, before: count }],
  );
  return [...entries, ...alone];
}

interface ReadStatisticRows extends ReadRows {
  /** Whether the rows are all rows of the statistic: no search, no single page. */
  readonly isWhole: boolean;
  /** Whether there may be rows after those read. Rows before a later page do not count. */
  readonly mayHaveMore: boolean;
}

export type StatisticOptions = ListOptions<'count' | 'value'>;

/** A page of a statistic, or all of it with --all; series and hours are complete unless an option of lists is given. */
export async function readStatisticRows(
  { api, reader }: Pick<Run, 'api' | 'reader'>,
  id: string,
  name: StatisticName,
  period: Period,
  options: StatisticOptions,
): Promise<ReadStatisticRows> {
  if (!asksForList(options)) {
    if (isSeries(name)) {
      const points = await readDays(reader, id, name, period);
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
    { ...rowsOf(name), read: page => api.readStatistic(id, { ...query, ...page }) },
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

/** Hours up to the present one, which is not over. */
export interface RecentHours {
  readonly kind: 'today' | '24h';
  readonly period: Period;
  /** The present hour, 0 to 23. */
  readonly hour: number;
}

/** The hours that --period today or 24h asks for; undefined for other periods. */
export function recentHours(
  { period = '' }: PeriodOptions,
  today: Day,
  timeZone: string,
): RecentHours | undefined {
  const { hour } = zoneTime(timeZone, Date.now());
  if (period.trim().toLowerCase() === 'today')
    return { kind: 'today', period: { from: today, to: today }, hour };
  if (!isLastDay(period)) return undefined;
  return { kind: '24h', period: { from: addDays(today, -1), to: today }, hour };
}

/** The statistic by hours in place of one by days. Throws a UsageError where 24 hours of something else are asked for. */
export function hourlyName(name: StatisticName, { kind }: RecentHours): StatisticName {
  if (isSeries(name)) return `${name}_hours`;
  if (kind === '24h' && !isHours(name))
    throw new UsageError(`24h is for visitors and pageviews: for ${name} give --period today or yesterday.`);
  return name;
}

/** The hours in their order; of 24 hours the first ones are yesterday's. Rejects as the Api does. */
export async function readRecentHours(
  api: Pick<Api, 'readHours'>,
  id: string,
  name: HoursName,
  { kind, period, hour }: RecentHours,
): Promise<StatisticRow[]> {
  const rowsOf = async (day: Day, from: number, to: number) =>
    (await api.readHours(id, name, { from: day, to: day }))
      .map((count, at) => ({ value: hourValue(at), count }))
      .slice(from, to);
  const [before, now] = await Promise.all([
    kind === '24h' ? rowsOf(period.from, hour + 1, 24) : [],
    rowsOf(period.to, 0, hour + 1),
  ]);
  return [...before, ...now];
}
