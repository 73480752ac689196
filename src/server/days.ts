import { addDays, daysBetween, isDay } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';

const firstDay: Day = '1970-01-01';

/** Days since 1970-01-01 of a date written exactly Y-m-d; undefined when it is none ("2026-02-30", "2026-2-3"). */
export function parseDayNumber(text: string): number | undefined {
  return isDay(text) ? dayNumber(text) : undefined;
}

/** Days since 1970-01-01. */
export function dayNumber(day: Day): number {
  return daysBetween(firstDay, day);
}

/** The day that many days after 1970-01-01. */
export function dayOfNumber(days: number): Day {
  return addDays(firstDay, days);
}
