import { dayFrom } from './day.ts';
import type { Day } from './statistics.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The day it is in an IANA time zone. Throws a RangeError for a zone that does not exist. */
export function todayIn(timeZone: string, now: Date): Day {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
    clocks.set(timeZone, clock);
  }
  const parts = new Map(clock.formatToParts(now).map(part => [part.type, Number(part.value)]));
  return dayFrom({
    year: parts.get('year') ?? NaN,
    month: parts.get('month') ?? NaN,
    date: parts.get('day') ?? NaN,
  });
}
