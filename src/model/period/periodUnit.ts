import { monthCount, startOfYear } from './calendarMonths.ts';
import { dayCount, startOfMonth, startOfWeek } from './day.ts';
import { resolvePeriod, type PeriodChoice, type PresetName } from './period.ts';
import type { Day } from '#model/statistics/statistics.ts';

/** What a period is a stretch of: it steps, and is compared, by whole ones of these. */
export interface PeriodUnit {
  readonly unit: 'days' | 'weeks' | 'months';
  readonly count: number;
}

const week: PeriodUnit = { unit: 'weeks', count: 1 };
const month: PeriodUnit = { unit: 'months', count: 1 };
const year: PeriodUnit = { unit: 'months', count: 12 };

const unitOfPreset: Partial<Record<PresetName, PeriodUnit>> = {
  thisWeek: week,
  lastWeek: week,
  thisMonth: month,
  lastMonth: month,
  thisYear: year,
};

/**
 * A preset knows. A range of whole calendar months is one of months, also while the last of them runs, and a range up to
 * today is the month, year or week it is the beginning of; any other is so many days.
 */
export function periodUnit(choice: PeriodChoice, today: Day): PeriodUnit {
  const period = resolvePeriod(choice, today);
  const days: PeriodUnit = { unit: 'days', count: dayCount(period) };
  if (choice.kind === 'preset') return unitOfPreset[choice.preset] ?? days;
  const months = monthCount(choice);
  if (months !== undefined) return { unit: 'months', count: months };
  // A single day is always a day: on the first of a month, "this month" and "today" are the same.
  if (period.to !== today || period.from === today) return days;
  if (period.from === startOfMonth(today)) return month;
  if (period.from === startOfYear(today)) return year;
  return period.from === startOfWeek(today) ? week : days;
}
