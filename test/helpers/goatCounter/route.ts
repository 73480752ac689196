import { isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import { addSite, defaults, pathId, shiftOf, type Site, type Visit, type World } from './world.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const bits = { siteRead: 8, siteCreate: 16, siteUpdate: 32, stats: 64 } as const;
const hour = 3_600_000;
const day = 24 * hour;

const made = '2026-11-27T02:35:36Z';

const ok = (body: unknown): Reply => ({ status: 200, body });
const refused = (status: number, error: string): Reply => ({ status, body: { error } });

/** The answer of a service with the habits of GoatCounter 2.7. */
export function answerOf(world: World, asked: Asked): Reply {
  const { method, path, headers } = asked;
  const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  const allowed = world.tokens.get(token);
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const [first] = world.sites;
  const named = world.sites.find(({ cname }) => cname === host);
  // A test has no names of its own: the address of the server is that of the first.
  const site = named ?? (host === '127.0.0.1' ? first : undefined);
  // At every address.
  if (path === '/status') return ok({ version: 'v2.7.0', uptime: '2s', database: 'SQLite 3.50.4' });
  if (!path.startsWith('/api/v0/')) return refused(404, 'not found');
  if (site === undefined) return refused(400, `no site at this domain ("${host}")`);
  if (allowed === undefined)
    return {
      ...refused(401, token === '' ? 'no Authorization header' : 'unknown token'),
      headers: { 'www-authenticate': 'Basic realm=GoatCounter' },
    };
  const may = (permission: keyof typeof bits) => (allowed & bits[permission]) !== 0;
  const route = path.slice('/api/v0/'.length);
  if (route === 'me')
    return ok({
      user: {
        id: 1,
        site: 1,
        email: 'anna@example.com',
        email_verified: true,
        totp_enabled: false,
        access: { all: '*' },
        login_at: null,
        open_at: null,
        reset_at: null,
        settings: {
          twenty_four_hours: true,
          sunday_starts_week: false,
          language: 'en-GB',
          date_format: '2006-01-02',
          number_format: 44,
          timezone: world.timeZone,
          email_reports: 0,
          fewer_numbers: false,
          fewer_numbers_lock_until: '0001-01-01T00:00:00Z',
          theme: '',
          datepicker: false,
        },
        last_report_at: made,
        created_at: made,
        updated_at: null,
      },
      token: { name: 'sitedeck', permissions: allowed, sites: [-1] },
    });
  if (route === 'sites' && method === 'PUT')
    return may('siteCreate') ? create(world, asked) : refused(403, "requires 'site-create' permissions");
  if (route === 'sites')
    return may('siteRead')
      ? ok({ sites: (site === first ? world.sites : [site]).map(siteOf) })
      : refused(403, "requires 'site-read' permissions");
  const [, id] = /^sites\/(\d+)$/.exec(route) ?? [];
  if (id !== undefined) {
    const wanted = method === 'GET' ? 'siteRead' : 'siteUpdate';
    if (!may(wanted)) return refused(403, `requires '${wanted}' permissions`);
    const found = world.sites.find(one => String(one.id) === id);
    if (found === undefined) return refused(404, 'not found');
    return method === 'PATCH' ? update(found, asked) : ok(siteOf(found));
  }
  if (!may('stats')) return refused(403, "requires 'stats' permissions");
  if (route === 'paths') return paths(world, site, asked.query);
  return statistics(world, site, route, asked.query);
}

function siteOf({ id, cname, link, settings, visits }: Site) {
  const first = visits.map(({ at }) => at).toSorted()[0] ?? made;
  return {
    id,
    parent: id === 1 ? null : 1,
    cname,
    cname_setup_at: made,
    code: `serve-${id}`,
    link_domain: link,
    setttings: settings,
    received_data: visits.length > 0,
    state: 'a',
    created_at: made,
    updated_at: null,
    first_hit_at: first,
  };
}

function create(world: World, { body = {} }: Asked): Reply {
  const { cname, setttings = {} } = body;
  if (typeof cname !== 'string') return invalid('cname', 'must be set');
  if (world.sites.some(site => site.cname === cname)) return invalid('cname', 'already exists');
  return wrongSetting(setttings) ?? ok(siteOf(addSite(world, { cname }, settingsIn(setttings))));
}

/** Only what is given is changed. */
function update(site: Site, { body = {} }: Asked): Reply {
  const { settings = {}, ...others } = body;
  const [other] = Object.keys(others);
  if (other !== undefined) return refused(400, `unknown field "${other}"`);
  const wrong = wrongSetting(settings);
  if (wrong === undefined) Object.assign(site.settings, settingsIn(settings));
  // The code of this answer is made anew, and not kept.
  return wrong ?? ok({ ...siteOf(site), code: 'serve-of-the-answer' });
}

function settingsIn(given: unknown): Record<string, unknown> {
  return typeof given === 'object' && given !== null ? Object.fromEntries(Object.entries(given)) : {};
}

function wrongSetting(given: unknown): Reply | undefined {
  const settings = settingsIn(given);
  const unknown = Object.keys(settings).find(name => !Object.hasOwn(defaults, name));
  if (unknown !== undefined) return refused(400, `unknown field "${unknown}"`);
  const { ignore_ips: ips = '', data_retention: days = 0 } = settings;
  if (Number(days) > 0 && Number(days) < 31)
    return invalid('settings.data_retention', 'must be 31 or higher');
  if (Number(days) > 5 * 365) return invalid('settings.data_retention', 'must be 1825 or lower');
  const areAddresses = String(ips)
    .split(',')
    .every(ip => ip === '' || isIP(ip) > 0);
  return areAddresses ? undefined : invalid('settings.ignore_ips', 'must be a valid IPv4 or IPv6 address');
}

function invalid(field: string, reason: string): Reply {
  return { status: 400, body: { errors: { [field]: [reason] } } };
}

function paths(world: World, site: Site, query: URLSearchParams): Reply {
  for (const visit of site.visits) pathId(world, site, visit);
  const limit = Math.min(200, Number(query.get('limit') ?? 20));
  const after = Number(query.get('after') ?? 0);
  const all = world.paths
    .map(({ path, isEvent, site: of }, at) => ({ id: at + 1, path, title: '', event: isEvent, of }))
    .filter(({ id, of }) => of === site.id && id > after);
  return ok({ paths: all.slice(0, limit).map(({ of: _of, ...path }) => path), more: all.length > limit });
}

function statistics(world: World, site: Site, route: string, query: URLSearchParams): Reply {
  const [start, end] = [Date.parse(query.get('start') ?? ''), Date.parse(query.get('end') ?? '')];
  const included = (query.get('include_paths') ?? '').split(/[,\s]+/).filter(text => text !== '');
  const isNamed = query.get('path_by_name') === 'true';
  const excluded = (query.get('exclude_paths') ?? '').split(',');
  const idOf = (visit: Visit) => String(pathId(world, site, visit));
  const visits = site.visits.filter(visit => {
    const isIncluded = included.includes(isNamed ? visit.path.toLowerCase() : idOf(visit));
    return (included.length === 0 || isIncluded) && !excluded.includes(idOf(visit));
  });
  const hourly = visits.filter(({ at }) => {
    const began = Math.floor(Date.parse(at) / hour) * hour;
    return began >= start && began <= end;
  });
  const shift = shiftOf(world, new Date());
  const limit = Math.min(100, Number(query.get('limit') ?? 20));
  const offset = Number(query.get('offset') ?? 0);
  const [from, to] = [start, end].map(time => new Date(time + shift * hour).toISOString().slice(0, 10));
  const daily = visits.filter(({ at }) => at.slice(0, 10) >= (from ?? '') && at.slice(0, 10) <= (to ?? ''));
  const list = (
    of: readonly Visit[],
    value: (visit: Visit) => string | undefined,
    { most = Infinity, ...others }: { readonly most?: number; readonly ref_scheme?: string } = {},
  ) => {
    const counts = countsBy(of, visit => value(visit)).slice(0, most);
    // What has no name has no id either.
    const rows = counts.map(([id, count]) => ({ ...(id !== '' && { id }), name: id, count, ...others }));
    return ok({ stats: rows.slice(offset, offset + limit), more: rows.length > offset + limit });
  };
  switch (route) {
    case 'stats/total':
      return ok({
        total: hourly.length,
        total_events: hourly.filter(({ isEvent }) => isEvent === true).length,
        total_utc: hourly.length,
        stats: daysOf(hourly, start, end, shift),
      });
    case 'stats/hits': {
      // Of those with as many visits the newest path comes first.
      const ranked = countsBy(hourly, idOf).toSorted(
        ([one, many], [other, few]) => few - many || Number(other) - Number(one),
      );
      const hits = ranked.slice(0, limit).map(([id]) => {
        const of = site.visits.filter(visit => idOf(visit) === id);
        // The days of each path are whole ones of UTC, whatever hours were asked for.
        const stats = daysOf(of, start, end, shift);
        const count = stats.reduce((sum, { daily: counted }) => sum + counted, 0);
        const [visit] = of;
        const shown = { path: visit?.path ?? '', event: visit?.isEvent ?? false, title: '', max: 0 };
        return { count, path_id: Number(id), ...shown, stats };
      });
      return ok({ hits, total: 0, more: ranked.length > limit });
    }
    case 'stats/toprefs':
      return list(hourly, ({ referrer = '' }) => referrer, { most: 4 * limit, ref_scheme: 'h' });
    case 'stats/campaigns':
      return list(daily, ({ campaign }) => campaign);
    case 'stats/browsers':
      return list(daily, ({ browser = '' }) => browser);
    case 'stats/systems':
      return list(daily, ({ system = '' }) => system);
    case 'stats/locations':
      return list(daily, ({ location = '' }) => location.slice(0, 2));
    case 'stats/languages':
      return list(daily, ({ language = '(unknown)' }) => language);
    case 'stats/sizes': {
      if (query.has('offset') && offset > 0) return refused(400, 'no offset');
      const counts = new Map(countsBy(daily, ({ width = 0 }) => sizeOf(width)));
      const ids = ['phone', 'tablet', 'desktop', 'desktophd', 'unknown'];
      return ok({ stats: ids.map(id => ({ id, name: '', count: counts.get(id) ?? 0 })), more: false });
    }
    default:
      return refused(404, 'not found');
  }
}

function sizeOf(width: number): string {
  if (width === 0) return 'unknown';
  if (width <= 600) return 'phone';
  return width <= 1000 ? 'tablet' : width <= 1920 ? 'desktop' : 'desktophd';
}

/** Values and their counts, most first; visits without one are left out. */
function countsBy(visits: readonly Visit[], value: (visit: Visit) => string | undefined): [string, number][] {
  const counts = new Map<string, number>();
  for (const visit of visits) {
    const key = value(visit);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].toSorted(([one, many], [other, few]) => few - many || (one < other ? -1 : 1));
}

/** The days of UTC from one time to another, each shown so many hours later; the first, or the last, is then left out. */
function daysOf(visits: readonly Visit[], start: number, end: number, shift: number) {
  const first = Math.floor(start / day) * day;
  const length = Math.floor(end / day) - Math.floor(start / day) + 1;
  const hours = Array.from({ length: length * 24 }, () => 0);
  for (const { at } of visits) {
    const place = Math.floor((Date.parse(at) - first) / hour);
    if (place >= 0 && place < hours.length) hours[place] = (hours[place] ?? 0) + 1;
  }
  const shown = Array.from({ length: length * 24 }, (_, place) => hours[place - shift] ?? 0);
  const days = Array.from({ length }, (_, at) => {
    const hourly = shown.slice(at * 24, at * 24 + 24);
    const daily = hourly.reduce((sum, count) => sum + count, 0);
    return { day: new Date(first + at * day).toISOString().slice(0, 10), hourly, daily };
  });
  if (shift < 0) return days.slice(0, -1);
  return shift > 0 && days.length > 1 ? days.slice(1) : days;
}
