import { addMonths, dayParts, endOfMonth, startOfMonth } from './day.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';

export function startOfYear(day: Day): Day {
  return addMonths(startOfMonth(day), 1 - dayParts(day).month);
}

/** Whole calendar months, starting with the month of a day. */
export function wholeMonths(day: Day, count: number): Period {
  const from = startOfMonth(day);
  return { from, to: endOfMonth(addMonths(from, count - 1)) };
}

/** How many whole calendar months a period consists of; undefined for any other period. */
export function monthCount(period: Period): number | undefined {
  if (period.from !== startOfMonth(period.from) || period.to !== endOfMonth(period.to)) return undefined;
  const first = dayParts(period.from);
  const last = dayParts(period.to);
  return (last.year - first.year) * 12 + last.month - first.month + 1;
}
