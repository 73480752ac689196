import { detailBegins } from '#model/comparison/reach.ts';
import { earlierDay, laterDay } from '#model/period/day.ts';
import type { Page, StatisticQuery } from '#model/service/query.ts';
import type {
  Day,
  HoursName,
  Period,
  SeriesName,
  SeriesPoint,
  StatisticName,
  StatisticRow,
} from '#model/statistics/statistics.ts';
import type { StoreContext } from '#store/state.ts';
import type { Answer, Ask, RequestTime } from '#queries/ask.ts';
import { type Force, remember } from './answers.ts';
import { isFinal, isFresh, isKeptFresh, readDays } from './freshness.ts';
import { type KeptKind, keptWebsite, restoredStats, websiteOfList } from './kept.ts';
import type { RowName } from '#queries/question.ts';
import { countKey, readExactCount, rowsKey, spanKey } from './question.ts';

/** A cache of all statistics read, by query: panels, charts and tables share it. */
export interface StatsSlice {
  readonly rows: Readonly<Record<string, Answer<Page<StatisticRow>>>>;
  readonly series: Readonly<Record<string, Answer<readonly SeriesPoint[]>>>;
  readonly hours: Readonly<Record<string, Answer<readonly number[]>>>;
  /** The visitors of a period, where the service counts them. */
  readonly visitors: Readonly<Record<string, Answer<number>>>;
  /** Of one row over a period; 'unknown' where it is not among those that the service returned. */
  readonly counts: Readonly<Record<string, Answer<number | 'unknown'>>>;
  /** The first day with rows of a statistic, within the days of the key; 'unknown' where that cannot be told. */
  readonly since: Readonly<Record<string, Answer<Day | 'unknown'>>>;
  /** By website: the day of the statistics that an earlier session read. */
  readonly keptDays: Readonly<Record<string, Day>>;
  /** Reads what is not fresh; `force` reads it in any case. */
  read(websiteId: string, ask: Ask, read: ReadOptions): Promise<void>;
  readRows(websiteId: string, query: StatisticQuery, read: ReadOptions): Promise<void>;
  readSeries(websiteId: string, name: SeriesName, period: Period, read: ReadOptions): Promise<void>;
  readHours(websiteId: string, name: HoursName, period: Period, read: ReadOptions): Promise<void>;
  readVisitors(websiteId: string, period: Period, read: ReadOptions): Promise<void>;
  readCount(row: RowName, period: Period, read: ReadOptions): Promise<void>;
  /** About a dozen requests, one after the other. */
  readSince(websiteId: string, name: StatisticName, days: Period, read: ReadOptions): Promise<void>;
  /** Shows what an earlier session has read of a website, as far as this one has not. */
  restore(websiteId: string): void;
}

export interface ReadOptions {
  /** The route that requests it: leaving the route aborts the read. */
  readonly owner: string;
  readonly force?: Force;
  /** What an earlier session read within the hour is fresh, today's numbers too. */
  readonly acceptsKept?: boolean;
  /** It is a number of the list, which keeps it itself. */
  readonly isOfList?: boolean;
}

/** A row over time takes up to 60 of them. */
const mostCounts = 2000;

export function createStats(context: StoreContext): StatsSlice {
  const { get, patch, loader, services } = context;

  /** What is kept of each website, as far as it was looked for or read: kinds and keys of its slots. */
  const keptKeys = new Map<string, Map<string, readonly [KeptKind, string]>>();
  const keep = (websiteId: string, kind: KeptKind, key: string) => {
    const keys = keptKeys.get(websiteId) ?? new Map<string, readonly [KeptKind, string]>();
    keptKeys.set(websiteId, keys.set(`${kind} ${key}`, [kind, key]));
  };

  const isNeeded = (
    key: string,
    slot: Answer<unknown> | undefined,
    period: Period,
    { force = false, acceptsKept = false }: ReadOptions,
  ) => {
    if (force === true) return true;
    if (loader.isLoading(key)) return false;
    const { isKept, requested, error } = slot ?? {};
    if (force === false && isKept === true && requested !== undefined && error === undefined) {
      const mayBe = acceptsKept || period.to < services.today();
      if (mayBe && isKeptFresh(requested.at, services, services.timeZone)) return false;
    }
    if (force === 'today' && slot?.data !== undefined) return !isFinal(slot.requested, period);
    return slot?.data === undefined || slot.error !== undefined || !isFresh(slot.requested, period, services);
  };

  /** Whether the user has asked for everything again. */
  let isAskedAgain = false;

  /** A cached series with the days read again that had not ended when they were requested. */
  const withOpenDays = async (
    websiteId: string,
    name: SeriesName,
    { from, to }: Period,
    { data, requested }: SeriesRead,
    signal: AbortSignal,
  ) => {
    const days = { from: laterDay(from, requested.on), to: earlierDay(to, services.today()) };
    const fresh = await services.api.readSeries(websiteId, name, days, signal);
    const counts = new Map(fresh.map(point => [point.day, point]));
    return data.map(point => counts.get(point.day) ?? point);
  };

  const readSlot = <T>(
    kind: KeptKind,
    websiteId: string,
    key: string,
    period: Period,
    options: ReadOptions,
    slots: () => Readonly<Record<string, Answer<T>>>,
    read: (signal: AbortSignal) => Promise<T>,
  ) => {
    const isKept = options.isOfList !== true;
    if (isKept) {
      get().stats.restore(websiteId);
      keep(websiteId, kind, key);
    }
    if (!isNeeded(`${kind}:${key}`, slots()[key], period, options)) return Promise.resolve();
    return loader.load<T>({
      key: `${kind}:${key}`,
      owner: options.owner,
      read,
      current: () => slots()[key],
      write(slot) {
        patch('stats', { [kind]: remember(slots(), key, slot, kind === 'counts' ? mostCounts : undefined) });
        if (!isKept || slot.loading || slot.error !== undefined) return;
        services.lastSeen?.keepWebsite(websiteId, () =>
          keptWebsite(get().stats, websiteId, services.today(), keptKeys.get(websiteId)?.values() ?? []),
        );
      },
    });
  };

  return {
    rows: {},
    series: {},
    hours: {},
    visitors: {},
    counts: {},
    since: {},
    keptDays: {},
    read(websiteId, ask, options) {
      const { stats } = get();
      if (ask.kind === 'rows') return stats.readRows(websiteId, ask.query, options);
      if (ask.kind === 'series') return stats.readSeries(websiteId, ask.name, ask.period, options);
      if (ask.kind === 'hours') return stats.readHours(websiteId, ask.name, ask.period, options);
      if (ask.kind === 'visitors') return stats.readVisitors(websiteId, ask.period, options);
      if (ask.kind === 'counts') return stats.readCount({ websiteId, ...ask }, ask.period, options);
      return stats.readSince(websiteId, ask.name, ask.period, options);
    },
    readRows: (websiteId, query, options) =>
      readSlot(
        'rows',
        websiteId,
        rowsKey(websiteId, query),
        query.period,
        options,
        () => get().stats.rows,
        signal => services.api.readStatistic(websiteId, query, signal),
      ),
    readSeries(websiteId, name, period, options) {
      const key = spanKey(websiteId, name, period);
      if (options.force === true) isAskedAgain = true;
      const known = options.force === 'today' ? seriesRead(get().stats.series[key]) : undefined;
      return readSlot<readonly SeriesPoint[]>(
        'series',
        websiteId,
        key,
        period,
        options,
        () => get().stats.series,
        signal =>
          known === undefined
            ? options.force === true
              ? services.api.readSeries(websiteId, name, period, signal)
              : readDays(context, websiteId, name, period, { signal, trustsKept: !isAskedAgain })
            : withOpenDays(websiteId, name, period, known, signal),
      );
    },
    readHours: (websiteId, name, period, options) =>
      readSlot(
        'hours',
        websiteId,
        spanKey(websiteId, name, period),
        period,
        options,
        () => get().stats.hours,
        signal => services.api.readHours(websiteId, name, period, signal),
      ),
    readVisitors: (websiteId, period, options) =>
      readSlot(
        'visitors',
        websiteId,
        spanKey(websiteId, 'visitors', period),
        period,
        options,
        () => get().stats.visitors,
        signal => services.api.readVisitors(websiteId, period, signal),
      ),
    readCount: (row, period, options) =>
      readSlot<number | 'unknown'>(
        'counts',
        row.websiteId,
        countKey(row, period),
        period,
        options,
        () => get().stats.counts,
        async signal => (await readExactCount(services.api, row, period, signal)) ?? 'unknown',
      ),
    readSince: (websiteId, name, days, options) =>
      readSlot<Day | 'unknown'>(
        'since',
        websiteId,
        spanKey(websiteId, name, days),
        days,
        options,
        () => get().stats.since,
        async signal =>
          (await detailBegins(days, async period => {
            const { rows } = await services.api.readStatistic(
              websiteId,
              { name, period, perPage: 10 },
              signal,
            );
            return rows.length > 0;
          })) ?? 'unknown',
      ),
    restore(websiteId) {
      if (services.lastSeen === undefined || keptKeys.has(websiteId)) return;
      keptKeys.set(websiteId, new Map());
      const { list, isReadAgain } = services.lastSeen;
      // Of own logs an import may have changed any day: their days are not to be taken for read within the hour.
      const ofList =
        list !== undefined && !isReadAgain && get().websites.list.isKept === true
          ? websiteOfList(list, websiteId)
          : undefined;
      const kept = services.lastSeen.website(websiteId) ?? ofList;
      if (kept === undefined || kept.day > services.today()) return;
      for (const { kind, key } of kept.answers) keep(websiteId, kind, key);
      patch('stats', {
        ...restoredStats(get().stats, kept, services),
        keptDays: { ...get().stats.keptDays, [websiteId]: kept.day },
      });
    },
  };
}

interface SeriesRead {
  readonly data: readonly SeriesPoint[];
  readonly requested: RequestTime;
}

function seriesRead(slot: Answer<readonly SeriesPoint[]> | undefined): SeriesRead | undefined {
  return slot?.data && slot.requested && { data: slot.data, requested: slot.requested };
}
