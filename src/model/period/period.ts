import { monthCount, startOfYear, wholeMonths } from './calendarMonths.ts';
import {
  addDays,
  addMonths,
  dayParts,
  earlierDay,
  formatDay,
  formatDayShort,
  monthNames,
  startOfMonth,
  startOfWeek,
} from './day.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';

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

export type PlainChoice =
  | { readonly kind: 'preset'; readonly preset: PresetName }
  | { readonly kind: 'range'; readonly from: Day; readonly to: Day; readonly stepped?: undefined };

/** The choice that stepping started from: the same number of steps back restores it. */
interface SteppedRange {
  readonly kind: 'range';
  readonly from: Day;
  readonly to: Day;
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

/** Whether the period has today, which is unfinished. */
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

/** "2026", "March 2026", "3 Mar 2026", "1 Jan - 15 Feb 2026" or "20 Dec 2025 - 15 Jan 2026". */
export function describePeriod({ from, to }: Period): string {
  const { year, month } = dayParts(from);
  const months = monthCount({ from, to });
  if (months === 12 && month === 1) return String(year);
  if (months === 1) return `${monthNames[month - 1]} ${year}`;
  if (from === to) return formatDay(from);
  return `${year === dayParts(to).year ? formatDayShort(from) : formatDay(from)} - ${formatDay(to)}`;
}
