import * as z from 'zod/mini';
import { together } from '#api/abortable.ts';
import type { Api } from '#api/api.ts';
import type { Call } from '#api/client.ts';
import { ApiError, wrongShape } from '#api/error.ts';
import type { KeptAnswers, Turn } from '#api/keptAnswers.ts';
import { compareText } from '#api/compareText.ts';
import { segment } from '#api/segment.ts';
import { notRecorded } from '#model/service/whyLacking.ts';
import { count } from '#api/countSchema.ts';
import { lazy } from '#api/wireSchema.ts';
import type { Page, StatisticQuery } from '#model/paging/query.ts';
import {
  isHours,
  isSeries,
  type Period,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { pageOf } from '#api/pageOf.ts';
import { rangeOf, zoneName } from './range.ts';
import { decodeMetrics, metricsOf, type RowsName, rowsOf, sinceVersion } from './rows.ts';
import { type BothSeries, seriesOf } from './series.ts';
import type { Session } from './session.ts';

/** The most rows of a statistic that are asked for: a longer list is cut, which is said. */
export const mostRows = 10_000;

/** Asks for a statistic of a website in a period. */
export type ReadStatistics = (
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
  const read: ReadStatistics = async (
    id,
    what,
    period,
    parameters,
    { signal, background = false, explain },
  ) => {
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
      signal,
      ofWebsite: true,
      background,
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
        const parameters = { type, limit: String(mostRows) };
        const asked = { ...turn, signal, explain: refusalOf(name, type) };
        return decodeMetrics(await read(id, 'metrics/expanded', period, parameters, asked));
      },
      turn,
    );
    const [all, visitors] = await Promise.all([rows, isOfVisitor && readVisitors(id, period, turn)]);
    const isCut = all.length >= mostRows;
    return { rows: rowsOf(name, all, isCut ? undefined : visitors), isCut };
  };

  return {
    async readStatistic(id, query, signal) {
      const { name, period } = query;
      return await together(signal, async either => {
        const turn = { signal: either };
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
    readSeries: (id, name, period, signal, urgency) =>
      together(signal, either =>
        series.readDays(id, name, period, { signal: either, background: urgency === 'background' }),
      ),
    readHours: (id, name, period, signal) =>
      together(signal, either => series.readHours(id, measures[name], period, { signal: either })),
    readVisitors: (id, period, signal, urgency) =>
      readVisitors(id, period, { signal, background: urgency === 'background' }),
  };
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
