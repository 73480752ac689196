import { dayFrom, daysInMonth, monthNames } from './day.ts';
import type { Period } from '#model/statistics/statistics.ts';

/** A typed day, month or year. With a date there is a month; without a month there is a year. */
export interface CalendarDate {
  readonly year: number | undefined;
  readonly month: number | undefined;
  readonly date: number | undefined;
}

export interface DateError {
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
export function parseDateWords(words: string): CalendarDate | DateError | undefined {
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
export function daysIn({ month, date }: CalendarDate, year: number): Period | undefined {
  if (date !== undefined && date > daysInMonth(year, month ?? 1)) return undefined;
  return {
    from: dayFrom({ year, month: month ?? 1, date: date ?? 1 }),
    to: dayFrom({ year, month: month ?? 12, date: date ?? 31 }),
  };
}

export function noSuchDay({ month = 1, date }: CalendarDate, year: number | undefined): DateError {
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
  const place = monthNames.findIndex(name => name.toLowerCase().startsWith(word));
  return place < 0 ? undefined : place + 1;
}
