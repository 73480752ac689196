import * as z from 'zod/mini';
import type { About, CountedRow, Http, ServiceApi, RequestOptions } from '#api/api.ts';
import { count, maxRows, pageOfRows, rowsOfSeries, segment, wrongShape } from '#api/decode.ts';
import { lazy } from '#text/memo.ts';
import { withSharedAbort } from '#model/promises.ts';
import { daysOf, hoursOf, isWithin, readWindows } from '#api/readWindows.ts';
import { ApiError } from '#model/failure.ts';
import { addDays, parseDay, todayIn, zoneTime } from '#model/period/day.ts';
import { type Capabilities, notRecorded, withoutStatistics } from '#model/service/capabilities.ts';
import type { FilteredPeriod, Page, StatisticQuery } from '#model/service/paging.ts';
import type { Day, StatisticRow } from '#model/statistics/statistics.ts';
import { sum } from '#model/statistics/series.ts';
import {
  decodeMetrics,
  filterOfRow,
  filterParameters,
  metricsOf,
  earlierFilters,
  type RowsName,
  rowsOf,
  sinceVersion,
} from './values.ts';

const minute = 60_000;

/** What every statistic is asked with: the first and the last millisecond, both included. Seconds would give zeros. */
export function rangeOf(
  { from, to, until }: Pick<FilteredPeriod, 'from' | 'to' | 'until'>,
  timeZone: string,
): { startAt: string; endAt: string } {
  const startAt = startOf(from, timeZone);
  const endAt = (until === undefined ? startOf(addDays(to, 1), timeZone) : startOf(to, timeZone, until)) - 1;
  return { startAt: String(startAt), endAt: String(endAt) };
}

/** When an hour of a day begins in a time zone, in milliseconds since 1970: where the clock skipped it, where the clock goes on. */
function startOf(day: Day, timeZone: string, hour = 0): number {
  const shown = Date.parse(`${day}T00:00:00Z`) + hour * 60 * minute;
  // An offset is whole minutes; those of both sides of a clock change are tried, the earlier time first.
  const times = [-1, 1].map(side => shown - offsetAt(timeZone, shown + side * 24 * 60 * minute));
  const starts = times.filter(time => time + offsetAt(timeZone, time) === shown);
  // None: the clock skipped it, and it begins where the offset before it puts it.
  return Math.min(...(starts.length === 0 ? times.slice(0, 1) : starts));
}

/** Milliseconds that the clock of a zone is ahead of UTC. */
function offsetAt(timeZone: string, time: number): number {
  const { year, month, date, hour, minute: minutes } = zoneTime(timeZone, time);
  const shown = Date.UTC(year, month - 1, date, hour, minutes);
  return shown - Math.floor(time / minute) * minute;
}

/** "UTC" in capitals, since others give other labels, and an IANA name in place of an offset; undefined where there is none. */
export function zoneName(timeZone: string): string | undefined {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(timeZone) ?? [];
  if (sign === undefined) return /^(?:Etc\/)?UTC$/i.test(timeZone) ? 'UTC' : timeZone;
  if (Number(hours) === 0 && Number(minutes) === 0) return 'UTC';
  // The signs of these names are the other way round.
  return minutes === '00' ? `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}` : undefined;
}

/** The longest ranges that days and hours are given for: a longer one is answered with months or days, without a sign. */
const maxDays = 180;
const maxDaysOfHours = 30;

/** Both measures by the day or by the hour; the value of a row is the local time at which it begins. */
interface BothSeries {
  readonly visitors: readonly StatisticRow[];
  readonly pageviews: readonly StatisticRow[];
}

const points = () =>
  z.pipe(z.array(z.unknown()).check(z.maxLength(maxRows)), z.array(z.object({ x: z.string(), y: count() })));
const wireSeries = lazy(() => z.object({ pageviews: points(), sessions: points() }));

const wireEvents = lazy(() =>
  z.pipe(z.array(z.unknown()).check(z.maxLength(maxRows)), z.array(z.object({ t: z.string(), y: count() }))),
);

/** How many events there were on each day that had one. */
function decodeEvents(body: unknown): readonly StatisticRow[] {
  const events = wireEvents().safeParse(body);
  if (!events.success) throw wrongShape('a statistic');
  return events.data.map(({ t, y }) => ({ value: t, count: y }));
}

function decodeSeries(body: unknown): BothSeries {
  const series = wireSeries().safeParse(body);
  if (!series.success) throw wrongShape('a statistic');
  const rows = (list: readonly { readonly x: string; readonly y: number }[]) =>
    list.map(({ x, y }) => ({ value: x, count: y }));
  return { visitors: rows(series.data.sessions), pageviews: rows(series.data.pageviews) };
}

/** The most rows of a statistic that are asked for: a longer list is cut, which is said. */
const maxValues = 10_000;
/** In a search of the service, which finds nothing by a backslash. */
const anyCharacter = '_';

const wireRange = lazy(() => z.object({ startDate: z.nullable(z.string()) }));
const wireStats = lazy(() => z.object({ visitors: count() }));
const wireVisits = lazy(() =>
  z.object({ pageviews: count(), visits: count(), bounces: count(), totaltime: count() }),
);

/** Days, and the parameters of a filter as they are sent. */
interface Filtered extends Pick<FilteredPeriod, 'from' | 'to' | 'until' | 'span'> {
  readonly filter: string;
}

interface Statistics {
  readonly methods: Pick<
    ServiceApi,
    | 'readStatistic'
    | 'readCount'
    | 'readSeries'
    | 'readHours'
    | 'readVisitors'
    | 'readSessions'
    | 'readDataDays'
  >;
  /** Without what the service has turned out not to have. */
  capabilities(): Capabilities;
}

export function statisticsOf(
  http: Pick<Http, 'get' | 'shared'>,
  { timeZone, capabilities }: Pick<About, 'timeZone' | 'capabilities'>,
): Statistics {
  const zone = zoneName(timeZone);
  let known = capabilities;
  /** It has answered what the earlier versions refuse. */
  let isLater = false;

  const read = async (
    options: RequestOptions,
    id: string,
    what: 'pageviews' | 'events/series' | 'stats' | 'metrics/expanded',
    { filter, ...period }: Filtered,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<unknown> => {
    if (zone === undefined)
      throw new ApiError(
        'validation',
        `Umami does not know the time zone ${timeZone}: give the profile one such as "Asia/Kolkata".`,
      );
    const withZone =
      what === 'pageviews' || what === 'events/series' ? { ...parameters, timezone: zone } : parameters;
    const query = new URLSearchParams({
      ...rangeOf(period, timeZone),
      ...withZone,
      ...Object.fromEntries(new URLSearchParams(filter)),
    });
    return await http.get(`/api/websites/${segment(id)}/${what}`, { query, options, ofWebsite: true });
  };
  const sharedSeries = http.shared(
    async (
      options: RequestOptions,
      id: string,
      unit: 'day' | 'hour' | 'month',
      from: Day,
      to: Day,
      filter: string,
    ) => decodeSeries(await read(options, id, 'pageviews', { from, to, filter }, { unit })),
  );
  const sharedEvents = http.shared(
    async (options: RequestOptions, id: string, event: string, from: Day, to: Day, filter: string) =>
      decodeEvents(
        await read(options, id, 'events/series', { from, to, filter }, { unit: 'day', event: `eq.${event}` }),
      ),
  );
  const sharedTotals = http.shared(async (options: RequestOptions, id: string, ...days: DaysText) => {
    const body = await read(options, id, 'stats', daysIn(days));
    const stats = wireStats().safeParse(body);
    if (!stats.success) throw wrongShape('a statistic');
    return { visitors: stats.data.visitors, visits: wireVisits().safeParse(body).data };
  });
  const sharedMetrics = http.shared(
    async (options: RequestOptions, id: string, type: string, ...asked: readonly [string, ...DaysText]) => {
      const [search, ...days] = asked;
      const parameters = { type, limit: String(maxValues), ...(search !== '' && { search }) };
      return decodeMetrics(await read(options, id, 'metrics/expanded', daysIn(days), parameters));
    },
  );
  /** The only thing in such a request that a version may not know is the statistic. */
  const refusal = (error: unknown, name: RowsName): unknown => {
    if (!(error instanceof ApiError) || error.kind !== 'validation' || zone === undefined) return error;
    const { type } = metricsOf[name];
    known = withoutStatistics(
      known,
      Object.keys(metricsOf)
        .filter(isRows)
        .filter(other => metricsOf[other].type === type),
      other => notRecorded('This Umami', other, isRows(other) ? sinceWords(other) : ''),
    );
    if (sinceVersion[name] !== undefined) known = { ...known, filters: earlierFilters(known.filters) };
    return new ApiError(error.kind, known.refused?.[name] ?? error.message, error.details);
  };
  const readMetrics = async (
    options: RequestOptions,
    id: string,
    name: RowsName,
    days: Filtered,
    search = '',
  ) => {
    const refused = known.refused?.[name];
    if (refused !== undefined) throw new ApiError('validation', refused);
    try {
      const rows = await sharedMetrics(options, id, metricsOf[name].type, search, ...textOf(days));
      isLater ||= sinceVersion[name] !== undefined;
      return rows;
    } catch (fault) {
      throw refusal(fault, name);
    }
  };
  /** The days and parameters of a period. What only a later version understands waits until one has answered as such. */
  const filteredOf = async (
    options: RequestOptions,
    id: string,
    { where, ...days }: FilteredPeriod,
  ): Promise<Filtered> => {
    const { parameters, isOnlyLater } = filterParameters(where);
    const filtered = { ...days, filter: new URLSearchParams(parameters).toString() };
    if (!isOnlyLater || isLater) return filtered;
    try {
      await readMetrics(options, id, 'campaign', filtered);
    } catch (fault) {
      if (known.refused?.campaign === undefined) throw fault;
      throw new ApiError(
        'validation',
        'This Umami filters by one value of a statistic: version 3.1 by several.',
      );
    }
    return filtered;
  };

  /** Days or hours of one measure. One request has both measures. */
  const readUnits = async (
    options: RequestOptions,
    id: string,
    unit: 'day' | 'hour',
    measure: keyof BothSeries,
    period: Filtered,
  ): Promise<StatisticRow[]> => {
    const maxOfOne = unit === 'day' ? maxDays : maxDaysOfHours;
    const parts = await readWindows(unit, period, maxOfOne, async part => {
      const value = await sharedSeries(options, id, unit, part.from, part.to, period.filter);
      return { value, rows: value.pageviews };
    });
    return parts.flatMap(part => part[measure]);
  };
  const readDays = async (options: RequestOptions, id: string, measure: keyof BothSeries, period: Filtered) =>
    daysOf(period, await readUnits(options, id, 'day', measure, period));
  const readEventDays = async (options: RequestOptions, id: string, event: string, period: Filtered) => {
    const parts = await readWindows('day', period, maxDays, async part => {
      const rows = await sharedEvents(options, id, event, part.from, part.to, period.filter);
      return { value: rows, rows };
    });
    return daysOf(period, parts.flat());
  };
  /** Of a row that the service filters by: its days, all in one request, or what those have who are left. */
  const readCount = async (
    options: RequestOptions,
    id: string,
    { name, value, span }: CountedRow,
    { where, ...period }: FilteredPeriod,
  ): Promise<number | undefined> => {
    const isEvent = name === 'event' && value !== '' && !/[,\n\r\u2028\u2029]/.test(value);
    const ofRow = isEvent ? where : filterOfRow({ name, value }, where, known);
    if (!isRows(name) || period.until !== undefined || (!isEvent && ofRow === undefined)) return undefined;
    const isInside = span.from <= period.from && period.to <= span.to;
    const { from, to } = isInside ? span : period;
    try {
      const days = await filteredOf(options, id, { from, to, where: ofRow });
      const { counts } = metricsOf[name];
      // Visitors of several days are not the sum of these; of weeks there is no series.
      if (counts === 'visitors' && isInside && isMonth(period)) {
        const months = (await sharedSeries(options, id, 'month', from, to, days.filter)).visitors;
        if (months.every(({ value: at }) => parseDay(at)?.endsWith('-01') === true))
          return months.find(({ value: at }) => parseDay(at) === period.from)?.count ?? 0;
      }
      if (counts === 'visitors' && period.from !== period.to)
        return (await sharedTotals(options, id, ...textOf({ ...days, ...period }))).visitors;
      const points = isEvent
        ? await readEventDays(options, id, value, days)
        : await readDays(options, id, counts === 'pageviews' ? 'pageviews' : 'visitors', days);
      return sum(points.filter(({ day }) => isWithin(period, day)));
    } catch (fault) {
      // Not by such a value.
      if (fault instanceof ApiError && fault.kind === 'validation') return undefined;
      throw fault;
    }
  };
  /** The counts of each hour of the day, summed over the days. */
  const readHours = async (
    options: RequestOptions,
    id: string,
    name: keyof typeof measures,
    period: Filtered,
  ) => {
    const { span = period } = period;
    const rows = await readUnits(options, id, 'hour', measures[name], {
      ...period,
      from: span.from,
      to: span.to,
    });
    // A label that is no day is no hour either, and refused as such.
    const own = rows.filter(({ value }) => isWithin(period, value) || parseDay(value) === undefined);
    return hoursOf(own.map(({ value, count }) => ({ value: value.slice(11, 16), count })));
  };
  /** All rows, since the service pages and searches wrongly; of more than are given it looks for those that may be meant. */
  const readRows = async (
    options: RequestOptions,
    id: string,
    { name, search = '' }: Pick<StatisticQuery, 'search'> & { readonly name: RowsName },
    period: Filtered,
  ): Promise<Rows> => {
    const [all, totals] = await Promise.all([
      readMetrics(options, id, name, period),
      metricsOf[name].isOfVisitor && sharedTotals(options, id, ...textOf(period)),
    ]);
    if (all.length < maxValues) return { rows: rowsOf(name, all, totals?.visitors) };
    const wanted = search.trim().replaceAll('\\', anyCharacter);
    // Its own search takes the place of a filter by page.
    const isFiltered = name === 'page' && new URLSearchParams(period.filter).toString().includes('path');
    if (wanted === '' || metricsOf[name].isSearched !== true || isFiltered)
      return { rows: rowsOf(name, all, undefined), isCut: true };
    const found = await readMetrics(options, id, name, period, wanted);
    const isCut = found.length >= maxValues;
    return { rows: rowsOf(name, isCut ? [...all, ...found] : found, undefined), isCut, isPart: true };
  };
  const series: Pick<ServiceApi, 'readSeries' | 'readHours'> = {
    async readSeries(id, name, period, options) {
      if (name === 'errors') throw new ApiError('forbidden', 'Umami does not know of errors.');
      return await inOneTurn(options, async one =>
        readDays(one, id, name, await filteredOf(one, id, period)),
      );
    },
    readHours: (id, name, period, options) =>
      inOneTurn(options, async one => readHours(one, id, name, await filteredOf(one, id, period))),
  };
  const readOf = async (options: RequestOptions, id: string, query: StatisticQuery): Promise<Rows> => {
    const { name, period } = query;
    const rows = await rowsOfSeries(series, id, query, options);
    if (rows || !isRows(name)) return { rows: rows ?? [] };
    return await readRows(options, id, { ...query, name }, await filteredOf(options, id, period));
  };

  return {
    capabilities: () => known,
    methods: {
      readStatistic: async (id, query, options) =>
        pageIn(await inOneTurn(options, one => readOf(one, id, query)), query),
      readCount: (id, row, period, options) => inOneTurn(options, one => readCount(one, id, row, period)),
      ...series,
      async readVisitors(id, period, options = {}) {
        const totals = await sharedTotals(options, id, ...textOf(await filteredOf(options, id, period)));
        return totals.visitors;
      },
      async readSessions(id, period, options = {}) {
        const { visits } = await sharedTotals(options, id, ...textOf(await filteredOf(options, id, period)));
        if (visits === undefined) throw wrongShape('a statistic');
        const { visits: sessions, bounces, totaltime: seconds, pageviews } = visits;
        return { sums: { sessions, bounces, seconds, pageviews } };
      },
      async readDataDays(id, _today, options = {}) {
        const body = await http.get(`/api/websites/${segment(id)}/daterange`, {
          options,
          ofWebsite: true,
        });
        const startDate = wireRange().safeParse(body).data?.startDate;
        if (startDate === null) return { from: undefined, gaps: [] };
        const at = new Date(startDate ?? NaN);
        if (Number.isNaN(at.getTime())) throw wrongShape('a statistic');
        return { from: todayIn(timeZone, at), gaps: [] };
      },
    },
  };
}

/** Days as texts, by which equal reads are known. */
type DaysText = readonly [from: Day, to: Day, filter: string, until: string];

function textOf({ from, to, filter, until }: Filtered): DaysText {
  return [from, to, filter, until === undefined ? '' : String(until)];
}

function daysIn([from, to, filter, until]: DaysText): Filtered {
  return { from, to, filter, until: until === '' ? undefined : Number(until) };
}

/** Several reads in one turn: where one fails, the others are aborted. */
async function inOneTurn<T>(
  options: RequestOptions = {},
  read: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  return await withSharedAbort(options.signal, signal => read({ ...options, signal }));
}

function isMonth({ from, to }: Pick<FilteredPeriod, 'from' | 'to'>): boolean {
  return from.endsWith('-01') && addDays(to, 1).endsWith('-01') && to.startsWith(from.slice(0, 7));
}

const measures = { visitors_hours: 'visitors', pageviews_hours: 'pageviews' } as const;

function sinceWords(name: RowsName): string {
  const version = sinceVersion[name];
  return version === undefined ? '' : `: version ${version} does`;
}

function isRows(name: string): name is RowsName {
  return Object.hasOwn(metricsOf, name);
}

interface Rows {
  readonly rows: readonly StatisticRow[];
  /** There are more, which were not read. */
  readonly isCut?: boolean;
  /** They are those that a search found: what all rows add up to is not known. */
  readonly isPart?: true;
}

function pageIn({ rows, isCut = false, isPart }: Rows, query: StatisticQuery): Page<StatisticRow> {
  return {
    ...pageOfRows(rows, query),
    ...(isCut && { isCut }),
    ...(!isCut && isPart !== true && { sum: sum(rows) }),
  };
}
