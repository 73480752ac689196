import { lastResult, resultOfEach } from '#model/cachedResult.ts';
import type { ApiError } from '#api/error.ts';
import { samePeriod } from '#model/period/period.ts';
import type { Page, StatisticQuery } from '#model/paging/query.ts';
import { compareRows, type ComparedRow, type ReadRows } from '#model/statistics/rowComparison.ts';
import { byChange, mostSorted } from '#model/statistics/rowOrder.ts';
import type { StatisticName, StatisticRow } from '#model/statistics/statistics.ts';
import { rowsPeriod, shownComparison } from './comparison.ts';
import { rowsOfPage, shownPage } from './pagedTable.ts';
import { earlierReach } from './shownReach.ts';
import type { State } from '#store/core/state.ts';
import { beforeQuery, rowsKey } from './statsQueries.ts';

type Known = Pick<State, 'period' | 'comparison' | 'today' | 'stats' | 'capabilities'>;

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
  state: Known,
  websiteId: string,
  name: StatisticName,
  page: Page<StatisticRow> | undefined,
  search = '',
): RowsBeside {
  const before = shownComparison(state)?.before;
  if (before === undefined || page === undefined) return alone;
  const slot = state.stats.rows[rowsKey(websiteId, beforeQuery(name, before, search))];
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
export function tableRowsBeside(state: State): RowsBeside {
  const { websiteId, name, asked } = state.statistic;
  if (asked === undefined || !samePeriod(asked.period, rowsPeriod(state))) return alone;
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
export function shownTableRows(state: State): readonly TableRowBeside[] {
  const { sortBy, sort, perPage, page, list } = state.statistic;
  const { compared, gone } = tableRowsBeside(state);
  return lastRows([sortBy, sort, perPage, page, list.data?.rows, compared, gone], () =>
    rowsOfPage(orderedRows(state), inOnePlace(state)),
  );
}

/** How many rows the table has on all its pages, as far as they are read. */
export function tableRowCount(state: State): number {
  const { sortBy, list } = state.statistic;
  return sortBy === 'change' ? orderedRows(state).length : (list.data?.rows.length ?? 0);
}

function orderedRows(state: State): TableRowBeside[] {
  const { sortBy, sort } = state.statistic;
  const { compared, gone } = tableRowsBeside(state);
  const beside = [...(compared ?? []), ...gone];
  if (sortBy === 'change' && compared !== undefined)
    return byChange(beside, sort).map(row => ({ value: row.value, count: row.count ?? 0, beside: row }));
  const rows = tablePage(state)?.rows ?? [];
  return [...rows, ...gone].map(({ value, count = 0 }, at) => ({ value, count, beside: beside[at] }));
}

/** Sorted by change, all rows are paged here; else the service has sorted and paged them. */
function inOnePlace({ statistic }: State): Parameters<typeof rowsOfPage>[1] {
  return statistic.sortBy === 'change' ? statistic : { perPage: 'fit', page: 1 };
}

/** Sorted by change, all rows that are read; else those of the shown page. */
function tablePage({ statistic }: State): Page<StatisticRow> | undefined {
  if (statistic.sortBy !== 'change') return shownPage(statistic);
  const { data } = statistic.list;
  return data && statistic.isCut ? { ...data, next: 'maybe' } : data;
}

/** The earlier pages, as many as are read. */
function earlierPages(state: Known, websiteId: string, query: StatisticQuery): Page<StatisticRow>[] {
  const pages: Page<StatisticRow>[] = [];
  for (let page = 1; page <= mostSorted / 100; page += 1) {
    const data = state.stats.rows[rowsKey(websiteId, { ...query, page })]?.data;
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
