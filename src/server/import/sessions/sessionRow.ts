import type { SessionRow } from '#server/database/sessions.ts';
import type { Session } from './Session.ts';

export function sessionRow(day: number, visitor: Uint8Array, { ended, landing }: Session): SessionRow {
  const { time, hour, rank, page, referrer, campaign } = landing;
  return { day, visitor, started: time, ended, hour, rank, landing_page: page, referrer, campaign };
}

export function sessionOf(row: SessionRow): Session {
  const { started, ended, hour, rank, landing_page: page, referrer, campaign } = row;
  return {
    ended,
    landing: { time: started, hour, rank: rank === 0 || rank === 1 ? rank : 2, page, referrer, campaign },
  };
}
