import { type DayClock, dayOfNumber, LocalClock, secondsOfDay } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { type Database, integer, optionalText, text } from '#server/database/Database.ts';
import { putZone, selectZone } from '#server/database/openDatabase.ts';
import type { FormerDays } from '#logs/summary.ts';
import { secondsOfBlock } from './knownLines.ts';

/** By which rules lines are counted: grows where the same lines would give other counts. */
const rulesVersion = 3;

/** How the lines before a time were counted, where that is not as lines are counted now. */
export interface FormerCount {
  /** Seconds since 1970. */
  readonly until: number;
  /** Undefined: the zone of the database. */
  readonly timeZone: string | undefined;
  readonly rules: number;
}

/** The earliest first: each is of the lines after those of the one before. */
export function selectFormerCounts(database: Database, website: number): FormerCount[] {
  return database
    .statement('select until, time_zone, rules from former_count where website_id = ? order by until')
    .all(website)
    .map(row => ({
      until: integer(row['until']),
      timeZone: optionalText(row['time_zone']) ?? undefined,
      rules: integer(row['rules']),
    }));
}

/** Needs a transaction. */
export function putFormerCounts(database: Database, website: number, counts: readonly FormerCount[]): void {
  database.statement('delete from former_count where website_id = ?').run(website);
  const insert = database.statement(
    'insert into former_count (website_id, until, time_zone, rules) values (?, ?, ?, ?)',
  );
  for (const { until, timeZone, rules } of counts) insert.run(website, until, timeZone ?? null, rules);
}

/** A website that lines were counted of, with the days that are counted otherwise than now. */
export interface CountedWebsite {
  readonly domain: string;
  readonly former: readonly FormerDays[];
  /** The last one by other rules. */
  readonly otherRulesTo: Day | undefined;
}

/** Those that wait aside. */
export function selectCountedWebsites(database: Database, timeZone: string): CountedWebsite[] {
  const websites = database.statement(
    'select id, domain from website where waiting = 0 and exists (select 1 from stat where website_id = id) order by id',
  );
  return websites.all().map(row => {
    const id = integer(row['id']);
    const counts = selectFormerCounts(database, id);
    const other = counts.findLast(({ rules }) => rules !== rulesVersion);
    const clock = clockOf(counts, timeZone);
    return {
      domain: text(row['domain']),
      former: selectFormerDays(database, id, counts, timeZone),
      otherRulesTo: other && dayOfNumber(clock.day(other.until - 1)),
    };
  });
}

/** The days with lines that are still counted in other zones than the given one, each once, the earliest first. */
export function selectFormerDays(
  database: Database,
  website: number,
  counts: readonly FormerCount[],
  timeZone: string,
): FormerDays[] {
  const clock = clockOf(counts, timeZone);
  const found: { from: number | undefined; to: number; zones: string[] }[] = [];
  let start = -Infinity;
  for (const { until, timeZone: zone = timeZone } of counts) {
    // Of the first ones lines may be unknown: an older Sitedeck counted them.
    const lines = start === -Infinity ? undefined : selectLineTimes(database, website, start, until);
    const from = lines && clock.day(lines.first);
    const to = clock.day((lines?.last ?? until) - 1);
    const hasLines = lines !== undefined || start === -Infinity;
    start = until;
    if (!hasLines) continue;
    const last = found.at(-1);
    if (last === undefined || from === undefined) found.push({ from, to, zones: [zone] });
    else if (last.zones.at(-1) === zone) last.to = Math.max(last.to, to);
    else if (from > last.to) found.push({ from, to, zones: [zone] });
    else {
      const both = { from, to: last.to, zones: [...last.zones, zone] };
      last.to = from - 1;
      if (last.from !== undefined && last.from > last.to) found.pop();
      found.push(both);
      if (to > both.to) found.push({ from: both.to + 1, to, zones: [zone] });
    }
  }
  return found
    .filter(({ zones }) => zones.some(zone => zone !== timeZone))
    .map(({ from, to, zones }) => ({
      from: from === undefined ? undefined : dayOfNumber(from),
      to: dayOfNumber(to),
      timeZones: zones,
    }));
}

/** When the first known lines since a time begin, and the last before another end, to ten minutes; undefined for none. */
function selectLineTimes(
  database: Database,
  website: number,
  from: number,
  until: number,
): { readonly first: number; readonly last: number } | undefined {
  const row = database
    .statement(
      `select min(block) as first, max(block) as last from main.import_line
       where website_id = ?1 and (block + 1) * ${secondsOfBlock} > ?2 and block * ${secondsOfBlock} < ?3`,
    )
    .get(website, from, until);
  if (typeof row?.['first'] !== 'number') return undefined;
  return {
    first: Math.max(from, row['first'] * secondsOfBlock),
    last: Math.min(until, (integer(row['last']) + 1) * secondsOfBlock),
  };
}

export function formerBefore(counts: readonly FormerCount[], time: number): FormerCount[] {
  const later = counts.find(({ until }) => until > time);
  const earlier = counts.filter(({ until }) => until <= time);
  const start = earlier.at(-1)?.until ?? -Infinity;
  return later && time > start && time > -Infinity ? [...earlier, { ...later, until: time }] : earlier;
}

export function hasOtherZone(counts: readonly FormerCount[], timeZone: string): boolean {
  return counts.some(count => (count.timeZone ?? timeZone) !== timeZone);
}

/** The days and hours in which lines are counted: those of other zones before some times. */
export function clockOf(counts: readonly FormerCount[], timeZone: string): DayClock {
  const now = new LocalClock(timeZone);
  if (!hasOtherZone(counts, timeZone)) return now;
  const parts = counts.map(({ until, timeZone: zone = timeZone }) => ({
    until,
    clock: new LocalClock(zone),
  }));
  const at = (time: number): DayClock => parts.find(({ until }) => time < until)?.clock ?? now;
  return { local: time => at(time).local(time), day: time => at(time).day(time) };
}

/** Zones change their offset, and begin their days, at a quarter of an hour. */
const step = 900;
/** Zones are at most so far from UTC. */
const farthest = 14 * 3_600;

/** From when on no line is of the day any more, in seconds since 1970. */
export function endOf(day: number, clock: DayClock): number {
  let end = (day + 1) * secondsOfDay + farthest;
  while (clock.day(end - step) > day) end -= step;
  return end;
}

/**
 * Gives the database another zone: lines of days that have counts, and of the rest of today, stay counted in the days of the one before,
 * until they are counted again. Returns whether it is another one. Needs a transaction.
 * @param now seconds since 1970
 */
export function changeZone(database: Database, timeZone: string, now: number): boolean {
  const before = selectZone(database);
  if (before === timeZone) return false;
  putZone(database, timeZone);
  if (before === undefined) return true;
  const latest = new LocalClock(before).day(now) + 1;
  const websites = database
    .statement('select website_id as website, max(min(day, ?)) as last from stat group by website_id')
    .all(latest);
  for (const row of websites) {
    const website = integer(row['website']);
    const former = selectFormerCounts(database, website);
    const until = endOf(integer(row['last']), clockOf(former, before));
    const counts = former.map(count => ({ ...count, timeZone: count.timeZone ?? before }));
    const earlier = former.at(-1);
    // Where none was counted since the change before, no line has days of that zone.
    const isCounted =
      earlier?.timeZone === undefined ||
      selectLineTimes(database, website, earlier.until, until) !== undefined;
    const isAfter = isCounted && until > (earlier?.until ?? -Infinity);
    const last = { until, timeZone: before, rules: rulesVersion };
    putFormerCounts(database, website, isAfter ? [...counts, last] : counts);
  }
  return true;
}
