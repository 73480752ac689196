import { type Filter, filterKey } from '#model/service/filter.ts';
import { type Database, inTurns } from '#server/database/Database.ts';
import type { Visits } from '#server/database/filter/filtered.ts';
import { versionOf } from '#server/database/statistics.ts';

export interface VisitPeriod {
  readonly website: number;
  /** Days since 1970-01-01, both counted. */
  readonly from: number;
  readonly to: number;
  /** Without conditions all page views are counted. */
  readonly where: Filter;
  /** What is counted reaches back to the last day before it that has no detail. */
  readonly today: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

interface Counted<T> {
  readonly counts: T;
  /** The first day of the period that has visits. */
  readonly reach: number;
}

interface Known<T> {
  readonly version: string;
  readonly counted: Promise<Counted<T>>;
  /** How many have waited to the end, or still wait. */
  waiting: number;
  /** Of the counts, in numbers; 0 before they are there. */
  size: number;
  stop(): void;
}

/** The two periods of a dashboard, which asks for the days of a year in parts, with those of today. */
const mostKnown = 16;
/** Those of two dashboards of a month are kept whatever their size, more of them up to so many numbers. */
const leastKnown = 4;
const mostNumbers = 2_000_000;

interface Counting<T> {
  readonly count: (
    visits: Visits,
    days: { readonly from: number; readonly to: number },
    where: Filter,
  ) => Generator<void, T, void>;
  /** How many numbers they are. */
  readonly sizeOf: (counts: T) => number;
}

/**
 * The counts of a period are made once for all statistics: the requests of a dashboard ask for one after the other. They are
 * right until the file is written to. What nobody waits for any more is counted no further.
 */
export function countedOnce<T>({
  count,
  sizeOf,
}: Counting<T>): (database: Database, visits: Visits, period: VisitPeriod) => Promise<Counted<T>> {
  const databases = new WeakMap<Database, Map<string, Known<T>>>();
  return async (database, visits, { website, from, to, where, today, signal }) => {
    signal?.throwIfAborted();
    const all = databases.get(database) ?? new Map<string, Known<T>>();
    databases.set(database, all);
    const key = JSON.stringify([website, from, to, filterKey(where)]);
    const version = versionOf(database);
    const last = all.get(key);
    if (last?.version === version) return await waitFor(last, signal);
    const reach = Math.max(from, visits.reach(today) ?? from);
    const stopped = new AbortController();
    const counting = inTurns(count(visits, { from: reach, to }, where), stopped.signal);
    const forget = () => all.get(key) === known && all.delete(key);
    const known: Known<T> = {
      version,
      counted: counting.then(counts => ({ counts, reach })),
      waiting: 0,
      size: 0,
      stop() {
        forget();
        stopped.abort();
      },
    };
    counting.then(counts => (known.size = sizeOf(counts)), forget);
    all.delete(key);
    all.set(key, known);
    dropOldest(all);
    return await waitFor(known, signal);
  };
}

async function waitFor<T>(known: Known<T>, signal: AbortSignal | undefined): Promise<Counted<T>> {
  const leave = () => {
    known.waiting--;
    if (known.waiting === 0) known.stop();
  };
  known.waiting++;
  signal?.addEventListener('abort', leave);
  try {
    return await known.counted;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

function dropOldest(all: Map<string, Known<unknown>>): void {
  for (const key of all.keys()) {
    const size = [...all.values()].reduce((sum, each) => sum + each.size, 0);
    if (all.size <= leastKnown || (all.size <= mostKnown && size <= mostNumbers)) break;
    all.delete(key);
  }
}
