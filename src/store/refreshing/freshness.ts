import type { Day, Period } from '#model/statistics/statistics.ts';

/** How long numbers that may still change are shown without asking again. */
export const freshForMs = 60_000;

/** The time of the profile's service. */
export interface Clock {
  /** Today in the profile's time zone. */
  today(): Day;
  /** Milliseconds since 1970. */
  now(): number;
}

/** When something was asked for, not when the answer came: a day may have ended in between. */
export interface Asked {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The day that it was then. */
  readonly on: Day;
}

export function askedNow({ now, today }: Clock): Asked {
  return { at: now(), on: today() };
}

/** Whether all the days of a period were over when they were asked for: their counts do not change any more. */
export function isFinal(asked: Asked | undefined, { to }: Period): boolean {
  return asked !== undefined && to < asked.on;
}

/** Final counts are kept until the person asks anew; others for a minute, and never into the next day. */
export function isFresh(asked: Asked | undefined, period: Period, { now, today }: Clock): boolean {
  if (asked === undefined) return false;
  return isFinal(asked, period) || (asked.on === today() && now() - asked.at < freshForMs);
}
