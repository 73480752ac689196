import { createHash } from 'node:crypto';
import { filterOf, likePattern } from './filters.ts';
import { empty, invalid, ok, unknownType, type Reply } from './reply.ts';
import { inRange, type Range } from './ranges.ts';
import { distinct, grouped, viewsIn, visitSums } from './statistics.ts';
import type { Hit } from './visits.ts';
import type { World } from './world.ts';

type Column = (hit: Hit) => string | undefined;

/** In 3.0 visitors without a value are rows too. */
const ofVisitors = new Set(['country', 'region', 'city', 'browser', 'os', 'device', 'screen', 'language']);

const columns: Readonly<Record<string, Column>> = {
  path: hit => hit.path,
  entry: hit => hit.path,
  exit: hit => hit.path,
  referrer: hit => hit.referrer,
  domain: hit => hit.referrer,
  query: hit => hit.query || undefined,
  utmCampaign: hit => hit.campaign,
  event: hit => hit.event,
  country: hit => hit.person.country,
  region: hit => hit.person.region,
  city: hit => hit.person.city,
  browser: hit => hit.person.browser,
  os: hit => hit.person.os,
  device: hit => hit.person.device,
  screen: hit => hit.person.screen,
  language: hit => hit.person.language?.slice(0, 2),
};

/** What a search looks at, where that is not what the rows show. */
const searched: Readonly<Record<string, Column | undefined>> = {
  language: hit => hit.person.language,
  screen: undefined,
};

function found(hits: readonly Hit[], type: string, search: string): Hit[] {
  const column = type in searched ? searched[type] : columns[type];
  if (search === '' || column === undefined) return [...hits];
  const pattern = likePattern(search);
  const hit = hits.filter(row => pattern.test(column(row) ?? ''));
  if (type !== 'entry' && type !== 'exit') return hit;
  // Any view of the visit, not the one it began or ended with.
  const visits = new Set(hit.map(({ visit }) => visit));
  return hits.filter(({ visit }) => visits.has(visit));
}

/** The first or last view of each visit. */
function ends(hits: readonly Hit[], type: string): Hit[] {
  const order = [...hits].sort((one, other) => (type === 'entry' ? one.at - other.at : other.at - one.at));
  return [...grouped(order, ({ visit }) => visit).values()].flatMap(rows => rows.slice(0, 1));
}

interface Row {
  readonly name: string | null;
  readonly country: string | undefined;
  readonly hits: readonly Hit[];
}

/** Where all else is equal, another order for each limit and offset. */
function place({ name, country }: Row, query: URLSearchParams): string {
  const asked = `${query.get('limit')} ${query.get('offset')} ${name} ${country}`;
  return createHash('sha256').update(asked).digest('hex');
}

function rowsOf(
  hits: readonly Hit[],
  range: Range,
  query: URLSearchParams,
  {
    type,
    withEmpty,
    isMet,
  }: { readonly type: string; readonly withEmpty: boolean; readonly isMet: (hit: Hit) => boolean },
): Row[] {
  const column = columns[type];
  if (column === undefined) return [];
  const rows =
    type === 'event' ? inRange(hits, range).filter(({ event }) => event !== undefined) : viewsIn(hits, range);
  const wanted = found(rows, type, query.get('search') ?? '');
  // A visit has the ends it has without the filter.
  const counted = (type === 'entry' || type === 'exit' ? ends(wanted, type) : wanted).filter(isMet);
  const ofPlace = type === 'city' || type === 'region';
  const groups = grouped(counted, hit => {
    const name = column(hit);
    if (name === undefined && !withEmpty) return undefined;
    return JSON.stringify([name ?? null, ofPlace ? hit.person.country : undefined]);
  });
  return [...groups.values()].flatMap(group => {
    const [first] = group;
    if (first === undefined) return [];
    const country = ofPlace ? first.person.country : undefined;
    return [{ name: column(first) ?? null, country, hits: group }];
  });
}

/** Rows of a metric: most first, ties in no order, and cut at 500 where no limit was sent. */
export function metrics(
  { version }: Pick<World, 'version'>,
  hits: readonly Hit[],
  range: Range,
  query: URLSearchParams,
  isExpanded: boolean,
): Reply {
  const type = query.get('type');
  if (type === null) return invalid({ type: 'Invalid input: expected string, received undefined' });
  if (columns[type] === undefined || (version === '3.0' && type === 'utmCampaign')) return unknownType;
  const limit = Number(query.get('limit') ?? 500);
  const offset = Number(query.get('offset') ?? 0);
  if (Number.isNaN(limit)) return invalid({ limit: 'Invalid input: expected number, received NaN' });
  if (limit < 0 || offset < 0) return empty(500);
  const countOf = ({ hits: group }: Row) =>
    type === 'event' && !isExpanded ? group.length : distinct(group, 'session');
  const withEmpty = version === '3.0' && ofVisitors.has(type);
  const isMet = filterOf({ version }, query, query.get('search') ? type : undefined);
  if (typeof isMet !== 'function') return isMet;
  const ordered = rowsOf(hits, range, query, { type, withEmpty, isMet }).map(row => ({
    row,
    count: countOf(row),
    visits: isExpanded ? distinct(row.hits, 'visit') : 0,
    tie: place(row, query),
  }));
  ordered.sort(
    (one, other) => other.count - one.count || other.visits - one.visits || (one.tie < other.tie ? -1 : 1),
  );
  const taken = ordered.slice(offset, offset + Math.round(limit));
  return ok(
    taken.map(({ row, count }) => {
      const place_ = row.country === undefined ? {} : { country: row.country };
      return isExpanded ? { ...expanded(row, count), ...place_ } : { x: row.name, y: count, ...place_ };
    }),
  );
}

/** Two of the numbers are texts. */
function expanded({ name, hits }: Row, visitors: number) {
  const { bounces, totaltime } = visitSums(hits);
  const visits = distinct(hits, 'visit');
  return { name, pageviews: `${hits.length}`, visitors, visits, bounces, totaltime: `${totaltime}` };
}
