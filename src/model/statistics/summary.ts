import { total } from '#text/fit.ts';
import {
  type Change,
  change,
  countsWithData,
  type Covered,
  coveredBy,
  type DataDays,
  type DayCount,
  everyDay,
  missingDaysOf,
  type Mean,
  viewsChange,
} from '#model/comparison/change.ts';
import type { ComparedPeriods } from '#model/comparison/periods.ts';
import { dayCount } from '#model/period/day.ts';
import { type Capabilities, type Counted, countsOf, countsVisits } from '#model/service/capabilities.ts';
import { bytesText, counted, groupThousands, microsecondsText, percent } from '#text/words.ts';
import { bestDay, sum } from './series.ts';
import {
  type Day,
  isTime,
  type Period,
  type SeriesName,
  type SeriesPoint,
  type StatisticName,
} from './statistics.ts';

/** How visitors are called that are added up: "sum of days". Who is there in several of them counts as often. */
export function sumOf(parts: 'days' | 'hours' | 'weeks' | 'months'): string {
  return `sum of ${parts}`;
}

/** The same where there is no room for it. */
export const shortSum = 'sum';

/** What a number of visitors over several days is where the service counts them by the day. */
export const visitorsNote = 'the sum of the days: who comes on two days counts twice';

export interface Summary {
  /** The period's points, with today's where the period includes it. */
  readonly points: readonly DayCount[];
  /** The earlier points, by position. */
  readonly before: readonly DayCount[];
  /** The count of whole days only, which may be compared with countBefore; undefined where none has data. */
  readonly count: number | undefined;
  /** Undefined where nothing is compared, it is not read, or there is no data. */
  readonly countBefore: number | undefined;
  /** How many of their days have data, of a sum those of each website; undefined where nothing is compared, or it is not read. */
  readonly covered?: readonly Covered[] | undefined;
  /** Of every day of the period, today so far included; undefined where none has data. */
  readonly total: number | undefined;
  /**
   * The service itself counted the visitors, everybody once, on both sides, or counts visits, which nobody makes on two days;
   * else all counts are sums of days.
   */
  readonly isExact?: true | undefined;
  /** The best of the whole days; today where the period is today alone. */
  readonly best: SeriesPoint | undefined;
  /** Today so far, where it was read and has data. */
  readonly today: number | undefined;
  /** What all counts were multiplied by, where an index is shown in their place: chance goes by the counts themselves. */
  readonly scale?: number | undefined;
}

/**
 * Splits a series, read over the days of seriesPeriods, into the period, the days compared with, and today, which is
 * unfinished and compared with nothing.
 * @param before the earlier days, and their points where they were read separately
 * @param data the days that have any
 */
export function summarise(
  span: readonly SeriesPoint[],
  period: Period,
  today: Day,
  before?: { readonly period: Period; readonly points?: readonly SeriesPoint[] | undefined },
  data: DataDays = everyDay,
): Summary {
  const counted = pointsIn(span, period);
  const points = countsWithData(counted, data);
  const isOver = ({ day }: DayCount) => day < today;
  const whole = points.filter(isOver);
  const read = before && (before.points ?? pointsOfAll(span, before.period));
  const earlier = read && countsWithData(read, data);
  return {
    points,
    before: earlier ?? [],
    count: sumOfData(whole),
    countBefore: earlier && sumOfData(earlier),
    covered: read && [coveredBy(counted.filter(isOver), read, data)],
    total: sumOfData(points),
    best: bestDay(whole.length === 0 ? points : whole),
    today: countsWithData(
      span.filter(point => point.day === today),
      data,
    )[0]?.count,
  };
}

/** Undefined where no day has data. */
function sumOfData(points: readonly DayCount[]): number | undefined {
  return points.length > 0 && points.every(({ count }) => count === undefined) ? undefined : sum(points);
}

/** The visitors that a service counted itself. */
export interface ExactCounts {
  readonly total: number;
  /** Of the whole days of the period, and of those compared with; undefined where nothing is compared. */
  readonly now: number | undefined;
  readonly before: number | undefined;
}

/** With the visitors that the service counted, on both sides of a comparison: never an exact count beside a sum. */
export function withExact(summary: Summary, exact: ExactCounts | undefined): Summary {
  if (exact === undefined || summary.total === undefined) return summary;
  const { total, now = summary.count, before = summary.countBefore } = exact;
  const hasBefore = summary.countBefore !== undefined;
  return { ...summary, total, count: now, countBefore: hasBefore ? before : undefined, isExact: true };
}

/** The change of a measure, wherever it is shown. */
export function summaryChange(summary: ComparedCounts | undefined): Change {
  const scale = summary?.scale ?? 1;
  const [now, before] = [summary?.count, summary?.countBefore].map(count => count && count / scale);
  return change(now, before, missingDaysOf(summary?.covered));
}

/** The page views of a visitor over the period, with their change: undefined where nobody came. */
export function viewsPerVisitor(
  visitors: Summary | undefined,
  pageviews: Summary | undefined,
): { readonly value: number; readonly change: Change } | undefined {
  const value = ratioOf(pageviews?.total, visitors?.total);
  if (value === undefined) return undefined;
  const scale = visitors?.scale;
  const now = viewsMean(pageviews?.count, visitors?.count, scale);
  const before = viewsMean(pageviews?.countBefore, visitors?.countBefore, scale);
  return { value, change: viewsChange(now, before, missingDaysOf(visitors?.covered)) };
}

function viewsMean(views: number | undefined, visitors: number | undefined, scale = 1): Mean | undefined {
  const mean = ratioOf(views, visitors);
  return mean === undefined || visitors === undefined ? undefined : { mean, count: visitors / scale };
}

/** Undefined where either is not known, or the second is zero. */
export function ratioOf(count: number | undefined, among: number | undefined): number | undefined {
  return count === undefined || among === undefined || among === 0 ? undefined : count / among;
}

/** The count that is compared: of a day that is not over nothing is without its hours. */
export function comparedCount(
  { count, countBefore }: Pick<Summary, 'count' | 'countBefore'>,
  compared: ComparedPeriods | undefined,
): number | undefined {
  return compared === undefined && countBefore === undefined ? undefined : count;
}

export type ComparedCounts = Pick<Summary, 'count' | 'countBefore' | 'covered' | 'scale'>;

/** The counts of several websites, whose change goes by the days of all of them. */
export function comparedSums(websites: readonly ComparedCounts[]): ComparedCounts {
  const add = (numberOf: (website: ComparedCounts) => number | undefined) =>
    websites.reduce((sum, website) => sum + (numberOf(website) ?? 0), 0);
  return {
    count: add(({ count }) => count),
    countBefore: add(({ countBefore }) => countBefore),
    covered: websites.flatMap(({ covered = [] }) => covered),
    scale: websites[0]?.scale,
  };
}

/** The visitors of both periods, where the service itself counted them, and they are not those of the days added up. */
export function exactSides(
  { isExact, count: now, countBefore: before }: Summary,
  { visitors }: Pick<Capabilities, 'visitors'>,
) {
  return isExact === true && visitors.ofPeriod === 'exact' && now !== undefined && before !== undefined
    ? { now, before }
    : undefined;
}

/** Whether the visitors of a period have to be asked for: of one day they are those of the day. */
export function hasExactVisitors({ visitors }: Capabilities, { from, to }: Period): boolean {
  return visitors.ofPeriod === 'exact' && from !== to;
}

/** Undefined where a day of the period is missing: a part of it would read as a rise or a fall. */
export function pointsOfAll(
  span: readonly SeriesPoint[],
  period: Period,
): readonly SeriesPoint[] | undefined {
  const points = pointsIn(span, period);
  return points.length === dayCount(period) ? points : undefined;
}

function pointsIn(span: readonly SeriesPoint[], { from, to }: Period): SeriesPoint[] {
  return span.filter(({ day }) => day >= from && day <= to);
}

export type ShareBasis =
  /** The total the service counted, with or without rows: all page views, all visitors. */
  | { readonly kind: 'measure'; readonly total: number; readonly isSumOfDays?: true }
  | { readonly kind: 'statistic'; readonly total: number }
  /** The sum of so many rows, the most frequent ones: how many more there are is unknown. */
  | { readonly kind: 'top'; readonly total: number; readonly rows: number };

/** At most so many rows are read for the sum of all. */
export const maxShared = 1_000;

/** The series with the total of what the rows count; undefined where there is none (sessions, events). */
export function measureOf(name: StatisticName, capabilities: Capabilities): SeriesName | undefined {
  const counts = countsOf(name, capabilities);
  return counts === 'page views' ? 'pageviews' : counts === 'visitors' ? 'visitors' : undefined;
}

/** Of the total of a measure; undefined where it is smaller than one of the rows, so that it counts something else. */
export function measureBasis(
  rows: readonly { readonly count: number }[],
  total: number | undefined,
  isSumOfDays = false,
): ShareBasis | undefined {
  const max = rows.reduce((highest, { count }) => Math.max(highest, count), 0);
  return total === undefined || total < max
    ? undefined
    : { kind: 'measure', total, ...(isSumOfDays && { isSumOfDays }) };
}

/** Of the rows themselves. `isWhole`: these are all rows of the statistic, else the most frequent ones. */
export function rowsBasis(
  rows: readonly { readonly count: number | undefined }[],
  isWhole = true,
): ShareBasis {
  if (isWhole && rows.length <= maxShared) return { kind: 'statistic', total: sum(rows) };
  const counts = rows.map(({ count = 0 }) => count).toSorted((a, b) => b - a);
  const top = counts.slice(0, maxShared);
  return { kind: 'top', total: total(top), rows: top.length };
}

/** 0.25 for a quarter; undefined where the whole is zero. */
export function shareOf(count: number | undefined, { total }: ShareBasis): number | undefined {
  return count !== undefined && count >= 0 && total > 0 ? count / total : undefined;
}

/** "25%". */
export function shareText(count: number, { total }: ShareBasis): string {
  return percent(count, total);
}

/** Names the whole for programs: "page views", "all rows", "the top 100". */
export function basisName(name: StatisticName, basis: ShareBasis, capabilities: Capabilities): string {
  if (basis.kind === 'measure') return countsOf(name, capabilities);
  return basis.kind === 'statistic' ? 'all rows' : `the top ${groupThousands(basis.rows)}`;
}

/** "of 1,203 page views", "of all 1,203 sessions", "of the 1,203 sessions of the top 100", "of 1,203 visitors (sum of days)". */
export function basisText(name: StatisticName, basis: ShareBasis, capabilities: Capabilities): string {
  const counted = totalOf(name, basis, capabilities);
  if (basis.kind === 'measure')
    return `of ${counted}${basis.isSumOfDays === true ? ` (${sumOf('days')})` : ''}`;
  if (basis.kind === 'statistic')
    return `of all ${counted}${isSumOfHours(name, capabilities) ? ` (${sumOf('hours')})` : ''}`;
  return `of the ${counted} of ${basisName(name, basis, capabilities)}`;
}

/** Whether who comes in several hours counts as often in their sum. */
export function isSumOfHours(name: StatisticName, capabilities: Capabilities): boolean {
  return name === 'visitors_hours' && !countsVisits(capabilities);
}

/** "1,203 sessions", "1.2 GB". */
function totalOf(name: StatisticName, { total }: ShareBasis, capabilities: Capabilities): string {
  if (unitOf(name) !== undefined) return amountText(name, total);
  return `${groupThousands(total)} ${countsOf(name, capabilities)}`;
}

/** The heading of a column of shares: "Share", "Of top 100". */
export function shareHeading(basis: ShareBasis | undefined): string {
  return basis?.kind === 'top' ? `Of top ${groupThousands(basis.rows)}` : 'Share';
}

/** What the numbers of a statistic are; undefined for counts. */
export function unitOf(name: StatisticName): 'bytes' | 'microseconds' | undefined {
  if (name === 'bytes') return 'bytes';
  return isTime(name) ? 'microseconds' : undefined;
}

/** "12,345", "1.2 GB", "230 ms". A dash for what is not known. */
export function amountText(name: StatisticName, amount: number | undefined): string {
  if (amount === undefined) return groupThousands(amount);
  switch (unitOf(name)) {
    case 'bytes':
      return bytesText(amount);
    case 'microseconds':
      return microsecondsText(amount);
    default:
      return groupThousands(amount);
  }
}

/** The same with what is counted: "12,345 page views", "1.2 GB", "230 ms". */
export function amountOf(name: StatisticName, amount: number, capabilities: Capabilities): string {
  const counts: Counted = countsOf(name, capabilities);
  return unitOf(name) === undefined ? counted(amount, counts) : amountText(name, amount);
}
