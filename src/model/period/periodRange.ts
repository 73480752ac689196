import { daysIn, noSuchDay, parseDateWords, type CalendarDate, type DateError } from './dateWords.ts';
import { dayParts, formatDay } from './day.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';

/**
 * A date, or a first and a last date joined by "..", "to", "-" or, before a full date, a space. Each may be a day, a
 * month or a year, and includes all of it. Undefined for other texts; expects lower case.
 */
export function parseRange(words: string, today: Day): Period | DateError | undefined {
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

/**
 * A last date without a year: the most recent one, or the coming one where that is before the first date; after a first
 * date with a year, the next one.
 */
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
