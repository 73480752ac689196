import { monthCount, startOfYear, wholeMonths } from './calendarMonths.ts';
import { addDays, addMonths, dayCount, startOfMonth } from './day.ts';
import type { Day, Period } from './statistics.ts';

/**
 * The neighbouring period of the same length: whole calendar months step to whole months (so a year to a year), and a
 * month or year that still runs counts as whole. Never past today: a month is cut there, and days slide back to end
 * yesterday. The same object where there is nowhere to go.
 */
export function stepPeriod(period: Period, direction: -1 | 1, today: Day): Period {
  const months = monthCount(period) ?? runningMonths(period, today);
  const next =
    months === undefined ? stepDays(period, direction, today) : stepMonths(period, months * direction, today);
  const moved = direction < 0 ? next.from < period.from : next.to > period.to;
  return moved && next.from <= today ? next : period;
}

/** What "previous period" compares with: as many whole months before for whole months, else as many days just before. */
export function previousPeriod(period: Period): Period {
  const months = monthCount(period);
  return months === undefined
    ? shift(period, -dayCount(period))
    : wholeMonths(addMonths(period.from, -months), months);
}

/** 364 days earlier, so that Mondays meet Mondays. */
export function sameWeekdaysLastYear(period: Period): Period {
  return shift(period, -364);
}

/** A single day is always a day: on the first of a month, "this month" and "today" are the same. */
function runningMonths(period: Period, today: Day): number | undefined {
  if (period.to !== today || period.from === today) return undefined;
  if (period.from === startOfMonth(today)) return 1;
  return period.from === startOfYear(today) ? 12 : undefined;
}

function stepMonths(period: Period, months: number, today: Day): Period {
  const next = wholeMonths(addMonths(period.from, months), Math.abs(months));
  return next.to > today ? { from: next.from, to: today } : next;
}

function stepDays(period: Period, direction: -1 | 1, today: Day): Period {
  const days = dayCount(period);
  const next = shift(period, days * direction);
  return next.to > today ? { from: addDays(today, -days), to: addDays(today, -1) } : next;
}

function shift(period: Period, days: number): Period {
  return { from: addDays(period.from, days), to: addDays(period.to, days) };
}
