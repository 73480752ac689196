import type { SQLOutputValue } from 'node:sqlite';
import { ImportError } from '#logs/errors.ts';
import { dayOfNumber } from '#model/period/day.ts';
import { type Database, integer } from '#server/database/Database.ts';
import { forgetSums, statisticCodes } from '#server/database/counts.ts';
import type { Recount } from '#logs/summary.ts';
import { secondsOfBlock } from './knownLines.ts';

/** Days since 1970-01-01. */
export interface CoveredDays {
  readonly days: ReadonlySet<number>;
  /** The day of a time in seconds since 1970, where the website is. */
  readonly dayOf: (time: number) => number;
}

/** A day begins at a quarter of an hour of UTC: each half of ten minutes lies in one day. */
const secondsOfHalf = secondsOfBlock / 2;
const blocksOfDay = 86_400 / secondsOfBlock;

function selectCounted(
  database: Database,
  website: number,
  { days }: CoveredDays,
): { readonly days: number; readonly pageviews: number } {
  const views = database.statement(
    'select sum(count) as views from main.stat where website_id = ? and name = ? and day = ?',
  );
  let counted = { days: 0, pageviews: 0 };
  for (const day of days) {
    const row = views.get(website, statisticCodes.pageviews, day);
    if (typeof row?.views === 'number')
      counted = { days: counted.days + 1, pageviews: counted.pageviews + row.views };
  }
  return counted;
}

/** Of the days, those of which the staged lines hold every line that is known, of all sources. */
function selectWholeDays(database: Database, website: number, { days, dayOf }: CoveredDays): Set<number> {
  const whole = new Set(days);
  const known = database
    .statement('select block, lines, doubt_from from main.import_line where website_id = ?')
    .iterate(website);
  const staged = database.statement('select known from staging.line where site = 0 and block = ?');
  for (const row of known) {
    const block = integer(row['block']);
    const start = block * secondsOfBlock;
    const concerned = [dayOf(start), dayOf(start + secondsOfHalf)].filter(day => whole.has(day));
    if (concerned.length === 0) continue;
    // Of some lines it is only known that they were counted.
    const isKnown = typeof row['doubt_from'] !== 'number';
    if (isKnown && holdsAll(staged.get(block)?.['known'], row['lines'])) continue;
    for (const day of concerned) whole.delete(day);
  }
  return whole;
}

/** Whether sorted hashes are among others, each as often. */
function holdsAll(all: SQLOutputValue | undefined, some: SQLOutputValue | undefined): boolean {
  const [hashes, wanted] = [hashesOf(all), hashesOf(some)];
  let at = 0;
  for (const hash of wanted) {
    while (at < hashes.length && (hashes[at] ?? 0n) < hash) at++;
    if (hashes[at] !== hash) return false;
    at++;
  }
  return true;
}

/** A copy, since a view of 64-bit words must be aligned. */
function hashesOf(column: SQLOutputValue | undefined): BigUint64Array {
  return new BigUint64Array(new Uint8Array(column instanceof Uint8Array ? column : []).buffer);
}

function selectCountedDays(database: Database, website: number): number[] {
  return database
    .statement('select distinct day from main.stat where website_id = ? and name = ? order by day')
    .all(website, statisticCodes.pageviews)
    .map(row => integer(row['day']));
}

/** Drops what is staged of other days than these, and returns the page views of these. */
function keepStagedDays(database: Database, days: ReadonlySet<number>): number {
  const staged = database
    .statement('select day from staging.delta union select day from staging.visit')
    .all();
  const drop = ['delta', 'visit'].map(table =>
    database.statement(`delete from staging.${table} where day = ?`),
  );
  for (const row of staged) {
    const day = integer(row['day']);
    if (!days.has(day)) for (const statement of drop) statement.run(day);
  }
  const views = database
    .statement('select sum(count) as views from staging.delta where name = ?')
    .get(statisticCodes.pageviews);
  return integer(views?.['views']);
}

/**
 * Removes what is stored of some days of a website: its counts, its sessions, and the hashes of the lines of those days, of
 * all its sources. Also forgets the fingerprints of all of its logs, since it is unknown which of them had lines of those
 * days; the hashes of other days still tell what was counted. Drops staged lines of other days. Needs a transaction.
 */
export function removeDays(database: Database, website: number, covered: CoveredDays): void {
  const names = Object.values(statisticCodes).join(', ');
  const counts = database.statement(
    `delete from main.stat where website_id = ? and name in (${names}) and day = ?`,
  );
  const visits = database.statement('delete from main.visit where website_id = ? and day = ?');
  for (const day of covered.days) {
    counts.run(website, day);
    visits.run(website, day);
    forgetSums(database, website, { from: day, to: day });
  }
  removeLines(database, website, covered);
  database.statement('delete from main.import_file where website_id = ?').run(website);
  const staged = database.statement('select block from staging.line').all();
  const drop = database.statement('delete from staging.line where site = 0 and block = ?');
  for (const row of staged) {
    const block = integer(row.block);
    if (halvesOutside(block, covered).length === 2) drop.run(block);
  }
}

function removeLines(database: Database, website: number, covered: CoveredDays): void {
  const blocks = database.statement(
    'select distinct block from main.import_line where website_id = ? and block between ? and ?',
  );
  const remove = database.statement('delete from main.import_line where website_id = ? and block = ?');
  // The other half was counted too, but its lines are no longer known.
  const halve = database.statement(
    `update main.import_line set lines = x'',
       doubt_from = min(ifnull(doubt_from, ?3), ?3), doubt_to = max(ifnull(doubt_to, ?4), ?4)
     where website_id = ?1 and block = ?2`,
  );
  for (const day of covered.days) {
    // Zones are at most fourteen hours away from UTC.
    for (const row of blocks.all(website, (day - 1) * blocksOfDay, (day + 2) * blocksOfDay)) {
      const block = integer(row.block);
      const [outside, ...more] = halvesOutside(block, covered);
      if (outside === undefined) remove.run(website, block);
      else if (more.length === 0) halve.run(website, block, outside, outside + secondsOfHalf - 1);
    }
  }
}

/** Where the halves of ten minutes begin that are of other days, in seconds since 1970. */
function halvesOutside(block: number, { days, dayOf }: CoveredDays): number[] {
  const start = block * secondsOfBlock;
  return [start, start + secondsOfHalf].filter(time => !days.has(dayOf(time)));
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
  const days = [...covered.days].toSorted((a, b) => a - b);
  return {
    domain,
    days: days.length,
    from: dayOfNumber(days[0] ?? 0),
    to: dayOfNumber(days.at(-1) ?? 0),
    pageviewsBefore: stored.pageviews,
    pageviewsAfter,
  };
}

/** For the days alone of which the staged lines hold every one that is known: drops the others. Throws ImportError for none. */
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
