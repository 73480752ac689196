import { previousPeriod } from './period.ts';
import { bestDay, sum } from './series.ts';
import type { Day, Period, SeriesPoint } from './statistics.ts';

/** A measure over a period, beside the period before it. */
export interface Summary {
  /** The period's points, today's among them where the period has it. */
  readonly points: readonly SeriesPoint[];
  /** The points of the period before, by place. */
  readonly before: readonly SeriesPoint[];
  readonly count: number;
  readonly countBefore: number;
  readonly best: SeriesPoint | undefined;
  /** Today so far, where it was read. */
  readonly today: number | undefined;
}

/**
 * Splits a series that was read over seriesSpan(period) into the period, the one before and today. Sums are of whole
 * days: today, not over yet, is compared with nothing.
 */
export function summarise(span: readonly SeriesPoint[], period: Period, today: Day): Summary {
  const points = pointsIn(span, period);
  const before = pointsIn(span, previousPeriod(period));
  const whole = points.filter(point => point.day < today);
  return {
    points,
    before,
    count: sum(whole),
    countBefore: sum(before.slice(0, whole.length)),
    best: bestDay(whole),
    today: span.find(point => point.day === today)?.count,
  };
}

function pointsIn(span: readonly SeriesPoint[], { from, to }: Period): SeriesPoint[] {
  return span.filter(({ day }) => day >= from && day <= to);
}
