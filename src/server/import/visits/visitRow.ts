import type { VisitRow } from '#server/database/importStaging.ts';
import type { Session } from './Session.ts';

export function visitRow(day: number, visitor: Uint8Array, { ended, landing }: Session): VisitRow {
  const { time, hour, rank, page, referrer, campaign } = landing;
  return { day, visitor, started: time, ended, hour, rank, landing_page: page, referrer, campaign };
}

export function sessionOf(row: VisitRow): Session {
  const { started, ended, hour, rank, landing_page: page, referrer, campaign } = row;
  return {
    ended,
    landing: { time: started, hour, rank: rank === 0 || rank === 1 ? rank : 2, page, referrer, campaign },
  };
}
