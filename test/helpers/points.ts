import { addDays } from '#model/period/day.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';

/** A series from this day on. */
export const pointsFrom = (first: Day, counts: readonly number[]): SeriesPoint[] =>
  counts.map((count, place) => ({ day: addDays(first, place), count }));
