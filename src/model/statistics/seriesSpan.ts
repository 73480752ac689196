import { attentionDays } from '#model/website/attention.ts';
import { baselines, comparedPeriods, type Baseline } from '#model/period/comparedPeriods.ts';
import { addDays, earlierDay } from '#model/period/day.ts';
import { resolvePeriod, type PeriodChoice } from '#model/period/period.ts';
import { windows } from './series.ts';
import type { Day, Period } from './statistics.ts';

export interface SeriesPeriods {
  readonly span: Period;
  /** The earlier days, where a separate request for them takes fewer requests in all. */
  readonly apart: Period | undefined;
}

/**
 * The days to request of a series: the period, the days compared with, the weeks before the last day (to tell an unusual
 * one), and today where the period ends yesterday (for "today so far"). Earlier days that need no further request are
 * included, so that choosing another comparison needs none either.
 */
export function seriesPeriods(
  choice: PeriodChoice,
  baseline: Baseline | undefined,
  today: Day,
): SeriesPeriods {
  const period = resolvePeriod(choice, today);
  const endsYesterday = period.to === addDays(today, -1);
  const weeksBefore = addDays(lastWholeDay(period, today), -attentionDays);
  const least = { from: earlierDay(period.from, weeksBefore), to: endsYesterday ? today : period.to };
  const span = baselines.reduce((wider, each) => {
    const joined = withDays(wider, comparedPeriods(choice, each, today)?.before);
    return requests(joined) === requests(wider) ? joined : wider;
  }, least);
  const before = comparedPeriods(choice, baseline, today)?.before;
  if (before === undefined || before.from >= span.from) return { span, apart: undefined };
  const together = withDays(span, before);
  return requests(together) <= requests(span) + requests(before)
    ? { span: together, apart: undefined }
    : { span, apart: before };
}

function withDays(span: Period, earlier: Period = span): Period {
  return { from: earlierDay(span.from, earlier.from), to: span.to };
}

function requests(period: Period): number {
  return windows(period).length;
}

/** The last complete day of a period; yesterday where the period is today alone. */
export function lastWholeDay(period: Period, today: Day): Day {
  return earlierDay(period.to, addDays(today, -1));
}
