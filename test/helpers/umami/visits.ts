/** Somebody who visits, with what a tracker tells of the device. */
export interface Person {
  readonly country?: string;
  readonly region?: string;
  readonly city?: string;
  readonly browser: string;
  readonly os: string;
  readonly device: string;
  readonly screen: string;
  /** As the browser says it: "en-GB". */
  readonly language?: string;
}

/** Pages that somebody read one after the other, a minute each, and what was done at the end. */
export interface Visit {
  readonly who: string;
  /** Of the first page, ISO. */
  readonly at: string;
  readonly paths: readonly string[];
  /** The domain that led to the first page. */
  readonly referrer?: string;
  /** utm_campaign of the first page. */
  readonly campaign?: string;
  /** Names of custom events, ten seconds apart, from ten seconds after the last page on. */
  readonly events?: readonly string[];
}

/** A row of the table that everything is counted from. */
export interface Hit {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** One for each person and calendar month of UTC. */
  readonly session: string;
  /** One for each session and clock hour. */
  readonly visit: string;
  readonly person: Person;
  readonly path: string;
  readonly query: string;
  readonly referrer?: string | undefined;
  readonly campaign?: string | undefined;
  /** The name of a custom event; undefined for a page view. */
  readonly event?: string | undefined;
}

const minute = 60_000;

export function hitsOf(visits: readonly Visit[], people: Readonly<Record<string, Person>>): Hit[] {
  return visits.flatMap(visit => {
    const person = people[visit.who];
    if (person === undefined) throw new Error(`nobody is called ${visit.who}`);
    const start = Date.parse(visit.at);
    const hit = (at: number, path: string, rest: Partial<Hit>): Hit => {
      const session = `${visit.who} ${new Date(at).toISOString().slice(0, 7)}`;
      const hour = new Date(at).toISOString().slice(0, 13);
      return { at, session, visit: `${session} ${hour}`, person, path, query: '', ...rest };
    };
    const views = visit.paths.map((path, index) => {
      if (index > 0) return hit(start + index * minute, path, {});
      const { referrer, campaign } = visit;
      const query = campaign === undefined ? '' : `utm_campaign=${campaign}`;
      return hit(start, path, { referrer, campaign, query });
    });
    const end = start + Math.max(0, visit.paths.length - 1) * minute;
    const lastPath = visit.paths.at(-1) ?? '/';
    const events = (visit.events ?? []).map((event, index) =>
      hit(end + (index + 1) * 10_000, lastPath, { event }),
    );
    return [...views, ...events];
  });
}
