import { addDays, lastFinalDay, todayIn } from '#model/period/day.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import type { RequestTime } from './request.ts';

export interface Clock {
  today(): Day;
  now(): number;
  /** Whether days that are over may still change. */
  countsLate?(): boolean;
}

export function requestTime({ now, today, countsLate }: Clock): RequestTime {
  return { at: now(), on: today(), ...(countsLate?.() === true && { isOpen: true }) };
}

/** How long numbers that may still change are shown without another request. */
const freshForMs = 60_000;

/** The same for those that an earlier session read. */
const keptFreshForMs = 3_600_000;

/** By it only those days had ended that were final then: the days of the service may be others. */
export function keptRequestTime(at: number, timeZone: string): RequestTime {
  return { at, on: addDays(lastFinalDay(at, timeZone), 1) };
}

/** Whether an earlier session requested it before now. If not, a clock was wrong, and nobody knows which days had ended. */
export function isPast(at: number, { now }: Pick<Clock, 'now'>): boolean {
  return at <= now();
}

/** Whether what an earlier session requested on this day is shown without another request. */
export function isKeptFresh(at: number, { now, today }: Clock, timeZone: string): boolean {
  const age = now() - at;
  return age >= 0 && age < keptFreshForMs && todayIn(timeZone, new Date(at)) === today();
}

/** Whether all days of the period had ended when they were requested: their counts no longer change. */
export function isFinal(requested: RequestTime | undefined, { to }: Period): boolean {
  return requested !== undefined && requested.isOpen !== true && to < requested.on;
}

/** Final counts stay fresh until `r`; others for a minute, and never into the next day. */
export function isFresh(requested: RequestTime | undefined, period: Period, { now, today }: Clock): boolean {
  if (requested === undefined) return false;
  return isFinal(requested, period) || (requested.on === today() && now() - requested.at < freshForMs);
}
