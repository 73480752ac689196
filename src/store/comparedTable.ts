import type { ApiError } from '#api/error.ts';
import { samePeriod } from '#model/period.ts';
import type { Page, StatisticQuery } from '#model/query.ts';
import { compareRows, type ComparedRow, type ReadRows } from '#model/rowComparison.ts';
import { byChange, mostSorted } from '#model/rowOrder.ts';
import type { StatisticName, StatisticRow } from '#model/statistics.ts';
import { rowsPeriod, shownComparison } from './comparison.ts';
import { onPage, shownPage } from './pagedTable.ts';
import { earlierReach } from './shownReach.ts';
import type { State } from './state.ts';
import { beforeQuery, rowsKey } from './stats.ts';

type Known = Pick<State, 'period' | 'comparison' | 'today' | 'stats'>;

export interface RowsBeside {
  /** With a mark for each row, once what they are compared with was read. */
  readonly compared: readonly ComparedRow[] | undefined;
  /** Those of before that are gone for certain. */
  readonly gone: readonly ComparedRow[];
  readonly error: ApiError | undefined;
  /** The earlier rows are not of all the earlier days: no change is known. */
  readonly isUnknown: boolean;
}

const alone: RowsBeside = { compared: undefined, gone: [], error: undefined, isUnknown: false };

/** A page of rows beside the most frequent rows of the days it is compared with. */
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
  const earlier = earlierRows(state, websiteId, beforeQuery(name, before, search));
  const { rows, missing } = compareRows(asRead(page), earlier, reaches);
  const gone = missing.filter(({ mark }) => mark.kind === 'gone');
  return { compared: rows, gone, error: slot.error, isUnknown: !reaches };
}

/** The rows of the opened statistic; none where those at hand are of other days than are shown. */
export function tableRowsBeside(state: State): RowsBeside {
  const { websiteId, name, asked } = state.statistic;
  if (asked === undefined || !samePeriod(asked.period, rowsPeriod(state))) return alone;
  return rowsBeside(state, websiteId, name, tablePage(state), asked.search);
}

/** A row of the opened statistic's table, and what it is compared with. */
export interface TableRowBeside extends StatisticRow {
  readonly beside: ComparedRow | undefined;
}

let last: { readonly state: State; readonly rows: readonly TableRowBeside[] } | undefined;

/**
 * What the opened statistic's table shows: the page, and behind it the rows that are gone; by change both in one order.
 * Worked out once for a state: the screen, its keys and its detail line all ask.
 */
export function shownTableRows(state: State): readonly TableRowBeside[] {
  if (last?.state !== state) last = { state, rows: onPage(orderedRows(state), inOnePlace(state)) };
  return last.rows;
}

/** How many rows the table has on all its pages, as far as they were read. */
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

/** By change the rows are sorted before they are cut into pages; else the service has sorted them. */
function inOnePlace({ statistic }: State): Parameters<typeof onPage>[1] {
  return statistic.sortBy === 'change' ? statistic : { perPage: 'fit', page: 1 };
}

/** By change all the rows that were read, else those of the page that is shown. */
function tablePage({ statistic }: State): Page<StatisticRow> | undefined {
  if (statistic.sortBy !== 'change') return shownPage(statistic);
  const { data } = statistic.list;
  return data && statistic.isCut ? { ...data, next: 'maybe' } : data;
}

/** The rows of before, as many pages as were read of them. */
function earlierRows(state: Known, websiteId: string, query: StatisticQuery): ReadRows {
  const rows = new Map<string, StatisticRow>();
  for (let page = 1; page <= mostSorted / 100; page += 1) {
    const data = state.stats.rows[rowsKey(websiteId, { ...query, page })]?.data;
    if (data === undefined) break;
    const before = rows.size;
    for (const row of data.rows) if (!rows.has(row.value)) rows.set(row.value, row);
    if (data.next === 'no' || data.rows.length === 0) return { rows: [...rows.values()], readToEnd: true };
    if (rows.size === before) break;
  }
  return { rows: [...rows.values()], readToEnd: false };
}

function asRead({ rows, page, next }: Page<StatisticRow>) {
  return { rows, readToEnd: page === 1 && next === 'no' };
}
