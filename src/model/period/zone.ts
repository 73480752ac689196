import type { Day } from '#model/statistics/statistics.ts';
import { addDays, dayFrom } from './day.ts';

interface ZoneTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly date: number;
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

/** Sets the machine's time zone: its time then needs no Intl, whose first use takes 10 ms. */
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

const secondsOfDay = 86_400;
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
