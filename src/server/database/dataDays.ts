import { type Database, integer } from './Database.ts';
import { LocalClock } from '#model/period/zone.ts';
import { statisticCodes } from './counts.ts';
import { selectZone } from './zone.ts';

/** Days since 1970-01-01. */
interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** Every line adds to one of them; lines that were counted before there were statuses only where they are page views. */
const namesOfLines = [statisticCodes.status, statisticCodes.pageviews];

/** The first day with a line, and the later days, today among them, that none of its sources has a line of. */
export function selectDataDays(
  database: Database,
  website: number,
  today: number,
): { readonly from: number | undefined; readonly gaps: readonly DaySpan[] } {
  const own = new Set(daysOf(database, website));
  if (own.size === 0) return { from: undefined, gaps: [] };
  const from = Math.min(...own);
  const open = new Set<number>();
  for (let day = from; day <= today; day++) if (!own.has(day)) open.add(day);
  const hosts = open.size === 0 ? [] : hostsOf(database);
  if (hosts.includes(website)) {
    const days = daysOfHosts(database, hosts, today);
    for (const day of open) if (days.has(day)) open.delete(day);
  }
  return { from, gaps: spansOf([...open]) };
}

/** From which day on bytes, downloads, times and parameters are counted: an older Sitedeck did not. Undefined for none. */
export function requestsReach(database: Database, website: number): number | undefined {
  const row = database
    .statement('select max(until) as until from former_count where website_id = ? and rules < ?')
    .get(website, rulesOfRequests);
  if (typeof row?.until !== 'number') return undefined;
  return new LocalClock(selectZone(database) ?? 'UTC').day(row.until - 1) + 1;
}

/** What is counted since former_count says 3. */
const rulesOfRequests = 3;

interface HostDays {
  readonly today: number;
  /** When they were looked up, in milliseconds. */
  readonly at: number;
  readonly days: ReadonlySet<number>;
}

const ofHosts = new WeakMap<Database, HostDays>();
/** An import adds days that are over, which may be told a moment later: a list asks for very many hosts one after the other. */
const keptMilliseconds = 10_000;

/** The days of which one of them has a line: most often the first few have all days since the first of all. */
function daysOfHosts(database: Database, hosts: readonly number[], today: number): ReadonlySet<number> {
  const known = ofHosts.get(database);
  if (known?.today === today && performance.now() - known.at < keptMilliseconds) return known.days;
  const days = new Set(hosts.slice(0, fewHosts).flatMap(host => daysOf(database, host)));
  const others = hosts.slice(fewHosts);
  const open = new Set<number>();
  const first = Math.min(...days, ...others.flatMap(host => firstDay(database, host) ?? []));
  for (let day = first; day <= today; day++) if (!days.has(day)) open.add(day);
  for (const host of others)
    for (const day of open) if (hasLine(database, host, day) && open.delete(day)) days.add(day);
  ofHosts.set(database, { today, at: performance.now(), days });
  return days;
}

const fewHosts = 20;

function firstDay(database: Database, host: number): number | undefined {
  const found = database.statement('select min(day) as day from stat where website_id = ? and name = ?');
  const days = namesOfLines.map(name => found.get(host, name)?.['day'] ?? undefined);
  return days.reduce<number | undefined>((first, day) => {
    const next = day === undefined ? undefined : integer(day);
    return next === undefined || (first !== undefined && first <= next) ? first : next;
  }, undefined);
}

/** Jumps from day to day along the primary key: a day may have very many rows. */
function daysOf(database: Database, website: number): number[] {
  const days = database.statement(
    `with recursive line (day) as (
       select min(day) from stat where website_id = :website and name = :name
       union all
       select (select min(day) from stat where website_id = :website and name = :name and day > line.day)
       from line where line.day is not null)
     select day from line where day is not null`,
  );
  return namesOfLines.flatMap(name => days.all({ website, name }).map(({ day }) => integer(day)));
}

function hasLine(database: Database, website: number, day: number): boolean {
  const found = database.statement(
    'select 1 from stat where website_id = ? and name = ? and day = ? limit 1',
  );
  return namesOfLines.some(name => found.get(website, name, day) !== undefined);
}

/** The websites without logs of their own: they are the hosts of the same logs. */
function hostsOf(database: Database): number[] {
  const rows = database
    .statement(
      `select id from website where not exists (select 1 from log_source where website_id = website.id)
       and not exists (select 1 from import_file where website_id = website.id) order by id`,
    )
    .all();
  return rows.map(({ id }) => integer(id));
}

function spansOf(days: readonly number[]): DaySpan[] {
  const spans: { from: number; to: number }[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last !== undefined && last.to === day - 1) last.to = day;
    else spans.push({ from: day, to: day });
  }
  return spans;
}
