import { wholeMonths } from './calendarMonths.ts';
import { addDays, addMonths, dayCount } from './day.ts';
import { includesToday, resolvePeriod, type PeriodChoice } from './period.ts';
import { periodUnit, type PeriodUnit } from './periodUnit.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';

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
