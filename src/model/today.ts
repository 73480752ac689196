import { dayFrom } from './day.ts';
import type { Day } from './statistics.ts';
import { zoneTime } from './zoneTime.ts';

/** The day it is in an IANA time zone. Throws a RangeError for a zone that does not exist. */
export function todayIn(timeZone: string, now: Date): Day {
  return dayFrom(zoneTime(timeZone, now.getTime()));
}
