import { addDays } from '#model/day.ts';
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
const freshForMs = 60_000;

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

export interface ReadOptions {
  /** The route that asks: leaving it aborts the read. */
  readonly owner: string;
  readonly force?: boolean;
}

export function createStats(context: StoreContext): StatsSlice {
  const { get, patch, loader, services } = context;

  /** Days before yesterday do not change any more: kept until the person asks anew. */
  const isFresh = (slot: Remote<unknown> | undefined, period: Period) => {
    if (slot?.data === undefined || slot.error !== undefined || slot.loadedAt === undefined) return false;
    const settled = period.to < addDays(services.today(), -1);
    return settled || services.now() - slot.loadedAt < freshForMs;
  };

  const readSlot = <T>(
    kind: 'rows' | 'series' | 'hours',
    key: string,
    period: Period,
    { owner, force = false }: ReadOptions,
    slots: () => Readonly<Record<string, Remote<T>>>,
    read: (signal: AbortSignal) => Promise<T>,
  ) => {
    if (!force && (isFresh(slots()[key], period) || loader.isLoading(`${kind}:${key}`)))
      return Promise.resolve();
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
    readSeries: (websiteId, name, period, options) =>
      readSlot(
        'series',
        spanKey(websiteId, name, period),
        period,
        options,
        () => get().stats.series,
        signal => services.api.readSeries(websiteId, name, period, signal),
      ),
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

/** What a panel of the dashboard asks for: its first rows. */
export function panelQuery(name: StatisticName, period: Period, rows: number): StatisticQuery {
  const perPage: PerPage = rows > 10 ? 25 : 10;
  return { name, period, perPage };
}
