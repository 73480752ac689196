import { addMonths, dayCount, daysFrom, earlierDay, laterDay, parseDay } from '#model/period/day.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { Day, Period, SeriesPoint } from '#model/statistics/statistics.ts';
import { resultOfEach } from '#text/memo.ts';
import type { Website } from '#model/website/website.ts';

/** The days of which a website has data. The others are no zeros: they are gaps, and nothing is compared with them. */
export interface DataDays {
  /** The first one; undefined where there is none. */
  readonly from: Day | undefined;
  /** Later days without data, in order: of a website counted from logs those that none of its sources has a line of. */
  readonly gaps: readonly Period[];
  /** It could not be read: only what was counted is known to be data. */
  readonly isUnknown?: true;
  /** The first day that a filter reaches; left out, all days that have data. */
  readonly filtersFrom?: Day;
  /** The first day that has the statistics which are counted later than the others; left out, all days. */
  readonly requestsFrom?: Day;
}

const reached = resultOfEach<DataDays>();

/** The days that a filter counts: the same where it reaches all of them. */
export function daysOfFilter(data: DataDays): DataDays {
  const { from, filtersFrom } = data;
  if (from === undefined || filtersFrom === undefined || filtersFrom <= from) return data;
  return reached(data, [], () => ({ ...data, from: filtersFrom }));
}

/** Where nothing speaks against any day. */
export const everyDay: DataDays = { from: '0001-01-01', gaps: [] };

/** A day and its count; undefined where there is no data of it. */
export interface DayCount {
  readonly day: Day;
  readonly count: number | undefined;
}

function hasData({ from, gaps }: DataDays, day: Day): boolean {
  return from !== undefined && day >= from && !gaps.some(gap => day >= gap.from && day <= gap.to);
}

export function hasDataIn(data: DataDays, { from, to }: Period): boolean {
  return data === everyDay || daysFrom(from, dayCount({ from, to })).some(day => hasData(data, day));
}

/** Without the counts of days that have no data. What was counted on a day is data, whatever is known of it. */
export function countsWithData(points: readonly SeriesPoint[], data: DataDays): readonly DayCount[] {
  if (data === everyDay) return points;
  return points.map(({ day, count }) => ({
    day,
    count: count > 0 || hasData(data, day) ? count : undefined,
  }));
}

/** The days that have data, for what takes its measure from them. */
export function daysWithData(points: readonly SeriesPoint[], data: DataDays): readonly SeriesPoint[] {
  return data === everyDay ? points : points.filter(({ day, count }) => count > 0 || hasData(data, day));
}

interface Coverage {
  readonly days: number;
  readonly total: number;
}

export interface Covered {
  readonly now: Coverage;
  readonly before: Coverage;
  /** Which of the other days have data could not be read. */
  readonly isUnknown?: true;
}

export function coveredBy(
  now: readonly SeriesPoint[],
  before: readonly SeriesPoint[],
  data: DataDays,
): Covered {
  const coverageOf = (points: readonly SeriesPoint[]) => ({
    days: daysWithData(points, data).length,
    total: points.length,
  });
  return {
    now: coverageOf(now),
    before: coverageOf(before),
    ...(data.isUnknown && { isUnknown: true }),
  };
}

/** Too few of the days of one side have data for a change to mean anything. */
export interface Lack extends Coverage {
  readonly side: 'now' | 'before';
  /** Perhaps they have: which days have data could not be read. */
  readonly isUnknown?: true;
}

/** Nine tenths of the days of both sides have to have data; undefined where they have. Of several websites on average. */
export function lackOf(websites: readonly Covered[] = []): Lack | undefined {
  return lackOn('before', websites) ?? lackOn('now', websites);
}

function lackOn(side: Lack['side'], websites: readonly Covered[]): Lack | undefined {
  const having = websites.reduce((sum, covered) => sum + covered[side].days, 0);
  const all = websites.reduce((sum, covered) => sum + covered[side].total, 0);
  if (having * 10 >= all * 9) return undefined;
  const { length } = websites;
  const isUnknown = websites.some(covered => covered.isUnknown === true);
  const lack = { side, days: Math.floor(having / length), total: Math.round(all / length) };
  return isUnknown ? { ...lack, isUnknown } : lack;
}

/** "no comparison: 2 of 28 days before have data". */
export function lackText({ side, days, total: of, isUnknown }: Lack): string {
  if (isUnknown === true) return 'no comparison: which days have data could not be read';
  if (of === 1) return `no comparison: ${side === 'now' ? 'this day' : 'the day before'} has no data`;
  return `no comparison: ${days} of ${of} days${side === 'now' ? '' : ' before'} have data`;
}

export const noDataToday = 'no data today yet';
export const noDataInPeriod = 'no data in this period';

export function noDataText({ from, to }: Period, today: Day): string {
  return from === to && to === today ? noDataToday : noDataInPeriod;
}

/** Undefined where a day of a row's history has data. */
export function lackOfParts(
  parts: readonly (Period & { readonly hasNoData?: boolean | undefined })[],
  today: Day,
): string | undefined {
  const [first, last] = [parts[0], parts.at(-1)];
  return first !== undefined && last !== undefined && parts.every(({ hasNoData }) => hasNoData === true)
    ? noDataText({ from: first.from, to: last.to }, today)
    : undefined;
}

/** Whether zeros may be days without data. Own logs may lack any day, a service only those before the first count. */
export function leavesOpen(
  points: readonly SeriesPoint[],
  { from, to }: Period,
  { knowsGaps }: Pick<Capabilities, 'knowsGaps'>,
): boolean {
  const first = knowsGaps === true ? undefined : firstCounted(points);
  return points.some(
    ({ day, count }) => count === 0 && day >= from && day <= to && (first === undefined || day < first),
  );
}

export function firstCounted(points: readonly SeriesPoint[]): Day | undefined {
  return points.find(({ count }) => count > 0)?.day;
}

const maxMonths = 240;

/** All days of a website: since the first with data, or the day it was added where there is none; at most twenty years, as a period. */
export function allTime(
  { from }: DataDays,
  { createdAt = '' }: Pick<Website, 'createdAt'>,
  today: Day,
): Period {
  const first = from ?? parseDay(createdAt) ?? today;
  return { from: laterDay(earlierDay(first, today), addMonths(today, -maxMonths)), to: today };
}
