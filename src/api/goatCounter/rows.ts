import * as z from 'zod/mini';
import type { Http, ServiceApi, RequestOptions } from '#api/api.ts';
import { count, lenient, pageOf, pageOfRows, rowsOfSeries, wrongShape } from '#api/decode.ts';
import { withSharedAbort } from '#model/promises.ts';
import { ApiError } from '#model/failure.ts';
import { dayCount } from '#model/period/day.ts';
import type { Page, StatisticQuery } from '#model/service/paging.ts';
import { sum } from '#model/statistics/series.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import { continentOf } from '#model/statistics/values.ts';
import { lazy } from '#text/memo.ts';
import { groupThousands } from '#text/words.ts';
import type { Account } from './account.ts';
import { decodeHours, filterOf, type Hours, type SeriesReader, timeOf, within, zoneOf } from './series.ts';

/** The most rows of one answer. */
const maxOfPage = 100;
/** The most pages of a list that is read whole: of referrers it has four. */
const maxPages = 20;
const maxReferrers = 4 * maxOfPage;
/** Paths are listed in pages of this size, the most that it gives. */
const maxPaths = 200;

type ListName = 'browsers' | 'systems' | 'locations' | 'languages' | 'sizes' | 'campaigns' | 'toprefs';

interface ListRow {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

interface List {
  readonly kind: ListName;
  readonly value: (row: ListRow) => string;
}

const sizes: Readonly<Record<string, string>> = {
  phone: 'phone',
  tablet: 'tablet',
  desktop: 'desktop',
  desktophd: 'large desktop',
  unknown: '',
};

const lists: Readonly<Partial<Record<StatisticQuery['name'], List>>> = {
  referrer: { kind: 'toprefs', value: ({ name }) => name },
  campaign: { kind: 'campaigns', value: ({ name }) => name },
  country: { kind: 'locations', value: ({ id }) => known(id) },
  continent: { kind: 'locations', value: ({ id }) => continentOf(id) },
  language: { kind: 'languages', value: ({ id }) => shortLanguage(known(id)) },
  browser: { kind: 'browsers', value: ({ name }) => known(name) },
  os: { kind: 'systems', value: ({ name }) => known(name) },
  device: { kind: 'sizes', value: ({ id }) => (Object.hasOwn(sizes, id) ? (sizes[id] ?? '') : id) },
};

function known(name: string): string {
  return name === '(unknown)' ? '' : name;
}

/** "en" of "eng", which other services have. */
function shortLanguage(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    return code;
  }
}

const text = () => lenient(z.nullable(z.string()));
const wireList = lazy(() =>
  z.object({
    stats: z.array(z.object({ id: text(), name: text(), count: count() })),
    more: lenient(z.boolean()),
  }),
);
const pathId = () => z.int().check(z.nonnegative());
const wireHits = lazy(() =>
  z.object({
    hits: z.array(
      z.object({ path_id: pathId(), path: z.string(), event: lenient(z.boolean()), stats: z.unknown() }),
    ),
    more: lenient(z.boolean()),
  }),
);
const wirePaths = lazy(() =>
  z.object({
    paths: z.array(z.object({ id: pathId(), event: lenient(z.boolean()) })),
    more: lenient(z.boolean()),
  }),
);

interface Hit {
  readonly id: number;
  readonly path: string;
  readonly isEvent: boolean;
  readonly count: number;
}

interface Rows {
  readonly rows: readonly StatisticRow[];
  /** There are others, which were not read. */
  readonly hasMore: boolean;
  /** Why those cannot be read. */
  readonly whyCut?: string | undefined;
  /** They stand as the service lists them: sorted again, those with as many visits would change places as more are read. */
  readonly isListed?: boolean | undefined;
}

/** The rows of a statistic: pages and events are kept by the hour as referrers are, all others by the day of UTC. */
export function rowsOf(account: Account, series: SeriesReader): Pick<ServiceApi, 'readStatistic'> {
  const { shared } = account.http;
  const ask = async (
    http: Http,
    path: string,
    parameters: Readonly<Record<string, string>>,
    options: RequestOptions,
  ) =>
    await http.get(`/api/v0/${path}`, {
      query: new URLSearchParams(parameters),
      options,
      ofWebsite: true,
    });
  const zone = async (options: RequestOptions) => zoneOf((await account.reader(options)).timeZone);

  const readList = shared(
    async (options, id: string, kind: ListName, start: string, end: string, filter: string) => {
      const http = await account.siteHttp(id, options);
      const read: ListRow[] = [];
      const pages = kind === 'toprefs' ? maxReferrers / maxOfPage : maxPages;
      for (let page = 0; page < pages; page += 1) {
        const parameters = { start, end, limit: `${maxOfPage}`, ...inside(filter) };
        const offset = kind === 'sizes' ? {} : { offset: `${page * maxOfPage}` };
        const list = wireList().safeParse(
          await ask(http, `stats/${kind}`, { ...parameters, ...offset }, options),
        );
        if (!list.success) throw wrongShape('a statistic');
        for (const row of list.data.stats)
          read.push({ id: row.id ?? row.name ?? '', name: row.name ?? '', count: row.count });
        if (list.data.more !== true)
          return { read, isCut: kind === 'toprefs' && read.length >= maxReferrers };
      }
      return { read, isCut: true };
    },
  );

  /** Some paths with most visits, those that are excluded left out. */
  const readHits = shared(
    async (options, id: string, first: string, last: string, filter: string, excluded: string) => {
      const owned = await zone(options);
      const hours: Hours = { first: Number(first), last: Number(last) };
      const http = await account.siteHttp(id, options);
      const limit = rowsOfAnswer(Math.ceil((hours.last - hours.first) / 24));
      const read = async ({ first: start, last: end }: Hours, which: Readonly<Record<string, string>>) => {
        const times = { start: timeOf(start), end: timeOf(end, 3599) };
        const body = wireHits().safeParse(
          await ask(http, 'stats/hits', { ...times, limit: `${limit}`, ...which }, options),
        );
        if (!body.success) throw wrongShape('a statistic');
        return body.data;
      };
      const found = await read(hours, {
        ...inside(filter),
        ...(excluded !== '' && { exclude_paths: excluded }),
      });
      const shift = owned.shiftAt(account.now());
      const ids = found.hits.map(({ path_id }) => path_id).join(',');
      // What the shift of its own days leaves out at an end is in those of more days.
      const isWhole = found.hits.length === 0 || covers(hours, shift);
      const { hits } = isWhole
        ? found
        : await read({ first: hours.first - 26, last: hours.last + 26 }, { include_paths: ids });
      const counts = hits.map(({ path_id, path, event = false, stats }): Hit => ({
        id: path_id,
        path,
        isEvent: event,
        count: sum(within(decodeHours(stats, shift), hours)),
      }));
      return { hits: counts.toSorted((a, b) => b.count - a.count), more: found.more === true };
    },
  );

  const readEventPaths = shared(async (options, id: string) => {
    const http = await account.siteHttp(id, options);
    const ids: number[] = [];
    let after = 0;
    for (let page = 0; page < maxPages; page += 1) {
      const asked = { limit: `${maxPaths}`, ...(after > 0 && { after: `${after}` }) };
      const list = wirePaths().safeParse(await ask(http, 'paths', asked, options));
      if (!list.success) throw wrongShape('a list of paths');
      for (const path of list.data.paths) if (path.event === true) ids.push(path.id);
      after = list.data.paths.at(-1)?.id ?? after;
      if (list.data.more !== true || list.data.paths.length === 0) return { ids, isCut: false };
    }
    return { ids, isCut: true };
  });

  const readPages = async (options: RequestOptions, id: string, query: StatisticQuery): Promise<Rows> => {
    const { page = 1, perPage = 10, search = '', sortBy = 'count', sort = 'desc' } = query;
    const isInItsOrder = search.trim() === '' && sortBy === 'count' && sort === 'desc';
    const wanted = isInItsOrder ? page * perPage + 1 : Infinity;
    const { first, last } = (await zone(options)).hoursOf(query.period);
    const filter = outside(filterOf(query.period.where));
    const hits: Hit[] = [];
    for (;;) {
      const excluded = hits.map(hit => hit.id).join(',');
      const isListed = isInItsOrder && hits.length > 0;
      if (excluded.length > maxListLength)
        return { rows: ofPages(hits), hasMore: true, whyCut: whyCutPages(hits.length), isListed };
      const chunk = await readHits(options, id, String(first), String(last), filter, excluded);
      hits.push(...chunk.hits);
      const rows = ofPages(hits);
      if (!chunk.more || chunk.hits.length === 0) return { rows, hasMore: false, isListed };
      if (rows.length >= wanted) return { rows, hasMore: true, isListed: true };
    }
  };
  const readEvents = async (options: RequestOptions, id: string, query: StatisticQuery): Promise<Rows> => {
    if ((await series.events(options, id, query.period)) === 0) return { rows: [], hasMore: false };
    const { first, last } = (await zone(options)).hoursOf(query.period);
    const { ids, isCut } = await readEventPaths(options, id);
    const hits: Hit[] = [];
    const size = rowsOfAnswer(dayCount(query.period));
    for (let at = 0; at < ids.length; at += size) {
      const filter = outside({ include_paths: ids.slice(at, at + size).join(',') });
      hits.push(...(await readHits(options, id, String(first), String(last), filter, '')).hits);
    }
    const rows = hits.filter(hit => hit.isEvent && hit.count > 0);
    return {
      rows: rows.map(({ path, count: counted }) => ({ value: path, count: counted })),
      hasMore: isCut,
      whyCut: isCut ? whyCutEvents : undefined,
    };
  };
  const readListed = async (
    options: RequestOptions,
    id: string,
    { name, period }: StatisticQuery,
  ): Promise<Rows> => {
    const list = lists[name];
    if (list === undefined) throw new ApiError('forbidden', 'GoatCounter does not count this.');
    const owned = await zone(options);
    const { first, last } = owned.hoursOf(period);
    // Whole days of UTC have the names that days of the owner have at these hours.
    const middays = {
      start: timeOf(first + 12),
      end: timeOf(owned.hoursOf({ from: period.to, to: period.to }).first + 12),
    };
    const { start, end } =
      list.kind === 'toprefs' ? { start: timeOf(first), end: timeOf(last, 3599) } : middays;
    const { read, isCut } = await readList(
      options,
      id,
      list.kind,
      start,
      end,
      outside(filterOf(period.where)),
    );
    const sums = new Map<string, number>();
    for (const row of read) sums.set(list.value(row), (sums.get(list.value(row)) ?? 0) + row.count);
    const rows = Array.from(sums, ([value, total]) => ({ value, count: total }));
    return {
      rows: rows.filter(row => row.count > 0),
      hasMore: isCut,
      whyCut: isCut ? whyCutLists(read.length, list.kind === 'toprefs') : undefined,
    };
  };
  const readAny = async (options: RequestOptions, id: string, query: StatisticQuery): Promise<Rows> => {
    const { name } = query;
    const rows = await rowsOfSeries(series.methods, id, query, options);
    if (rows) return { rows, hasMore: false };
    if (name === 'event') return await readEvents(options, id, query);
    return name === 'page' ? await readPages(options, id, query) : await readListed(options, id, query);
  };

  return {
    readStatistic: async (id, query, options = {}) =>
      await withSharedAbort(options.signal, async signal =>
        pageIn(await readAny({ ...options, signal }, id, query), query),
      ),
  };
}

/** Of ids that are left out: servers take lines of 8,000 characters. */
const maxListLength = 6000;
/** An answer has the hours of each day of each path. */
const maxHours = 300_000;

function rowsOfAnswer(days: number): number {
  return Math.min(maxOfPage, Math.max(1, Math.floor(maxHours / (27 * (days + 4)))));
}

function whyCutPages(rows: number): string {
  return `Only the ${groupThousands(rows)} pages and events with most visits are read: GoatCounter lists them by leaving out those before.`;
}

const whyCutEvents = `Events are looked for among the first ${groupThousands(maxPages * maxPaths)} paths only.`;

function whyCutLists(rows: number, areReferrers: boolean): string {
  const note = areReferrers
    ? ', of which several may be of one referrer: its visits in others are not counted'
    : '';
  return `Only the first ${groupThousands(rows)} rows are read${note}.`;
}

/**
 * Whether the days of an answer hold all hours that were asked for: they are the days of UTC, shown later or earlier, without the
 * first or last one.
 */
function covers({ first, last }: Hours, shift: number): boolean {
  const [firstDay, lastDay] = [Math.floor(first / 24), Math.floor(last / 24)];
  const isOne = firstDay === lastDay;
  if (shift === 0) return true;
  if (shift > 0)
    return (
      first >= (isOne ? firstDay * 24 : (firstDay + 1) * 24 - shift) && last < (lastDay + 1) * 24 - shift
    );
  return first >= firstDay * 24 - shift && last < lastDay * 24 - shift;
}

function ofPages(hits: readonly Hit[]): StatisticRow[] {
  return hits
    .filter(hit => !hit.isEvent && hit.count > 0)
    .map(({ path, count: counted }) => ({ value: path, count: counted }));
}

/** Parameters as one text, by which equal reads are known. */
function outside(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString();
}

function inside(parameters: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(parameters));
}

function pageIn(
  { rows, hasMore, whyCut, isListed = false }: Rows,
  query: StatisticQuery,
): Page<StatisticRow> {
  const page = isListed ? pageOf(rows, query) : pageOfRows(rows, query);
  if (!hasMore) return { ...page, sum: sum(rows) };
  if (whyCut !== undefined) return { ...page, isCut: true, whyCut };
  return { ...page, total: undefined, next: 'yes' };
}
