import { startOfYear, wholeMonths } from './calendarMonths.ts';
import { addMonths, dayCount, formatDay, monthNames } from './day.ts';
import { lastDays, lastMonths, presets, resolvePeriod, samePeriod, type PeriodChoice } from './period.ts';
import { parseRange } from './periodRange.ts';
import { parseQuarterOrWeek } from './quartersAndWeeks.ts';
import { didYouMean } from '#model/text/didYouMean.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';

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
