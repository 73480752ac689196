import { compareText } from '#text/words.ts';
import { secondsOfDay } from '#model/period/day.ts';
import { hash } from 'node:crypto';
import type { Software } from '#logs/fields/agents.ts';
import type { Place } from '#logs/fields/clients.ts';
import {
  type AboutVisitor,
  KnownDay,
  type KnownView,
  type KnownVisitor,
  type Session,
  type SiteValues,
  StagedDay,
} from '#logs/storage/visits.ts';
import { type StatisticName, utmNames } from '#model/statistics/statistics.ts';
import { hourValue } from '#model/period/format.ts';
import { GrowingNumbers } from '#server/database/columns.ts';
import type { Database } from '#server/database/Database.ts';

/** Between two views of one session, in seconds. */
export const sessionTimeout = 30 * 60;

export type SessionStart = Pick<
  Session,
  'started' | 'rank' | 'page' | 'referrer' | 'campaign' | 'utm' | 'language'
>;

/** Of page views of one second the least one begins the session: who comes from elsewhere has just arrived. */
export function rankOf(isFromElsewhere: boolean, isInternal: boolean): number {
  return isFromElsewhere ? 0 : isInternal ? 2 : 1;
}

/** Negative when a comes first. Equal only when they count the same: the order of lines and files never matters. */
export function compareSessions(a: SessionStart, b: SessionStart): number {
  return (
    a.started - b.started ||
    a.rank - b.rank ||
    compareText(a.page, b.page) ||
    compareText(a.referrer, b.referrer) ||
    compareText(a.campaign, b.campaign) ||
    compareText(a.utm, b.utm) ||
    compareText(a.language ?? '', b.language ?? '')
  );
}

/** The session with one more view, which is a session of its own so far; undefined where the view is too far from it. */
export function extendSession(session: Session, view: Session): Session | undefined {
  const isNear =
    view.started <= session.ended + sessionTimeout && view.started >= session.started - sessionTimeout;
  return isNear ? joined(session, view) : undefined;
}

function joined(one: Session, other: Session): Session {
  const [first, second] = compareSessions(one, other) <= 0 ? [one, other] : [other, one];
  const views = first.views === 0 || second.views === 0 ? 0 : first.views + second.views;
  if (first.ended > second.ended) return { ...first, views };
  const isLater = second.ended > first.ended || compareText(second.exit, first.exit) > 0;
  return { ...first, ended: second.ended, exit: isLater ? second.exit : first.exit, views };
}

/** The sessions of one visitor's day, in any order, with those joined between which there is no long pause. */
export function joinSessions(sessions: readonly Session[]): Session[] {
  const all: Session[] = [];
  for (const session of sessions.toSorted(compareSessions)) {
    const last = all.at(-1);
    if (last && session.started <= last.ended + sessionTimeout) all[all.length - 1] = joined(last, session);
    else all.push(session);
  }
  return all;
}

/** A part of a session of a visitor, with what the visitor's agent and address tell, by numbers of the import's own. */
interface SessionPart {
  session: Session;
  /** Bytes of a hash, one character each. */
  readonly visitor: string;
  readonly software: number;
  readonly place: number;
  /** Its place among all of the day. */
  readonly number: number;
}

/** The page views of a day in the order in which they were read. */
class Views {
  readonly #parts = new GrowingNumbers();
  /** Seconds since the start of the day in UTC. */
  readonly #times = new GrowingNumbers();
  readonly #hours = new GrowingNumbers();
  readonly #pages = new GrowingNumbers();

  get length(): number {
    return this.#parts.length;
  }

  add(part: number, time: number, hour: number, page: number): void {
    this.#parts.push(part);
    this.#times.push(time);
    this.#hours.push(hour);
    this.#pages.push(page);
  }

  /** Those of parts of sessions, in the order of time. */
  byPart(count: number): (parts: readonly SessionPart[]) => readonly KnownView[] {
    const [parts, times, hours, pages] = [this.#parts.all, this.#times.all, this.#hours.all, this.#pages.all];
    const starts = new Int32Array(count + 1);
    for (const part of parts) starts[part + 1] = (starts[part + 1] ?? 0) + 1;
    for (let part = 0; part < count; part++) starts[part + 1] = (starts[part + 1] ?? 0) + (starts[part] ?? 0);
    const next = starts.slice();
    const order = new Int32Array(parts.length);
    for (let view = 0; view < parts.length; view++) {
      const part = parts[view] ?? 0;
      const index = next[part] ?? 0;
      order[index] = view;
      next[part] = index + 1;
    }
    return parts => {
      const views: KnownView[] = [];
      for (const { number } of parts)
        for (let index = starts[number] ?? 0; index < (starts[number + 1] ?? 0); index++) {
          const view = order[index] ?? 0;
          views.push({ time: times[view] ?? 0, hour: hours[view] ?? 0, page: pages[view] ?? 0 });
        }
      return views;
    };
  }
}

interface SessionsOfDay {
  readonly site: number;
  readonly day: number;
  readonly all: SessionPart[];
  /** The latest of each visitor. */
  readonly latest: Map<number, SessionPart>;
  /** Their pages are texts of the import's own. */
  readonly views: Views;
}

interface SiteSums {
  readonly add: (name: StatisticName, day: number, value: string, count?: number) => void;
}

interface ImportFacts {
  /** The websites by their number. */
  readonly sites: readonly (SiteSums & {
    readonly storedOn: (day: number) => number | undefined;
    readonly pageOf: (number: number, texts: readonly string[]) => number;
    readonly values: SiteValues;
  })[];
  readonly software: readonly Software[];
  /** None without data of countries. */
  readonly places: readonly Place[];
  readonly texts: readonly string[];
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
  for (const { site: number, day, all, views } of days) {
    const site = facts.sites[number];
    if (!site) continue;
    const { values } = site;
    const website = site.storedOn(day);
    const owners = [{ schema: 'staging', id: number } as const];
    const stored = website === undefined ? [] : [{ schema: 'main', id: website } as const];
    const known = new KnownDay(database, [...owners, ...stored], day, values);
    const staged = new StagedDay(day, values);
    const viewsOf = views.byPart(all.length);
    const byVisitor = Map.groupBy(all, ({ visitor }) => visitor);
    for (const visitor of [...byVisitor.keys()].toSorted()) {
      const parts = byVisitor.get(visitor) ?? [];
      const before = known.find(visitor);
      const sessions = parts.map(({ session }) => session);
      const after =
        before || sessions.length > 1 ? joinSessions([...(before?.sessions ?? []), ...sessions]) : sessions;
      tallySessions(site, day, before?.sessions ?? [], -1);
      tallySessions(site, day, after, 1);
      tallyLanguage(site, day, before?.sessions ?? [], after);
      const [part] = parts;
      if (!before && part) tallyVisitor(site, day, part, facts);
      const about = before?.about ?? aboutOf(part, facts, values);
      const own = viewsOf(parts).map(({ time, hour, page }) => ({
        time,
        hour,
        page: site.pageOf(page, facts.texts),
      }));
      stageVisitor(staged, visitor, { after, about, views: viewsInOrder(before, own, day), day });
      if (++visitors % visitorsAtOnce === 0) pause();
    }
    staged.stage(database, number, known.isWhole);
    known.release();
  }
}

function viewsInOrder(
  before: KnownVisitor | undefined,
  views: readonly KnownView[],
  day: number,
): readonly KnownView[] {
  const start = day * secondsOfDay;
  const known = (before?.views ?? []).map(view => ({ ...view, time: view.time - start }));
  const isOrdered =
    known.length === 0 && views.every(({ time }, at) => at === 0 || time >= (views[at - 1]?.time ?? 0));
  return isOrdered ? views : [...known, ...views].toSorted((a, b) => a.time - b.time);
}

interface CountedVisitor {
  readonly after: readonly Session[];
  readonly about: AboutVisitor;
  /** In the order of time. */
  readonly views: readonly KnownView[];
  readonly day: number;
}

function stageVisitor(
  staged: StagedDay,
  visitor: string,
  { after, about, views, day }: CountedVisitor,
): void {
  let at = 0;
  for (const session of after) {
    const from = at;
    const ended = session.ended - day * secondsOfDay;
    while ((views[at]?.time ?? Infinity) <= ended) at++;
    staged.addSession(visitor, session, about, views.slice(from, at));
  }
}

function tallySessions(site: SiteSums, day: number, sessions: readonly Session[], sign: 1 | -1): void {
  for (const { page, referrer, campaign, utm } of sessions) {
    site.add('landing_page', day, page, sign);
    site.add('referrer', day, referrer, sign);
    if (campaign !== '') site.add('campaign', day, campaign, sign);
    if (utm === '') continue;
    const values = utm.split('\n');
    for (const [at, name] of utmNames.entries()) if (values[at]) site.add(name, day, values[at], sign);
  }
  // The first session is the visitor's arrival.
  const [arrival] = sessions;
  if (arrival) site.add('visitors_hours', day, hourValue(arrival.hour), sign);
}

/** That of the arrival. Where it is not known (any more) what was counted, it stays. */
function tallyLanguage(
  site: SiteSums,
  day: number,
  [before]: readonly Session[],
  [after]: readonly Session[],
): void {
  if (before && before.language === undefined) return;
  if (before?.language === after?.language) return;
  if (before?.language) site.add('language', day, before.language, -1);
  if (after?.language) site.add('language', day, after.language);
}

function tallyVisitor(
  site: SiteSums,
  day: number,
  { software, place }: SessionPart,
  facts: ImportFacts,
): void {
  site.add('visitors', day, '');
  const values = { ...facts.software[software], ...facts.places[place] };
  for (const name of aboutNames) if (values[name] !== undefined) site.add(name, day, values[name]);
}

const aboutNames = ['browser', 'os', 'device', 'country', 'continent'] as const;

/** Without data of countries there are no rows, not even for addresses that are of none. */
const unknown = -1;

function aboutOf(part: SessionPart | undefined, facts: ImportFacts, values: SiteValues): AboutVisitor {
  const { browser = '', os = '', device = '' } = facts.software[part?.software ?? -1] ?? {};
  const where = facts.places[part?.place ?? -1];
  return {
    browser: values.numberOf('browser', browser),
    os: values.numberOf('os', os),
    device: values.numberOf('device', device),
    country: where ? values.numberOf('country', where.country) : unknown,
    continent: where ? values.numberOf('continent', where.continent) : unknown,
  };
}

interface View extends Omit<SessionPart, 'visitor' | 'number'> {
  /** The numbers of texts. */
  readonly address: number;
  readonly agent: number;
  /** The website, and what its visitors are hashed with. */
  readonly site: { readonly number: number; readonly secret: string };
  /** Days since 1970-01-01. */
  readonly day: number;
  /** The number of its text. */
  readonly page: number;
}

/** More texts have no numbers at once: an address and an agent are one number. */
const maxTexts = 2 ** 26;
const visitorBytes = 12;
/** Some 250 bytes each, and so many bytes of a view. */
const maxSessions = 15_000;
const maxViews = 150_000;

/** Collects sessions in memory, and has them counted when they are many. Parts of one session are joined there. */
export class SessionStager {
  readonly #count: (days: readonly SessionsOfDay[]) => void;
  /** By website and day. */
  readonly #sites: Map<number, SessionsOfDay>[] = [];
  #sessions = 0;
  #views = 0;

  /** @param count gets the days of a website in their order */
  constructor(count: (days: readonly SessionsOfDay[]) => void) {
    this.#count = count;
  }

  /** @param texts those of the numbers of the view, and of all views since the last flush */
  add(view: View, texts: readonly string[]): void {
    const { address, agent, session, software, place, day } = view;
    const { all, latest, views } = this.#dayOf(view.site.number, day);
    const key = address * maxTexts + agent;
    const last = latest.get(key);
    const extended = last && extendSession(last.session, session);
    const number = last && extended ? last.number : all.length;
    views.add(number, session.started - day * secondsOfDay, session.hour, view.page);
    this.#views++;
    if (last && extended) last.session = extended;
    else {
      const visitor =
        last?.visitor ??
        visitorHash(view.site.secret, view.day, texts[view.address] ?? '', texts[view.agent] ?? '');
      const part = { session, visitor, software, place, number };
      all.push(part);
      latest.set(key, part);
      this.#sessions++;
    }
    if (this.#sessions >= maxSessions || this.#views >= maxViews) this.#countWhole();
  }

  /** Has all of them counted. */
  flush(): void {
    this.#countBefore(Infinity);
  }

  /** Those of the days before the latest are whole in a log in the order of time; all where that has most of them. */
  #countWhole(): void {
    const days = this.#days();
    const latest = Math.max(...days.map(({ day }) => day));
    const ofLatest = days.reduce((sum, { day, views }) => sum + (day === latest ? views.length : 0), 0);
    this.#countBefore(ofLatest * 2 > this.#views ? Infinity : latest);
  }

  #countBefore(before: number): void {
    const days = this.#days().filter(({ day }) => day < before);
    for (const { site, day, all, views } of days) {
      this.#sites[site]?.delete(day);
      this.#sessions -= all.length;
      this.#views -= views.length;
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
    const made: SessionsOfDay = { site, day, all: [], latest: new Map(), views: new Views() };
    days.set(day, made);
    return made;
  }
}

/** What is kept of a visitor's day, as Latin-1. */
export function visitorHash(secret: string, day: number, address: string, agent: string): string {
  return hash('sha256', `${secret}\n${day}\n${address}\n${agent}`, 'binary').slice(0, visitorBytes);
}
