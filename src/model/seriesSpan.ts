import { attentionDays } from './attention.ts';
import { comparedPeriods } from './comparedPeriods.ts';
import { addDays, earlierDay } from './day.ts';
import type { Day, Period } from './statistics.ts';

/**
 * The days one request covers: the period, the one before it (for the changes), the weeks before its last day (to tell
 * an unusual one), and today where the period ends yesterday (for "today so far"). One question instead of four.
 */
export function seriesSpan(period: Period, today: Day): Period {
  const endsYesterday = period.to === addDays(today, -1);
  const before = comparedPeriods(period, 'previous', today)?.before ?? period;
  const weeksBefore = addDays(lastWholeDay(period, today), -attentionDays);
  return { from: earlierDay(before.from, weeksBefore), to: endsYesterday ? today : period.to };
}

/** The last day of a period that is over; yesterday for today alone. */
export function lastWholeDay(period: Period, today: Day): Day {
  return earlierDay(period.to, addDays(today, -1));
}
