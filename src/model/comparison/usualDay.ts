import { addDays } from '#model/period/day.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';

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
const fewestWeeks = 4;

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
  return usual === undefined || before.length < fewestWeeks
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
export interface ByNow {
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
export function byNow(now: readonly number[], before: readonly number[], hour: number): ByNow | undefined {
  // A service whose clock is ahead has counted hours that have not begun here.
  const hours = Math.max(
    hour,
    now.findLastIndex(count => count > 0),
  );
  const until = (counts: readonly number[]) => counts.slice(0, hours).reduce((sum, count) => sum + count, 0);
  return hours === 0 ? undefined : { hours, now: until(now), before: until(before) };
}
