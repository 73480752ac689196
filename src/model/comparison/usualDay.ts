import { addDays } from '#model/period/day.ts';
import { median, sum } from '#model/statistics/series.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';

/** Days to read before the last complete one: five weeks of the same weekday. */
export const attentionDays = 35;
const fewestWeeks = 4;

/** What is usual on the weekday of a day: the median of the weeks before; undefined where too few are known. */
export function usualOn(visitors: readonly SeriesPoint[], day: Day): number | undefined {
  const weeksBefore = sameWeekdays(visitors, day);
  return weeksBefore.length < fewestWeeks ? undefined : median(weeksBefore.map(({ count }) => count));
}

/**
 * The earlier day of the same weekday whose count is nearest to their median, the latest of several, and among how many it
 * is; undefined where none is known.
 */
export function usualDay(
  visitors: readonly SeriesPoint[],
  of: Day,
): { readonly day: Day; readonly among: number } | undefined {
  const weeksBefore = sameWeekdays(visitors, of);
  const usual = mostUsual(weeksBefore);
  return usual && { day: usual.day, among: weeksBefore.length };
}

/** The day nearest to the median of all, of several the first. */
export function mostUsual(points: readonly SeriesPoint[]): SeriesPoint | undefined {
  const middle = median(points.map(({ count }) => count)) ?? 0;
  return points.toSorted((a, b) => Math.abs(a.count - middle) - Math.abs(b.count - middle))[0];
}

/** The same weekday in the weeks before a day, the latest first; a younger website has no usual day yet. */
export function sameWeekdays(visitors: readonly SeriesPoint[], of: Day): SeriesPoint[] {
  const counts = new Map(visitors.map(({ day, count }) => [day, count]));
  const first = visitors.find(point => point.count > 0)?.day;
  const weeksBefore: SeriesPoint[] = [];
  for (let back = 7; back <= attentionDays; back += 7) {
    const day = addDays(of, -back);
    const count = counts.get(day);
    if (count !== undefined && first !== undefined && day >= first) weeksBefore.push({ day, count });
  }
  return weeksBefore;
}

const weeks = 4;

/**
 * What a day has by a time of day if it goes as usual: the mean of the same weekday in the last four weeks, as far as they
 * are among `points`, times the part that its hours up to then have in all of them. Undefined without such days or hours.
 * @param byHour counts by hour over many days, midnight first
 * @param time hours since midnight, 12.5 for 12:30
 */
export function usualSoFar(
  points: readonly SeriesPoint[],
  today: Day,
  byHour: readonly number[],
  time: number,
): number | undefined {
  const days = new Set(Array.from({ length: weeks }, (_, week) => addDays(today, -7 * (week + 1))));
  const alike = points.filter(({ day }) => days.has(day));
  const all = byHour.reduce((total, count) => total + count, 0);
  if (alike.length === 0 || all === 0) return undefined;
  const until = byHour.reduce(
    (total, count, hour) => total + count * Math.min(1, Math.max(0, time - hour)),
    0,
  );
  return Math.round((sum(alike) / alike.length) * (until / all));
}
