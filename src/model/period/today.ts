import { dayFrom } from './day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { zoneTime } from './zoneTime.ts';

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

/** "10:05" in an IANA time zone, of a time in seconds since 1970. Throws a RangeError for an unknown zone. */
export function minuteText(timeZone: string, seconds: number): string {
  const { hour, minute } = zoneTime(timeZone, seconds * 1000);
  return [hour, minute].map(part => String(part).padStart(2, '0')).join(':');
}
