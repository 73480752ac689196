import { wholeMonths } from './calendarMonths.ts';
import { addDays, addMonths, dayFrom, dayParts, startOfMonth, startOfWeek } from './day.ts';
import type { DateError } from './dateWords.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';

/**
 * Whole quarters, ISO weeks and the units before the last one: "this quarter", "last quarter", "Q1 2026", "2026-Q1", "q1",
 * "2026-W10", "week 10", "week before last", "month before last". Without a year the most recent that has begun. Expects lower
 * case; undefined for other texts.
 */
export function parseQuarterOrWeek(words: string, today: Day): Period | DateError | undefined {
  const [, back, unit = ''] = /^(this|last) (quarter)$/.exec(words) ?? [];
  if (back !== undefined) return unitBack(unit, back === 'this' ? 0 : 1, today);
  const beforeLast = /^(?:the )?(week|month|quarter|year) before last$/.exec(words)?.[1];
  if (beforeLast !== undefined) return unitBack(beforeLast, 2, today);
  const parts = forms.map(form => form.exec(words)?.groups).find(groups => groups !== undefined);
  const { year, quarter, week } = parts ?? {};
  const days = (inYear: number) =>
    quarter === undefined ? isoWeek(inYear, Number(week)) : quarterOf(inYear, Number(quarter));
  if (parts === undefined) return undefined;
  const asked = year === undefined ? dayParts(today).year : Number(year);
  if (asked === 0) return { error: `There is no year ${year}: type Q1 2026 or 2026-W10.` };
  const found = days(asked);
  if (year === undefined && (found === undefined || found.from > today)) return days(asked - 1);
  return found ?? { error: `${asked} has no week ${week}: type 1 to 52, or 53 in a long year.` };
}

const forms = [
  /^q(?<quarter>[1-4])(?:[ -]?(?<year>\d{4}))?$/,
  /^(?<year>\d{4})[ -]?q(?<quarter>[1-4])$/,
  /^(?:w|week ?)(?<week>\d{1,2})(?:[ -]?(?<year>\d{4}))?$/,
  /^(?<year>\d{4})[ -]?(?:w|week ?)(?<week>\d{1,2})$/,
];

/** The week, month, quarter or year so many before the one of today. */
function unitBack(unit: string, back: number, today: Day): Period {
  const { year, month } = dayParts(today);
  if (unit === 'week') {
    const from = addDays(startOfWeek(today), -7 * back);
    return { from, to: addDays(from, 6) };
  }
  if (unit === 'month') return wholeMonths(addMonths(startOfMonth(today), -back), 1);
  if (unit === 'year') return wholeMonths(dayFrom({ year: year - back, month: 1, date: 1 }), 12);
  return wholeMonths(addMonths(startOfMonth(today), -((month - 1) % 3) - 3 * back), 3);
}

function quarterOf(year: number, quarter: number): Period {
  return wholeMonths(dayFrom({ year, month: quarter * 3 - 2, date: 1 }), 3);
}

/** The week whose Thursday is the year's first is number 1. Undefined where the year has no such week. */
function isoWeek(year: number, week: number): Period | undefined {
  const first = startOfWeek(dayFrom({ year, month: 1, date: 4 }));
  const from = addDays(first, 7 * (week - 1));
  if (week < 1 || dayParts(addDays(from, 3)).year !== year) return undefined;
  return { from, to: addDays(from, 6) };
}
