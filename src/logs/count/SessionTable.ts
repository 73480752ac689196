/** A view as numbers: texts by their number, see LineRows. */
export interface ViewNumbers {
  /** Seconds since 1970. */
  readonly time: number;
  readonly hour: number;
  readonly rank: number;
  readonly page: number;
  readonly referrer: number;
  readonly campaign: number;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly address: number;
  readonly agent: number;
  readonly software: number;
  readonly place: number;
  readonly language: number;
}

export const sessionColumn = {
  site: 0,
  day: 1,
  address: 2,
  agent: 3,
  hour: 4,
  rank: 5,
  page: 6,
  referrer: 7,
  campaign: 8,
  software: 9,
  place: 10,
  language: 11,
} as const;

const columns = Object.keys(sessionColumn).length;
export const visitorBytes = 12;
const mostRows = 131_072;
const fewestRows = 512;

/** Sessions as numbers, found by website, day, address and agent: some 90 bytes each. */
export class SessionTable {
  length = 0;
  #numbers = new Int32Array(0);
  /** Of each session the time of the first view and that of the last. */
  #times = new Float64Array(0);
  #visitors = Buffer.alloc(0);
  /** Rows and 1 at the places of their hashes; 0 where none is. */
  #slots = new Int32Array(0);

  get isFull(): boolean {
    return this.length >= mostRows;
  }

  number(row: number, column: number): number {
    return this.#numbers[row * columns + column] ?? 0;
  }

  visitor(row: number): Buffer {
    return this.#visitors.subarray(row * visitorBytes, (row + 1) * visitorBytes);
  }

  /** Of the first bytes of the visitor's hash: sorts nearly all. */
  visitorStart(row: number): number {
    return this.#visitors.readUIntBE(row * visitorBytes, 6);
  }

  /** The place where the latest session of the view's visitor is, or is to be put. */
  find(site: number, { day, address, agent }: ViewNumbers): number {
    if (this.length * 2 >= this.#slots.length) this.#grow();
    return this.#slotOf(site, day, address, agent);
  }

  /** The session at a place; -1 where there is none. */
  rowAt(slot: number): number {
    return (this.#slots[slot] ?? 0) - 1;
  }

  /** Puts a session of one view at a place. */
  put(slot: number, site: number, view: ViewNumbers, visitor: Uint8Array): void {
    const row = this.length++;
    const at = row * columns;
    const numbers = this.#numbers;
    numbers[at + sessionColumn.site] = site;
    numbers[at + sessionColumn.day] = view.day;
    numbers[at + sessionColumn.address] = view.address;
    numbers[at + sessionColumn.agent] = view.agent;
    numbers[at + sessionColumn.software] = view.software;
    numbers[at + sessionColumn.place] = view.place;
    numbers[at + sessionColumn.language] = view.language;
    this.#visitors.set(visitor, row * visitorBytes);
    this.land(row, view);
    this.#times[row * 2 + 1] = view.time;
    this.#slots[slot] = row + 1;
  }

  /** Makes a view the one that the session began with. */
  land(row: number, { time, hour, rank, page, referrer, campaign }: ViewNumbers): void {
    const at = row * columns;
    const numbers = this.#numbers;
    numbers[at + sessionColumn.hour] = hour;
    numbers[at + sessionColumn.rank] = rank;
    numbers[at + sessionColumn.page] = page;
    numbers[at + sessionColumn.referrer] = referrer;
    numbers[at + sessionColumn.campaign] = campaign;
    this.#times[row * 2] = time;
  }

  end(row: number, time: number): void {
    this.#times[row * 2 + 1] = time;
  }

  session(row: number, texts: readonly string[]): Session {
    const at = row * columns;
    const numbers = this.#numbers;
    const landing = landingOf(
      {
        time: this.#times[row * 2] ?? 0,
        hour: numbers[at + sessionColumn.hour] ?? 0,
        rank: numbers[at + sessionColumn.rank] ?? 0,
        page: numbers[at + sessionColumn.page] ?? 0,
        referrer: numbers[at + sessionColumn.referrer] ?? 0,
        campaign: numbers[at + sessionColumn.campaign] ?? 0,
      },
      texts,
    );
    return { ended: this.#times[row * 2 + 1] ?? 0, landing };
  }

  /** Forgets the sessions of the days before. */
  keepFrom(day: number): void {
    let kept = 0;
    for (let row = 0; row < this.length; row++) {
      if (this.number(row, sessionColumn.day) < day) continue;
      this.#numbers.copyWithin(kept * columns, row * columns, (row + 1) * columns);
      this.#times.copyWithin(kept * 2, row * 2, (row + 1) * 2);
      this.#visitors.copyWithin(kept * visitorBytes, row * visitorBytes, (row + 1) * visitorBytes);
      kept++;
    }
    this.length = kept;
    this.#place();
  }

  #grow(): void {
    const rows = Math.max(fewestRows, this.length * 2);
    const [numbers, times, visitors] = [this.#numbers, this.#times, this.#visitors];
    this.#numbers = new Int32Array(rows * columns);
    this.#times = new Float64Array(rows * 2);
    this.#visitors = Buffer.alloc(rows * visitorBytes);
    this.#numbers.set(numbers);
    this.#times.set(times);
    this.#visitors.set(visitors);
    this.#slots = new Int32Array(rows * 2);
    this.#place();
  }

  /** Finds the places of all sessions anew: of those of one visitor's day the latest keeps it. */
  #place(): void {
    this.#slots.fill(0);
    for (let row = 0; row < this.length; row++) {
      const at = row * columns;
      const [site = 0, day = 0, address = 0, agent = 0] = this.#numbers.subarray(at, at + 4);
      this.#slots[this.#slotOf(site, day, address, agent)] = row + 1;
    }
  }

  #slotOf(site: number, day: number, address: number, agent: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(site, day, address, agent) & mask;
    for (;;) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row < 0) return slot;
      const at = row * columns;
      if (
        this.#numbers[at + sessionColumn.address] === address &&
        this.#numbers[at + sessionColumn.agent] === agent &&
        this.#numbers[at + sessionColumn.day] === day &&
        this.#numbers[at + sessionColumn.site] === site
      )
        return slot;
      slot = (slot + 1) & mask;
    }
  }
}

type LandingNumbers = Pick<ViewNumbers, 'time' | 'hour' | 'rank' | 'page' | 'referrer' | 'campaign'>;

export function landingOf(
  { time, hour, rank, page, referrer, campaign }: LandingNumbers,
  texts: readonly string[],
): Landing {
  return {
    time,
    hour,
    rank: rank === 0 || rank === 1 ? rank : 2,
    page: texts[page] ?? '',
    referrer: texts[referrer] ?? '',
    campaign: texts[campaign] ?? '',
  };
}

function hashOf(site: number, day: number, address: number, agent: number): number {
  let hash = Math.imul(address, 0x9e3779b1) ^ Math.imul(agent, 0x85ebca6b);
  hash ^= Math.imul(day, 0xc2b2ae35) ^ Math.imul(site, 0x27d4eb2f);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

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
