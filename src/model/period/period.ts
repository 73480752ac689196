import type { Day, Period } from '#model/statistics/statistics.ts';
import {
  addDays,
  addMonths,
  dayCount,
  earlierDay,
  monthCount,
  startOfMonth,
  startOfWeek,
  startOfYear,
  wholeMonths,
} from './day.ts';
import { describePeriod } from './format.ts';

export const presets = [
  { name: 'today', title: 'Today', shortcut: 'today' },
  { name: 'yesterday', title: 'Yesterday', shortcut: 'yesterday' },
  { name: 'last7', title: 'Last 7 days', shortcut: '7d' },
  { name: 'last28', title: 'Last 28 days', shortcut: '28d' },
  { name: 'last30', title: 'Last 30 days', shortcut: '30d' },
  { name: 'last90', title: 'Last 90 days', shortcut: '90d' },
  { name: 'last12Months', title: 'Last 12 months', shortcut: '12m' },
  { name: 'thisWeek', title: 'This week', shortcut: 'this week' },
  { name: 'lastWeek', title: 'Last week', shortcut: 'last week' },
  { name: 'thisMonth', title: 'This month', shortcut: 'this month' },
  { name: 'lastMonth', title: 'Last month', shortcut: 'last month' },
  { name: 'thisYear', title: 'This year', shortcut: 'this year' },
] as const satisfies readonly Preset[];

interface Preset {
  readonly name: string;
  readonly title: string;
  /** The text that parsePeriod reads as this preset. */
  readonly shortcut: string;
}

export type PresetName = (typeof presets)[number]['name'];

/** The user's choice. A preset moves with the calendar, a range stays. */
export type PeriodChoice = PlainChoice | SteppedRange;

type PlainChoice =
  | { readonly kind: 'preset'; readonly preset: PresetName }
  | {
      readonly kind: 'range';
      readonly from: Day;
      readonly to: Day;
      /** The words that were typed for it, where they mean other days tomorrow: "45d", "last quarter", "all". */
      readonly label?: string | undefined;
      readonly stepped?: undefined;
    };

/** The choice that stepping started from: the same number of steps back restores it. */
interface SteppedRange extends Period {
  readonly kind: 'range';
  readonly label?: undefined;
  readonly stepped: { readonly from: PlainChoice; readonly by: number };
}

export const defaultPeriodChoice: PeriodChoice = { kind: 'preset', preset: 'last28' };

const daysOf: Record<PresetName, (today: Day) => Period> = {
  today: today => ({ from: today, to: today }),
  yesterday: today => lastDays(1, today),
  last7: today => lastDays(7, today),
  last28: today => lastDays(28, today),
  last30: today => lastDays(30, today),
  last90: today => lastDays(90, today),
  last12Months: today => lastMonths(12, today),
  thisWeek: today => ({ from: startOfWeek(today), to: today }),
  lastWeek: today => ({ from: addDays(startOfWeek(today), -7), to: addDays(startOfWeek(today), -1) }),
  thisMonth: today => ({ from: startOfMonth(today), to: today }),
  lastMonth: today => wholeMonths(addMonths(today, -1), 1),
  thisYear: today => ({ from: startOfYear(today), to: today }),
};

/** The days a choice means today. Future days of a range are left out. */
export function resolvePeriod(choice: PeriodChoice, today: Day): Period {
  if (choice.kind === 'preset') return daysOf[choice.preset](today);
  return { from: earlierDay(choice.from, today), to: earlierDay(choice.to, today) };
}

/** Ends yesterday: an unfinished day would read as a fall. */
export function lastDays(count: number, today: Day): Period {
  return { from: addDays(today, -count), to: addDays(today, -1) };
}

/** From today's date this many months ago to yesterday. */
export function lastMonths(count: number, today: Day): Period {
  return { from: addMonths(today, -count), to: addDays(today, -1) };
}

export function includesToday(period: Period, today: Day): boolean {
  return period.from <= today && today <= period.to;
}

export function samePeriod(a: Period, b: Period): boolean {
  return a.from === b.from && a.to === b.to;
}

/** "Last 28 days", else as describePeriod. */
export function describeChoice(choice: PeriodChoice): string {
  if (choice.kind === 'range') return describePeriod(choice);
  return presets.find(preset => preset.name === choice.preset)?.title ?? choice.preset;
}

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

/** A range of whole months has months, one up to today the unit it is the beginning of; any other has days. */
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

/**
 * Weeks, months and years step by whole ones, other periods by their number of days. Never past today. A step and a
 * step back restore the original choice. The same object where there is no step.
 */
export function stepPeriod(choice: PeriodChoice, direction: -1 | 1, today: Day): PeriodChoice {
  const { from: base, by } = stepsOf(choice);
  const steps = by + direction;
  if (steps === 0) return base;
  const now = resolvePeriod(choice, today);
  const range = stepsFrom(base, steps, today);
  const next = resolvePeriod({ kind: 'range', ...range }, today);
  const isMoved = direction < 0 ? next.from < now.from : next.to > now.to;
  return isMoved && range.from <= today
    ? { kind: 'range', ...range, stepped: { from: base, by: steps } }
    : choice;
}

/** The same weekdays a week earlier or later. The same object where that is to come. */
export function stepWeek(choice: PeriodChoice, direction: -1 | 1, today: Day): PeriodChoice {
  const { from, to } = resolvePeriod(choice, today);
  const next = { from: addDays(from, 7 * direction), to: addDays(to, 7 * direction) };
  if (next.to > today) return choice;
  const preset = presets.find(({ name }) => samePeriod(daysOf[name](today), next))?.name;
  return preset === undefined ? { kind: 'range', ...next } : { kind: 'preset', preset };
}

/** The period so many steps from one that has no steps yet; nearest to it where there are not as many. */
export function steppedChoice(choice: PeriodChoice, steps: number, today: Day): PeriodChoice {
  if (steps === 0) return choice;
  const { from: base } = stepsOf(choice);
  const direction = steps < 0 ? -1 : 1;
  const next = {
    kind: 'range',
    ...stepsFrom(base, steps, today),
    stepped: { from: base, by: steps },
  } as const;
  return direction < 0 || next.from <= today ? next : choice;
}

function stepsOf(choice: PeriodChoice): { readonly from: PlainChoice; readonly by: number } {
  return choice.kind === 'range' && choice.stepped !== undefined ? choice.stepped : { from: choice, by: 0 };
}

/** Always counted from where the stepping began, so that ranges clamped at today can be stepped back too. */
function stepsFrom(base: PlainChoice, steps: number, today: Day): Period {
  const period = resolvePeriod(base, today);
  const unit = periodUnit(base, today);
  const yesterday = addDays(today, -1);
  const next = neighbour(period, unit, steps);
  // A single day may be today; a range of days ends with the last complete day.
  const isLate = unit.unit === 'days' && next.to > (period.from === period.to ? today : yesterday);
  return isLate ? { from: addDays(yesterday, 1 - dayCount(period)), to: yesterday } : next;
}

function neighbour(period: Period, { unit, count }: PeriodUnit, steps: number): Period {
  if (unit === 'months') return wholeMonths(addMonths(startOfMonth(period.from), steps * count), count);
  const days = unit === 'weeks' ? count * 7 : count;
  const from = addDays(unit === 'weeks' ? startOfWeek(period.from) : period.from, days * steps);
  return { from, to: addDays(from, days - 1) };
}
