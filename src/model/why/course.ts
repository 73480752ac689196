import { addDays, earlierDay } from '#model/period/day.ts';
import { leastDays } from '#model/comparison/periods.ts';
import type { Period, SeriesPoint } from '#model/statistics/statistics.ts';

/**
 * The days whose shape is asked for: up to the last one compared, without a gap, from the first one compared where those before
 * end the day before; at least the weeks that are read anyway, so that a week has a shape too.
 * @param read days that were read, in any order
 */
export function courseOf(
  read: readonly SeriesPoint[],
  { now, before }: { readonly now: Period; readonly before: Period },
): SeriesPoint[] {
  const first = addDays(before.to, 1) === now.from ? before.from : now.from;
  const from = earlierDay(first, addDays(now.to, -leastDays));
  const points = new Map(read.map(point => [point.day, point]));
  const course: SeriesPoint[] = [];
  for (let day = now.to; day >= from; day = addDays(day, -1)) {
    const point = points.get(day);
    if (point === undefined) break;
    course.push(point);
  }
  return course.toReversed();
}
