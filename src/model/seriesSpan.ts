import { comparedPeriods } from './comparedPeriods.ts';
import { addDays } from './day.ts';
import type { Day, Period } from './statistics.ts';

/**
 * The days one request covers: the period, the one before it (for the changes), and today where the period ends
 * yesterday (for "today so far"). One question instead of three.
 */
export function seriesSpan(period: Period, today: Day): Period {
  const endsYesterday = period.to === addDays(today, -1);
  const before = comparedPeriods(period, 'previous', today)?.before;
  return { from: (before ?? period).from, to: endsYesterday ? today : period.to };
}
