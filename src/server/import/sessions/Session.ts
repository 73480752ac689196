/** A page view that may begin a session. */
export interface Landing {
  /** Seconds since 1970. */
  readonly time: number;
  /** The hour of the day, 0 to 23. */
  readonly hour: number;
  /** The order within a second: 0 with a referrer or campaign, 1 direct, 2 from a page of the website itself. */
  readonly rank: 0 | 1 | 2;
  readonly page: string;
  /** A host; empty for none and for the website itself. */
  readonly referrer: string;
  readonly campaign: string;
}

/** Views of a visitor on one day with no pause of more than half an hour between them. */
export interface Session {
  /** Time of the last view. */
  readonly ended: number;
  readonly landing: Landing;
}

const longestPause = 30 * 60;

/** Negative when a comes first. Equal only when they count the same: the order of lines and files never matters. */
function compareLandings(a: Landing, b: Landing): number {
  return (
    a.time - b.time ||
    a.rank - b.rank ||
    compareText(a.page, b.page) ||
    compareText(a.referrer, b.referrer) ||
    compareText(a.campaign, b.campaign)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The session with one more view; undefined where the view is too far from it. */
export function extendSession(session: Session, view: Landing): Session | undefined {
  const { ended, landing } = session;
  if (view.time > ended + longestPause || view.time < landing.time - longestPause) return undefined;
  const isEarlier = compareLandings(view, landing) < 0;
  if (!isEarlier && view.time <= ended) return session;
  return { ended: Math.max(ended, view.time), landing: isEarlier ? view : landing };
}

/** The sessions of one visitor's day, in any order, with those joined between which there is no long pause. */
export function joinSessions(sessions: readonly Session[]): Session[] {
  const joined: Session[] = [];
  for (const session of sessions.toSorted((a, b) => compareLandings(a.landing, b.landing))) {
    const last = joined.at(-1);
    if (last && session.landing.time <= last.ended + longestPause) {
      joined[joined.length - 1] = { ...last, ended: Math.max(last.ended, session.ended) };
    } else joined.push(session);
  }
  return joined;
}
