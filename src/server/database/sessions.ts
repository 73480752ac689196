import type { Database } from './Database.ts';

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

export const sessionColumns = 'day, visitor, started, ended, hour, rank, landing_page, referrer, campaign';

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

export function readSession(row: Record<string, unknown>): SessionRow {
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
export function sessionValues(session: SessionRow): (string | number | Uint8Array)[] {
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
