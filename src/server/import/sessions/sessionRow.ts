import type { SessionRow } from '#server/database/sessions.ts';
import type { Session } from './Session.ts';

/** A part of a session of one of the websites that are counted, with what the visitor's agent and address tell, by numbers of the import's own. */
export interface SessionPart extends SessionRow {
  readonly site: number;
  readonly software: number;
  readonly place: number;
  /** Empty where it is not known. */
  readonly language: string;
}

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
