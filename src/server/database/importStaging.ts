import type { StatisticName } from '#model/statistics.ts';
import { integer } from './columns.ts';
import type { Database } from './Database.ts';
import { statisticCodes } from './statisticCodes.ts';

/** A session as a row. Times are seconds since 1970, the day is in days since 1970-01-01. */
export interface VisitRow {
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

/** A part of a session, with what the visitor's agent and address tell, by numbers of the import's own. */
export interface StagedVisit extends VisitRow {
  readonly software: number;
  readonly place: number;
}

export const visitColumns = 'day, visitor, started, ended, hour, rank, landing_page, referrer, campaign';

/**
 * Attaches an empty database of SQLite's own, in a temporary file that is gone with the connection, however that ends.
 * Nothing in it is ever rolled back.
 */
export function attachStaging(database: Database): void {
  database.execute(`
    pragma temp_store = file;
    attach '' as staging;
    pragma staging.journal_mode = off;
    pragma staging.synchronous = off;
    pragma staging.cache_size = -8000;
    create table staging.part (
      day integer, visitor blob, started integer, ended integer, hour integer, rank integer,
      landing_page text, referrer text, campaign text, software integer, place integer);
    create table staging.visit (
      day integer, visitor blob, started integer, ended integer, hour integer, rank integer,
      landing_page text, referrer text, campaign text);
    create table staging.recounted (day integer, visitor blob);
    create table staging.delta (
      name integer, day integer, value text, count integer, primary key (name, day, value)) without rowid;
    begin;`);
}

/**
 * To be called when everything is staged. What was read of the service's own tables until here was of one moment, and
 * took no lock that anybody waits for.
 */
export function finishStaging(database: Database): void {
  database.execute('commit');
}

export function stagePart(database: Database, part: StagedVisit): void {
  database
    .statement(
      `insert into staging.part (${visitColumns}, software, place) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(...values(part), part.software, part.place);
}

export function stageVisit(database: Database, visit: VisitRow): void {
  database
    .statement(`insert into staging.visit (${visitColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(...values(visit));
}

function values(visit: VisitRow): (string | number | Uint8Array)[] {
  return [
    visit.day,
    visit.visitor,
    visit.started,
    visit.ended,
    visit.hour,
    visit.rank,
    visit.landing_page,
    visit.referrer,
    visit.campaign,
  ];
}

/** The stored sessions of this visitor's day are to give way to the staged ones. */
export function stageRecount(database: Database, day: number, visitor: Uint8Array): void {
  database.statement('insert into staging.recounted (day, visitor) values (?, ?)').run(day, visitor);
}

export function stageDelta(
  database: Database,
  rows: Iterable<readonly [name: StatisticName, day: number, value: string, count: number]>,
): void {
  const statement = database.statement(
    `insert into staging.delta (name, day, value, count) values (?, ?, ?, ?)
     on conflict do update set count = count + excluded.count`,
  );
  for (const [name, day, value, count] of rows) statement.run(statisticCodes[name], day, value, count);
}

/** The parts of a visitor's day stand together, the days in their order. */
export function* stagedParts(database: Database): Generator<StagedVisit, void, void> {
  const rows = database.statement(`select * from staging.part order by day, visitor`).iterate();
  for (const row of rows)
    yield { ...visitRow(row), software: integer(row.software), place: integer(row.place) };
}

/** Whether a day has any visitor in the service's own tables. */
export function hasVisits(database: Database, website: number, day: number): boolean {
  return (
    database
      .statement('select 1 from main.visit where website_id = ? and day = ? limit 1')
      .get(website, day) !== undefined
  );
}

export function selectVisits(
  database: Database,
  website: number,
  day: number,
  visitor: Uint8Array,
): VisitRow[] {
  return database
    .statement(`select ${visitColumns} from main.visit where website_id = ? and day = ? and visitor = ?`)
    .all(website, day, visitor)
    .map(visitRow);
}

function visitRow(row: Record<string, unknown>): VisitRow {
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
