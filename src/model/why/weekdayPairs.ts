import { dayOfWeek } from '#model/period/day.ts';
import type { SeriesPoint } from '#model/statistics/statistics.ts';

interface WeekdayPair {
  readonly now: SeriesPoint;
  readonly before: SeriesPoint;
}

/**
 * Each day beside one of its own weekday: the first Monday beside the first Monday before, and so on. Periods of different
 * lengths, or that begin on different weekdays, leave days alone on either side.
 */
export function weekdayPairs(now: readonly SeriesPoint[], before: readonly SeriesPoint[]): WeekdayPair[] {
  const waiting = Array.from({ length: 7 }, (): SeriesPoint[] => []);
  for (const point of before.toReversed()) waiting[dayOfWeek(point.day)]?.push(point);
  return now.flatMap(point => {
    const beside = waiting[dayOfWeek(point.day)]?.pop();
    return beside === undefined ? [] : [{ now: point, before: beside }];
  });
}
