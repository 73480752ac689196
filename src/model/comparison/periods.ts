import { total } from '#text/fit.ts';
import { addDays, addMonths, dayCount, earlierDay, wholeMonths } from '#model/period/day.ts';
import type { Compared } from '#model/period/format.ts';
import {
  includesToday,
  type PeriodChoice,
  periodUnit,
  type PeriodUnit,
  resolvePeriod,
} from '#model/period/period.ts';
import { windows } from '#model/statistics/series.ts';
import type { Day, Period, SeriesPoint } from '#model/statistics/statistics.ts';

/** `usual` is the usual day of one complete day, and of more the period before. The others are literal. */
export const baselines = ['usual', 'previous', 'weekdays', 'year'] as const;
export type Baseline = (typeof baselines)[number];
export const defaultBaseline: Baseline = 'usual';

export interface ComparedPeriods extends Compared {
  readonly rest: Period | undefined;
  /** Of today, and of the other day, only the hours before this one. */
  readonly until?: number | undefined;
}

/** The complete days of a period; undefined for today alone, which has none. */
export function completeDays(period: Period, today: Day): Period | undefined {
  if (!includesToday(period, today)) return period;
  return period.from === today ? undefined : { from: period.from, to: addDays(today, -1) };
}

/** The day whose usual day a period is compared with, which depends on the website: its only complete one, or today alone. */
export function dayOfUsual(
  choice: PeriodChoice,
  baseline: Baseline | undefined,
  today: Day,
): Day | undefined {
  const { from, to } = completeDays(resolvePeriod(choice, today), today) ?? { from: today, to: today };
  return baseline === 'usual' && from === to ? from : undefined;
}

/**
 * The complete days and the earlier days; undefined for today alone, which has none, and without a baseline.
 * @param usual that of dayOfUsual; without it nothing is compared where it is needed
 */
export function comparedPeriods(
  choice: PeriodChoice,
  baseline: Baseline | undefined,
  today: Day,
  usual?: UsualDay,
): ComparedPeriods | undefined {
  const period = resolvePeriod(choice, today);
  const now = completeDays(period, today);
  if (baseline === undefined || now === undefined) return undefined;
  const isRunning = includesToday(period, today);
  const rest = isRunning ? { from: today, to: today } : undefined;
  if (dayOfUsual(choice, baseline, today) !== undefined)
    return usual && { now, before: { from: usual.day, to: usual.day }, rest, among: usual.among };
  return { now, before: daysBefore(now, baseline, periodUnit(choice, today), isRunning), rest };
}

/**
 * What one day is compared with, alone or inside a longer period; of today the hours that are over.
 * @param visitors of those of the four weeks before it that have data, and perhaps of more days
 */
export function comparedDay(
  day: Day,
  baseline: Baseline | undefined,
  visitors: readonly SeriesPoint[],
): ComparedPeriods | undefined {
  const usual = baseline === 'usual' ? usualDay(visitors, day) : undefined;
  return comparedPeriods({ kind: 'range', from: day, to: day }, baseline, addDays(day, 1), usual);
}

function daysBefore(
  now: Period,
  baseline: Baseline,
  { unit, count }: PeriodUnit,
  isRunning: boolean,
): Period {
  // A year ago is 52 weeks, so that the weekdays match.
  if (baseline === 'year') return shift(now, -364);
  const days = dayCount(now);
  if (baseline === 'weekdays') return shift(now, -7 * Math.ceil(days / 7));
  if (unit === 'weeks') return shift(now, -7 * count);
  if (unit === 'days') return shift(now, -days);
  if (!isRunning) return wholeMonths(addMonths(now.from, -count), count);
  // The same part of the earlier unit, shorter where that month is too short.
  return { from: addMonths(now.from, -count), to: addMonths(now.to, -count) };
}

function shift(period: Period, days: number): Period {
  return { from: addDays(period.from, days), to: addDays(period.to, days) };
}

/** Days to read before the last complete one: the weeks among which its usual day is, and one more to see how days vary. */
export const minDays = 35;

/** Days to read after a day that is past, to see whether what it did has stayed. */
const daysAfter = 7;

export interface SeriesPeriods {
  readonly span: Period;
  /** The earlier days, where a separate request for them takes fewer requests in all. */
  readonly apart: Period | undefined;
}

/**
 * The period, the days compared with, the weeks before the last day, and today where the period ends yesterday. Earlier
 * days that need no further request are included, so that choosing another comparison needs none either.
 */
export function seriesPeriods(
  choice: PeriodChoice,
  baseline: Baseline | undefined,
  today: Day,
): SeriesPeriods {
  const period = resolvePeriod(choice, today);
  const yesterday = addDays(today, -1);
  const weeksBefore = addDays(lastWholeDay(period, today), -minDays);
  const neededDays = {
    from: earlierDay(period.from, weeksBefore),
    to: period.to === yesterday ? today : period.to,
  };
  const after = earlierDay(addDays(period.to, daysAfter), yesterday);
  const others = [
    ...(period.from === period.to && after > period.to ? [{ from: period.from, to: after }] : []),
    { from: addDays(period.from, -usualDays), to: period.from },
    ...baselines.map(each => comparedPeriods(choice, each, today)?.before),
  ];
  const span = others.reduce<Period>((wider, days) => {
    const joined = withDays(wider, days);
    return requests(joined) === requests(wider) ? joined : wider;
  }, neededDays);
  const before = comparedPeriods(choice, baseline, today)?.before;
  if (before === undefined || before.from >= span.from) return { span, apart: undefined };
  const together = withDays(span, before);
  return requests(together) <= requests(span) + requests(before)
    ? { span: together, apart: undefined }
    : { span, apart: before };
}

function withDays(span: Period, days: Period = span): Period {
  return { from: earlierDay(span.from, days.from), to: days.to > span.to ? days.to : span.to };
}

function requests(period: Period): number {
  return windows(period).length;
}

/** The last complete day of a period; yesterday where the period is today alone. */
export function lastWholeDay(period: Period, today: Day): Day {
  return earlierDay(period.to, addDays(today, -1));
}

/** A day to compare another one with, and among how many of its weekday it was chosen. */
export interface UsualDay {
  readonly day: Day;
  readonly among: number;
}

const usualWeeks = 4;
/** Days to read before a day to know its usual one. */
export const usualDays = 7 * usualWeeks;

/**
 * The usual day of a day: of the same weekday one to four weeks before, among those with data, the one in the middle by
 * visitors, of an even number the lower, of equal ones the latest. Undefined where none of them has data.
 * @param visitors of the days that have data, in any order
 */
export function usualDay(visitors: readonly SeriesPoint[], day: Day): UsualDay | undefined {
  const before = weekdaysBefore(visitors, day);
  const counts = before.map(({ count }) => count).sort((a, b) => a - b);
  const middle = counts[Math.ceil(counts.length / 2) - 1];
  const found = before.find(({ count }) => count === middle);
  return found && { day: found.day, among: before.length };
}

/** The usual bound for outliers, in robust deviations (Iglewicz and Hoaglin). */
export const farFromUsual = 3.5;
/** Of fewer earlier days of its weekday nobody knows how far they lie from each other. */
const minWeeks = 4;

/**
 * The count of a day's usual one, and those of all days it is among; undefined where these are too few to tell how they vary.
 * @param points of the days that have data
 */
export function usualCount(
  points: readonly SeriesPoint[],
  day: Day,
): { readonly usual: number; readonly counts: readonly number[] } | undefined {
  const before = weekdaysBefore(points, day);
  const usual = before.find(point => point.day === usualDay(before, day)?.day)?.count;
  return usual === undefined || before.length < minWeeks
    ? undefined
    : { usual, counts: before.map(({ count }) => count) };
}

/** The days among which the usual one is, the latest first. */
function weekdaysBefore(visitors: readonly SeriesPoint[], date: Day): SeriesPoint[] {
  const counts = new Map(visitors.map(({ day, count }) => [day, count]));
  return Array.from({ length: usualWeeks }, (_, week) => addDays(date, -7 * (week + 1))).flatMap(day => {
    const count = counts.get(day);
    return count === undefined ? [] : [{ day, count }];
  });
}

/** Of a day that is not over the hours that are, beside the same hours of another day. */
export interface HoursSoFar {
  /** How many hours are over: "by 14:00". */
  readonly hours: number;
  readonly now: number;
  readonly before: number;
}

/**
 * Undefined before the first hour is over.
 * @param now counts by hour, midnight first, as `before`
 * @param hour that is not over, where they were requested
 */
export function hoursSoFar(
  now: readonly number[],
  before: readonly number[],
  hour: number,
): HoursSoFar | undefined {
  // A service whose clock is ahead has counted hours that have not begun here.
  const hours = Math.max(
    hour,
    now.findLastIndex(count => count > 0),
  );
  const until = (counts: readonly number[]) => total(counts.slice(0, hours));
  return hours === 0 ? undefined : { hours, now: until(now), before: until(before) };
}
