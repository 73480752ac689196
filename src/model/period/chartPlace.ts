import type { Day, Period } from '#model/statistics/statistics.ts';

/**
 * Where a cursor stands: on the day, week or month of a chart that has this day; on an hour, 0 to 23; or on an hour of the
 * week, 0 for Monday 00:00 to 167.
 */
export type ChartPlace = Day | number;

export type CursorMove = 'left' | 'right' | 'first' | 'last';

/** The index of the bucket with the day; undefined where no bucket has it. */
export function placeOfDay(buckets: readonly Period[], day: Day): number | undefined {
  const found = buckets.findIndex(({ from, to }) => from <= day && day <= to);
  return found === -1 ? undefined : found;
}

/** The index after a move among `count`. From nowhere, left comes to the last one and right to the first. */
export function movedPlace(place: number | undefined, move: CursorMove, count: number): number {
  const last = count - 1;
  if (move === 'first') return 0;
  if (move === 'last') return last;
  if (place === undefined) return move === 'left' ? last : 0;
  return Math.min(Math.max(place + (move === 'left' ? -1 : 1), 0), last);
}
