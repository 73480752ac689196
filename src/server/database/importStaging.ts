import type { StatisticName } from '#model/statistics/statistics.ts';
import type { Database } from './Database.ts';
import { readSession, sessionColumns, sessionValues, type SessionRow } from './sessions.ts';
import { statisticCodes } from './statisticCodes.ts';

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
