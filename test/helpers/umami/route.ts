import type { IncomingHttpHeaders } from 'node:http';
import { logIn, me, openShare, shownTeam, verify } from './accounts.ts';
import { active, daterange, eventsList, eventsSeries, sessionsList } from './activity.ts';
import { pageOf } from './lists.ts';
import { filterOf } from './filters.ts';
import { metrics } from './metrics.ts';
import { rangeOf } from './ranges.ts';
import { empty, notFound, ok, page404, unauthorized, type Reply } from './reply.ts';
import { callerOf, maySee, teamsOf, type Caller } from './rights.ts';
import { pageviews, stats, weekly } from './statistics.ts';
import type { Hit } from './visits.ts';
import { create, createShare, listShares, ownWebsites, remove, teamWebsites, update } from './websites.ts';
import { shown, type World } from './world.ts';

/** A request as the service sees it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Undefined where there is no JSON object. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What the service answers. */
export function answerOf(world: World, asked: Asked): Reply {
  const { method, path, query, headers, body } = asked;
  if (!path.startsWith('/api/')) return { status: 200, html: '<!DOCTYPE html><html></html>' };
  if (path.endsWith('/')) return { status: 308, location: path.slice(0, -1) };
  const caller = callerOf(world, headers);
  const only = (allowed: string, answer: () => Reply) => (method === allowed ? answer() : empty(405));
  switch (path) {
    case '/api/heartbeat':
      return only('GET', () => ok({ ok: true }));
    case '/api/config':
      return only('GET', () =>
        ok({
          cloudMode: false,
          privateMode: false,
          telemetryDisabled: true,
          updatesDisabled: true,
          ...(world.version === '3.0' ? {} : { currentVersion: true }),
        }),
      );
    case '/api/scripts/telemetry':
      return only('GET', () => ({ status: 200, html: telemetry(world.told) }));
    case '/api/auth/login':
      return only('POST', () => logIn(world, body));
    case '/api/auth/verify':
      return only('POST', () => verify(world, caller));
    case '/api/auth/logout':
      return only('POST', () => ok({ ok: true }));
    case '/api/me':
      return only('GET', () => me(world, caller, headers.authorization?.split(' ', 2)[1] ?? ''));
    case '/api/websites':
      return allWebsites(world, caller, asked);
    case '/api/share':
      if (world.version === '3.0') return page404;
      return only('POST', () => createShare(world, caller, body));
    case '/api/teams':
    case '/api/me/teams':
      return only('GET', () => teams(world, caller, query));
    default:
  }
  const [, , kind = '', id = '', what, rest] = path.split('/');
  if (kind === 'share' && what === undefined) return openShare(world, id) ?? notFound;
  if (kind === 'teams' && what === 'websites' && rest === undefined) {
    const isMember = caller?.user !== undefined && teamsOf(world, caller.user).some(team => team.id === id);
    return isMember ? teamWebsites(world, id, query) : unauthorized;
  }
  if (kind !== 'websites') return page404;
  if (caller === undefined) return unauthorized;
  if (!uuid.test(id)) return empty(500);
  if (what === undefined) return oneWebsite(world, caller, id, asked);
  if (what === 'shares' && world.version === '3.1' && method === 'GET')
    return listShares(world, caller, id, query);
  return statistic(world, caller, id, asked, path.split('/').slice(4).join('/'));
}

function telemetry(version: string | undefined): string {
  if (version === undefined) return '/* telemetry disabled */';
  return `(()=>{const i=document.createElement('img');i.setAttribute('src','https://i.umami.is/a.png?v=${version}');})();`;
}

function allWebsites(world: World, caller: Caller | undefined, { method, query, body }: Asked): Reply {
  if (method === 'POST') return create(world, caller, body);
  if (method !== 'GET') return empty(405);
  if (caller === undefined) return unauthorized;
  // A share link has no user, which the service does not expect here.
  return caller.user === undefined ? empty(500) : ownWebsites(world, caller.user, query);
}

function teams(world: World, caller: Caller | undefined, query: URLSearchParams): Reply {
  if (caller?.user === undefined) return unauthorized;
  const own = teamsOf(world, caller.user);
  return pageOf(
    own.map(team => shownTeam(world, team)),
    query,
  );
}

function oneWebsite(world: World, caller: Caller, id: string, { method, body }: Asked): Reply {
  if (method === 'POST') return update(world, caller, id, body);
  if (method === 'DELETE') return remove(world, caller, id);
  if (method !== 'GET') return empty(405);
  if (!maySee(world, caller, id)) return unauthorized;
  const website = world.websites.find(known => known.id === id);
  return ok(website === undefined ? null : shown(world, website));
}

function statistic(world: World, caller: Caller, id: string, { query }: Asked, what: string): Reply {
  const hits = world.hits.get(id) ?? [];
  const isMet = filterOf(world, query);
  const filtered = (answer: (rows: readonly Hit[]) => Reply) =>
    typeof isMet === 'function' ? answer(hits.filter(isMet)) : isMet;
  const answers: Readonly<Record<string, (range: { startAt: number; endAt: number }) => Reply>> = {
    stats: range => filtered(rows => stats(rows, range, query)),
    pageviews: range => filtered(rows => pageviews(world, rows, range, query)),
    metrics: range => metrics(world, hits, range, query, false),
    'metrics/expanded': range => metrics(world, hits, range, query, true),
    'sessions/weekly': range => filtered(rows => weekly(rows, range, query)),
    'events/series': range => filtered(rows => eventsSeries(world, rows, range, query)),
    events: range => eventsList(hits, websiteOf(world, id), range, query),
    sessions: range => sessionsList(hits, websiteOf(world, id), range, query),
  };
  const isTimeless = what === 'active' || what === 'daterange';
  const answer = answers[what];
  if (answer === undefined && !isTimeless) return page404;
  // What is asked wrongly is said before who may ask.
  const range = isTimeless ? { startAt: 0, endAt: 0 } : rangeOf(query);
  if ('status' in range) return range;
  if (!maySee(world, caller, id)) return unauthorized;
  if (answer !== undefined) return answer(range);
  return what === 'active' ? active(hits, Date.now()) : daterange(hits);
}

function websiteOf({ websites }: World, id: string) {
  const website = websites.find(known => known.id === id);
  if (website === undefined) throw new Error('this test server has no such lists of an unknown website');
  return website;
}
