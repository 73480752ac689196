import { monthCount, startOfYear } from './calendarMonths.ts';
import { dayCount, startOfMonth, startOfWeek } from './day.ts';
import { resolvePeriod, type PeriodChoice, type PresetName } from './period.ts';
import type { Day } from '#model/statistics/statistics.ts';

/** The unit by which a period steps and is compared. */
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
 * A preset has its unit. A range of whole calendar months has months, even while the last one runs, and a range up to
 * today has the month, year or week it is the beginning of; any other range has days.
 */
export function periodUnit(choice: PeriodChoice, today: Day): PeriodUnit {
  const period = resolvePeriod(choice, today);
  const days: PeriodUnit = { unit: 'days', count: dayCount(period) };
  if (choice.kind === 'preset') return unitOfPreset[choice.preset] ?? days;
  const months = monthCount(choice);
  if (months !== undefined) return { unit: 'months', count: months };
  // A single day always has the unit day, also on the first of a month, where "this month" is the same day.
  if (period.to !== today || period.from === today) return days;
  if (period.from === startOfMonth(today)) return month;
  if (period.from === startOfYear(today)) return year;
  return period.from === startOfWeek(today) ? week : days;
}
