import { offeredStatistics, type StatisticName } from '#model/statistics/statistics.ts';
import { type Database, integer, text } from '#server/database/Database.ts';
import { forgetSums, statisticCodes, sumWeeks } from '#server/database/counts.ts';

/** A session as a row of the table visit. Times are seconds since 1970, the day is in days since 1970-01-01. */
export interface SessionRow {
  readonly day: number;
  readonly visitor: Uint8Array;
  readonly started: number;
  readonly ended: number;
  readonly hour: number;
  readonly rank: number;
  readonly landing_page: string;
  readonly referrer: string;
  readonly campaign: string;
}

const sessionColumns = 'day, visitor, started, ended, hour, rank, landing_page, referrer, campaign';

/** Whether a day has any visitor in the service's own tables. */
export function hasSessions(database: Database, website: number, day: number): boolean {
  return (
    database
      .statement('select 1 from main.visit where website_id = ? and day = ? limit 1')
      .get(website, day) !== undefined
  );
}

/** The stored sessions of one visitor on a day (since 1970-01-01), in any order. */
export function selectSessions(
  database: Database,
  website: number,
  day: number,
  visitor: Uint8Array,
): SessionRow[] {
  return database
    .statement(`select ${sessionColumns} from main.visit where website_id = ? and day = ? and visitor = ?`)
    .all(website, day, visitor)
    .map(readSession);
}

function readSession(row: Record<string, unknown>): SessionRow {
  const { visitor } = row;
  return {
    day: Number(row['day']),
    visitor: visitor instanceof Uint8Array ? visitor : new Uint8Array(),
    started: Number(row['started']),
    ended: Number(row['ended']),
    hour: Number(row['hour']),
    rank: Number(row['rank']),
    landing_page: String(row['landing_page']),
    referrer: String(row['referrer']),
    campaign: String(row['campaign']),
  };
}

/** In the order of the columns. */
function sessionValues(session: SessionRow): (string | number | Uint8Array)[] {
  return [
    session.day,
    session.visitor,
    session.started,
    session.ended,
    session.hour,
    session.rank,
    session.landing_page,
    session.referrer,
    session.campaign,
  ];
}

/**
 * Attaches an empty temporary database, whose file is deleted with the connection, however that ends.
 * Nothing in it is ever rolled back.
 */
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

/**
 * To be called when everything is staged. The service's own tables were read as a snapshot until here, without a lock that
 * others would wait for.
 */
export function finishStaging(database: Database): void {
  database.execute('commit');
}

const visitFields = 10;
/** Measured: with 40 rows a statement takes three quarters of the time of one with one row. */
const visitsAtOnce = 40;
const insertVisit = visitInsertion(1);
const insertVisits = visitInsertion(visitsAtOnce);

function visitInsertion(rows: number): string {
  return `insert into staging.visit (site, ${sessionColumns})
    values ${Array.from({ length: rows }, () => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`;
}

/** Stages the sessions of one of the websites that are counted, several at once. */
export class SessionInsertion {
  readonly #database: Database;
  #batch: (string | number | Uint8Array)[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  add(site: number, session: SessionRow): void {
    this.#batch.push(site, ...sessionValues(session));
    if (this.#batch.length < visitFields * visitsAtOnce) return;
    this.#database.statement(insertVisits).run(...this.#batch);
    this.#batch = [];
  }

  /** To be called behind the last one. */
  end(): void {
    const one = this.#database.statement(insertVisit);
    for (let at = 0; at < this.#batch.length; at += visitFields)
      one.run(...this.#batch.slice(at, at + visitFields));
    this.#batch = [];
  }
}

/** Whether a day has any staged session of a website. */
export function hasStagedSessions(database: Database, site: number, day: number): boolean {
  return (
    database.statement('select 1 from staging.visit where site = ? and day = ? limit 1').get(site, day) !==
    undefined
  );
}

/** Removes the staged sessions of a visitor's day, and returns them. */
export function takeStagedSessions(
  database: Database,
  site: number,
  { day, visitor }: Pick<SessionRow, 'day' | 'visitor'>,
): SessionRow[] {
  const rows = database
    .statement(`select ${sessionColumns} from staging.visit where site = ? and day = ? and visitor = ?`)
    .all(site, day, visitor)
    .map(readSession);
  if (rows.length > 0)
    database
      .statement('delete from staging.visit where site = ? and day = ? and visitor = ?')
      .run(site, day, visitor);
  return rows;
}

/** Marks the stored sessions of this visitor's day to be replaced by the staged ones. */
export function stageRecount(
  database: Database,
  site: number,
  { day, visitor }: Pick<SessionRow, 'day' | 'visitor'>,
): void {
  database
    .statement('insert into staging.recounted (site, day, visitor) values (?, ?, ?)')
    .run(site, day, visitor);
}

/**
 * Stages changes of counts, which may be negative: those of the values of a statistic on a day. As one text, and in the order of
 * the table, they take half the time of rows that are bound one by one.
 */
export function stageDelta(
  database: Database,
  groups: Iterable<
    readonly [site: number, name: StatisticName, day: number, values: ReadonlyMap<string, number>]
  >,
): void {
  const insert = database.statement(
    `insert into staging.delta (site, name, day, value, count)
     select ?, ?, ?, key, value from json_each(?) where value != 0 order by key
     on conflict do update set count = count + excluded.count`,
  );
  for (const [site, name, day, values] of groups) {
    const members = Array.from(values, ([value, count]) => `${JSON.stringify(value)}:${count}`);
    insert.run(site, statisticCodes[name], day, `{${members.join(',')}}`);
  }
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
      `insert into main.visit (website_id, ${sessionColumns}) select ?, ${sessionColumns}
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
