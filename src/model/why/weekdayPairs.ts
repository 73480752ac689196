import { dayOfWeek } from '#model/period/day.ts';
import { median } from '#model/statistics/median.ts';
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

interface LonePair extends WeekdayPair {
  /** Which of the two stands alone. */
  readonly alone: 'now' | 'before';
}

/**
 * The days that are left alone, each beside the most usual one of its weekday on the other side: the pair says how unusual
 * the day is, but adds nothing up, since the usual day has a partner of its own.
 */
export function lonePairs(
  now: readonly SeriesPoint[],
  before: readonly SeriesPoint[],
  paired: readonly WeekdayPair[],
): LonePair[] {
  const taken = new Set(paired.flatMap(pair => [pair.now, pair.before]));
  return [
    ...now.flatMap((point): LonePair[] => {
      const usual = taken.has(point) ? undefined : mostUsual(before, point);
      return usual === undefined ? [] : [{ now: point, before: usual, alone: 'now' }];
    }),
    ...before.flatMap((point): LonePair[] => {
      const usual = taken.has(point) ? undefined : mostUsual(now, point);
      return usual === undefined ? [] : [{ now: usual, before: point, alone: 'before' }];
    }),
  ];
}

function mostUsual(points: readonly SeriesPoint[], { day }: SeriesPoint): SeriesPoint | undefined {
  const same = points.filter(point => dayOfWeek(point.day) === dayOfWeek(day));
  const middle = median(same.map(({ count }) => count)) ?? 0;
  return same.toSorted((a, b) => Math.abs(a.count - middle) - Math.abs(b.count - middle))[0];
}
