import { addDays, earlierDay } from '#model/period/day.ts';
import { leastDays } from '#model/comparison/periods.ts';
import type { Day, Period, SeriesPoint } from '#model/statistics/statistics.ts';

/**
 * The days whose shape is asked for, without a gap: from the first one compared where those before end the day before, at least
 * the weeks that are read anyway, so that a week has a shape too. Of one day it is also asked whether it stayed: there the whole
 * days that are read after it are among them. After more days another change would hide theirs.
 * @param read days that were read, in any order
 */
export function courseOf(
  read: readonly SeriesPoint[],
  { now, before }: { readonly now: Period; readonly before: Period },
  today: Day,
): SeriesPoint[] {
  const first = addDays(before.to, 1) === now.from ? before.from : now.from;
  const from = earlierDay(first, addDays(now.to, -leastDays));
  const points = new Map(read.map(point => [point.day, point]));
  const last = now.from === now.to ? addDays(today, -1) : now.to;
  const course: SeriesPoint[] = [];
  for (let day = from; day <= last; day = addDays(day, 1)) {
    const point = points.get(day);
    if (point !== undefined) course.push(point);
    else if (day <= now.to) course.length = 0;
    else break;
  }
  return course;
}
