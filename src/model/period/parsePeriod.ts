import type { Day, Period } from '#model/statistics/statistics.ts';
import { didYouMean } from '#text/match.ts';
import {
  addDays,
  addMonths,
  dayCount,
  dayFrom,
  dayParts,
  daysInMonth,
  startOfMonth,
  startOfWeek,
  startOfYear,
  wholeMonths,
} from './day.ts';
import { formatDay, monthNames } from './format.ts';
import { lastDays, lastMonths, type PeriodChoice, presets, resolvePeriod, samePeriod } from './period.ts';

/** A typed day, month or year. With a date there is a month; without a month there is a year. */
interface CalendarDate {
  readonly year: number | undefined;
  readonly month: number | undefined;
  readonly date: number | undefined;
}

interface DateError {
  readonly error: string;
}

// Every pattern names its groups: y, m (a number), n (a name), d.
const forms = [
  /^(?<y>\d{4})$/,
  /^(?<y>\d{4})[-/](?<m>\d{1,2})$/,
  /^(?<y>\d{4})[-/](?<m>\d{1,2})[-/](?<d>\d{1,2})$/,
  /^(?<n>[a-z]+)\.?(?:,? |-)(?<y>\d{4})$/,
  /^(?<y>\d{4})[ -](?<n>[a-z]+)\.?$/,
  /^(?<d>\d{1,2})(?:st|nd|rd|th)?[ -]?(?<n>[a-z]+)\.?(?:(?:,? |-)(?<y>\d{4}))?$/,
  /^(?<n>[a-z]+)\.?[ -]?(?<d>\d{1,2})(?:st|nd|rd|th)?(?:(?:,? |-)(?<y>\d{4}))?$/,
];

/** Parses a date in lower case; undefined for other texts. */
function parseDateWords(words: string): CalendarDate | DateError | undefined {
  const month = /^[a-z]+\.?$/.test(words) ? monthNumber(words.replace('.', '')) : undefined;
  if (month !== undefined) return { year: undefined, month, date: undefined };
  if (/^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$/.test(words)) {
    return { error: `${words} may mean two days: type it as 2026-03-01 or 1 mar 2026.` };
  }
  for (const form of forms) {
    const parts = form.exec(words)?.groups;
    if (parts) return checkParts(parts['y'], parts['m'], parts['n'], parts['d']);
  }
  return undefined;
}

/** The days of a date in a given year; undefined for 29 Feb in a year without one. */
function daysIn({ month, date }: CalendarDate, year: number): Period | undefined {
  if (date !== undefined && date > daysInMonth(year, month ?? 1)) return undefined;
  return {
    from: dayFrom({ year, month: month ?? 1, date: date ?? 1 }),
    to: dayFrom({ year, month: month ?? 12, date: date ?? 31 }),
  };
}

function noSuchDay({ month = 1, date }: CalendarDate, year: number | undefined): DateError {
  const name = monthNames[month - 1] ?? '';
  const suffix = year === undefined ? '' : ` ${year}`;
  // 2024 was a leap year: a date without a year may be 29 Feb.
  const days = daysInMonth(year ?? 2024, month);
  return { error: `There is no ${date} ${name.slice(0, 3)}${suffix}: ${name}${suffix} has ${days} days.` };
}

function checkParts(y?: string, m?: string, n?: string, d?: string): CalendarDate | DateError {
  const year = y === undefined ? undefined : Number(y);
  const month = n === undefined ? m && Number(m) : monthNumber(n);
  if (year === 0) return { error: `There is no year ${y}: type 2026-03-01 or 1 mar 2026.` };
  if (n !== undefined && month === undefined) {
    return { error: `"${n.slice(0, 40)}" is no month: type its name, as in 1 mar 2026.` };
  }
  if (month === '' || month === undefined) return { year, month: undefined, date: undefined };
  if (month < 1 || month > 12) return { error: `There is no month ${m}: type 1 to 12, as in 2026-03.` };
  const date = d === undefined ? undefined : Number(d);
  const found = { year, month, date };
  if (date !== undefined && (date < 1 || date > daysInMonth(year ?? 2024, month)))
    return noSuchDay(found, year);
  return found;
}

/** 1 to 12 for a name of at least three letters, "mar" or "sept"; undefined for any other word. */
function monthNumber(word: string): number | undefined {
  if (word.length < 3) return undefined;
  const index = monthNames.findIndex(name => name.toLowerCase().startsWith(word));
  return index < 0 ? undefined : index + 1;
}

/** A first and a last date joined by "..", "to", "-" or a space. Undefined for other texts; expects lower case. */
function parseRange(words: string, today: Day): Period | DateError | undefined {
  const single = parseDateWords(words);
  if (single) return 'error' in single ? single : placed(single, today);
  let firstError: DateError | undefined;
  for (const [first, last] of splits(words)) {
    const to = parseDateWords(last);
    if (!to) continue;
    const from = parseDateWords(first) ?? dateAlone(first, to);
    if (!from) continue;
    if (!('error' in from) && !('error' in to)) return join(from, to, today);
    firstError ??= 'error' in from ? from : 'error' in to ? to : undefined;
  }
  return firstError;
}

/** Every split of the text at a separator, the most specific separator first. */
function splits(words: string): [string, string][] {
  return [/ ?\.{2,3} ?/g, / (?:to|until|till) /g, / - /g, / ?- ?/g, / (?=\d{4}[-/])/g].flatMap(separator =>
    [...words.matchAll(separator)].map(({ index, 0: match }): [string, string] => [
      words.slice(0, index),
      words.slice(index + match.length),
    ]),
  );
}

/** The 1 in "1 - 15 mar". */
function dateAlone(first: string, to: CalendarDate | DateError): CalendarDate | undefined {
  if ('error' in to || to.date === undefined || !/^[12]?\d$|^3[01]$/.test(first)) return undefined;
  return { ...to, date: Number(first) };
}

function join(first: CalendarDate, last: CalendarDate, today: Day): Period | DateError {
  const from = placedBefore(first, last, today);
  if ('error' in from) return from;
  const to = placedAfter(last, from, first.year === undefined, today);
  if ('error' in to) return to;
  if (to.to < from.from) {
    return { error: `${formatDay(to.to)} is before ${formatDay(from.from)}: type the earlier day first.` };
  }
  return { from: from.from, to: to.to };
}

/** A first date without a year gets that of the last date, or the year before where it would be later. */
function placedBefore(first: CalendarDate, last: CalendarDate, today: Day): Period | DateError {
  if (first.year !== undefined || last.year === undefined) return placed(first, today);
  const end = daysIn(last, last.year);
  const from = daysIn(first, last.year);
  const year = from && end && from.from > end.to ? last.year - 1 : last.year;
  return daysIn(first, year) ?? noSuchDay(first, year);
}

/** The most recent one, or the coming one where that is before the first date; after one with a year, the next one. */
function placedAfter(last: CalendarDate, from: Period, recently: boolean, today: Day): Period | DateError {
  if (last.year !== undefined) return placed(last, today);
  if (recently) {
    const to = placed(last, today);
    if ('error' in to || to.to >= from.from) return to;
    return daysIn(last, dayParts(today).year) ?? to;
  }
  const { year } = dayParts(from.from);
  const to = daysIn(last, year);
  const next = to && to.to < from.from ? year + 1 : year;
  return daysIn(last, next) ?? noSuchDay(last, next);
}

/** Without a year: the most recent one that has begun. */
function placed(date: CalendarDate, today: Day): Period | DateError {
  if (date.year !== undefined) return daysIn(date, date.year) ?? noSuchDay(date, date.year);
  const { year } = dayParts(today);
  // The next 29 Feb can be eight years away, around a century without a leap day.
  for (let back = 0; back <= 8; back++) {
    const days = year > back ? daysIn(date, year - back) : undefined;
    if (days && days.from <= today) return days;
  }
  return noSuchDay(date, year);
}

/**
 * "last quarter", "Q1 2026", "2026-Q1", "q1", "2026-W10", "week 10", "week before last", "month before last". Without a
 * year the most recent that has begun. Expects lower case; undefined for other texts.
 */
function parseQuarterOrWeek(words: string, today: Day): Period | DateError | undefined {
  const [, back, unit = ''] = /^(this|last) (quarter)$/.exec(words) ?? [];
  if (back !== undefined) return unitBack(unit, back === 'this' ? 0 : 1, today);
  const beforeLast = /^(?:the )?(week|month|quarter|year) before last$/.exec(words)?.[1];
  if (beforeLast !== undefined) return unitBack(beforeLast, 2, today);
  const parts = partForms.map(form => form.exec(words)?.groups).find(groups => groups !== undefined);
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

const partForms = [
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

export type ParsedPeriod =
  { readonly choice: PeriodChoice; readonly period: Period } | { readonly error: string };

/** A series is requested in windows of 100 days: a period of centuries would take thousands of requests. */
export const maxPeriodDays = 20 * 366;

export const periodExamples = '30d, last 12 months, 2026-03, 1 mar - 15 apr';
/** What else it may be, for the help. */
export const furtherPeriods = 'last quarter, Q1 2026, 2026-W10, week before last';

/** Periods without a number that would be theirs: what a mistyped one may have been. */
const periodWords = [
  ...presets.map(({ shortcut }) => shortcut),
  ...['year', 'quarter'].map(unit => `last ${unit}`),
  'this quarter',
  ...['week', 'month', 'quarter', 'year'].map(unit => `${unit} before last`),
  ...monthNames.map(name => name.toLowerCase()),
];

/**
 * Parses a typed period, in any case: "today", "last month", "10d", "last 3 weeks", "12m", "2026", "march",
 * "last quarter", "Q1 2026", "2026-W10", "week before last", "mar 2026", "1 mar", "1 mar - 15 apr", "2026-01-01..2026-02-15". A date without a year is the most recent one, and
 * future days are left out. The error is one line that says what to type; it may quote the text.
 */
export function parsePeriod(text: string, today: Day): ParsedPeriod {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const words = line.toLowerCase().replaceAll(/[–—−]/g, '-');
  if (words === '') return { error: `Type a period: ${periodExamples}.` };
  const relative = parseRelative(words, today);
  if (relative) return 'error' in relative ? relative : found(relative, today);
  const range = parseQuarterOrWeek(words, today) ?? parseRange(words, today);
  if (range === undefined)
    return {
      error: `"${shorten(line)}" is no period: type ${periodExamples}.${didYouMean(words, periodWords)}`,
    };
  return 'error' in range ? range : found({ kind: 'range', from: range.from, to: range.to }, today);
}

/** "all", which a service has to be asked for. */
export function isAllDays(text: string): boolean {
  return /^all(?: time| days)?$/i.test(text.trim().replaceAll(/\s+/g, ' '));
}

/** Periods that mean other days tomorrow. */
const relativePeriods =
  /^(?:(?:last|past) )?\d+ ?(?:d|w|m|y|days?|weeks?|months?|years?)$|^last year$|^(?:this|last) quarter$|^(?:the )?(?:week|month|quarter|year) before last$/;

/** A choice with the words it was typed in, where those mean other days tomorrow. */
export function withTypedWords(text: string, choice: PeriodChoice): PeriodChoice {
  const said = text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  if (choice.kind === 'preset' || choice.stepped !== undefined || !relativePeriods.test(said)) return choice;
  return { ...choice, said };
}

type Relative = PeriodChoice | { readonly error: string } | undefined;

function parseRelative(words: string, today: Day): Relative {
  const preset = presets.find(({ shortcut }) => shortcut === words);
  if (preset) return { kind: 'preset', preset: preset.name };
  if (words === 'last year') return choose(wholeMonths(addMonths(startOfYear(today), -12), 12), today);
  return parseCount(words, today);
}

/** "10d", "10 days", "last 10 days", "past 3 weeks", "12m", "2y". */
function parseCount(words: string, today: Day): Relative {
  const form = /^(?:(?:last|past) )?(\d+) ?(d|w|m|y|days?|weeks?|months?|years?)$/;
  const [, digits, unit] = form.exec(words) ?? [];
  if (digits === undefined || unit === undefined) return undefined;
  const count = Number(digits);
  if (count === 0) return { error: 'A period has at least one day: type 1d or more.' };
  if (count > maxPeriodDays) return tooLong;
  switch (unit[0]) {
    case 'd':
      return choose(lastDays(count, today), today);
    case 'w':
      return choose(lastDays(count * 7, today), today);
    case 'm':
      return choose(lastMonths(count, today), today);
    default:
      return choose(lastMonths(count * 12, today), today);
  }
}

const tooLong = { error: 'A period has at most 20 years: start later.' };

/** A number of days that equals a preset becomes that preset, so that it moves with the calendar. */
function choose(period: Period, today: Day): PeriodChoice {
  const preset = presets.find(
    ({ name }) =>
      /^last\d/.test(name) && samePeriod(resolvePeriod({ kind: 'preset', preset: name }, today), period),
  );
  return preset ? { kind: 'preset', preset: preset.name } : { kind: 'range', ...period };
}

function found(choice: PeriodChoice, today: Day): ParsedPeriod {
  if (choice.kind === 'range' && choice.from > today) {
    return {
      error: `${formatDay(choice.from)} is still to come: choose days up to today, ${formatDay(today)}.`,
    };
  }
  const period = resolvePeriod(choice, today);
  return dayCount(period) > maxPeriodDays ? tooLong : { choice, period };
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
