import type { SQLOutputValue } from 'node:sqlite';
import { offeredStatistics, type StatisticName } from '#model/statistics/statistics.ts';
import { type Database, integer, RowInsertion, text } from '#server/database/Database.ts';
import { forgetSums, statisticCodes, sumWeeks } from '#server/database/counts.ts';

/** Views of a visitor on one day with no pause of more than half an hour between them. */
export interface Session {
  /** Seconds since 1970 of the first view and of the last. */
  readonly started: number;
  readonly ended: number;
  /** Of the first view: the hour of the day, 0 to 23. */
  readonly hour: number;
  /** The order within a second: 0 with a referrer or campaign, 1 direct, 2 from a page of the website itself. */
  readonly rank: number;
  readonly page: string;
  /** A host; empty for none and for the website itself. */
  readonly referrer: string;
  readonly campaign: string;
}

/** One visitor's day. The day is in days since 1970-01-01, the visitor a hash. */
interface VisitorDay {
  readonly day: number;
  readonly visitor: Uint8Array;
}

const sessionColumns = [
  'day',
  'visitor',
  'started',
  'ended',
  'hour',
  'rank',
  'landing_page',
  'referrer',
  'campaign',
];

export function hasSessions(database: Database, website: number, day: number): boolean {
  const any = database.statement('select 1 from main.visit where website_id = ? and day = ? limit 1');
  return any.get(website, day) !== undefined;
}

export function selectSessions(database: Database, website: number, { day, visitor }: VisitorDay): Session[] {
  return database
    .statement(
      `select ${sessionColumns.join(', ')} from main.visit where website_id = ? and day = ? and visitor = ?`,
    )
    .all(website, day, visitor)
    .map(sessionOf);
}

function sessionOf(row: Record<string, SQLOutputValue>): Session {
  return {
    started: integer(row['started']),
    ended: integer(row['ended']),
    hour: integer(row['hour']),
    rank: integer(row['rank']),
    page: text(row['landing_page']),
    referrer: text(row['referrer']),
    campaign: text(row['campaign']),
  };
}

/** Attaches an empty temporary database, which goes with the connection. Nothing in it is ever rolled back. */
export function attachStaging(database: Database): void {
  database.execute(`
    pragma temp_store = file;
    attach '' as staging;
    pragma staging.journal_mode = off;
    pragma staging.synchronous = off;
    pragma staging.cache_size = -8000;
    create table staging.visit (
      site integer, day integer, visitor blob, started integer, ended integer, hour integer, rank integer,
      landing_page text, referrer text, campaign text,
      primary key (site, day, visitor, started)) without rowid;
    create table staging.recounted (site integer, day integer, visitor blob);
    create table staging.delta (
      site integer, name integer, day integer, value text, count integer,
      primary key (site, name, day, value)) without rowid;
    create table staging.line (
      site integer, block integer, known blob, own blob, doubt_from integer, doubt_to integer, changed integer,
      primary key (site, block));
    create table staging.content_line (content integer, block integer, own blob);
    begin;`);
}

/** Begins anew. */
export function emptyStaging(database: Database): void {
  for (const table of ['visit', 'recounted', 'delta', 'line', 'content_line'])
    database.statement(`delete from staging.${table}`).run();
}

/** Until here the service's own tables were read as a snapshot, without a lock that others would wait for. */
export function finishStaging(database: Database): void {
  database.execute('commit');
}

type StagedSession = [site: number, day: number, visitor: Uint8Array, ...(string | number)[]];

export class SessionInsertion extends RowInsertion<StagedSession> {
  constructor(database: Database) {
    super(database, { table: 'staging.visit', columns: ['site', ...sessionColumns] });
  }

  addSession(site: number, { day, visitor }: VisitorDay, session: Session): void {
    const { started, ended, hour, rank, page, referrer, campaign } = session;
    this.add(site, day, visitor, started, ended, hour, rank, page, referrer, campaign);
  }
}

export function hasStagedSessions(database: Database, site: number, day: number): boolean {
  const any = database.statement('select 1 from staging.visit where site = ? and day = ? limit 1');
  return any.get(site, day) !== undefined;
}

/** Removes the staged sessions of a visitor's day, and returns them. */
export function takeStagedSessions(
  database: Database,
  site: number,
  { day, visitor }: VisitorDay,
): Session[] {
  const where = 'staging.visit where site = ? and day = ? and visitor = ?';
  const rows = database
    .statement(`select ${sessionColumns.join(', ')} from ${where}`)
    .all(site, day, visitor);
  if (rows.length > 0) database.statement(`delete from ${where}`).run(site, day, visitor);
  return rows.map(sessionOf);
}

/** Marks the stored sessions of this visitor's day to be replaced by the staged ones. */
export function stageRecount(database: Database, site: number, { day, visitor }: VisitorDay): void {
  database
    .statement('insert into staging.recounted (site, day, visitor) values (?, ?, ?)')
    .run(site, day, visitor);
}

/** Estimated: a value takes its text and some 100 bytes. */
const mostBytes = 6_000_000;
const valueBytes = 100;
const tableBytes = 300;

/** Counts that are summed in memory, and staged once they are many. */
export class Tally {
  readonly #database: Database;
  readonly #sites: SiteTally[] = [];
  #bytes = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  of(site: number): SiteTally {
    const tally = new SiteTally(site, bytes => this.#grow(bytes));
    this.#sites.push(tally);
    return tally;
  }

  flush(): void {
    for (const site of this.#sites) site.stage(this.#database);
    this.#bytes = 0;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes >= mostBytes) this.flush();
  }
}

/** Of a statistic. Lines of one day stand together, so the last one is remembered. */
interface Days {
  readonly all: Map<number, Map<string, number>>;
  day: number;
  values: Map<string, number>;
}

/** The counts of one website. */
export class SiteTally {
  readonly #site: number;
  readonly #grow: (bytes: number) => void;
  readonly #names = new Map<StatisticName, Days>();

  constructor(site: number, grow: (bytes: number) => void) {
    this.#site = site;
    this.#grow = grow;
  }

  /** @param count may be negative */
  add(name: StatisticName, day: number, value: string, count = 1): void {
    const values = this.#valuesOf(name, day);
    const before = values.get(value);
    values.set(value, (before ?? 0) + count);
    if (before === undefined) this.#grow(valueBytes + value.length);
  }

  stage(database: Database): void {
    for (const [name, { all }] of this.#names)
      for (const [day, values] of all) stageDelta(database, [this.#site, name, day], values);
    this.#names.clear();
  }

  #valuesOf(name: StatisticName, day: number): Map<string, number> {
    let days = this.#names.get(name);
    if (days?.day === day) return days.values;
    if (!days) this.#names.set(name, (days = { all: new Map(), day, values: new Map() }));
    const values = days.all.get(day) ?? new Map<string, number>();
    days.day = day;
    days.values = values;
    if (values.size > 0) return values;
    days.all.set(day, values);
    this.#grow(tableBytes);
    return values;
  }
}

/** As one text, and in the order of the table, counts take half the time of rows that are bound one by one. */
function stageDelta(
  database: Database,
  [site, name, day]: readonly [site: number, name: StatisticName, day: number],
  values: ReadonlyMap<string, number>,
): void {
  const members = Array.from(values, ([value, count]) => `${JSON.stringify(value)}:${count}`);
  database
    .statement(
      `insert into staging.delta (site, name, day, value, count)
       select ?, ?, ?, key, value from json_each(?) where value != 0 order by key
       on conflict do update set count = count + excluded.count`,
    )
    .run(site, statisticCodes[name], day, `{${members.join(',')}}`);
}

/** The first and the last day with page views among the staged counts. */
export function stagedDays(database: Database): { from: number; to: number } | undefined {
  const row = database
    .statement('select min(day) as first, max(day) as last from staging.delta where name = ?')
    .get(statisticCodes.pageviews);
  if (typeof row?.first !== 'number') return undefined;
  return { from: row.first, to: integer(row.last) };
}

/** Adds everything staged of one site to a website. Needs a transaction. */
export function mergeStaged(database: Database, site: number, website: number): void {
  limitValues(database, site, website);
  const recounted = database
    .statement('select day, visitor from staging.recounted where site = ?')
    .iterate(site);
  const remove = database.statement(
    'delete from main.visit where website_id = ? and day = ? and visitor = ?',
  );
  for (const { day, visitor } of recounted) remove.run(website, day ?? null, visitor ?? null);
  database
    .statement(
      `insert into main.visit (website_id, ${sessionColumns.join(', ')}) select ?, ${sessionColumns.join(', ')}
       from staging.visit where site = ?`,
    )
    .run(website, site);
  database
    .statement(
      `insert into main.stat (website_id, name, day, value, count)
       select ?, name, day, value, count from staging.delta where site = ? and count != 0
       on conflict do update set count = count + excluded.count`,
    )
    .run(website, site);
  const gone = database
    .statement('select name, day, value from staging.delta where site = ? and count < 0')
    .iterate(site);
  const empty = database.statement(
    'delete from main.stat where website_id = ? and name = ? and day = ? and value = ? and count <= 0',
  );
  for (const { name, day, value } of gone) empty.run(website, name ?? null, day ?? null, value ?? null);
  const days = database.statement('select distinct day from staging.delta where site = ?').all(site);
  for (const row of days) forgetSums(database, website, { from: integer(row.day), to: integer(row.day) });
  sumWeeks(database, website);
}

/** Clients choose the values of these statistics: a day has at most so many, and the others are one. */
const mostValues = 5_000;
const others = '(other)';

/** Sums the staged values of a day that are new and too many, those with the smallest counts, as "(other)". */
function limitValues(database: Database, site: number, website: number): void {
  const codes = offeredStatistics.map(name => statisticCodes[name]).join(', ');
  const days = database
    .statement(
      `select name, day, count(*) as amount from staging.delta where site = ? and name in (${codes}) group by name, day`,
    )
    .all(site);
  const stored = database.statement(
    'select count(*) as amount from main.stat where website_id = ? and name = ? and day = ? and value != ?',
  );
  const tooMany = database.statement(
    `select value, count from staging.delta as new where site = ? and name = ? and day = ? and value != ?
       and not exists (select 1 from main.stat where website_id = ? and name = new.name and day = new.day and value = new.value)
     order by count desc, value limit -1 offset ?`,
  );
  const remove = database.statement(
    'delete from staging.delta where site = ? and name = ? and day = ? and value = ?',
  );
  const add = database.statement(
    `insert into staging.delta (site, name, day, value, count) values (?, ?, ?, ?, ?)
     on conflict do update set count = count + excluded.count`,
  );
  for (const row of days) {
    const [name, day, amount] = [integer(row.name), integer(row.day), integer(row.amount)];
    const before = integer(stored.get(website, name, day, others)?.amount);
    if (before + amount <= mostValues) continue;
    const room = Math.max(0, mostValues - before);
    const dropped = tooMany.all(site, name, day, others, website, room);
    for (const { value } of dropped) remove.run(site, name, day, text(value));
    const sum = dropped.reduce((total, { count }) => total + integer(count), 0);
    if (sum > 0) add.run(site, name, day, others, sum);
  }
}
