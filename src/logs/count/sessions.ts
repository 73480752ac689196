import { hash } from 'node:crypto';
import type { Software } from '#logs/fields/agents.ts';
import type { Place } from '#logs/fields/countries.ts';
import {
  hasSessions,
  hasStagedSessions,
  selectSessions,
  type Session,
  SessionInsertion,
  type SiteTally,
  stageRecount,
  takeStagedSessions,
} from '#logs/storage/staging.ts';
import { hourValue } from '#model/period/format.ts';
import type { Database } from '#server/database/Database.ts';

const longestPause = 30 * 60;

/** Negative when a comes first. Equal only when they count the same: the order of lines and files never matters. */
function compareSessions(a: Session, b: Session): number {
  return (
    a.started - b.started ||
    a.rank - b.rank ||
    compareText(a.page, b.page) ||
    compareText(a.referrer, b.referrer) ||
    compareText(a.campaign, b.campaign)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The session with one more view, which is a session of its own so far; undefined where the view is too far from it. */
export function extendSession(session: Session, view: Session): Session | undefined {
  const isNear =
    view.started <= session.ended + longestPause && view.started >= session.started - longestPause;
  if (!isNear) return undefined;
  const ended = Math.max(session.ended, view.ended);
  if (compareSessions(view, session) < 0) return { ...view, ended };
  return ended === session.ended ? session : { ...session, ended };
}

/** The sessions of one visitor's day, in any order, with those joined between which there is no long pause. */
export function joinSessions(sessions: readonly Session[]): Session[] {
  const joined: Session[] = [];
  for (const session of sessions.toSorted(compareSessions)) {
    const last = joined.at(-1);
    if (last && session.started <= last.ended + longestPause)
      joined[joined.length - 1] = { ...last, ended: Math.max(last.ended, session.ended) };
    else joined.push(session);
  }
  return joined;
}

/** A part of a session of a visitor, with what the visitor's agent and address tell, by numbers of the import's own. */
interface SessionPart {
  session: Session;
  readonly address: number;
  readonly agent: number;
  /** Bytes of a hash, one character each. */
  readonly visitor: string;
  readonly software: number;
  readonly place: number;
  /** Empty where it is not known. */
  readonly language: string;
  /** The latest of another visitor with the same key. */
  readonly other: SessionPart | undefined;
}

/** The parts of sessions of a day of a website. */
interface SessionsOfDay {
  readonly site: number;
  readonly day: number;
  readonly all: SessionPart[];
  /** The latest of each visitor. */
  readonly latest: Map<number, SessionPart>;
}

interface ImportFacts {
  /** The websites by their number. */
  readonly sites: readonly {
    /** The website whose stored sessions of a day count; undefined for none. */
    readonly storedOn: (day: number) => number | undefined;
    readonly tally: SiteTally;
  }[];
  readonly software: readonly Software[];
  /** None without data of countries. */
  readonly places: readonly Place[];
}

const visitorsAtOnce = 2_000;

/**
 * Joins the parts of sessions with each other and with the sessions of the same visitors' days that were staged or stored before. Stages
 * the resulting sessions and counts the difference; counts that no longer hold are subtracted.
 * @param pause called now and then
 */
export function countSessions(
  database: Database,
  days: readonly SessionsOfDay[],
  facts: ImportFacts,
  pause: () => void,
): void {
  let visitors = 0;
  const staging = new SessionInsertion(database);
  for (const { site: number, day, all } of days) {
    const site = facts.sites[number];
    if (!site) continue;
    const { tally } = site;
    const website = site.storedOn(day);
    const isStaged = hasStagedSessions(database, number, day);
    const isStored = website !== undefined && hasSessions(database, website, day);
    const byVisitor = Map.groupBy(all, ({ visitor }) => visitor);
    // In the order of the table.
    for (const text of [...byVisitor.keys()].toSorted()) {
      const parts = byVisitor.get(text) ?? [];
      const visitorDay = { day, visitor: Buffer.from(text, 'latin1') };
      const staged = isStaged ? takeStagedSessions(database, number, visitorDay) : [];
      const stored = isStored && staged.length === 0 ? selectSessions(database, website, visitorDay) : [];
      const before = [...staged, ...stored];
      const after = joinSessions([...before, ...parts.map(({ session }) => session)]);
      tallySessions(tally, day, before, -1);
      tallySessions(tally, day, after, 1);
      if (before.length === 0 && parts[0]) tallyVisitor(tally, day, parts[0], facts);
      if (stored.length > 0) stageRecount(database, number, visitorDay);
      for (const session of after) staging.addSession(number, visitorDay, session);
      if (++visitors % visitorsAtOnce === 0) pause();
    }
  }
  staging.end();
}

function tallySessions(tally: SiteTally, day: number, sessions: readonly Session[], sign: 1 | -1): void {
  for (const { page, referrer, campaign } of sessions) {
    tally.add('landing_page', day, page, sign);
    tally.add('referrer', day, referrer, sign);
    if (campaign !== '') tally.add('campaign', day, campaign, sign);
  }
  // The first session is the visitor's arrival.
  const [arrival] = sessions;
  if (arrival) tally.add('visitors_hours', day, hourValue(arrival.hour), sign);
}

function tallyVisitor(
  tally: SiteTally,
  day: number,
  { software, place, language }: SessionPart,
  facts: ImportFacts,
): void {
  const { browser = '', os = '', device = '' } = facts.software[software] ?? {};
  tally.add('visitors', day, '');
  tally.add('browser', day, browser);
  tally.add('os', day, os);
  tally.add('device', day, device);
  if (language !== '') tally.add('language', day, language);
  const where = facts.places[place];
  if (!where) return;
  tally.add('country', day, where.country);
  tally.add('continent', day, where.continent);
}

interface View extends Omit<SessionPart, 'visitor' | 'other'> {
  /** The website, and what its visitors are hashed with. */
  readonly site: { readonly number: number; readonly secret: string };
  /** Days since 1970-01-01. */
  readonly day: number;
}

const visitorBytes = 12;
/** Some 250 bytes each. */
const mostSessions = 50_000;

/** Collects sessions in memory, and has them counted when they are many. Parts of one session are joined there. */
export class SessionStager {
  readonly #count: (days: readonly SessionsOfDay[]) => void;
  /** By website and day. */
  readonly #sites: Map<number, SessionsOfDay>[] = [];
  #sessions = 0;

  /** @param count gets the days of a website in their order */
  constructor(count: (days: readonly SessionsOfDay[]) => void) {
    this.#count = count;
  }

  /** @param texts those of the numbers of the view, and of all views since the last flush */
  add(view: View, texts: readonly string[]): void {
    const { address, agent, session, software, place, language } = view;
    const { all, latest } = this.#dayOf(view.site.number, view.day);
    const key = keyOf(address, agent);
    const first = latest.get(key);
    let last = first;
    while (last && (last.address !== address || last.agent !== agent)) last = last.other;
    const extended = last && extendSession(last.session, session);
    if (last && extended) {
      last.session = extended;
      return;
    }
    const visitor = last?.visitor ?? visitorOf(view, texts);
    const part = { session, address, agent, visitor, software, place, language, other: first };
    all.push(part);
    latest.set(key, part);
    if (++this.#sessions >= mostSessions) this.#countWhole();
  }

  /** Has all of them counted. */
  flush(): void {
    this.#countBefore(Infinity);
  }

  /** Those of the days before the latest are whole in a log in the order of time; all where that has most of them. */
  #countWhole(): void {
    const days = this.#days();
    const latest = Math.max(...days.map(({ day }) => day));
    const ofLatest = days.reduce((sum, { day, all }) => sum + (day === latest ? all.length : 0), 0);
    this.#countBefore(ofLatest * 2 > this.#sessions ? Infinity : latest);
  }

  #countBefore(before: number): void {
    const days = this.#days().filter(({ day }) => day < before);
    for (const { site, day, all } of days) {
      this.#sites[site]?.delete(day);
      this.#sessions -= all.length;
    }
    this.#count(days);
  }

  #days(): SessionsOfDay[] {
    return this.#sites.flatMap(days => [...days.values()].toSorted((a, b) => a.day - b.day));
  }

  #dayOf(site: number, day: number): SessionsOfDay {
    const days = (this.#sites[site] ??= new Map());
    const known = days.get(day);
    if (known) return known;
    const made: SessionsOfDay = { site, day, all: [], latest: new Map() };
    days.set(day, made);
    return made;
  }
}

/** Small numbers are found fastest in a map: few visitors have the same. */
function keyOf(address: number, agent: number): number {
  return (Math.imul(address, 0x9e3779b1) ^ agent) >> 2;
}

function visitorOf({ site, day, address, agent }: View, texts: readonly string[]): string {
  const text = `${site.secret}\n${day}\n${texts[address] ?? ''}\n${texts[agent] ?? ''}`;
  return hash('sha256', text, 'binary').slice(0, visitorBytes);
}
