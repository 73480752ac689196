import { addDays } from '#model/period/day.ts';
import { median, sum } from '#model/statistics/series.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';

/** A day to compare another one with, and among how many of its weekday it was chosen. */
export interface UsualDay {
  readonly day: Day;
  readonly among: number;
}

const usualWeeks = 4;

/**
 * The usual day of a day: of the same weekday one to four weeks before, among those with data, the one in the middle by
 * visitors, of an even number the lower, of equal ones the latest. Undefined where none of them has data.
 * @param visitors of the days that have data, in any order
 */
export function usualDay(visitors: readonly SeriesPoint[], day: Day): UsualDay | undefined {
  const before = weekdaysBefore(visitors, day, usualWeeks);
  const counts = before.map(({ count }) => count).sort((a, b) => a - b);
  const middle = counts[Math.ceil(counts.length / 2) - 1];
  const found = before.find(({ count }) => count === middle);
  return found && { day: found.day, among: before.length };
}

/** The same weekday in the weeks before a day, the latest first. */
function weekdaysBefore(points: readonly SeriesPoint[], date: Day, weeks: number): SeriesPoint[] {
  const counts = new Map(points.map(({ day, count }) => [day, count]));
  return Array.from({ length: weeks }, (_, week) => addDays(date, -7 * (week + 1))).flatMap(day => {
    const count = counts.get(day);
    return count === undefined ? [] : [{ day, count }];
  });
}

// What is not compared by that rule has one function each below.

/** Days to read before the last complete one: five weeks of the same weekday. */
export const attentionDays = 35;
const fewestWeeks = 4;

/**
 * For attention and the pane: the median of the same weekday in the five weeks before, and the counts it is of; undefined
 * where fewer than four are known. A website has no days before its first visitor.
 */
export function usualOn(
  visitors: readonly SeriesPoint[],
  day: Day,
): { readonly count: number; readonly of: readonly number[] } | undefined {
  const counts = fiveWeeksBefore(visitors, day).map(({ count }) => count);
  const count = counts.length < fewestWeeks ? undefined : median(counts);
  return count === undefined ? undefined : { count, of: counts };
}

/** For why a day changed: that of the same days whose count is nearest to their median, the latest of several. */
export function nearestDay(visitors: readonly SeriesPoint[], day: Day): UsualDay | undefined {
  const before = fiveWeeksBefore(visitors, day);
  const nearest = nearestToMedian(before);
  return nearest && { day: nearest.day, among: before.length };
}

function fiveWeeksBefore(visitors: readonly SeriesPoint[], day: Day): SeriesPoint[] {
  const first = visitors.findIndex(({ count }) => count > 0);
  return first < 0 ? [] : weekdaysBefore(visitors.slice(first), day, attentionDays / 7);
}

/** For a day without one of its weekday on the other side: the point nearest to the median of all, of several the first. */
export function nearestToMedian(points: readonly SeriesPoint[]): SeriesPoint | undefined {
  const middle = median(points.map(({ count }) => count)) ?? 0;
  return points.toSorted((a, b) => Math.abs(a.count - middle) - Math.abs(b.count - middle))[0];
}

/**
 * For today: the mean of the same weekday in the last four weeks, as far as they are known, times the part that the hours up
 * to now have in all of them. Undefined without such days or hours.
 * @param byHour counts by hour over many days, midnight first
 * @param time hours since midnight, 12.5 for 12:30
 */
export function usualSoFar(
  points: readonly SeriesPoint[],
  today: Day,
  byHour: readonly number[],
  time: number,
): number | undefined {
  const alike = weekdaysBefore(points, today, usualWeeks);
  const all = byHour.reduce((total, count) => total + count, 0);
  if (alike.length === 0 || all === 0) return undefined;
  const over = byHour.map((count, hour) => count * Math.min(1, Math.max(0, time - hour)));
  const until = over.reduce((total, count) => total + count, 0);
  return Math.round((sum(alike) / alike.length) * (until / all));
}
