import { addDays } from './day.ts';
import { todayIn } from './today.ts';
import type { Day } from '#model/statistics/statistics.ts';

/** A service may count days in another time zone than the profile's, which is at most so far off, and count late. */
const finalAfterMs = 14 * 3_600_000;

/** The last day whose counts no longer changed when they were read: 14 hours after its end in the time zone. */
export function lastFinalDay(readAt: number, timeZone: string): Day {
  return addDays(todayIn(timeZone, new Date(readAt - finalAfterMs)), -1);
}
