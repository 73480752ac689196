import { hourValue } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import {
  hasStagedSessions,
  SessionInsertion,
  stageRecount,
  takeStagedSessions,
} from '#server/database/importStaging.ts';
import { hasSessions, selectSessions } from '#server/database/sessions.ts';
import type { Software } from '#server/import/fields/Agents.ts';
import type { Place } from '#server/import/fields/Countries.ts';
import type { SiteTally } from '#server/import/Tally.ts';
import { joinSessions, type Session } from './Session.ts';
import { sessionOf, type SessionPart, sessionRow } from './sessionRow.ts';

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
