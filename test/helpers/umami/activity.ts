import { invalid, ok, type Reply } from './reply.ts';
import { pageOf } from './lists.ts';
import { bucketOf, inRange, type Range, units, usedUnit, zoneFormat } from './ranges.ts';
import { distinct, grouped } from './statistics.ts';
import type { Hit } from './visits.ts';
import type { StoredWebsite, World } from './world.ts';

const iso = (at: number) => new Date(at).toISOString();

/** Sessions of the last five minutes, with those of events only. */
export function active(hits: readonly Hit[], now: number): Reply {
  const recent = inRange(hits, { startAt: now - 5 * 60_000, endAt: now });
  return ok({ visitors: distinct(recent, 'session') });
}

export function daterange(hits: readonly Hit[]): Reply {
  const times = hits.map(({ at }) => at);
  if (times.length === 0) return ok({ startDate: null, endDate: null });
  return ok({ startDate: iso(Math.min(...times)), endDate: iso(Math.max(...times)) });
}

/** How many events of each name there were in each bucket that has any. */
export function eventsSeries(
  { version }: Pick<World, 'version'>,
  hits: readonly Hit[],
  range: Range,
  query: URLSearchParams,
): Reply {
  const format = zoneFormat(query.get('timezone') ?? '');
  if (format === undefined)
    return invalid({ timezone: 'Invalid input: expected string, received undefined' });
  const asked = units.find(name => name === query.get('unit'));
  const unit = usedUnit(range, asked, version === '3.0');
  const events = inRange(hits, range).filter(({ event }) => event !== undefined);
  const groups = [
    ...grouped(events, ({ at, event }) => `${bucketOf(at, unit, format, false)} ${event}`).entries(),
  ].sort(([one], [other]) => (one < other ? -1 : 1));
  return ok(groups.map(([key, rows]) => ({ x: key.slice(20), t: key.slice(0, 19), y: rows.length })));
}

/** Page views and events, newest first. */
export function eventsList(
  hits: readonly Hit[],
  { id, domain }: StoredWebsite,
  range: Range,
  query: URLSearchParams,
): Reply {
  const rows = inRange(hits, range).sort((one, other) => other.at - one.at);
  const shown = rows.map(({ at, session, person, path, query: urlQuery, referrer, event }, index) => ({
    id: `${session} ${index}`,
    websiteId: id,
    sessionId: session,
    createdAt: iso(at),
    hostname: domain,
    urlPath: path,
    urlQuery,
    referrerPath: '',
    referrerQuery: '',
    referrerDomain: referrer ?? null,
    country: person.country ?? null,
    city: person.city ?? null,
    device: person.device,
    os: person.os,
    browser: person.browser,
    pageTitle: `Page ${path}`,
    eventType: event === undefined ? 1 : 2,
    eventName: event ?? null,
    hasData: false,
  }));
  return pageOf(shown, query);
}

/** Sessions, newest first, also those of events only. */
export function sessionsList(
  hits: readonly Hit[],
  { id, domain }: StoredWebsite,
  range: Range,
  query: URLSearchParams,
): Reply {
  const sessions = [...grouped(inRange(hits, range), ({ session }) => session)].map(([session, rows]) => {
    const times = rows.map(({ at }) => at);
    const { browser, os, device, screen, language, country, region, city } = rows[0]?.person ?? {};
    const views = rows.filter(({ event }) => event === undefined).length;
    const lastAt = Math.max(...times);
    return {
      id: session,
      websiteId: id,
      hostname: domain,
      browser,
      os,
      device,
      screen,
      language: language ?? null,
      country: country ?? null,
      region: region ?? null,
      city: city ?? null,
      firstAt: iso(Math.min(...times)),
      lastAt: iso(lastAt),
      visits: distinct(rows, 'visit'),
      views,
      events: rows.length - views,
      createdAt: iso(lastAt),
    };
  });
  return pageOf(
    sessions.sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1)),
    query,
  );
}
