import type { Day } from '#model/statistics/statistics.ts';
import { type CoveredDays, selectCounted } from '#server/database/importRecount.ts';
import type { Database } from '#server/database/Database.ts';
import { dayOfNumber } from '#server/days.ts';
import type { LocalClock } from './LocalClock.ts';
import type { LogCounter } from './LogCounter.ts';

/** What is removed of a website to be counted again, and what takes its place. */
export interface Recount {
  readonly domain: string;
  /** The days that the logs have lines of, as their number and as the first and the last. */
  readonly days: number;
  readonly from: Day;
  readonly to: Day;
  /** Of those days. */
  readonly pageviewsBefore: number;
  readonly pageviewsAfter: number;
}

export function coveredDays({ days }: LogCounter, clock: LocalClock): CoveredDays {
  return { days, dayOf: time => clock.day(time) };
}

/** Undefined where nothing is stored of the days. */
export function plannedRecount(
  database: Database,
  { id, domain }: { id: number; domain: string },
  covered: CoveredDays,
  pageviewsAfter: number,
): Recount | undefined {
  const stored = selectCounted(database, id, covered);
  if (stored.days === 0) return undefined;
  const [first = 0, last = first] = firstAndLast(covered.days);
  return {
    domain,
    days: covered.days.size,
    from: dayOfNumber(first),
    to: dayOfNumber(last),
    pageviewsBefore: stored.pageviews,
    pageviewsAfter,
  };
}

function firstAndLast(days: ReadonlySet<number>): number[] {
  let [first, last] = [Infinity, -Infinity];
  for (const day of days) {
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  return days.size === 0 ? [] : [first, last];
}
