import type { StatisticName } from '#model/statistics/statistics.ts';
import { integer, text } from './columnValues.ts';
import type { Database } from './Database.ts';
import { readSession, sessionColumns, sessionValues, type SessionRow } from './sessions.ts';
import { statisticCodes } from './statisticCodes.ts';

/** A part of a session of one of the websites that are counted, with what the visitor's agent and address tell, by numbers of the import's own. */
export interface StagedPart extends SessionRow {
  readonly site: number;
  readonly software: number;
  readonly place: number;
  /** Empty where it is not known. */
  readonly language: string;
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
    create table staging.part (
      site integer, day integer, visitor blob, started integer, ended integer, hour integer, rank integer,
      landing_page text, referrer text, campaign text, software integer, place integer,
      language text);
    create table staging.visit (
      site integer, day integer, visitor blob, started integer, ended integer, hour integer, rank integer,
      landing_page text, referrer text, campaign text);
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

export function stagePart(database: Database, part: StagedPart): void {
  database
    .statement(
      `insert into staging.part (site, ${sessionColumns}, software, place, language)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(part.site, ...sessionValues(part), part.software, part.place, part.language);
}

export function stageSession(database: Database, site: number, session: SessionRow): void {
  database
    .statement(`insert into staging.visit (site, ${sessionColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(site, ...sessionValues(session));
}

/** Marks the stored sessions of this visitor's day to be replaced by the staged ones. */
export function stageRecount(
  database: Database,
  { site, day, visitor }: Pick<StagedPart, 'site' | 'day' | 'visitor'>,
): void {
  database
    .statement('insert into staging.recounted (site, day, visitor) values (?, ?, ?)')
    .run(site, day, visitor);
}

/** Stages changes of counts, which may be negative. */
export function stageDelta(
  database: Database,
  rows: Iterable<readonly [site: number, name: StatisticName, day: number, value: string, count: number]>,
): void {
  const several = database.statement(deltaInsertion(rowsAtOnce));
  const one = database.statement(deltaInsertion(1));
  const fields = 5;
  let batch: (string | number)[] = [];
  for (const [site, name, day, value, count] of rows) {
    batch.push(site, statisticCodes[name], day, value, count);
    if (batch.length < rowsAtOnce * fields) continue;
    several.run(...batch);
    batch = [];
  }
  for (let index = 0; index < batch.length; index += fields) one.run(...batch.slice(index, index + fields));
}

/** Measured: 40 rows per statement take three quarters of the time of nine. */
const rowsAtOnce = 40;

function deltaInsertion(rows: number): string {
  return `insert into staging.delta (site, name, day, value, count)
    values ${Array.from({ length: rows }, () => '(?, ?, ?, ?, ?)').join(', ')}
    on conflict do update set count = count + excluded.count`;
}

/** The parts of a visitor's day stand together, the days of a website in their order. */
export function* stagedParts(database: Database): Generator<StagedPart, void, void> {
  const rows = database.statement(`select * from staging.part order by site, day, visitor`).iterate();
  for (const row of rows)
    yield {
      ...readSession(row),
      site: integer(row.site),
      software: integer(row.software),
      place: integer(row.place),
      language: text(row.language),
    };
}
