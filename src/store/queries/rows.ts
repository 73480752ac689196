import { ask, notLoaded } from '#queries/ask.ts';
import type { StoreApi } from 'zustand/vanilla';
import type { ApiError } from '#model/failure.ts';
import { type Lack, lackOf, lackText } from '#model/comparison/dataDays.ts';
import {
  coveredMeasure,
  type CoveredRows,
  noDetailText,
  reachSpan,
  referenceStatistic,
  rowsReach,
} from '#model/comparison/reach.ts';
import {
  byChange,
  type ComparedRow,
  compareRows,
  mostSorted,
  type ReadRows,
} from '#model/comparison/rows.ts';
import { samePeriod } from '#model/period/period.ts';
import { panelsOf } from '#model/service/capabilities.ts';
import { everyPage } from '#model/service/paging.ts';
import type { Page, StatisticQuery } from '#model/service/query.ts';
import { sum } from '#model/statistics/series.ts';
import { measureOf, shareBasis, type ShareBasis } from '#model/statistics/share.ts';
import {
  type Day,
  type HoursName,
  isHours,
  isSeries,
  type Period,
  type SeriesName,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import type { Summary } from '#model/statistics/summary.ts';
import { type Route, routeKey } from '#store/navigation/route.ts';
import { type PagedTable, rowsOfPage, shownPage } from '#store/navigation/table.ts';
import type { SliceContext } from '#store/slice.ts';
import { lastResult, resultOfEach } from '#text/memo.ts';
import { beforeQuery, panelQuery } from '#queries/question.ts';
import { daysBeside, type QueryState, rowsPeriod, shownComparison, type ViewState } from './question.ts';
import { exactVisitors, shownSeries } from './series.ts';
import type { Force, ReadOptions } from '#queries/answers.ts';

/** 'change' is sorted here, from the rows of both periods: no service sorts by it. */
export type StatisticSort = 'count' | 'value' | 'change';

/** A statistic of a website as a table. */
export interface StatisticTable extends PagedTable<StatisticRow, StatisticSort> {
  readonly websiteId: string;
  readonly name: StatisticName;
  /** The query of the rows at hand. */
  readonly asked?: StatisticQuery | undefined;
  /** Sorted by change: there are more rows than are read for sorting. */
  readonly isCut: boolean;
}

interface TableState extends QueryState {
  readonly statistic: StatisticTable;
}

interface ReachState extends ViewState {
  readonly dashboard: { readonly panel: number };
}

/** What is needed, beside the rows, to tell whether the earlier rows cover all the earlier days. */
export function readReference(
  state: QueryState,
  websiteId: string,
  name: StatisticName,
  options: ReadOptions,
): void {
  const before = shownComparison(state, websiteId)?.before;
  const reference = referenceStatistic(name);
  if (before === undefined || reference === name) return;
  const isAsked = panelQueries(state, websiteId, reference).some(
    query => state.answers.get(websiteId, ask.rows(query)) !== notLoaded,
  );
  if (!isAsked)
    void state.answers.read(
      websiteId,
      ask.rows(panelQuery(reference, rowsPeriod(state, websiteId), 1)),
      options,
    );
  void state.answers.read(websiteId, ask.rows(beforeQuery(reference, before)), options);
}

/**
 * Whether the earlier rows cover all of their days; undefined while unknown. `page`: the present rows, where at hand.
 */
export function earlierReach(
  state: QueryState,
  websiteId: string,
  name: StatisticName,
  page?: Page<StatisticRow>,
): boolean | undefined {
  const compared = shownComparison(state, websiteId);
  if (compared === undefined) return true;
  const reference = referenceStatistic(name);
  const { summary, loading } = shownSeries(state, websiteId, coveredMeasure(reference, state.capabilities));
  if (summary?.covered === undefined) return loading ? undefined : true;
  if (lackOf(summary.covered) !== undefined) return false;
  if (state.capabilities.keepsAllDetail === true) return true;
  const before = covered(state, websiteId, reference, 'before', summary.countBefore);
  if (before === undefined) return isReading(state, websiteId, reference, compared.before) ? undefined : true;
  const first = reference === name && page?.page === 1 ? page : undefined;
  const now = first && { rows: first.rows, readToEnd: first.next === 'no', total: summary.count };
  return rowsReach(now ?? covered(state, websiteId, reference, 'now', summary.count), before);
}

/** Where the earlier rows do not cover all their days: reads since which day the service keeps rows. */
export function followReach(store: Pick<StoreApi<ReachState>, 'subscribe'>): void {
  store.subscribe(state => {
    const route = state.navigation.view;
    const shown = shownStatistic(state, route);
    const compared = shown && shownComparison(state, shown.websiteId);
    if (shown === undefined || isSeries(shown.name) || compared === undefined) return;
    const slot = sinceSlot(state, shown.websiteId, shown.name);
    const isRead = slot?.data !== undefined && slot.isKept !== true;
    if (slot?.loading === true || isRead || slot?.error !== undefined) return;
    if (earlierReach(state, shown.websiteId, shown.name) !== false) return;
    if (lackShown(state, shown.websiteId, shown.name) !== undefined) return;
    const reference = referenceStatistic(shown.name);
    const options = { owner: routeKey(route) };
    void state.answers.read(shown.websiteId, ask.since(reference, reachSpan(compared)), options);
  });
}

/** Why no change of rows is known: "changes unknown: detail of countries only since 5 Nov 2026". */
export function whyUnknown(state: QueryState, websiteId: string, name: StatisticName): string {
  const lack = lackShown(state, websiteId, name);
  const before = shownComparison(state, websiteId)?.before;
  if (lack !== undefined || before === undefined) return lack === undefined ? '' : lackText(lack);
  return noDetailText(name, before, detailSince(state, websiteId, name));
}

/** Too few of the days compared have data. */
export function lackShown(state: QueryState, websiteId: string, name: StatisticName): Lack | undefined {
  const measure = coveredMeasure(referenceStatistic(name), state.capabilities);
  return lackOf(shownSeries(state, websiteId, measure).summary?.covered);
}

/** The first day the service has rows of, where known. */
export function detailSince(state: QueryState, websiteId: string, name: StatisticName): Day | undefined {
  const found = sinceSlot(state, websiteId, name)?.data;
  return found === 'unknown' ? undefined : found;
}

function sinceSlot(state: QueryState, websiteId: string, name: StatisticName) {
  const compared = shownComparison(state, websiteId);
  return compared && state.answers.get(websiteId, ask.since(referenceStatistic(name), reachSpan(compared)));
}

/** The statistic whose comparison the line above the table describes. */
function shownStatistic(
  { dashboard, capabilities }: ReachState,
  route: Route,
): { readonly websiteId: string; readonly name: StatisticName } | undefined {
  if (route.screen === 'statistic' || route.screen === 'history') return route;
  const name = route.screen === 'dashboard' ? panelsOf(capabilities)[dashboard.panel] : undefined;
  return route.screen === 'dashboard' && name !== undefined
    ? { websiteId: route.websiteId, name }
    : undefined;
}

/** The hours compared with; undefined where they do not cover all of their days. */
export function hoursBefore(state: QueryState, websiteId: string, name: HoursName) {
  const before = daysBeside(state, websiteId);
  const slot = before && state.answers.get(websiteId, ask.hours(name, before));
  const reaches = earlierReach(state, websiteId, name);
  return {
    counts: reaches === true ? slot?.data : undefined,
    error: slot?.error,
    isUnknown: slot?.data !== undefined && reaches === false,
    since: detailSince(state, websiteId, name),
    lack: lackShown(state, websiteId, name),
  };
}

function covered(
  state: QueryState,
  websiteId: string,
  name: StatisticName,
  side: 'now' | 'before',
  total: number | undefined,
): CoveredRows | undefined {
  const { now, before } = shownComparison(state, websiteId) ?? {};
  const period = side === 'now' ? now : before;
  if (period === undefined) return undefined;
  if (isHours(name)) {
    const counts = state.answers.get(websiteId, ask.hours(name, period)).data;
    return counts && { rows: counts.map(count => ({ count })), readToEnd: true, total };
  }
  const queries = side === 'now' ? panelQueries(state, websiteId, name) : [beforeQuery(name, period)];
  const page = queries
    .map(query => state.answers.get(websiteId, ask.rows(query)).data)
    .find(data => data !== undefined);
  return page && { rows: page.rows, readToEnd: page.next === 'no', total };
}

function panelQueries(state: QueryState, websiteId: string, name: StatisticName): StatisticQuery[] {
  const period = rowsPeriod(state, websiteId);
  return ([100, 25, 10] as const).map(perPage => ({ name, period, perPage }));
}

function isReading(state: QueryState, websiteId: string, name: StatisticName, before: Period): boolean {
  if (isHours(name)) return state.answers.get(websiteId, ask.hours(name, before)).loading;
  return state.answers.get(websiteId, ask.rows(beforeQuery(name, before))).loading;
}

interface RowsBeside {
  /** Each row with its change, once the rows to compare with are read. */
  readonly compared: readonly ComparedRow[] | undefined;
  /** Earlier rows that certainly have no count now. */
  readonly gone: readonly ComparedRow[];
  readonly error: ApiError | undefined;
  /** The earlier rows do not cover all the earlier days, so no change is known. */
  readonly isUnknown: boolean;
}

const alone: RowsBeside = { compared: undefined, gone: [], error: undefined, isUnknown: false };

/** A page of rows compared with the most frequent rows of the earlier days. */
export function rowsBeside(
  state: QueryState,
  websiteId: string,
  name: StatisticName,
  page: Page<StatisticRow> | undefined,
  search = '',
): RowsBeside {
  const before = shownComparison(state, websiteId)?.before;
  if (before === undefined || page === undefined) return alone;
  const slot = state.answers.get(websiteId, ask.rows(beforeQuery(name, before, search)));
  if (slot?.data === undefined) return { ...alone, error: slot?.error };
  const reaches = earlierReach(state, websiteId, name, search === '' ? page : undefined);
  if (reaches === undefined) return { ...alone, error: slot.error };
  const pages = earlierPages(state, websiteId, beforeQuery(name, before, search));
  return { ...compareOnce(page, pages, reaches), error: slot.error, isUnknown: !reaches };
}

type Compared = Pick<RowsBeside, 'gone'> & { readonly compared: readonly ComparedRow[] };

// Every key draws the rows, of which there may be very many: the result for the same rows is cached.
const comparisons = resultOfEach<Compared>();

function compareOnce(
  page: Page<StatisticRow>,
  pages: readonly Page<StatisticRow>[],
  reaches: boolean,
): Compared {
  const now = asRead(page);
  return comparisons(page.rows, [now.readToEnd, reaches, ...pages], () => {
    const { rows, missing } = compareRows(now, asOne(pages), reaches);
    return { compared: rows, gone: missing.filter(({ mark }) => mark.kind === 'gone') };
  });
}

/** The rows of the opened statistic; none where the rows at hand are of other days than the period. */
export function tableRowsBeside(state: TableState): RowsBeside {
  const { websiteId, name, asked } = state.statistic;
  if (asked === undefined || !samePeriod(asked.period, rowsPeriod(state, websiteId))) return alone;
  return rowsBeside(state, websiteId, name, tablePage(state), asked.search);
}

/** A row of the opened statistic's table with its comparison. */
export interface TableRowBeside extends StatisticRow {
  readonly beside: ComparedRow | undefined;
}

const lastRows = lastResult<readonly TableRowBeside[]>();

/**
 * The rows of the opened statistic's table: the page followed by the rows that are gone; sorted by change, both in one
 * order. Cached, since screen, keys and detail line read it at every key.
 */
export function shownTableRows(state: TableState): readonly TableRowBeside[] {
  const { sortBy, sort, perPage, page, list } = state.statistic;
  const { compared, gone } = tableRowsBeside(state);
  return lastRows([sortBy, sort, perPage, page, list.data?.rows, compared, gone], () =>
    rowsOfPage(orderedRows(state), inOnePlace(state)),
  );
}

/** How many rows the table has on all its pages, as far as they are read. */
export function tableRowCount(state: TableState): number {
  const { sortBy, list } = state.statistic;
  return sortBy === 'change' ? orderedRows(state).length : (list.data?.rows.length ?? 0);
}

function orderedRows(state: TableState): TableRowBeside[] {
  const { sortBy, sort } = state.statistic;
  const { compared, gone } = tableRowsBeside(state);
  const beside = [...(compared ?? []), ...gone];
  if (sortBy === 'change' && compared !== undefined)
    return byChange(beside, sort).map(row => ({ value: row.value, count: row.count ?? 0, beside: row }));
  const rows = tablePage(state)?.rows ?? [];
  return [...rows, ...gone].map(({ value, count = 0 }, at) => ({ value, count, beside: beside[at] }));
}

/** Sorted by change, all rows are paged here; else the service has sorted and paged them. */
function inOnePlace({ statistic }: TableState): Parameters<typeof rowsOfPage>[1] {
  return statistic.sortBy === 'change' ? statistic : { perPage: 'fit', page: 1 };
}

/** Sorted by change, all rows that are read; else those of the shown page. */
function tablePage({ statistic }: TableState): Page<StatisticRow> | undefined {
  if (statistic.sortBy !== 'change') return shownPage(statistic);
  const { data } = statistic.list;
  return data && statistic.isCut ? { ...data, next: 'maybe' } : data;
}

/** The earlier pages, as many as are read. */
function earlierPages(state: QueryState, websiteId: string, query: StatisticQuery): Page<StatisticRow>[] {
  const pages: Page<StatisticRow>[] = [];
  for (let page = 1; page <= mostSorted / 100; page += 1) {
    const data = state.answers.get(websiteId, ask.rows({ ...query, page })).data;
    if (data === undefined) break;
    pages.push(data);
    if (isLast(data)) break;
  }
  return pages;
}

/** Merges pages without duplicate rows; ends at a page with nothing new. */
function asOne(pages: readonly Page<StatisticRow>[]): ReadRows {
  const rows = new Map<string, StatisticRow>();
  for (const page of pages) {
    const before = rows.size;
    for (const row of page.rows) if (!rows.has(row.value)) rows.set(row.value, row);
    if (isLast(page)) return { rows: [...rows.values()], readToEnd: true };
    if (rows.size === before) break;
  }
  return { rows: [...rows.values()], readToEnd: false };
}

function isLast({ rows, next }: Page<StatisticRow>): boolean {
  return next === 'no' || rows.length === 0;
}

function asRead({ rows, page, next }: Page<StatisticRow>) {
  return { rows, readToEnd: page === 1 && next === 'no' };
}

interface RowsToSort {
  readonly rows: readonly StatisticRow[];
  /** There are more rows than are read for sorting. */
  readonly isCut: boolean;
}

type Reader = Pick<SliceContext<object, QueryState>, 'get' | 'services'>;

interface SortRead {
  readonly websiteId: string;
  readonly query: StatisticQuery;
  readonly owner: string;
  readonly force: Force;
}

/**
 * Reads the most frequent rows of both periods, since no service sorts by change. The earlier ones are cached for all
 * views.
 */
export async function readRowsToSort(
  context: Reader,
  read: SortRead,
  signal: AbortSignal,
): Promise<RowsToSort> {
  const earlier = readEarlier(context, read);
  const { websiteId, query } = read;
  const rows: StatisticRow[] = [];
  let isCut = false;
  const pages = everyPage(
    page => context.services.api.readStatistic(websiteId, { ...query, page }, signal),
    ({ value }) => value,
    mostSorted / 100,
  );
  for await (const { rows: some, end } of pages) {
    rows.push(...some);
    isCut = end !== 'whole';
  }
  await earlier;
  return { rows, isCut };
}

/** Reads page after page; fresh pages come from the cache. */
async function readEarlier({ get }: Reader, read: SortRead): Promise<void> {
  const before = shownComparison(get(), read.websiteId)?.before;
  if (before === undefined) return;
  const { websiteId, query, owner, force } = read;
  const pages = everyPage<StatisticRow>(
    async page => {
      const asked = { ...beforeQuery(query.name, before, query.search), page };
      await get().answers.read(websiteId, ask.rows(asked), { owner, force });
      const slot = get().answers.get(websiteId, ask.rows(asked));
      const wasRead = slot?.data !== undefined && slot.error === undefined;
      return wasRead ? slot.data : { rows: [], page, next: 'no' };
    },
    ({ value }) => value,
    mostSorted / 100,
  );
  for await (const { end } of pages) if (end !== undefined) return;
}

/**
 * What the shares of a page of rows are parts of: the same for panel, table and export. Undefined while the total is being
 * read, so that no share is shown that would change a moment later.
 */
export function rowsBasis(
  state: QueryState,
  websiteId: string,
  name: StatisticName,
  page: Page<StatisticRow>,
  search = '',
): ShareBasis | undefined {
  const measure = measureOf(name, state.capabilities);
  const series = measure && shownSeries(state, websiteId, measure);
  if (series?.summary === undefined && series?.loading === true) return undefined;
  const isWhole = page.page === 1 && page.next === 'no' && search === '';
  return shareBasis(
    { rows: page.rows, isWhole },
    series?.summary && totalOf(state, websiteId, measure, series.summary),
  );
}

/** The same for the opened statistic; undefined where it has no shares. */
export function tableBasis(state: TableState): ShareBasis | undefined {
  const { websiteId, name, list, asked, isCut } = state.statistic;
  const page = list.data && isCut ? { ...list.data, next: 'maybe' as const } : list.data;
  return page && rowsBasis(state, websiteId, name, page, asked?.search);
}

/** All days, or all hours, are their own total. */
export function wholeBasis(counts: readonly { readonly count: number | undefined }[]): ShareBasis {
  return shareBasis({ rows: counts.map(({ count = 0 }) => ({ count })), isWhole: true }, undefined);
}

/** The total counts of the days that the rows cover. */
function totalOf(
  state: QueryState,
  websiteId: string,
  measure: SeriesName | undefined,
  { points }: Summary,
): number {
  const { from, to } = rowsPeriod(state, websiteId);
  const exact = measure === 'visitors' ? exactVisitors(state, websiteId, { from, to })?.data : undefined;
  return exact ?? sum(points.filter(({ day }) => day >= from && day <= to));
}
