import type { Api } from '#api/api.ts';
import { UsageError } from '#model/failure.ts';
import { isLastDay, type PeriodOptions } from '#cli/options/question.ts';
import { type ListOptions, listQuery, pageSizeOfAll } from '#cli/options/websites.ts';
import { allPages, type AllRows, type PagesOf, readRows } from '#cli/readPages.ts';
import { addDays } from '#model/period/day.ts';
import { zoneTime } from '#model/period/zone.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import type { FilteredPeriod, Page } from '#model/service/query.ts';
import {
  type Day,
  type HoursName,
  isHours,
  isSeries,
  type Period,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import type { TableEntry } from '#model/export/statisticTables.ts';
import { answerTo, type Reader } from '#queries/query.ts';
import { ask } from '#queries/ask.ts';
import { hoursDataAsks, hoursWithData } from '#queries/dataDays.ts';
import { hourValue } from '#model/period/format.ts';

export type StatisticOptions = ListOptions<'count' | 'value'>;

/** A page of a statistic, or all of it with --all; undefined for days and hours, which are whole unless an option of lists is given. */
export async function readPage(
  api: Api,
  id: string,
  name: StatisticName,
  period: FilteredPeriod,
  options: StatisticOptions,
): Promise<Page<StatisticRow> | undefined> {
  if (statisticInfo(name).kind !== 'rows' && !asksForList(options)) return undefined;
  if (options.all === true)
    return wholePage(await allPages(pagesOfAll(api, id, name, period, options), row => row));
  const query = { name, period, ...listQuery(options) };
  return await readRows(
    { ...rowsOf(name), read: page => api.readStatistic(id, { ...query, ...page }) },
    options,
  );
}

/** What was read of every page. */
export function wholePage({ rows, readToEnd }: AllRows<StatisticRow>): Page<StatisticRow> {
  return { rows, page: 1, next: readToEnd ? 'no' : 'maybe' };
}

/** Every page of a statistic. */
export function pagesOfAll(
  api: Api,
  id: string,
  name: StatisticName,
  period: FilteredPeriod,
  options: StatisticOptions,
): PagesOf<StatisticRow> {
  const query = { name, period, ...listQuery(options), perPage: pageSizeOfAll(options) };
  return { ...rowsOf(name), read: page => api.readStatistic(id, { ...query, page }) };
}

function rowsOf(name: StatisticName): Pick<PagesOf<StatisticRow>, 'what' | 'idOf'> {
  return { what: `rows of ${name}`, idOf: ({ value }) => value };
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
  reader: Reader,
  website: string,
  name: HoursName,
  { kind, period, hour }: RecentHours,
): Promise<TableEntry[]> {
  const rowsOf = async (day: Day, from: number, to: number) => {
    const days = { from: day, to: day };
    const counts = await answerTo(reader, website, ask.hours(name, days));
    await reader.read(hoursDataAsks(counts, reader).map(each => ({ website, ask: each })));
    const withData = hoursWithData(website, counts, days, reader);
    return counts.map((_, at) => ({ value: hourValue(at), count: withData?.[at] })).slice(from, to);
  };
  const [before, now] = await Promise.all([
    kind === '24h' ? rowsOf(period.from, hour + 1, 24) : [],
    rowsOf(period.to, 0, hour + 1),
  ]);
  return [...before, ...now];
}
