import type { Capabilities } from '#model/service/capabilities.ts';
import { dayCount } from '#model/period/day.ts';
import { bestDay, sum } from './series.ts';
import type { Day, Period, SeriesPoint } from './statistics.ts';

/** What a number of visitors over several days is where the service counts them by the day. */
export const visitorsNote = 'the sum of the days: who comes on two days counts twice';

export interface Summary {
  /** The period's points, with today's where the period includes it. */
  readonly points: readonly SeriesPoint[];
  /** The earlier points, by position. */
  readonly before: readonly SeriesPoint[];
  /** The count of whole days only, which may be compared with countBefore. */
  readonly count: number;
  /** Undefined where nothing is compared, or it is not read. */
  readonly countBefore: number | undefined;
  /** Of every day of the period, today so far included; a sum unless `isExact`. */
  readonly total: number;
  /** The service itself counted the visitors of the period, everybody once. */
  readonly isExact?: true;
  /** The best of the whole days; today where the period is today alone. */
  readonly best: SeriesPoint | undefined;
  /** Today so far, where it was read. */
  readonly today: number | undefined;
}

/**
 * Splits a series, read over the days of seriesPeriods, into the period, the days compared with, and today, which is
 * unfinished and compared with nothing. `before`: the earlier days, and their points where they were read separately.
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

/** With the visitors that the service counted; changes stay those of the days, which are alike on both sides. */
export function withExactTotal(summary: Summary, visitors: number | undefined): Summary {
  return visitors === undefined ? summary : { ...summary, total: visitors, isExact: true };
}

/** Whether the visitors of a period have to be asked for: of one day they are those of the day. */
export function hasExactVisitors({ visitors }: Capabilities, { from, to }: Period): boolean {
  return visitors.ofPeriod === 'exact' && from !== to;
}

/** Undefined where a day of the period is missing: a part of it would read as a rise or a fall. */
export function pointsOfAll(
  span: readonly SeriesPoint[],
  period: Period,
): readonly SeriesPoint[] | undefined {
  const points = pointsIn(span, period);
  return points.length === dayCount(period) ? points : undefined;
}

function pointsIn(span: readonly SeriesPoint[], { from, to }: Period): SeriesPoint[] {
  return span.filter(({ day }) => day >= from && day <= to);
}
