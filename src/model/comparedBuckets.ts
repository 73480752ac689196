import { bucket, type Bucket, type BucketUnit } from './bucket.ts';
import { monthCount } from './calendarMonths.ts';
import { sum } from './series.ts';
import type { SeriesPoint } from './statistics.ts';

export interface ComparedBuckets {
  readonly buckets: readonly Bucket[];
  /** The earlier count for each bucket, by place; undefined where there is none. */
  readonly before: readonly (number | undefined)[];
}

/**
 * Adds up a series, and beside each week or month the days that stand at its place in the earlier series. Whole calendar
 * months meet whole calendar months, so that none of their days is left out.
 */
export function comparedBuckets(
  points: readonly SeriesPoint[],
  before: readonly SeriesPoint[],
  unit: BucketUnit,
): ComparedBuckets {
  const buckets = bucket(points, unit);
  if (unit === 'month' && areWholeMonths(points) && areWholeMonths(before)) {
    const earlier = bucket(before, 'month');
    return { buckets, before: buckets.map((_, place) => earlier[place]?.count) };
  }
  let from = 0;
  const counts = buckets.map(({ days }) => {
    const behind = before.slice(from, from + days);
    from += days;
    return behind.length === 0 ? undefined : sum(behind);
  });
  return { buckets, before: counts };
}

function areWholeMonths(points: readonly SeriesPoint[]): boolean {
  const [first, last] = [points[0], points.at(-1)];
  return (
    first !== undefined && last !== undefined && monthCount({ from: first.day, to: last.day }) !== undefined
  );
}
