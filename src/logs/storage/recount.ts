import type { KeptCounts } from '#logs/count/LogCounter.ts';
import { ImportError, type Recount } from '#logs/summary.ts';
import { type DayClock, dayOfNumber, LocalClock } from '#model/period/day.ts';
import { type Database, integer } from '#server/database/Database.ts';
import { forgetSums, statisticCodes } from '#server/database/counts.ts';
import { deleteTimes } from '#server/database/ResponseTimes.ts';
import { deleteVisits, sessionTimes } from '#server/database/visit/visits.ts';
import {
  clockOf,
  endOf,
  type FormerCount,
  formerBefore,
  hasOtherZone,
  putFormerCounts,
  selectFormerDays,
} from './formerCounts.ts';
import {
  markBlockUncertain,
  type Halves,
  halvesOf,
  keepMixedBlock,
  selectKnownHalves,
} from './knownLines.ts';

export interface StoredCounts {
  readonly database: Database;
  readonly id: number;
  readonly domain: string;
  readonly former: readonly FormerCount[];
  /** Of the days of now. */
  readonly timeZone: string;
  /** Days that the logs have lines of, since 1970-01-01. */
  readonly days: ReadonlySet<number>;
}

export interface RecountPlan {
  /** How the lines are to be counted once more, since some of them stay as they are. */
  readonly again?: { readonly clock: DayClock; readonly kept: KeptCounts };
  /** Drops what is staged of days that stay. Undefined where nothing is stored of the others. */
  recount(): Recount | undefined;
  /** Removes what is stored of the days that are counted again. Needs a transaction. */
  remove(): void;
}

/** Of the days that the given logs have lines of, all that is stored is removed. */
export function plannedRecount(stored: StoredCounts): RecountPlan {
  const { database, id, former, timeZone } = stored;
  const clock = clockOf(former, timeZone);
  const days = new Set(stored.days);
  // An older Sitedeck may have counted lines of them in the days of another zone.
  for (const { day, other } of otherDays(database, id, clock)) if (stored.days.has(other)) days.add(day);
  const isRemoved = (day: number): boolean => days.has(day);
  return {
    recount: () => recountOf(stored, days, undefined),
    remove: () => removeDays(stored, { clock, isRemoved, keepMixed: markBlockUncertain }),
  };
}

/** Only days of which the staged lines hold every one ever counted: others stay. Throws ImportError where there are none. */
export function wholeRecount(stored: StoredCounts): RecountPlan {
  const { database, id, former, timeZone } = stored;
  const clock = clockOf(former, timeZone);
  const now = new LocalClock(timeZone);
  const halves = selectKnownHalves(database, id, time => clock.local(time) - now.local(time));
  const kept = keptDays(stored, clock, halves);
  const isRemoved = (day: number): boolean => !kept.has(day);
  const counted = selectDays(database, id);
  const days = new Set([...counted, ...stored.days].filter(isRemoved));
  if (days.size === 0)
    throw new ImportError(
      'The logs do not hold every line that was counted of any day. Nothing was changed.',
    );
  // Whatever zone they were counted in, no line is left to be counted twice.
  const left = kept.size === 0 ? [] : formerBefore(former, endOfKept(former, kept, clock));
  const remove = (): void => {
    removeDays(stored, { clock, isRemoved, keepMixed: keepMixedBlock });
    putFormerCounts(database, id, left);
  };
  const recount = (): Recount | undefined => {
    if (kept.size > 0 && again === undefined) dropStagedDays(database, kept);
    return recountOf(stored, days, { kept, left });
  };
  const isMixed = halves.known.some(block => new Set(halvesOf(block).map(isKept)).size > 1);
  function isKept(time: number): boolean {
    return kept.has(clock.day(time));
  }
  const isAgain = kept.size > 0 && (isMixed || hasOtherZone(former, timeZone));
  const again = isAgain ? { clock: clockOf(left, timeZone), kept: { isKept, days: kept } } : undefined;
  return { ...(again && { again }), recount, remove };
}

/** The days of lines that are not held, and those that have lines in common with them. */
function keptDays({ database, id }: StoredCounts, clock: DayClock, { known, unheld }: Halves): Set<number> {
  const linked = new Map<number, Set<number>>();
  const link = (one: number, other: number): void => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      linked.set(from, (linked.get(from) ?? new Set()).add(to));
  };
  for (const { day, other } of otherDays(database, id, clock)) link(day, other);
  // Counts of days that no known line is of: an older Sitedeck counted lines of a neighbour in them.
  const ofLines = new Set(known.flatMap(halvesOf).map(time => clock.day(time)));
  for (const day of selectDays(database, id))
    if (!ofLines.has(day)) for (const neighbour of [day - 1, day + 1]) link(day, neighbour);
  const kept = new Set(unheld.map(time => clock.day(time)));
  // The set grows while it is gone through.
  for (const day of kept) for (const other of linked.get(day) ?? []) kept.add(other);
  return kept;
}

/** Days with sessions of other days: an older Sitedeck counted their lines in another zone. */
function otherDays(
  database: Database,
  website: number,
  clock: DayClock,
): { readonly day: number; readonly other: number }[] {
  const found = new Map<string, { day: number; other: number }>();
  for (const { day, started, ended } of sessionTimes(database, website))
    for (const time of [started, ended]) {
      const other = clock.day(time);
      if (other !== day) found.set(`${day} ${other}`, { day, other });
    }
  return [...found.values()];
}

/** When the last of the kept days ends that were counted otherwise than now; -Infinity for none. */
function endOfKept(former: readonly FormerCount[], kept: ReadonlySet<number>, clock: DayClock): number {
  const last = former.at(-1)?.until ?? -Infinity;
  const ends = [...kept].filter(day => endOf(day - 1, clock) < last).map(day => endOf(day, clock));
  return Math.min(last, Math.max(-Infinity, ...ends));
}

const names = Object.values(statisticCodes).join(', ');

function selectDays(database: Database, website: number): number[] {
  return database
    .statement(
      `select day from main.stat where website_id = ?1 and name in (${names})
       union select day from main.visit_part where website_id = ?1`,
    )
    .all(website)
    .map(row => integer(row['day']));
}

function dropStagedDays(database: Database, days: ReadonlySet<number>): void {
  for (const table of ['delta', 'visit_part', 'response_time']) {
    const drop = database.statement(`delete from staging.${table} where day = ?`);
    for (const day of days) drop.run(day);
  }
}

interface Kept {
  readonly kept: ReadonlySet<number>;
  readonly left: readonly FormerCount[];
}

function recountOf(
  { database, id, domain, timeZone }: StoredCounts,
  days: ReadonlySet<number>,
  former: Kept | undefined,
): Recount | undefined {
  const views = new Map(
    database
      .statement(
        'select day, sum(count) as views from main.stat where website_id = ? and name = ? group by day',
      )
      .all(id, statisticCodes.pageviews)
      .map(row => [integer(row['day']), integer(row['views'])]),
  );
  const before = [...views].filter(([day]) => days.has(day));
  if (before.length === 0) return undefined;
  const staged = database
    .statement(
      'select day, sum(value) as views from staging.delta, json_each(counts) where name = ? group by day',
    )
    .all(statisticCodes.pageviews);
  const counted = staged.map(row => integer(row['day'])).filter(day => former?.kept.has(day) !== true);
  const all = [...new Set([...before.map(([day]) => day), ...counted])].toSorted((a, b) => a - b);
  const kept = [...views.keys()].filter(day => former?.kept.has(day)).toSorted((a, b) => a - b);
  return {
    domain,
    days: all.length,
    from: dayOfNumber(all[0] ?? 0),
    to: dayOfNumber(all.at(-1) ?? 0),
    pageviewsBefore: before.reduce((sum, [, count]) => sum + count, 0),
    pageviewsAfter: staged.reduce((sum, row) => sum + integer(row['views']), 0),
    ...(former && { kept: kept.map(dayOfNumber) }),
    former: former ? selectFormerDays(database, id, former.left, timeZone) : [],
  };
}

interface Removed {
  readonly clock: DayClock;
  readonly isRemoved: (day: number) => boolean;
  /** Of ten minutes of which one half is removed. */
  readonly keepMixed: (database: Database, website: number, block: number, kept: number) => void;
}

/**
 * Removes what is stored of some days of a website: its counts, its sessions, and the hashes of the lines of those days, of
 * all its sources. Also forgets the fingerprints of all of its logs, since it is unknown which of them had lines of those
 * days; the hashes of other days still tell what was counted. Drops staged lines of other days. Needs a transaction.
 */
function removeDays({ database, id }: StoredCounts, { clock, isRemoved, keepMixed }: Removed): void {
  const counts = database.statement(
    `delete from main.stat where website_id = ? and name in (${names}) and day = ?`,
  );
  for (const day of selectDays(database, id).filter(isRemoved)) {
    counts.run(id, day);
    deleteVisits(database, id, day);
    deleteTimes(database, id, day);
    forgetSums(database, id, { from: day, to: day });
  }
  const blocks = database
    .statement('select block from main.import_line where website_id = ? union select block from staging.line')
    .all(id)
    .map(row => integer(row['block']));
  const remove = database.statement('delete from main.import_line where website_id = ? and block = ?');
  const drop = database.statement('delete from staging.line where site = 0 and block = ?');
  for (const block of blocks) {
    const [kept, ...more] = halvesOf(block).filter(time => !isRemoved(clock.day(time)));
    if (kept === undefined) remove.run(id, block);
    else if (more.length > 0) drop.run(block);
    else keepMixed(database, id, block, kept);
  }
  database.statement('delete from main.import_file where website_id = ?').run(id);
}
