import { addDays } from '#model/day.ts';
import { includesToday } from '#model/period.ts';
import type { Page, PerPage, StatisticQuery } from '#model/query.ts';
import type {
  HoursName,
  Period,
  SeriesName,
  SeriesPoint,
  StatisticName,
  StatisticRow,
} from '#model/statistics.ts';
import type { StoreContext } from './context.ts';
import { remember } from './remember.ts';
import type { Remote } from './remote.ts';

/** How long numbers that may still change are shown without asking again. */
export const freshForMs = 60_000;

/** Everything read of statistics, by what was asked: panels, charts and tables share it. */
export interface StatsSlice {
  readonly rows: Readonly<Record<string, Remote<Page<StatisticRow>>>>;
  readonly series: Readonly<Record<string, Remote<readonly SeriesPoint[]>>>;
  readonly hours: Readonly<Record<string, Remote<readonly number[]>>>;
  /** Each reads only what is not fresh; `force` reads it all the same. */
  readRows(websiteId: string, query: StatisticQuery, read: ReadOptions): Promise<void>;
  readSeries(websiteId: string, name: SeriesName, period: Period, read: ReadOptions): Promise<void>;
  readHours(websiteId: string, name: HoursName, period: Period, read: ReadOptions): Promise<void>;
}

/** What to read although it is fresh: nothing, everything, or only what has today in it, and of a series only today. */
export type Force = boolean | 'today';

export interface ReadOptions {
  /** The route that asks: leaving it aborts the read. */
  readonly owner: string;
  readonly force?: Force;
}

export function createStats(context: StoreContext): StatsSlice {
  const { get, patch, loader, services } = context;

  /** Days before yesterday do not change any more: kept until the person asks anew. */
  const isFresh = (slot: Remote<unknown> | undefined, period: Period) => {
    if (slot?.data === undefined || slot.error !== undefined || slot.loadedAt === undefined) return false;
    const settled = period.to < addDays(services.today(), -1);
    return settled || services.now() - slot.loadedAt < freshForMs;
  };

  const isNeeded = (key: string, slot: Remote<unknown> | undefined, period: Period, force: Force) => {
    if (force === true) return true;
    if (loader.isLoading(key)) return false;
    if (force === 'today' && slot?.data !== undefined) return includesToday(period, services.today());
    return !isFresh(slot, period);
  };

  /** A series that was read before, with today read anew. */
  const withToday = async (
    websiteId: string,
    name: SeriesName,
    points: readonly SeriesPoint[],
    signal: AbortSignal,
  ) => {
    const today = services.today();
    const [now] = await services.api.readSeries(websiteId, name, { from: today, to: today }, signal);
    return points.map(point => (now !== undefined && point.day === now.day ? now : point));
  };

  const readSlot = <T>(
    kind: 'rows' | 'series' | 'hours',
    key: string,
    period: Period,
    { owner, force = false }: ReadOptions,
    slots: () => Readonly<Record<string, Remote<T>>>,
    read: (signal: AbortSignal) => Promise<T>,
  ) => {
    if (!isNeeded(`${kind}:${key}`, slots()[key], period, force)) return Promise.resolve();
    return loader.load<T>({
      key: `${kind}:${key}`,
      owner,
      read,
      current: () => slots()[key],
      write: slot => patch('stats', { [kind]: remember(slots(), key, slot) }),
    });
  };

  return {
    rows: {},
    series: {},
    hours: {},
    readRows: (websiteId, query, options) =>
      readSlot(
        'rows',
        rowsKey(websiteId, query),
        query.period,
        options,
        () => get().stats.rows,
        signal => services.api.readStatistic(websiteId, query, signal),
      ),
    readSeries(websiteId, name, period, options) {
      const key = spanKey(websiteId, name, period);
      const known = options.force === 'today' ? get().stats.series[key]?.data : undefined;
      return readSlot<readonly SeriesPoint[]>(
        'series',
        key,
        period,
        options,
        () => get().stats.series,
        signal =>
          known === undefined
            ? services.api.readSeries(websiteId, name, period, signal)
            : withToday(websiteId, name, known, signal),
      );
    },
    readHours: (websiteId, name, period, options) =>
      readSlot(
        'hours',
        spanKey(websiteId, name, period),
        period,
        options,
        () => get().stats.hours,
        signal => services.api.readHours(websiteId, name, period, signal),
      ),
  };
}

export function rowsKey(websiteId: string, query: StatisticQuery): string {
  const { name, period, search = '', sortBy = 'count', sort = 'desc', perPage = 10, page = 1 } = query;
  return [websiteId, name, period.from, period.to, sortBy, sort, perPage, page, search].join(' ');
}

export function spanKey(websiteId: string, name: StatisticName, period: Period): string {
  return [websiteId, name, period.from, period.to].join(' ');
}

/**
 * What rows are compared with: the most frequent of the earlier days, as many as one request gives, so that few of
 * the rows shown are missing among them. The panel and the whole table ask the same.
 */
export function beforeQuery(name: StatisticName, before: Period, search = ''): StatisticQuery {
  return { name, period: before, perPage: 100, ...(search === '' ? {} : { search }) };
}

/** What a panel of the dashboard asks for: its first rows. */
export function panelQuery(name: StatisticName, period: Period, rows: number): StatisticQuery {
  const perPage: PerPage = rows > 10 ? 25 : 10;
  return { name, period, perPage };
}
