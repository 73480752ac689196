import { invalid, ok, type Reply } from './reply.ts';
import { bucketOf, inRange, units, usedUnit, zoneFormat, type Range } from './ranges.ts';
import type { Hit } from './visits.ts';
import type { World } from './world.ts';

export const distinct = (hits: readonly Hit[], of: 'session' | 'visit'): number =>
  new Set(hits.map(hit => hit[of])).size;

export const viewsIn = (hits: readonly Hit[], range: Range): Hit[] =>
  inRange(hits, range).filter(({ event }) => event === undefined);

/** Groups in the order of their first row. */
export function grouped(hits: readonly Hit[], keyOf: (hit: Hit) => string | undefined): Map<string, Hit[]> {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = keyOf(hit);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [hit]);
    else group.push(hit);
  }
  return groups;
}

/** Visits of one row each, and the seconds from the first row of each to its last. */
export function visitSums(hits: readonly Hit[]): { bounces: number; totaltime: number } {
  const visits = [...grouped(hits, ({ visit }) => visit).values()];
  const seconds = visits.map(rows => {
    const times = rows.map(({ at }) => at);
    return Math.floor((Math.max(...times) - Math.min(...times)) / 1000);
  });
  return {
    bounces: visits.filter(({ length }) => length === 1).length,
    totaltime: seconds.reduce((sum, part) => sum + part, 0),
  };
}

function numbers(hits: readonly Hit[], range: Range) {
  const views = viewsIn(hits, range);
  return {
    pageviews: views.length,
    visitors: distinct(views, 'session'),
    visits: distinct(views, 'visit'),
    ...visitSums(views),
  };
}

/** As far before as the range is long in whole minutes: one minute late for a range that ends at ...:59.999. */
function rangeBefore({ startAt, endAt }: Range): Range {
  const length = Math.floor((endAt - startAt) / 60_000) * 60_000;
  return { startAt: startAt - length, endAt: endAt - length };
}

function yearBefore({ startAt, endAt }: Range): Range {
  const before = (at: number) => {
    const date = new Date(at);
    return date.setUTCFullYear(date.getUTCFullYear() - 1);
  };
  return { startAt: before(startAt), endAt: before(endAt) };
}

function compared(range: Range, query: URLSearchParams): Range | Reply {
  const compare = query.get('compare') ?? 'prev';
  if (compare === 'prev') return rangeBefore(range);
  if (compare === 'yoy') return yearBefore(range);
  return invalid({ compare: 'Invalid option: expected one of "prev"|"yoy"' });
}

export function stats(hits: readonly Hit[], range: Range, query: URLSearchParams): Reply {
  const before = compared(range, query);
  if ('status' in before) return before;
  return ok({ ...numbers(hits, range), comparison: numbers(hits, before) });
}

/** Page views and sessions of each bucket that has any. */
export function pageviews(
  { version }: Pick<World, 'version'>,
  hits: readonly Hit[],
  range: Range,
  query: URLSearchParams,
): Reply {
  const unit = query.get('unit');
  const asked = units.find(name => name === unit);
  if (unit !== null && asked === undefined) return invalid({ unit: 'Invalid unit' });
  const zone = query.get('timezone');
  const format = zoneFormat(zone ?? 'UTC');
  if (format === undefined) return invalid({ timezone: 'Invalid timezone' });
  const isUnzoned = zone === null || zone === 'utc';
  const seriesOf = (part: Range) => {
    const used = usedUnit(part, asked, version === '3.0');
    const buckets = [...grouped(viewsIn(hits, part), ({ at }) => bucketOf(at, used, format, isUnzoned))];
    buckets.sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      pageviews: buckets.map(([x, rows]) => ({ x, y: rows.length })),
      sessions: buckets.map(([x, rows]) => ({ x, y: distinct(rows, 'session') })),
    };
  };
  if (!query.has('compare')) return ok(seriesOf(range));
  const before = compared(range, query);
  if ('status' in before) return before;
  const withDates = (part: Range) => ({
    ...seriesOf(part),
    startDate: new Date(part.startAt).toISOString(),
    endDate: new Date(part.endAt).toISOString(),
  });
  return ok({ ...withDates(range), compare: withDates(before) });
}

/** Sessions of each hour of each weekday, Sunday first. */
export function weekly(hits: readonly Hit[], range: Range, query: URLSearchParams): Reply {
  const zone = query.get('timezone');
  if (zone === null) return invalid({ timezone: 'Invalid input: expected string, received undefined' });
  const format = zoneFormat(zone);
  if (format === undefined) return invalid({ timezone: 'Invalid timezone' });
  const hours = grouped(viewsIn(hits, range), ({ at }) => {
    const label = bucketOf(at, 'hour', format, false);
    return `${new Date(label.slice(0, 10)).getUTCDay()} ${Number(label.slice(11, 13))}`;
  });
  const countOf = (day: number, hour: number) => distinct(hours.get(`${day} ${hour}`) ?? [], 'session');
  return ok(
    Array.from({ length: 7 }, (_d, day) => Array.from({ length: 24 }, (_h, hour) => countOf(day, hour))),
  );
}
