import { addDays } from './day.ts';
import { includesToday } from './period.ts';
import { previousPeriod, sameWeekdaysLastYear } from './periodStep.ts';
import type { Day, Period } from './statistics.ts';

/** What the numbers of a period are held against. */
export type Baseline = 'previous' | 'lastYear';

export interface ComparedPeriods {
  /** The days of the period that are over. */
  readonly now: Period;
  readonly before: Period;
  /** Today, which is not over and so left out, where the period reaches it. */
  readonly rest: Period | undefined;
}

/** Whole days beside whole days; undefined for today alone, which has none. */
export function comparedPeriods(period: Period, baseline: Baseline, today: Day): ComparedPeriods | undefined {
  const isRunning = includesToday(period, today);
  if (isRunning && period.from === today) return undefined;
  const now = isRunning ? { from: period.from, to: addDays(today, -1) } : period;
  return {
    now,
    before: baseline === 'previous' ? previousPeriod(now) : sameWeekdaysLastYear(now),
    rest: isRunning ? { from: today, to: period.to } : undefined,
  };
}
