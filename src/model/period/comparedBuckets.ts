import { bucket, type Bucket, type BucketUnit } from './bucket.ts';
import { startOfMonth } from './day.ts';
import { sum } from '#model/statistics/series.ts';
import type { SeriesPoint } from '#model/statistics/statistics.ts';

interface ComparedBuckets {
  readonly buckets: readonly Bucket[];
  /** The earlier count of each bucket, by position; undefined where there is none. */
  readonly before: readonly (number | undefined)[];
}

/**
 * Adds up a series by week or month, and the days at the same positions of the earlier series. Where both series begin
 * with the first day of a month, months are compared whole, so that no day is left out.
 */
export function comparedBuckets(
  points: readonly SeriesPoint[],
  before: readonly SeriesPoint[],
  unit: BucketUnit,
): ComparedBuckets {
  const buckets = bucket(points, unit);
  if (unit === 'month' && beginsMonth(points) && beginsMonth(before)) {
    const earlier = bucket(before, 'month');
    if (earlier.length === buckets.length) return { buckets, before: earlier.map(({ count }) => count) };
  }
  let from = 0;
  const counts = buckets.map(({ days }) => {
    const behind = before.slice(from, from + days);
    from += days;
    return behind.length === 0 ? undefined : sum(behind);
  });
  return { buckets, before: counts };
}

function beginsMonth([first]: readonly SeriesPoint[]): boolean {
  return first !== undefined && first.day === startOfMonth(first.day);
}
