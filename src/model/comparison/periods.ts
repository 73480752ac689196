import { addDays, addMonths, dayCount, earlierDay, wholeMonths } from '#model/period/day.ts';
import {
  includesToday,
  type PeriodChoice,
  periodUnit,
  type PeriodUnit,
  resolvePeriod,
} from '#model/period/period.ts';
import { windows } from '#model/statistics/series.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { attentionDays } from './usualDay.ts';

/** What a period is compared with: the period before, the same weekdays before, or those a year ago. */
export const baselines = ['previous', 'weekdays', 'year'] as const;
export type Baseline = (typeof baselines)[number];
export const defaultBaseline: Baseline = 'previous';

export interface ComparedPeriods {
  /** The complete days of the period. */
  readonly now: Period;
  readonly before: Period;
  /** Today, which is unfinished and left out, where the period includes it. */
  readonly rest: Period | undefined;
}

/** The complete days and the earlier days; undefined for today alone, which has none, and without a baseline. */
export function comparedPeriods(
  choice: PeriodChoice,
  baseline: Baseline | undefined,
  today: Day,
): ComparedPeriods | undefined {
  const period = resolvePeriod(choice, today);
  const isRunning = includesToday(period, today);
  if (baseline === undefined || (isRunning && period.from === today)) return undefined;
  const now = isRunning ? { from: period.from, to: addDays(today, -1) } : period;
  return {
    now,
    before: daysBefore(now, baseline, periodUnit(choice, today), isRunning),
    rest: isRunning ? { from: today, to: today } : undefined,
  };
}

function daysBefore(
  now: Period,
  baseline: Baseline,
  { unit, count }: PeriodUnit,
  isRunning: boolean,
): Period {
  // A year ago is 52 weeks, so that the weekdays match.
  if (baseline === 'year') return shift(now, -364);
  const days = dayCount(now);
  if (baseline === 'weekdays') return shift(now, -7 * Math.ceil(days / 7));
  if (unit === 'weeks') return shift(now, -7 * count);
  if (unit === 'days') return shift(now, -days);
  if (!isRunning) return wholeMonths(addMonths(now.from, -count), count);
  // The same part of the earlier unit, shorter where that month is too short.
  return { from: addMonths(now.from, -count), to: addMonths(now.to, -count) };
}

function shift(period: Period, days: number): Period {
  return { from: addDays(period.from, days), to: addDays(period.to, days) };
}

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
