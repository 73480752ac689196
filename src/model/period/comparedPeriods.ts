import { wholeMonths } from './calendarMonths.ts';
import { addDays, addMonths, dayCount } from './day.ts';
import { includesToday, resolvePeriod, type PeriodChoice } from './period.ts';
import { periodUnit, type PeriodUnit } from './periodUnit.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';

/** What the numbers of a period are held against: the period before, the same weekdays before, or those a year ago. */
export const baselines = ['previous', 'weekdays', 'year'] as const;
export type Baseline = (typeof baselines)[number];
export const defaultBaseline: Baseline = 'previous';

export interface ComparedPeriods {
  /** The days of the period that are over. */
  readonly now: Period;
  readonly before: Period;
  /** Today, which is not over and so left out, where the period reaches it. */
  readonly rest: Period | undefined;
}

/** Whole days beside whole days; undefined for today alone, which has none, and without a baseline. */
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
  // A year ago by weeks, so that Mondays meet Mondays.
  if (baseline === 'year') return shift(now, -364);
  const days = dayCount(now);
  if (baseline === 'weekdays') return shift(now, -7 * Math.ceil(days / 7));
  if (unit === 'weeks') return shift(now, -7 * count);
  if (unit === 'days') return shift(now, -days);
  if (!isRunning) return wholeMonths(addMonths(now.from, -count), count);
  // The same part of it, which ends earlier where the month is too short.
  return { from: addMonths(now.from, -count), to: addMonths(now.to, -count) };
}

function shift(period: Period, days: number): Period {
  return { from: addDays(period.from, days), to: addDays(period.to, days) };
}
