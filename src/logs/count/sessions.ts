import { hash } from 'node:crypto';
import type { Software } from '#logs/fields/agents.ts';
import type { Place } from '#logs/fields/countries.ts';
import {
  hasSessions,
  hasStagedSessions,
  selectSessions,
  SessionInsertion,
  type SessionRow,
  stageRecount,
  takeStagedSessions,
} from '#logs/storage/staging.ts';
import { hourValue } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import type { SiteTally } from './CountedSite.ts';
import {
  extendSession,
  joinSessions,
  landingOf,
  type Session,
  sessionColumn,
  SessionTable,
  type ViewNumbers,
  visitorBytes,
} from './SessionTable.ts';

/** A part of a session of one of the websites that are counted, with what the visitor's agent and address tell, by numbers of the import's own. */
interface SessionPart extends SessionRow {
  readonly site: number;
  readonly software: number;
  readonly place: number;
  /** Empty where it is not known. */
  readonly language: string;
}

function sessionRow(day: number, visitor: Uint8Array, { ended, landing }: Session): SessionRow {
  const { time, hour, rank, page, referrer, campaign } = landing;
  return { day, visitor, started: time, ended, hour, rank, landing_page: page, referrer, campaign };
}

function sessionOf(row: SessionRow): Session {
  const { started, ended, hour, rank, landing_page: page, referrer, campaign } = row;
  return {
    ended,
    landing: { time: started, hour, rank: rank === 0 || rank === 1 ? rank : 2, page, referrer, campaign },
  };
}

interface ImportFacts {
  /** The websites by their number. */
  readonly sites: readonly CountedSite[];
  readonly software: readonly Software[];
  /** None without data of countries. */
  readonly places: readonly Place[];
}

interface CountedSite {
  readonly number: number;
  /** Undefined for a website that is still to be created. */
  readonly website: number | undefined;
  readonly tally: SiteTally;
}

const visitorsAtOnce = 2_000;

/**
 * Joins the parts of sessions with each other and with the sessions of the same visitors' days that were staged or stored before. Stages
 * the resulting sessions and counts the difference; counts that no longer hold are subtracted.
 * @param pause called now and then
 */
export function countSessions(
  database: Database,
  all: Iterable<SessionPart>,
  facts: ImportFacts,
  pause: () => void,
): void {
  let visitors = 0;
  let known = { site: NaN, day: NaN, isStaged: false, isStored: false };
  const staging = new SessionInsertion(database);
  for (const parts of byVisitor(all)) {
    const [first] = parts;
    const { day, visitor } = first;
    const site = facts.sites[first.site];
    if (!site) continue;
    const { tally, number } = site;
    if (day !== known.day || number !== known.site)
      known = {
        site: number,
        day,
        isStaged: hasStagedSessions(database, number, day),
        isStored: isStored(database, site, day),
      };
    const staged = known.isStaged ? takeStagedSessions(database, number, first).map(sessionOf) : [];
    const stored = known.isStored && staged.length === 0 ? storedSessions(database, site, first) : [];
    const before = [...staged, ...stored];
    const after = joinSessions([...before, ...parts.map(sessionOf)]);
    tallySessions(tally, day, before, -1);
    tallySessions(tally, day, after, 1);
    if (before.length === 0) tallyVisitor(tally, first, facts);
    if (stored.length > 0) stageRecount(database, number, first);
    for (const session of after) staging.add(number, sessionRow(day, visitor, session));
    if (++visitors % visitorsAtOnce === 0) pause();
  }
  staging.end();
}

function* byVisitor(
  parts: Iterable<SessionPart>,
): Generator<readonly [SessionPart, ...SessionPart[]], void, void> {
  let group: [SessionPart, ...SessionPart[]] | undefined;
  for (const part of parts) {
    if (
      group?.[0].day === part.day &&
      group[0].site === part.site &&
      Buffer.compare(group[0].visitor, part.visitor) === 0
    )
      group.push(part);
    else {
      if (group) yield group;
      group = [part];
    }
  }
  if (group) yield group;
}

function isStored(database: Database, { website }: CountedSite, day: number): boolean {
  return website !== undefined && hasSessions(database, website, day);
}

function storedSessions(database: Database, { website }: CountedSite, part: SessionPart): Session[] {
  if (website === undefined) return [];
  return selectSessions(database, website, part.day, part.visitor).map(sessionOf);
}

function tallySessions(tally: SiteTally, day: number, sessions: readonly Session[], sign: 1 | -1): void {
  for (const { landing } of sessions) {
    tally.add('landing_page', day, landing.page, sign);
    tally.add('referrer', day, landing.referrer, sign);
    if (landing.campaign !== '') tally.add('campaign', day, landing.campaign, sign);
  }
  // The first session is the visitor's arrival.
  const [arrival] = sessions;
  if (arrival) tally.add('visitors_hours', day, hourValue(arrival.landing.hour), sign);
}

function tallyVisitor(
  tally: SiteTally,
  { day, software, place, language }: SessionPart,
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

interface View extends ViewNumbers {
  /** The website, and what its visitors are hashed with. */
  readonly site: { readonly number: number; readonly secret: string };
}

type Texts = readonly string[];

/** Collects sessions in memory, and has them counted when they are many. Parts of one session are joined there. */
export class SessionStager {
  readonly #count: (parts: Iterable<SessionPart>) => void;
  readonly #table = new SessionTable();

  /** @param count gets the parts of a visitor's day together, and the days of a website in their order */
  constructor(count: (parts: Iterable<SessionPart>) => void) {
    this.#count = count;
  }

  /** @param texts those of the numbers of the view, and of all views since the last flush */
  add(view: View, texts: Texts): void {
    const table = this.#table;
    if (table.isFull) this.#countWhole(texts);
    const { site, time } = view;
    const slot = table.find(site.number, view);
    const row = table.rowAt(slot);
    if (row < 0) return table.put(slot, site.number, view, hashOf(view, texts));
    const session = table.session(row, texts);
    const extended = extendSession(session, landingOf(view, texts));
    if (!extended) return table.put(slot, site.number, view, table.visitor(row));
    if (extended.landing !== session.landing) table.land(row, view);
    if (extended.ended !== session.ended) table.end(row, time);
  }

  /** Has all of them counted. */
  flush(texts: Texts): void {
    this.#countBefore(Infinity, texts);
  }

  /** Those of the days before the latest are whole in a log in the order of time; all where that has most of them. */
  #countWhole(texts: Texts): void {
    const table = this.#table;
    let [latest, ofLatest] = [-Infinity, 0];
    for (let row = 0; row < table.length; row++) {
      const day = table.number(row, sessionColumn.day);
      if (day > latest) [latest, ofLatest] = [day, 0];
      if (day === latest) ofLatest++;
    }
    this.#countBefore(ofLatest * 2 > table.length ? Infinity : latest, texts);
  }

  #countBefore(day: number, texts: Texts): void {
    this.#count(this.#sorted(day, texts));
    this.#table.keepFrom(day);
  }

  *#sorted(before: number, texts: Texts): Generator<SessionPart, void, void> {
    const table = this.#table;
    for (const row of sortedRows(table, before)) {
      const { site, day, software, place, language } = sessionColumn;
      yield {
        ...sessionRow(table.number(row, day), table.visitor(row), table.session(row, texts)),
        site: table.number(row, site),
        software: table.number(row, software),
        place: table.number(row, place),
        language: texts[table.number(row, language)] ?? '',
      };
    }
  }
}

/** Those before a day, by website, day and visitor. */
function sortedRows(table: SessionTable, before: number): number[] {
  const { site, day } = sessionColumn;
  const rows = Array.from({ length: table.length }, (_, row) => row);
  const starts = Float64Array.from(rows, row => table.visitorStart(row));
  return rows
    .filter(row => table.number(row, day) < before)
    .sort(
      (a, b) =>
        table.number(a, site) - table.number(b, site) ||
        table.number(a, day) - table.number(b, day) ||
        (starts[a] ?? 0) - (starts[b] ?? 0) ||
        Buffer.compare(table.visitor(a), table.visitor(b)),
    );
}

function hashOf({ site, day, address, agent }: View, texts: Texts): Uint8Array {
  const text = `${site.secret}\n${day}\n${texts[address] ?? ''}\n${texts[agent] ?? ''}`;
  return hash('sha256', text, 'buffer').subarray(0, visitorBytes);
}
