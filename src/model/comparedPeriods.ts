import { wholeDaysOnly } from './comparison.ts';
import { previousPeriod, sameWeekdaysLastYear } from './period.ts';
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
  const { whole, rest } = wholeDaysOnly(period, today);
  if (whole === undefined) return undefined;
  return {
    now: whole,
    before: baseline === 'previous' ? previousPeriod(whole) : sameWeekdaysLastYear(whole),
    rest,
  };
}
