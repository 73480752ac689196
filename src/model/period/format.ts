import type { Day, Period } from '#model/statistics/statistics.ts';
import { counted, listed } from '#text/words.ts';
import { addDays, dayCount, dayOfWeek, dayParts, daysBetween, monthCount, zoneTime } from './day.ts';

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Monday first. */
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** "Monday". */
export function weekdayName(day: Day): string {
  return weekdayNames[dayOfWeek(day)] ?? '';
}

/** "Mon". */
export function shortWeekday(day: Day): string {
  return weekdayName(day).slice(0, 3);
}

/** "3 Mar 2025". */
export function formatDay(day: Day): string {
  return `${formatDayShort(day)} ${dayParts(day).year}`;
}

/** Of earlier days nothing is kept that tells of visits. */
export function visitsKnownText(from: Day): string {
  return `Visits are known from ${formatDay(from)} on.`;
}

/** "3 Mar". */
export function formatDayShort(day: Day): string {
  const { month, date } = dayParts(day);
  return `${date} ${shortMonth(month)}`;
}

/** "Sun 8 Nov". */
export function formatWeekday(day: Day): string {
  return `${shortWeekday(day)} ${formatDayShort(day)}`;
}

/** "Sun 8 Nov 2026". */
export function formatDayLong(day: Day): string {
  return `${formatWeekday(day)} ${dayParts(day).year}`;
}

/** "Nov"; `month` is 1 to 12. */
export function shortMonth(month: number): string {
  return (monthNames[month - 1] ?? '').slice(0, 3);
}

/** "07" for 7. */
export function hourValue(hour: number): string {
  return String(hour).padStart(2, '0');
}

/** Those of a day: "00" to "23". */
export const hourValues: readonly string[] = Array.from({ length: 24 }, (_, hour) => hourValue(hour));

/** "07:00" for 7. */
export function hourText(hour: number): string {
  return `${hourValue(hour)}:00`;
}

/** "12:04" in an IANA time zone. Throws a RangeError for an unknown zone. */
export function timeOfDay(timeZone: string, milliseconds: number): string {
  const { hour, minute } = zoneTime(timeZone, milliseconds);
  return `${hourValue(hour)}:${hourValue(minute)}`;
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

/** The same with the weekday of a single day, as headers say it: "Fri 6 Nov 2026". */
export function describeShown(period: Period): string {
  return period.from === period.to ? formatDayLong(period.from) : describePeriod(period);
}

/**
 * "2 Oct - 5 Oct", "30 Sep - 2 Oct", "2 Oct and 9 Oct - 10 Oct".
 * @param year is not said; other years are
 */
export function daysText(days: readonly Day[], year: number): string {
  return listed(runsOf(days).map(run => runText(run, year)));
}

/** Days that follow each other. */
export function runsOf(days: readonly Day[]): Period[] {
  const runs: { from: Day; to: Day }[] = [];
  for (const day of [...days].sort()) {
    const last = runs.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}

/** One of them. */
export function runText({ from, to }: Period, year: number): string {
  const isOf = (day: Day, other: number) => dayParts(day).year === other;
  const end = isOf(to, year) ? formatDayShort(to) : formatDay(to);
  if (from === to) return end;
  const showsYear = isOf(from, dayParts(to).year) || isOf(from, year);
  return `${showsYear ? formatDayShort(from) : formatDay(from)} - ${end}`;
}

export interface Compared {
  /** The complete days of the period. */
  readonly now: Period;
  readonly before: Period;
  /** Today, which is unfinished and left out, where the period includes it. */
  readonly rest?: Period | undefined;
  /** Of a day beside its usual one: among how many days of its weekday that was chosen. */
  readonly among?: number | undefined;
}

/**
 * "against 24 Sep - 21 Oct 2026", "against Sat 31 Oct, a usual Saturday"; with "up to 21 Nov" before it where today is left
 * out, and behind it what differs otherwise: lengths, or weekdays.
 */
export function comparisonWords(compared: Compared): string {
  const { now, rest } = compared;
  const against = `against ${comparedDays(compared)}`;
  return rest === undefined ? against : `up to ${formatDayShort(now.to)} ${against}`;
}

/** Of today: "up to 14:00 against Thu 19 Nov, a usual Thursday". */
export function hoursSoFarWords(hours: number, compared: Compared): string {
  return `up to ${hourText(hours)} against ${comparedDays(compared)}`;
}

/** The same without "against". */
export function comparedDays(compared: Compared): string {
  const { now, before, among } = compared;
  return among === undefined
    ? `${describePeriod(before)}${differenceWords(compared)}`
    : usualDayWords({ day: before.from, among }, now.to);
}

/** "Sat 31 Oct, a usual Saturday", with the year where it is another one than that of the day beside it. */
export function usualDayWords(usual: { readonly day: Day; readonly among: number }, compared: Day): string {
  const weekday = weekdayName(usual.day);
  const { year } = dayParts(usual.day);
  const ofYear = year === dayParts(compared).year ? '' : ` ${year}`;
  const name = usual.among === 1 ? `the only ${weekday} before` : `a usual ${weekday}`;
  return `${formatWeekday(usual.day)}${ofYear}, ${name}`;
}

export function noUsualDayWords(day: Day): string {
  return `no usual ${weekdayName(day)} yet`;
}

/** Of several websites, where each may have a usual day of its own: "against a usual Saturday". */
export function comparisonWordsOfAll({ compared, usualOf }: ComparedOfAll): string {
  if (compared !== undefined) return comparisonWords(compared);
  return usualOf === undefined ? '' : `against a usual ${weekdayName(usualOf)}`;
}

export function shortComparisonOfAll({ compared, usualOf }: ComparedOfAll): string {
  if (compared !== undefined) return shortComparison(compared);
  return usualOf === undefined ? '' : `against a usual ${shortWeekday(usualOf)}`;
}

interface ComparedOfAll {
  readonly compared: Compared | undefined;
  readonly usualOf: Day | undefined;
}

/** ", 31 days against 28", ", other weekdays" or nothing. */
export function differenceWords({ now, before }: Compared): string {
  const [days, daysBefore] = [dayCount(now), dayCount(before)];
  if (days !== daysBefore) return `, ${counted(days, 'days')} against ${daysBefore}`;
  return daysBetween(before.from, now.from) % 7 === 0 ? '' : ', other weekdays';
}

/** The short form: "against 24 Sep - 21 Oct", with the year of its end where that is another year. */
export function shortComparison({ now, before, among }: Compared): string {
  const { year } = dayParts(before.to);
  if (among !== undefined) return `against ${formatWeekday(before.from)}`;
  const from = before.from === before.to ? '' : `${formatDayShort(before.from)} - `;
  return `against ${from}${formatDayShort(before.to)}${year === dayParts(now.to).year ? '' : ` ${year}`}`;
}
