import { hourValue } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { type StagedPart, stageRecount, stageSession } from '#server/database/importStaging.ts';
import { hasSessions, selectSessions } from '#server/database/sessions.ts';
import type { Software } from '#server/import/fields/Agents.ts';
import type { Place } from '#server/import/fields/Countries.ts';
import type { SiteTally } from '#server/import/Tally.ts';
import { joinSessions, type Session } from './Session.ts';
import { sessionOf, sessionRow } from './sessionRow.ts';

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
 * Joins the parts of sessions with each other and with the stored sessions of the same visitors' days. Stages the
 * resulting sessions and counts the difference; counts that no longer hold are subtracted. Yields now and
 * then.
 */
export function* countStaged(
  database: Database,
  all: Iterable<StagedPart>,
  facts: ImportFacts,
): Generator<void, void, void> {
  let visitors = 0;
  let stored: { site: number; day: number; any: boolean } = { site: NaN, day: NaN, any: false };
  for (const parts of byVisitor(all)) {
    const [first] = parts;
    const { day, visitor } = first;
    const site = facts.sites[first.site];
    if (!site) continue;
    const { tally } = site;
    if (day !== stored.day || site.number !== stored.site)
      stored = { site: site.number, day, any: isStored(database, site, day) };
    const before = stored.any ? storedSessions(database, site, first) : [];
    const after = joinSessions([...before, ...parts.map(sessionOf)]);
    countSessions(tally, day, before, -1);
    countSessions(tally, day, after, 1);
    if (before.length === 0) countVisitor(tally, first, facts);
    else stageRecount(database, first);
    for (const session of after) stageSession(database, site.number, sessionRow(day, visitor, session));
    if (++visitors % visitorsAtOnce === 0) yield;
  }
}

function* byVisitor(
  parts: Iterable<StagedPart>,
): Generator<readonly [StagedPart, ...StagedPart[]], void, void> {
  let group: [StagedPart, ...StagedPart[]] | undefined;
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

function storedSessions(database: Database, { website }: CountedSite, part: StagedPart): Session[] {
  if (website === undefined) return [];
  return selectSessions(database, website, part.day, part.visitor).map(sessionOf);
}

function countSessions(tally: SiteTally, day: number, sessions: readonly Session[], sign: 1 | -1): void {
  for (const { landing } of sessions) {
    tally.add('landing_page', day, landing.page, sign);
    tally.add('referrer', day, landing.referrer, sign);
    if (landing.campaign !== '') tally.add('campaign', day, landing.campaign, sign);
  }
  // The first session is the visitor's arrival.
  const [arrival] = sessions;
  if (arrival) tally.add('visitors_hours', day, hourValue(arrival.landing.hour), sign);
}

function countVisitor(
  tally: SiteTally,
  { day, software, place, language }: StagedPart,
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
