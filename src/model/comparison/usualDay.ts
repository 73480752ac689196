import { addDays } from '#model/period/day.ts';
import { sum } from '#model/statistics/series.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';

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
