import { firstQuery, request } from '#queries/answers/request.ts';
import type { StoreApi } from 'zustand/vanilla';
import { change, type DayCount } from '#model/comparison/change.ts';
import { byChange, type ComparedRow } from '#model/comparison/rows.ts';
import { samePeriod } from '#model/period/period.ts';
import { hasRowsByHour } from '#model/service/capabilities.ts';
import {
  everyPage,
  type FilteredPeriod,
  type Page,
  type SortDirection,
  type StatisticQuery,
} from '#model/service/paging.ts';
import { filterKey } from '#model/service/filter.ts';
import type { ShareBasis, Summary } from '#model/statistics/summary.ts';
import type { OwnComparisons } from '#model/statistics/cursor.ts';
import type { Day, StatisticName, StatisticRow } from '#model/statistics/statistics.ts';
import type { ReadOptions } from '#queries/answers/answers.ts';
import {
  asRead,
  comparisonRequests,
  noComparison,
  maxPagesRead,
  pagesRead,
  type RowComparison,
  rowComparison,
  type RowsQuestion,
  sinceRequests,
  type StatisticQuestion,
} from '#queries/rows/rows.ts';
import { basisRequests, basisOf, totalMeasure } from '#queries/rows/statistic.ts';
import { awaitsHours, rowsDays } from '#queries/days/today.ts';
import { type Route, routeKey } from '#store/navigation/route.ts';
import { type PagedTable, rowsOfPage, shownPage } from '#store/navigation/table.ts';
import { focusedPanel } from '#store/kept/yours.ts';
import { memoizeByObject, memoizeLast } from '#text/memo.ts';
import { knownOf, type QueryState, readAll, type ViewState, websiteDays } from './question.ts';

/** 'change' is sorted here, from the rows of both periods: no service sorts by it. */
export type StatisticSort = 'count' | 'value' | 'change';

export interface StatisticTable extends PagedTable<StatisticRow, StatisticSort> {
  readonly websiteId: string;
  readonly name: StatisticName;
  readonly asked?: StatisticQuery | undefined;
  /** The first rows without a search, as they were read last: they stand below a search without matches. */
  readonly whole?: Page<StatisticRow> | undefined;
  /** Sorted by change: there are more rows than are read for sorting. */
  readonly isCut: boolean;
}

interface TableState extends QueryState {
  readonly statistic: StatisticTable;
}

interface ReachState extends ViewState {
  readonly dashboard: { readonly panel: number };
}

/** A statistic of a website over the days of the view; rows of today by its hours, where the service has them. */
export function statisticOf(state: QueryState, website: string, name: StatisticName): StatisticQuestion {
  const days = websiteDays(state, website);
  const isByHour = hasRowsByHour(state.capabilities, name);
  return { website, name, days: isByHour ? rowsDays(website, days, knownOf(state)) : days };
}

/** Whether rows wait for what says up to which hour of today they are, and beside which day. */
export function awaitsRows(state: QueryState, website: string): boolean {
  return awaitsHours(website, websiteDays(state, website), knownOf(state));
}

/** Reads what the rows are compared with, and what tells whether that covers all the earlier days. */
export function readComparison(state: QueryState, statistic: RowsQuestion, options: ReadOptions): void {
  readAll(state, comparisonRequests(statistic, knownOf(state)), options);
}

/** Where the earlier rows do not cover all their days: reads since which day the service keeps rows. */
export function followReach(store: Pick<StoreApi<ReachState>, 'subscribe'>): void {
  store.subscribe(state => {
    const route = state.navigation.view;
    const shown = shownStatistic(state, route);
    if (shown === undefined) return;
    for (const { website, request } of sinceRequests(shown, knownOf(state))) {
      const slot = state.answers.get(website, request);
      const isRead = slot.data !== undefined && slot.isKept !== true;
      if (!slot.loading && !isRead && slot.error === undefined)
        void state.answers.read(website, request, { owner: routeKey(route) });
    }
  });
}

/** The statistic whose comparison the line above the table describes. */
function shownStatistic(state: ReachState, route: Route): StatisticQuestion | undefined {
  if (route.screen === 'statistic' || route.screen === 'history')
    return statisticOf(state, route.websiteId, route.name);
  const name = focusedPanel(state);
  return route.screen === 'dashboard' && name !== undefined
    ? statisticOf(state, route.websiteId, name)
    : undefined;
}

/** The rows of the opened statistic; undefined where the rows at hand are of other days than the period. */
function tableOf(state: TableState): RowsQuestion | undefined {
  const { websiteId, name, asked: query } = state.statistic;
  const statistic = statisticOf(state, websiteId, name);
  if (query === undefined || !sameRows({ ...statistic.days.rows, where: query.period.where }, query.period))
    return undefined;
  return { ...statistic, page: tablePage(state), query };
}

export function sameRows(one: FilteredPeriod, other: FilteredPeriod): boolean {
  const isSame = samePeriod(one, other) && one.until === other.until;
  return isSame && filterKey(one.where) === filterKey(other.where);
}

export function completeTable(state: TableState): RowsQuestion | undefined {
  const statistic = tableOf(state);
  return statistic && { ...statistic, page: rowsRead(state) };
}

/** Sorted by change, all rows that are read; else those of the shown page. */
function tablePage(state: TableState): Page<StatisticRow> | undefined {
  return state.statistic.sortBy === 'change' ? rowsRead(state) : shownPage(state.statistic);
}

function rowsRead({ statistic: { list, isCut } }: TableState): Page<StatisticRow> | undefined {
  return list.data && isCut ? { ...list.data, next: 'maybe' } : list.data;
}

export function tableComparison(state: TableState): RowComparison {
  const statistic = tableOf(state);
  return statistic === undefined ? noComparison : rowComparison(statistic, knownOf(state));
}

/** What the shares of the opened statistic are parts of; undefined where it has none. */
export function tableBasis(state: TableState): ShareBasis | undefined {
  const statistic = completeTable(state);
  return statistic && basisOf(statistic, knownOf(state));
}

export interface ComparedTableRow extends StatisticRow {
  readonly compared: ComparedRow | undefined;
}

const lastRows = memoizeLast<readonly ComparedTableRow[]>();

/** The page followed by the rows that are gone; by change both in one order. Cached: read at every key. */
export function shownTableRows(state: TableState): readonly ComparedTableRow[] {
  const { sortBy, sort, perPage, page, list } = state.statistic;
  const { compared, gone } = tableComparison(state);
  return lastRows([sortBy, sort, perPage, page, list.data?.rows, compared, gone], () =>
    rowsOfPage(orderedRows(state), inOnePlace(state)),
  );
}

/** How many rows the table has on all its pages, as far as they are read. */
export function tableRowCount(state: TableState): number {
  const { sortBy, list } = state.statistic;
  return sortBy === 'change' ? orderedRows(state).length : (list.data?.rows.length ?? 0);
}

function orderedRows(state: TableState): ComparedTableRow[] {
  const { sortBy, sort } = state.statistic;
  const { compared, gone } = tableComparison(state);
  const all = [...(compared ?? []), ...gone];
  if (sortBy === 'change' && compared !== undefined)
    return byChange(all, sort).map(row => ({ value: row.value, count: row.count ?? 0, compared: row }));
  const rows = tablePage(state)?.rows ?? [];
  return [...rows, ...gone].map(({ value, count = 0 }, at) => ({ value, count, compared: all[at] }));
}

/** Sorted by change, all rows are paged here; else the service has sorted and paged them. */
function inOnePlace({ statistic }: TableState): Parameters<typeof rowsOfPage>[1] {
  return statistic.sortBy === 'change' ? statistic : { perPage: 'fit', page: 1 };
}

/** No service sorts by change. `isCut`: there are more rows than are read. Rejects with the ApiError of a page. */
export async function readRowsToSort(
  get: () => QueryState,
  statistic: RowsQuestion,
  options: ReadOptions,
): Promise<{ readonly rows: readonly StatisticRow[]; readonly isCut: boolean }> {
  const { website, name, days, query } = statistic;
  const [now, before] = [days.rows, days.before].map(
    period => period && firstQuery(name, period, query?.search),
  );
  if (now === undefined) return { rows: [], isCut: false };
  await Promise.all([now, before].map(async each => each && (await readPages(get, website, each, options))));
  const pages = pagesRead(website, now, knownOf(get()));
  for (let page = 1; page <= pages.length + 1; page += 1) {
    const { error } = get().answers.get(website, request.rows({ ...now, page }));
    if (error !== undefined) throw error;
  }
  const { rows, readToEnd } = asRead(pages);
  return { rows, isCut: !readToEnd };
}

/** Reads page after page; fresh pages come from the cache. */
async function readPages(
  get: () => QueryState,
  websiteId: string,
  query: StatisticQuery,
  options: ReadOptions,
): Promise<void> {
  const pages = everyPage<StatisticRow>(
    async page => {
      const pageRequest = request.rows({ ...query, page });
      await get().answers.read(websiteId, pageRequest, options);
      const { data, error } = get().answers.get(websiteId, pageRequest);
      return data !== undefined && error === undefined ? data : { rows: [], page, next: 'no' };
    },
    ({ value }) => value,
    maxPagesRead,
  );
  for await (const { end } of pages) if (end !== undefined) return;
}

/** Reads what the shares of the rows shown are parts of, where no measure says it: page after page. */
export async function readBasis<S extends QueryState>(
  get: () => S,
  shown: (state: S) => RowsQuestion | undefined,
  options: ReadOptions,
): Promise<void> {
  for (let read = -1; ;) {
    const statistic = shown(get());
    if (statistic === undefined || totalMeasure(statistic, knownOf(get())) !== undefined) return;
    const requests = basisRequests(statistic, knownOf(get()));
    const next = requests.at(-1);
    if (next === undefined || requests.length === read) return;
    read = requests.length;
    await get().answers.read(statistic.website, next.request, options);
  }
}

/** What the map of the world is coloured by: the most frequent countries, whatever a table is searched for and sorted by. */
const worldQuery = (state: QueryState, websiteId: string) =>
  firstQuery('country', statisticOf(state, websiteId, 'country').days.rows);

/** None before they are read. */
export function worldRows(state: QueryState, websiteId: string): readonly StatisticRow[] {
  return state.answers.get(websiteId, request.rows(worldQuery(state, websiteId))).data?.rows ?? noRows;
}

const noRows: readonly StatisticRow[] = [];

export function readWorld(state: QueryState, websiteId: string, options: ReadOptions): void {
  if (awaitsRows(state, websiteId)) return;
  void state.answers.read(websiteId, request.rows(worldQuery(state, websiteId)), options);
}

export interface ComparedDay {
  readonly point: DayCount;
  /** The count of the day that it is compared with by itself; undefined where nothing is compared, or it is not read. */
  readonly before: number | undefined;
}

function inOrder(
  rows: readonly ComparedDay[],
  sortBy: 'count' | 'value',
  sort: SortDirection,
): readonly ComparedDay[] {
  const order =
    sortBy === 'count' ? (a: DayCount, b: DayCount) => (a.count ?? -1) - (b.count ?? -1) : () => 0;
  // Sorting is stable: of days alike, the later one comes first in both orders.
  const sorted = rows.toReversed().sort((a, b) => order(a.point, b.point) * (sort === 'desc' ? -1 : 1));
  return sortBy === 'value' && sort === 'asc' ? sorted.toReversed() : sorted;
}

/** Today, which is not over, has no change. */
function daysByChange(rows: readonly ComparedDay[], sort: SortDirection, today: Day): readonly ComparedDay[] {
  const marked = rows.map(day => {
    const { point, before } = day;
    const changed = change(point.day === today ? undefined : point.count, before);
    return {
      day,
      value: point.day,
      count: point.count,
      before,
      mark: { kind: 'change', change: changed },
    } as const;
  });
  return byChange(marked, sort).map(({ day }) => day);
}

// Every key draws the table, of the same days in the same order: they are sorted once.
const ordered = memoizeByObject<readonly ComparedDay[]>();

export function daysInOrder(
  summary: Summary,
  { sortBy, sort }: Pick<StatisticTable, 'sortBy' | 'sort'>,
  comparisons: OwnComparisons,
  today: Day,
): readonly ComparedDay[] {
  return ordered(summary, [sortBy, sort, comparisons, today], () => {
    const rows = summary.points.map(point => ({
      point,
      before: comparisons({ from: point.day, to: point.day })?.before,
    }));
    return sortBy === 'change' ? daysByChange(rows, sort, today) : inOrder(rows, sortBy, sort);
  });
}
