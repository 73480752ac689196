import { comparedPeriods } from './comparedPeriods.ts';
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
 * Splits a series that was read over seriesSpan(period) into the period, the one before and today. Today, not over yet,
 * is compared with nothing.
 */
export function summarise(span: readonly SeriesPoint[], period: Period, today: Day): Summary {
  const points = pointsIn(span, period);
  const whole = points.filter(point => point.day < today);
  const compared = comparedPeriods(period, 'previous', today);
  const before = compared === undefined ? [] : pointsIn(span, compared.before);
  return {
    points,
    before,
    count: sum(whole),
    countBefore: compared === undefined ? undefined : sum(before),
    total: sum(points),
    best: bestDay(whole.length === 0 ? points : whole),
    today: span.find(point => point.day === today)?.count,
  };
}

/** The same measure beside other days; undefined: they are not read yet. */
export function comparedWith(summary: Summary, before: readonly SeriesPoint[] | undefined): Summary {
  return { ...summary, before: before ?? [], countBefore: before && sum(before) };
}

function pointsIn(span: readonly SeriesPoint[], { from, to }: Period): SeriesPoint[] {
  return span.filter(({ day }) => day >= from && day <= to);
}
