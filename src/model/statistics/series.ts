import { total } from '#text/fit.ts';
import { addDays, dayCount, dayOfWeek, daysFrom, earlierDay, parseDay } from '#model/period/day.ts';
import type { Day, Period, SeriesPoint, StatisticRow } from './statistics.ts';

/** A day's counts by hour, midnight first; undefined: not read. */
export interface DayHours {
  readonly day: Day;
  readonly hours: readonly number[] | undefined;
}

/** The average of each hour over the read days of each weekday; Monday first, undefined where none was read. */
export function weekHours(days: readonly DayHours[]): (number | undefined)[][] {
  return Array.from({ length: 7 }, (_, weekday) => {
    const read = days.flatMap(({ day, hours }) => (hours && dayOfWeek(day) === weekday ? [hours] : []));
    return Array.from({ length: 24 }, (__, hour) =>
      read.length === 0 ? undefined : read.reduce((sum, hours) => sum + (hours[hour] ?? 0), 0) / read.length,
    );
  });
}

interface WeekHour {
  /** 0 for Monday. */
  readonly weekday: number;
  readonly hour: number;
  readonly count: number;
}

/** The busiest hour of the week, the first one where several are equal; undefined without visitors. */
export function busiestHour(week: readonly (readonly (number | undefined)[])[]): WeekHour | undefined {
  let best: WeekHour | undefined;
  for (const [weekday, hours] of week.entries())
    for (const [hour, count = 0] of hours.entries())
      if (count > (best?.count ?? 0)) best = { weekday, hour, count };
  return best;
}

/** The median, of an even number of values the mean of the two in the middle; undefined for no values. */
export function median(numbers: readonly number[]): number | undefined {
  const sorted = [...numbers].sort((a, b) => a - b);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.ceil(sorted.length / 2) - 1];
  return high === undefined || low === undefined ? undefined : (low + high) / 2;
}

/** The median absolute deviation (MAD) from a middle, as a standard deviation: a single outlier does not change it. */
export function robustDeviation(numbers: readonly number[], middle: number): number {
  return 1.4826 * (median(numbers.map(number => Math.abs(number - middle))) ?? 0);
}

/** The period split into consecutive windows of at most 100 days, which one page of 100 rows can hold. */
export function windows(period: Period, maxDays = 100): Period[] {
  const parts: Period[] = [];
  for (let { from } = period; from <= period.to; from = addDays(from, maxDays)) {
    const to = earlierDay(addDays(from, maxDays - 1), period.to);
    parts.push({ from, to });
    if (to === period.to) break;
  }
  return parts;
}

/** Zero where there is no row. Rows of the same day are added up, and rows of other days are dropped. */
export function fillZeros(period: Period, rows: readonly StatisticRow[]): SeriesPoint[] {
  const counts = new Map(daysFrom(period.from, dayCount(period)).map(day => [day, 0]));
  for (const { value, count } of rows) {
    const day = parseDay(value);
    const before = day === undefined ? undefined : counts.get(day);
    if (day !== undefined && before !== undefined) counts.set(day, before + count);
  }
  return Array.from(counts, ([day, count]) => ({ day, count }));
}

/** 24 counts, midnight first; rows of no hour are dropped. */
export function fillHours(rows: readonly StatisticRow[]): number[] {
  const counts = Array.from({ length: 24 }, () => 0);
  for (const { value, count } of rows) {
    const hour = parseHour(value);
    if (hour !== undefined) counts[hour] = (counts[hour] ?? 0) + count;
  }
  return counts;
}

/** The hour of "00" or "0" to "23", or of a time such as "13:00"; undefined for other texts. */
export function parseHour(text: string): number | undefined {
  const hour = Number(/^\s*(\d{1,2})(?::\d{2}){0,2}\s*$/.exec(text)?.[1] ?? NaN);
  return hour < 24 ? hour : undefined;
}

/** Of numbers that are sums of products with it, equal ones stay equal: it is a multiple of a power of two. */
const exactness = 2 ** 26;

/** What numbers are multiplied by where an index is shown in their place: the first count above zero makes 100; undefined without any. */
export function indexScale(counts: readonly (number | undefined)[]): number | undefined {
  const first = counts.find((count = 0) => count > 0);
  return first && Math.max(1, Math.round((100 / first) * exactness)) / exactness;
}

/** Of what is known. */
export function sum(points: readonly { readonly count: number | undefined }[]): number {
  return points.reduce((total, { count = 0 }) => total + count, 0);
}

/** The one with the highest count, the first where several have it; undefined where all are zero. */
export function mostOf<T extends { readonly count: number | undefined }>(all: readonly T[]): T | undefined {
  let highest: T | undefined;
  for (const each of all) if ((each.count ?? 0) > (highest?.count ?? 0)) highest = each;
  return highest;
}

export function bestDay(
  points: readonly { readonly day: Day; readonly count: number | undefined }[],
): SeriesPoint | undefined {
  const best = mostOf(points);
  return best && { day: best.day, count: best.count ?? 0 };
}

/** A weekday with less than this part of the average day, its largest day apart, has nobody as a rule. */
const quietPart = 0.05;

interface ClosedDay extends SeriesPoint {
  /** What the other days of its weekday have on average. */
  readonly usual: number;
}

/** Of the others every day is zero whatever happens. Of a website that has hardly begun all days are open. */
export function openDays(points: readonly SeriesPoint[]): {
  readonly open: readonly SeriesPoint[];
  readonly closed: readonly ClosedDay[];
} {
  const counts = Array.from({ length: 7 }, (): number[] => []);
  for (const { day, count } of points) counts[dayOfWeek(day)]?.push(count);
  const min = quietPart * (sum(points) / Math.max(1, points.length));
  const weekdays = counts.map(each => {
    const usual = (total(each) - Math.max(0, ...each)) / Math.max(1, each.length - 1);
    // A single one says nothing of what is so as a rule.
    return { usual, isQuiet: each.length > 1 && usual < min, hasSome: (median(each) ?? 0) > 0 };
  });
  if (!weekdays.some(({ isQuiet, hasSome }) => !isQuiet && hasSome)) return { open: points, closed: [] };
  const isClosed = ({ day }: SeriesPoint) => weekdays[dayOfWeek(day)]?.isQuiet === true;
  return {
    open: points.filter(point => !isClosed(point)),
    closed: points
      .filter(isClosed)
      .map(point => ({ ...point, usual: weekdays[dayOfWeek(point.day)]?.usual ?? 0 })),
  };
}

/**
 * The days after the last one with a count on which some come as a rule, by the days since the first with one: on the others
 * nobody is missed.
 * @param points in order
 */
export function missedDays(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  const hasCount = ({ count }: SeriesPoint) => count > 0;
  const last = points.findLastIndex(hasCount);
  const { closed } = openDays(points.slice(Math.max(0, points.findIndex(hasCount)), last + 1));
  const weekdays = new Set(closed.map(({ day }) => dayOfWeek(day)));
  return points.slice(last + 1).filter(({ day }) => !weekdays.has(dayOfWeek(day)));
}
