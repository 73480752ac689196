import { dayCount } from '#model/period/day.ts';
import { bestDay, sum } from './series.ts';
import type { Day, Period, SeriesPoint } from './statistics.ts';

/** A measure over a period, beside what it is compared with. */
export interface Summary {
  /** The period's points, today's among them where the period has it. */
  readonly points: readonly SeriesPoint[];
  /** The points compared with, by place. */
  readonly before: readonly SeriesPoint[];
  /** Of the whole days alone: what may be compared with countBefore. */
  readonly count: number;
  /** Undefined where there is nothing to compare with, or it was not read. */
  readonly countBefore: number | undefined;
  /** Of every day of the period, today so far included. */
  readonly total: number;
  /** Of the whole days; of today alone where there are none. */
  readonly best: SeriesPoint | undefined;
  /** Today so far, where it was read. */
  readonly today: number | undefined;
}

/**
 * Splits a series, read over the days of seriesPeriods, into the period, what it is compared with and today, which is not
 * over and compared with nothing. `before`: the days compared with, and their points where they were read apart.
 */
export function summarise(
  span: readonly SeriesPoint[],
  period: Period,
  today: Day,
  before?: { readonly period: Period; readonly points?: readonly SeriesPoint[] | undefined },
): Summary {
  const points = pointsIn(span, period);
  const whole = points.filter(point => point.day < today);
  const earlier = before && (before.points ?? pointsOfAll(span, before.period));
  return {
    points,
    before: earlier ?? [],
    count: sum(whole),
    countBefore: earlier && sum(earlier),
    total: sum(points),
    best: bestDay(whole.length === 0 ? points : whole),
    today: span.find(point => point.day === today)?.count,
  };
}

/** Undefined where a day of the period is missing: part of it would read as a rise. */
function pointsOfAll(span: readonly SeriesPoint[], period: Period): readonly SeriesPoint[] | undefined {
  const points = pointsIn(span, period);
  return points.length === dayCount(period) ? points : undefined;
}

function pointsIn(span: readonly SeriesPoint[], { from, to }: Period): SeriesPoint[] {
  return span.filter(({ day }) => day >= from && day <= to);
}
