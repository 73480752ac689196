import type { Day, Period } from '#model/statistics/statistics.ts';
import { didYouMean } from '#text/match.ts';
import {
  addDays,
  addMonths,
  dayCount,
  dayFrom,
  dayOfWeek,
  dayParts,
  type DayParts,
  daysInMonth,
  startOfMonth,
  startOfWeek,
  wholeMonths,
} from './day.ts';
import { formatDay, monthNames, weekdayNames } from './format.ts';
import {
  lastDays,
  lastMonths,
  type PeriodChoice,
  type PresetName,
  presets,
  resolvePeriod,
  samePeriod,
} from './period.ts';

/** A typed day, month or year. With a date there is a month; without a month there is a year. */
type CalendarDate = { readonly [Part in keyof DayParts]: number | undefined };

interface DateError {
  readonly error: string;
}

// Every pattern names its groups: y, m (a number), n (a name), d.
const forms = [
  /^(?<y>\d{4})$/,
  /^(?<y>\d{4})[-/](?<m>\d{1,2})$/,
  /^(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})$/,
  /^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)$/,
  /^(?<y>\d{4})[ -](?<n>[a-z]+)\.?[ -](?<d>\d{1,2})$/,
  /^(?<n>[a-z]+)\.?(?:,? |-)(?<y>\d{4})$/,
  /^(?<y>\d{4})[ -](?<n>[a-z]+)\.?$/,
  /^(?<d>\d{1,2})(?:st|nd|rd|th)?[ -]?(?<n>[a-z]+)\.?(?:(?:,? |-)(?<y>\d{4}))?$/,
  /^(?<n>[a-z]+)\.?[ -]?(?<d>\d{1,2})(?:st|nd|rd|th)?(?:(?:,? |-)(?<y>\d{4}))?$/,
];

/** Parses a date in lower case; undefined for other texts. */
function parseDateWords(words: string): CalendarDate | DateError | undefined {
  const month = /^[a-z]+\.?$/.test(words) ? monthNumber(words.replace('.', '')) : undefined;
  if (month !== undefined) return { year: undefined, month, date: undefined };
  const [, one, other, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d\d)$/.exec(words) ?? [];
  // What is above twelve is no month, so that the other one is.
  if (year?.length === 4 && Number(one) > 12) return checkParts(year, other, undefined, one);
  if (year?.length === 4 && Number(other) > 12) return checkParts(year, one, undefined, other);
  if (year !== undefined)
    return { error: `${words} may mean two days: type it as 2026-03-01 or 1 mar 2026.` };
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

/** The days that a text comes to. */
interface Days extends Period {
  readonly preset?: PresetName | undefined;
  /** It means others tomorrow. */
  readonly moves?: true | undefined;
}

type Read = Days | DateError | undefined;

/** A first and a last one joined by "..", "to", "-" or a space. Undefined for other texts; expects lower case. */
function parseRange(words: string, today: Day): Read {
  let firstError: DateError | undefined;
  for (const [first, last] of splits(words)) {
    const to = parseDateWords(last);
    const from = parseDateWords(first) ?? (to && dateAlone(first, to));
    const areDates = from && to && !('error' in from) && !('error' in to);
    const read = areDates
      ? join(from, to, today)
      : (joinOthers(first, last, today) ?? (from && to && 'error' in to ? to : undefined));
    if (read !== undefined && !('error' in read)) return read;
    firstError ??= read;
  }
  return firstError;
}

/** The same where one of both is no date: "monday - wednesday", "q1 - q2 2025", "1 mar - now". */
function joinOthers(first: string, last: string, today: Day): Read {
  const to = parseOne(last, today);
  const before = parseOne(first, today);
  if (to === undefined || before === undefined || 'error' in to || 'error' in before)
    return to && before && ('error' in before ? before : to);
  // Of a weekday or a quarter the most recent one may come after it.
  const isRecent = before.preset === undefined && !first.startsWith('now');
  const from = isRecent && before.from > to.to ? parseOne(first, to.to) : before;
  if (from === undefined || 'error' in from || from.from > to.to) return earlierFirst(before, to);
  const moves = [before, to].some(each => each.moves ?? each.preset) ? true : undefined;
  return { from: from.from, to: to.to, moves };
}

function earlierFirst({ from }: Period, { to }: Period): DateError {
  return { error: `${formatDay(to)} is before ${formatDay(from)}: type the earlier day first.` };
}

/** Every split of the text at a separator, the most specific separator first. */
function splits(words: string): [string, string][] {
  return separators.flatMap(separator =>
    [...words.matchAll(separator)].map(({ index, 0: match }): [string, string] => [
      words.slice(0, index),
      words.slice(index + match.length),
    ]),
  );
}

const separators = [
  / ?\.{2,3} ?/g,
  / (?:to|until|till|through|and) /g,
  / - /g,
  / ?- ?/g,
  / ?[ ,/] ?(?=\d{4}[-/])/g,
];

/** The 1 in "1 - 15 mar". */
function dateAlone(first: string, to: CalendarDate | DateError): CalendarDate | DateError | undefined {
  if (!/^[12]?\d$|^3[01]$/.test(first)) return undefined;
  if ('error' in to) return to;
  if (to.date === undefined) return undefined;
  return { ...to, date: Number(first) };
}

function join(first: CalendarDate, last: CalendarDate, today: Day): Period | DateError {
  const from = placedBefore(first, last, today);
  if ('error' in from) return from;
  const to = placedAfter(last, from, first.year === undefined, today);
  if ('error' in to) return to;
  if (to.to < from.from) return earlierFirst(from, to);
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
 * "Q1 2026", "2026-Q1", "q1", "H2 2025", "2026-W10", "week 10". Without a year the most recent that has begun. Expects
 * lower case; undefined for other texts.
 */
function parseQuarterOrWeek(words: string, today: Day): Read {
  const parts = partForms.map(form => form.exec(words)?.groups).find(groups => groups !== undefined);
  const { year, quarter, half, week } = parts ?? {};
  const days = (inYear: number) =>
    week === undefined
      ? monthsOf(inYear, quarter === undefined ? 6 : 3, Number(quarter ?? half))
      : isoWeek(inYear, Number(week));
  if (parts === undefined) return undefined;
  const asked = year === undefined ? dayParts(today).year : Number(year);
  if (asked === 0) return { error: `There is no year ${year}: type Q1 2026 or 2026-W10.` };
  const found = days(asked);
  if (year === undefined && (found === undefined || found.from > today)) return days(asked - 1);
  return found ?? { error: `${asked} has no week ${week}: type 1 to 52, or 53 in a long year.` };
}

const partForms = [
  /^(?:q(?<quarter>[1-4])|h(?<half>[12]))(?:[ -]?(?<year>\d{4}))?$/,
  /^(?<year>\d{4})[ -]?(?:q(?<quarter>[1-4])|h(?<half>[12]))$/,
  /^(?:[ck]?w|wk|week) ?(?<week>\d{1,2})(?:[ -]?(?<year>\d{4}))?$/,
  /^(?<year>\d{4})[ -]?(?:[ck]?w|wk|week) ?(?<week>\d{1,2})$/,
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

/** "Q2" is the second part of three months. */
function monthsOf(year: number, months: number, part: number): Period {
  return wholeMonths(dayFrom({ year, month: months * (part - 1) + 1, date: 1 }), months);
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
export const furtherPeriods =
  'last quarter, Q1 2026, 2026-W10, week before last, since 1 mar, ytd, monday, 3 days ago, now-7d';

/** Periods without a number that would be theirs: what a mistyped one may have been. */
const periodWords = [
  ...presets.map(({ shortcut }) => shortcut),
  ...['year', 'quarter'].map(unit => `last ${unit}`),
  'this quarter',
  ...['week', 'month', 'quarter', 'year'].map(unit => `${unit} before last`),
  ...[...monthNames, ...weekdayNames].map(name => name.toLowerCase()),
];

/**
 * Parses a typed period, in any case: "today", "last month", "10d", "last 3 weeks", "12m", "2026", "march", "last quarter",
 * "Q1 2026", "2026-W10", "1 mar", "1 mar - 15 apr", "2026-01-01..2026-02-15", "since monday", "3 days ago", "ytd", "now-7d". A
 * date without a year is the most recent one, and future days are left out; what means other days tomorrow keeps its words. The
 * error is one line that says what to type; it may quote the text.
 */
export function parsePeriod(text: string, today: Day): ParsedPeriod {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line === '') return { error: `Type a period: ${periodExamples}.` };
  const words = otherWords.reduce((typed, [other, plain]) => typed.replace(other, plain), line.toLowerCase());
  // Of Grafana "m" is a minute, "M" a month.
  if (hours.test(words) || /^now ?- ?\d+ ?m\b/.test(line))
    return { error: 'A period has whole days: type today, yesterday or 2d.' };
  if (/^(?:tomorrow|next|coming)\b/.test(words))
    return { error: `That is still to come: choose days up to today, ${formatDay(today)}.` };
  const read = parseOne(words, today) ?? parseRange(words, today);
  if (read === undefined)
    return {
      error: `"${shorten(line)}" is no period: type ${periodExamples}.${didYouMean(line, periodWords)}`,
    };
  if ('error' in read) return read;
  const { from, to, preset, moves } = read;
  if (preset !== undefined) return found({ kind: 'preset', preset }, today);
  return found({ kind: 'range', from, to, ...(moves && { label: line.toLowerCase() }) }, today);
}

const namesFrom = (names: readonly string[]) =>
  `\\b(?:${names.map(name => name.slice(0, 3).toLowerCase()).join('|')})[a-z]*\\.?`;
const monthWord = namesFrom(monthNames);
const unitWord = '(d|w|mo?|q|y|days?|weeks?|wks?|months?|mos|quarters?|years?|yrs?)';
const hours = /^(?:(?:last|past|now) ?)?-? ?\d* ?(?:h|hrs?|hours?|min|minutes?|s|seconds?)\b/;
const smallNumbers = 'a one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Other words for what is read, as GNU date, GitHub, Grafana, Matomo, Plausible and the screens here have them. */
const otherWords: readonly (readonly [RegExp, string])[] = [
  [/[–—−]|--/g, '-'],
  // Grafana's ranges have times.
  [/(\d{4}-\d\d-\d\d)[t ]\d\d:\d\d(?::[\d.]+)?z?/g, '$1'],
  [/^(?:in|for|on|over|during) /, ''],
  [/^the /, ''],
  ...smallNumbers.map(
    (word, index) => [new RegExp(`\\b${word} (?=${unitWord}\\b)`), `${index || 1} `] as const,
  ),
  [/^(?:previous|prev|prior) ?/, 'last '],
  [/^current /, 'this '],
  [/^(?:last|past) ?(\d+)$/, 'last $1 days'],
  [/^(last|past)(?=\d)/, '$1 '],
  [/^(?:last|past) day$/, '1 day'],
  [/^past (?=(?:week|month|quarter|year)$)/, '1 '],
  [/^day before yesterday/, '2 days ago'],
  [/^wtd$/, 'this week'],
  [/^mtd$/, 'this month'],
  [/^qtd$/, 'this quarter'],
  [/^ytd$/, 'this year'],
  [/^day$/, 'today'],
  [/^(?:this )?(week|month|quarter|year)(?:[ -]to[ -]date| so far)?$/, 'this $1'],
  [/ (?:to[ -]date|so far)$/, ' to now'],
  [new RegExp(` of (?=${monthWord}|\\d{4})`, 'g'), ' '],
  [new RegExp(`${namesFrom(weekdayNames)},? (?=\\d|${monthWord})`, 'g'), ''],
  [
    new RegExp(`^(${monthWord}) (\\d+)(?:st|nd|rd|th)? ?(?:-|to) ?(\\d+)(?:st|nd|rd|th)?(,? \\d{4})?$`),
    '$2 $1 - $3 $1$4',
  ],
  [/^(?:from|between) (?=.+(?: (?:to|and|until|till|through|-) |\.\.))/, ''],
  [new RegExp(`^(?:now|today)? ?- ?(\\d+ ?${unitWord})$`), 'now-$1 to now'],
  [new RegExp(`(\\d+ ?${unitWord}) ?ago\\b`, 'g'), 'now-$1'],
  [/^(?:since|from|>=) ?(.+)$/, '$1 to now'],
  [/ ?\.{2,3}\*?$/, ' to now'],
];

/** "all", which a service has to be asked for. */
export function isAllDays(text: string): boolean {
  return /^(?:all(?:[ -]?time| days)?|ever|max)$/i.test(text.trim().replaceAll(/\s+/g, ' '));
}

/** What is no range. */
function parseOne(words: string, today: Day): Read {
  const read =
    parseNamed(words, today) ??
    parseCount(words, today) ??
    parseBack(words, today) ??
    parseQuarterOrWeek(words, today);
  if (read !== undefined) return read;
  const date = parseDateWords(words);
  return date && ('error' in date ? date : placed(date, today));
}

/** "today", "this month", "last quarter", "year before last". */
function parseNamed(words: string, today: Day): Read {
  const preset = presets.find(({ shortcut }) => shortcut === words)?.name;
  if (preset !== undefined) return { ...resolvePeriod({ kind: 'preset', preset }, today), preset };
  const [, which, name, other] =
    /^(?:(this|last) (quarter|year)|(week|month|quarter|year) before last)$/.exec(words) ?? [];
  const unit = name ?? other;
  const back = name === undefined ? 2 : which === 'last' ? 1 : 0;
  return unit === undefined ? undefined : { ...unitBack(unit, back, today), moves: true };
}

/** "10d", "10 days", "last 10 days", "past 3 weeks", "12m", "2y". What equals a preset becomes that preset. */
function parseCount(words: string, today: Day): Read {
  const [, digits, unit = ''] = new RegExp(`^(?:(?:last|past) )?(\\d+) ?${unitWord}$`).exec(words) ?? [];
  if (digits === undefined) return undefined;
  if (Number(digits) === 0) return { error: 'A period has at least one day: type 1d or more.' };
  const { days, months } = lengthOf(digits, unit);
  if (days + months * 28 > maxPeriodDays) return tooLong;
  const period = months > 0 ? lastMonths(months, today) : lastDays(days, today);
  const preset = presets.find(
    ({ name }) =>
      name.startsWith('last') && samePeriod(resolvePeriod({ kind: 'preset', preset: name }, today), period),
  )?.name;
  return { ...period, preset, moves: true };
}

function lengthOf(digits: string, unit: string): { readonly days: number; readonly months: number } {
  const [days, months] = lengths[unit.charAt(0)] ?? [1, 0];
  return { days: Number(digits) * days, months: Number(digits) * months };
}

const lengths: Readonly<Record<string, readonly [days: number, months: number]>> = {
  w: [7, 0],
  m: [0, 1],
  q: [0, 3],
  y: [0, 12],
};

/** "now", "now-7d", "now-1w/w", "friday", "last friday", "weekend", "last march", "week of 2 nov". */
function parseBack(words: string, today: Day): Read {
  const [now, digits = '0', unit = '', whole] = nowForm.exec(words) ?? [];
  if (now !== undefined) {
    const { days, months } = lengthOf(digits, unit);
    if (days + months * 28 > maxPeriodDays) return tooLong;
    const day = addMonths(addDays(today, -days), -months);
    const name = ['week', 'month', 'quarter', 'year'].find(each => each.charAt(0) === whole);
    return { ...(name === undefined ? { from: day, to: day } : unitBack(name, 0, day)), moves: true };
  }
  const [, which, word = ''] = /^(?:(this|last|past) )?([a-z]{3,9})$/.exec(words) ?? [];
  const monday = startOfWeek(today);
  const isLast = which === 'last';
  if (word === 'weekend') {
    const isNow = which === 'this' || (!isLast && dayOfWeek(today) >= 5);
    const from = addDays(monday, isNow ? 5 : -2);
    return { from, to: addDays(from, 1), moves: true };
  }
  const weekday = weekdayNames.findIndex(name => word !== '' && name.toLowerCase().startsWith(word));
  if (weekday !== -1) {
    const day = addDays(monday, weekday);
    const isLater = which !== 'this' && (isLast ? day >= today : day > today);
    const from = isLater ? addDays(day, -7) : day;
    return { from, to: from, moves: true };
  }
  const month = isLast ? monthNumber(word) : undefined;
  if (month !== undefined) {
    const days = placed({ year: undefined, month, date: undefined }, addDays(startOfMonth(today), -1));
    return 'error' in days ? days : { ...days, moves: true };
  }
  const date = words.startsWith('week ') ? parseDateWords(words.replace(/^week (?:of )?/, '')) : undefined;
  if (date === undefined || 'error' in date || date.date === undefined) return undefined;
  const found = placed(date, today);
  return 'error' in found ? found : unitBack('week', 0, found.from);
}

const nowForm = new RegExp(`^(?:now|today)(?: ?- ?(\\d+) ?${unitWord})?(?:/([dwmqy]))?$`);

const tooLong = { error: 'A period has at most 20 years: start later.' };

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
