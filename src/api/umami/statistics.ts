import * as z from 'zod/mini';
import type { Api, Turn, TurnOrSignal, Urgency } from '#api/api.ts';
import { compareText, count, lazy, mostRows, pageOf, segment, wrongShape } from '#api/decode.ts';
import { ApiError } from '#model/failure.ts';
import type { Call, KeptAnswers } from '#api/http/client.ts';
import { turnOf } from '#api/limiter.ts';
import { together } from '#api/promises.ts';
import { daysOf, hoursOf, readWindows } from '#api/readWindows.ts';
import { addDays } from '#model/period/day.ts';
import { zoneTime } from '#model/period/zone.ts';
import { notRecorded } from '#model/service/capabilities.ts';
import type { Page, StatisticQuery } from '#model/service/query.ts';
import {
  type Day,
  isHours,
  isSeries,
  type Period,
  type SeriesPoint,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import { decodeMetrics, metricsOf, type RowsName, rowsOf, sinceVersion } from './rows.ts';
import type { Session } from './session.ts';

const minute = 60_000;

/** What every statistic is asked with: the first and the last millisecond, both included. Seconds would give zeros. */
export function rangeOf({ from, to }: Period, timeZone: string): { startAt: string; endAt: string } {
  const startAt = startOf(from, timeZone);
  const endAt = startOf(addDays(to, 1), timeZone) - 1;
  return { startAt: String(startAt), endAt: String(endAt) };
}

/** When a day begins in a time zone, in milliseconds since 1970: usually at midnight, else where the clock goes on. */
function startOf(day: Day, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // An offset is whole minutes; those of both sides of a clock change are tried, the earlier time first.
  const times = [-1, 1].map(side => midnight - offsetAt(timeZone, midnight + side * 24 * 60 * minute));
  const starts = times.filter(time => time + offsetAt(timeZone, time) === midnight);
  // No midnight: the clock skipped it, and the day begins where the offset before it puts midnight.
  return Math.min(...(starts.length === 0 ? times.slice(0, 1) : starts));
}

/** Milliseconds that the clock of a zone is ahead of UTC. */
function offsetAt(timeZone: string, time: number): number {
  const { year, month, date, hour, minute: minutes } = zoneTime(timeZone, time);
  const shown = Date.UTC(year, month - 1, date, hour, minutes);
  return shown - Math.floor(time / minute) * minute;
}

/**
 * The name to send for a time zone: "UTC" in capitals, since others give labels of another form, and an IANA name in
 * place of an offset, which is refused or read with the wrong sign. Undefined where there is none.
 */
export function zoneName(timeZone: string): string | undefined {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(timeZone) ?? [];
  if (sign === undefined) return /^(?:Etc\/)?UTC$/i.test(timeZone) ? 'UTC' : timeZone;
  if (Number(hours) === 0 && Number(minutes) === 0) return 'UTC';
  // The signs of these names are the other way round.
  return minutes === '00' ? `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}` : undefined;
}

/** The longest ranges that days and hours are given for: a longer one is answered with months or days, without a sign. */
const mostDays = 180;
const mostDaysOfHours = 30;

/** Both measures by the day or by the hour; the value of a row is the local time at which it begins. */
interface BothSeries {
  readonly visitors: readonly StatisticRow[];
  readonly pageviews: readonly StatisticRow[];
}

const points = () =>
  z.pipe(z.array(z.unknown()).check(z.maxLength(mostRows)), z.array(z.object({ x: z.string(), y: count() })));
const wireSeries = lazy(() => z.object({ pageviews: points(), sessions: points() }));

function decodeSeries(body: unknown): BothSeries {
  const series = wireSeries().safeParse(body);
  if (!series.success) throw wrongShape('a statistic');
  const rows = (list: readonly { readonly x: string; readonly y: number }[]) =>
    list.map(({ x, y }) => ({ value: x, count: y }));
  return { visitors: rows(series.data.sessions), pageviews: rows(series.data.pageviews) };
}

/** Days and hours of a website. One request has both measures. */
function seriesOf(read: ReadStatistics, kept: KeptAnswers<BothSeries>) {
  const readPart = async (
    id: string,
    unit: 'day' | 'hour',
    part: Period,
    turn: Turn,
  ): Promise<BothSeries> => {
    const name = [id, unit, part.from, part.to].join(' ');
    const load = async (signal: AbortSignal) =>
      decodeSeries(await read(id, 'pageviews', part, { unit }, { ...turn, signal }));
    return await kept.read(name, load, turn);
  };
  const readAll = async (id: string, unit: 'day' | 'hour', period: Period, turn: Turn): Promise<BothSeries> =>
    joined(
      await readWindows(unit, period, unit === 'day' ? mostDays : mostDaysOfHours, async part => {
        const value = await readPart(id, unit, part, turn);
        return { value, rows: value.pageviews };
      }),
    );
  return {
    async readDays(
      id: string,
      measure: keyof BothSeries,
      period: Period,
      turn: Turn,
    ): Promise<SeriesPoint[]> {
      return daysOf(period, (await readAll(id, 'day', period, turn))[measure]);
    },
    /** The counts of each hour of the day, summed over the days. */
    async readHours(id: string, measure: keyof BothSeries, period: Period, turn: Turn): Promise<number[]> {
      const rows = (await readAll(id, 'hour', period, turn))[measure];
      return hoursOf(rows.map(({ value, count }) => ({ value: value.slice(11, 16), count })));
    },
  };
}

function joined(parts: readonly BothSeries[]): BothSeries {
  return {
    visitors: parts.flatMap(({ visitors }) => visitors),
    pageviews: parts.flatMap(({ pageviews }) => pageviews),
  };
}

/** The most rows of a statistic that are asked for: a longer list is cut, which is said. */
export const mostValues = 10_000;

/** Asks for a statistic of a website in a period. */
type ReadStatistics = (
  id: string,
  what: 'pageviews' | 'stats' | 'metrics/expanded',
  period: Period,
  parameters: Readonly<Record<string, string>>,
  turn: Turn & Pick<Call, 'explain'>,
) => Promise<unknown>;

/** What is kept of a website and a period, so that one answer serves all that is asked of it. */
export interface KeptStatistics {
  readonly series: KeptAnswers<BothSeries>;
  readonly metrics: KeptAnswers<ReturnType<typeof decodeMetrics>>;
  readonly visitors: KeptAnswers<number>;
}

/** What the service has turned out not to have. */
interface Refusals {
  /** Undefined for a statistic that was not refused. */
  readonly whyNot: (name: StatisticName) => string | undefined;
  readonly leaveOut: (names: readonly StatisticName[], reason: (name: StatisticName) => string) => void;
}

const wireStats = lazy(() => z.object({ visitors: count() }));

type StatisticMethods = Pick<Api, 'readStatistic' | 'readSeries' | 'readHours' | 'readVisitors'>;

export function statisticsOf(
  baseUrl: string,
  { request }: Session,
  timeZone: string,
  kept: KeptStatistics,
  { whyNot, leaveOut }: Refusals,
): StatisticMethods {
  const zone = zoneName(timeZone);
  const read: ReadStatistics = async (id, what, period, parameters, { explain, ...turn }) => {
    if (zone === undefined)
      throw new ApiError(
        'validation',
        `Umami does not know the time zone ${timeZone}: give the profile one such as "Asia/Kolkata".`,
      );
    const of = what === 'pageviews' ? { ...parameters, timezone: zone } : parameters;
    return await request({
      method: 'GET',
      url: `${baseUrl}/api/websites/${segment(id)}/${what}`,
      parameters: new URLSearchParams({ ...rangeOf(period, timeZone), ...of }),
      turn,
      ofWebsite: true,
      ...(explain && { explain }),
    });
  };
  /** The only thing in such a request that a version may not know is the statistic. */
  const refusalOf =
    (name: RowsName, type: string) =>
    (error: ApiError): ApiError => {
      if (error.kind !== 'validation') return error;
      const names = Object.keys(metricsOf).filter(isRows);
      leaveOut(
        names.filter(other => metricsOf[other].type === type),
        other => notRecorded('This Umami', other, isRows(other) ? sinceWords(other) : ''),
      );
      return new ApiError(error.kind, whyNot(name) ?? error.message, error.details);
    };
  const series = seriesOf(read, kept.series);
  const readVisitors = async (id: string, period: Period, turn: Turn): Promise<number> =>
    await kept.visitors.read(
      [id, period.from, period.to].join(' '),
      async signal => {
        const stats = wireStats().safeParse(await read(id, 'stats', period, {}, { ...turn, signal }));
        if (!stats.success) throw wrongShape('a statistic');
        return stats.data.visitors;
      },
      turn,
    );
  /** All rows, since the service pages and searches wrongly. */
  const readRows = async (id: string, name: RowsName, period: Period, turn: Turn) => {
    const { type, isOfVisitor } = metricsOf[name];
    const refused = whyNot(name);
    if (refused !== undefined) throw new ApiError('validation', refused);
    const rows = kept.metrics.read(
      [id, type, period.from, period.to].join(' '),
      async signal => {
        const parameters = { type, limit: String(mostValues) };
        const asked = { ...turn, signal, explain: refusalOf(name, type) };
        return decodeMetrics(await read(id, 'metrics/expanded', period, parameters, asked));
      },
      turn,
    );
    const [all, visitors] = await Promise.all([rows, isOfVisitor && readVisitors(id, period, turn)]);
    const isCut = all.length >= mostValues;
    return { rows: rowsOf(name, all, isCut ? undefined : visitors), isCut };
  };

  return {
    async readStatistic(id, query, asked) {
      const { name, period } = query;
      return await inOneTurn(asked, undefined, async turn => {
        if (isSeries(name)) {
          const days = await series.readDays(id, name, period, turn);
          const rows = days.map(({ day, count: counted }) => ({ value: day, count: counted }));
          return pageOfRows({ rows, isCut: false }, query);
        }
        if (isHours(name)) {
          const hours = await series.readHours(id, measures[name], period, turn);
          const rows = hours.map((counted, hour) => ({
            value: String(hour).padStart(2, '0'),
            count: counted,
          }));
          return pageOfRows({ rows, isCut: false }, query);
        }
        return pageOfRows(
          isRows(name) ? await readRows(id, name, period, turn) : { rows: [], isCut: false },
          query,
        );
      });
    },
    readSeries: (id, name, period, asked, urgency) =>
      inOneTurn(asked, urgency, turn => series.readDays(id, name, period, turn)),
    readHours: (id, name, period, asked) =>
      inOneTurn(asked, undefined, turn => series.readHours(id, measures[name], period, turn)),
    readVisitors: (id, period, turn, urgency) => readVisitors(id, period, turnOf(turn, urgency)),
  };
}

/** Several reads in one turn: where one fails, the others are aborted. */
async function inOneTurn<T>(
  asked: TurnOrSignal | undefined,
  urgency: Urgency | undefined,
  read: (turn: Turn) => Promise<T>,
): Promise<T> {
  const turn = turnOf(asked, urgency);
  return await together(turn.signal, signal => read({ ...turn, signal }));
}

const measures = { visitors_hours: 'visitors', pageviews_hours: 'pageviews' } as const;

function sinceWords(name: RowsName): string {
  const version = sinceVersion[name];
  return version === undefined ? '' : `: version ${version} does`;
}

function isRows(name: string): name is RowsName {
  return Object.hasOwn(metricsOf, name);
}

/** Searches, sorts and pages here. A search finds what is shown as well as what is stored. */
function pageOfRows(
  { rows, isCut }: { readonly rows: readonly StatisticRow[]; readonly isCut: boolean },
  query: StatisticQuery,
): Page<StatisticRow> {
  const { name, search = '', sortBy = 'count', sort = 'desc' } = query;
  const wanted = search.trim().toLowerCase();
  const shown = (value: string) => readableValue(name, value).toLowerCase();
  const found = rows.filter(
    ({ value }) => value.toLowerCase().includes(wanted) || shown(value).includes(wanted),
  );
  const direction = sort === 'desc' ? -1 : 1;
  // Of days and hours the values themselves are in order: "10 Oct" would come before "2 Oct".
  const key = (value: string) => (isRows(name) ? shown(value) : value);
  const order = (a: StatisticRow, b: StatisticRow) =>
    sortBy === 'count' ? a.count - b.count : compareText(key(a.value), key(b.value));
  const sorted = found.toSorted((a, b) => direction * order(a, b) || compareText(a.value, b.value));
  return { ...pageOf(sorted, query), ...(isCut ? { isCut } : {}) };
}
