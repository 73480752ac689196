import type { Day, Period } from '#model/statistics/statistics.ts';

// Days are counted in UTC only: the calendar has no daylight saving, so adding a day never skips or repeats one.
const dayLength = 86_400_000;
const form = /^(\d{4})-(\d{2})-(\d{2})$/;

export interface DayParts {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly date: number;
}

const firstNumber = numberOf({ year: 1, month: 1, date: 1 });
const lastNumber = numberOf({ year: 9999, month: 12, date: 31 });

/** `month` is 1 to 12; 29 for February of a leap year. */
export function daysInMonth(year: number, month: number): number {
  return new Date(numberOf({ year, month: month + 1, date: 0 }) * dayLength).getUTCDate();
}

/** Whether the text is exactly "Y-m-d" and that day exists, in the years 1 to 9999. */
export function isDay(text: string): text is Day {
  const [, year, month, date] = (form.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined) return false;
  return year >= 1 && month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month);
}

/** The day at the start of "2026-03-05", "2026-03-05 10:00:00" or "2026-03-05T10:00:00Z"; undefined for other texts. */
export function parseDay(text: string): Day | undefined {
  const head = /^\s*(\d{4}-\d{2}-\d{2})(?:[ T].*)?$/s.exec(text.trimEnd())?.[1];
  return head !== undefined && isDay(head) ? head : undefined;
}

/** The parts of a day; NaN where the text is not a day. */
export function dayParts(day: Day): DayParts {
  return { year: numberAt(day, 0, 4), month: numberAt(day, 5, 7), date: numberAt(day, 8, 10) };
}

/** The digits from there on; NaN where there is anything else. */
function numberAt(text: string, from: number, end: number): number {
  let number = 0;
  for (let at = from; at < end; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** A date past the end of its month becomes its last day; years are clamped to 1 and 9999. */
export function dayFrom({ year, month, date }: DayParts): Day {
  return dayAt(numberOf({ year, month, date: Math.min(date, daysInMonth(year, month)) }));
}

/** Clamped to 0001-01-01 and 9999-12-31. */
export function addDays(day: Day, count: number): Day {
  return dayAt(dayNumber(day) + count);
}

/** So many consecutive days. Clamped as in addDays. */
export function daysFrom(first: Day, count: number): Day[] {
  const start = dayNumber(first);
  return Array.from({ length: count }, (_, index) => dayAt(start + index));
}

/** The same date in another month, or the last day of that month where it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const { year, month, date } = dayParts(day);
  const months = year * 12 + month - 1 + count;
  return dayFrom({ year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1, date });
}

export function startOfMonth(day: Day): Day {
  return dayFrom({ ...dayParts(day), date: 1 });
}

export function endOfMonth(day: Day): Day {
  return dayFrom({ ...dayParts(day), date: 31 });
}

/** The number of days from a to b; negative where b is earlier. */
export function daysBetween(a: Day, b: Day): number {
  return dayNumber(b) - dayNumber(a);
}

/** The number of days of a period, both ends included. */
export function dayCount(period: Period): number {
  return daysBetween(period.from, period.to) + 1;
}

export function earlierDay(a: Day, b: Day): Day {
  return a < b ? a : b;
}

export function laterDay(a: Day, b: Day): Day {
  return a < b ? b : a;
}

/** 0 for Monday to 6 for Sunday. */
export function dayOfWeek(day: Day): number {
  // 1970-01-01 was a Thursday.
  return (((dayNumber(day) + 3) % 7) + 7) % 7;
}

export function startOfWeek(day: Day): Day {
  return addDays(day, -dayOfWeek(day));
}

export function isWeekend(day: Day): boolean {
  return dayOfWeek(day) >= 5;
}

/** Days since 1970-01-01. A month or date outside its range carries over. */
function numberOf({ year, month, date }: DayParts): number {
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, date) / dayLength;
}

/** Days by their numbers: the same few hundred are asked for again and again. */
const knownDays = new Map<number, Day>();
const maxKnownDays = 5_000;

function dayAt(number: number): Day {
  const inside = Math.min(Math.max(number, firstNumber), lastNumber);
  const known = knownDays.get(inside);
  if (known !== undefined) return known;
  const text = new Date(inside * dayLength).toISOString().slice(0, 10);
  if (!isDay(text)) throw new RangeError(`Not a day: ${text}`);
  if (knownDays.size >= maxKnownDays) knownDays.clear();
  knownDays.set(inside, text);
  return text;
}

export function startOfYear(day: Day): Day {
  return addMonths(startOfMonth(day), 1 - dayParts(day).month);
}

export function wholeMonths(day: Day, count: number): Period {
  const from = startOfMonth(day);
  return { from, to: endOfMonth(addMonths(from, count - 1)) };
}

/** How many whole calendar months a period consists of; undefined for any other period. */
export function monthCount(period: Period): number | undefined {
  if (period.from !== startOfMonth(period.from) || period.to !== endOfMonth(period.to)) return undefined;
  const first = dayParts(period.from);
  const last = dayParts(period.to);
  return (last.year - first.year) * 12 + last.month - first.month + 1;
}

/** Days since 1970-01-01 of a date written exactly Y-m-d; undefined when it is none ("2026-02-30", "2026-2-3"). */
export function parseDayNumber(text: string): number | undefined {
  return isDay(text) ? dayNumber(text) : undefined;
}

/** Days since 1970-01-01. */
export function dayNumber(day: Day): number {
  return numberOf(dayParts(day));
}

/** The day that many days after 1970-01-01. */
export function dayOfNumber(days: number): Day {
  return dayAt(days);
}

interface ZoneTime extends DayParts {
  readonly hour: number;
  readonly minute: number;
}

/** The time zone of Date's local getters. Module-level: set once a process, and asked wherever a time is read. */
let own: string | undefined;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether it is a time zone: an IANA name such as "Europe/Berlin", or an offset such as "+02:00". */
export function isTimeZone(name: string | undefined): name is string {
  if (name === undefined || name.trim() === '') return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Sets the machine's time zone: its time then needs no Intl, whose first use is slow. */
export function setOwnZone(timeZone: string): void {
  own = timeZone;
}

/** The time in an IANA time zone for milliseconds since 1970. Throws a RangeError for an unknown zone. */
export function zoneTime(timeZone: string, milliseconds: number): ZoneTime {
  if (timeZone === 'UTC') return utcTime(milliseconds);
  if (timeZone !== own) return formattedTime(timeZone, milliseconds);
  return utcTime(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000);
}

function utcTime(milliseconds: number): ZoneTime {
  const at = new Date(milliseconds);
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    date: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
  };
}

function formattedTime(timeZone: string, milliseconds: number): ZoneTime {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(milliseconds).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? NaN;
  return {
    year: part('year'),
    month: part('month'),
    date: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

/** The present day in an IANA time zone. Throws a RangeError for an unknown zone. */
export function todayIn(timeZone: string, now: Date): Day {
  return dayFrom(zoneTime(timeZone, now.getTime()));
}

/** When the day ends in an IANA time zone, or up to an hour before: milliseconds since 1970. */
export function endOfDay(timeZone: string, now: number): number {
  const today = todayIn(timeZone, new Date(now));
  const { hour, minute } = zoneTime(timeZone, now);
  let end = now - (now % 60_000) + ((24 - hour) * 60 - minute) * 60_000;
  // On a day of 23 hours.
  while (todayIn(timeZone, new Date(end - 1)) !== today) end -= 3_600_000;
  return end;
}

/** Day and time in an IANA time zone, "2026-11-20 10:00:00". Throws a RangeError for an unknown zone. */
export function timeStampIn(timeZone: string, now: Date): string {
  const { hour, minute } = zoneTime(timeZone, now.getTime());
  const parts = [hour, minute, now.getUTCSeconds()].map(part => String(part).padStart(2, '0'));
  return `${todayIn(timeZone, now)} ${parts.join(':')}`;
}

/** A service may count days in another time zone than the profile's, which is at most so far off, and count late. */
const finalAfterMs = 14 * 3_600_000;

/** The last day whose counts no longer changed when they were read: 14 hours after its end in the time zone. */
export function lastFinalDay(readAt: number, timeZone: string): Day {
  return addDays(todayIn(timeZone, new Date(readAt - finalAfterMs)), -1);
}

export const secondsOfDay = 86_400;

/** @param local seconds of any clock, since a midnight */
export function hourOf(local: number): number {
  return Math.floor(local / 3600) - Math.floor(local / secondsOfDay) * 24;
}
const blockSeconds = 900;
const maxBlocks = 10_000;

/** In which day and at which time of it something was. */
export interface DayClock {
  /** Local time in seconds since 1970-01-01T00:00 local time: every day has 86,400 of them. */
  local(time: number): number;
  /** In days since 1970-01-01. */
  day(time: number): number;
}

export class LocalClock implements DayClock {
  readonly #timeZone: string;
  /** Zones change their offset at a quarter of an hour. */
  readonly #offsets = new Map<number, number>();
  #block = NaN;
  #offset = 0;

  /** Throws a RangeError for a zone that does not exist. */
  constructor(timeZone: string) {
    this.#timeZone = timeZone;
    this.#findOffset(0);
  }

  local(time: number): number {
    const block = Math.floor(time / blockSeconds);
    if (block !== this.#block) {
      this.#offset = this.#offsets.get(block) ?? this.#findOffset(block);
      this.#block = block;
    }
    return time + this.#offset;
  }

  day(time: number): number {
    return Math.floor(this.local(time) / secondsOfDay);
  }

  #findOffset(block: number): number {
    const time = block * blockSeconds;
    const { year, month, date, hour, minute } = zoneTime(this.#timeZone, time * 1000);
    const offset = Date.UTC(year, month - 1, date, hour, minute) / 1000 - time;
    if (this.#offsets.size >= maxBlocks) this.#offsets.clear();
    this.#offsets.set(block, offset);
    return offset;
  }
}
