import type { Day } from '#model/statistics/statistics.ts';
import {
  type CoveredDays,
  keepStagedDays,
  selectCounted,
  selectCountedDays,
  selectWholeDays,
} from '#server/database/importRecount.ts';
import type { Database } from '#server/database/Database.ts';
import { dayOfNumber } from '#server/days.ts';
import { ImportError } from './ImportError.ts';
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
  /** Days that stay as they are, since the logs do not hold every line that was counted of them. */
  readonly kept?: readonly Day[];
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

/**
 * The same for the days alone of which the staged lines hold every one that is known; drops what is staged of others. Throws
 * ImportError where there is none.
 */
export function wholeRecount(
  database: Database,
  website: { id: number; domain: string },
  covered: CoveredDays,
): { readonly covered: CoveredDays; readonly recount: Recount | undefined } {
  const whole = { ...covered, days: selectWholeDays(database, website.id, covered) };
  if (whole.days.size === 0)
    throw new ImportError(
      'The logs do not hold every line that was counted of any day. Nothing was changed.',
    );
  const kept = selectCountedDays(database, website.id).filter(day => !whole.days.has(day));
  const recount = plannedRecount(database, website, whole, keepStagedDays(database, whole.days));
  return { covered: whole, recount: recount && { ...recount, kept: kept.map(dayOfNumber) } };
}

function firstAndLast(days: ReadonlySet<number>): number[] {
  let [first, last] = [Infinity, -Infinity];
  for (const day of days) {
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  return days.size === 0 ? [] : [first, last];
}
