import type { ApiError } from '#api/error.ts';
import { samePeriod } from '#model/period.ts';
import type { Page } from '#model/query.ts';
import { compareRows, type ComparedRow } from '#model/rowComparison.ts';
import type { StatisticName, StatisticRow } from '#model/statistics.ts';
import { rowsPeriod, shownComparison } from './comparison.ts';
import { shownPage } from './pagedTable.ts';
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
  const { rows, missing } = compareRows(asRead(page), asRead(slot.data), reaches);
  const gone = missing.filter(({ mark }) => mark.kind === 'gone');
  return { compared: rows, gone, error: slot.error, isUnknown: !reaches };
}

/** The rows of the opened statistic; none where those at hand are of other days than are shown. */
export function tableRowsBeside(state: State): RowsBeside {
  const { websiteId, name, asked } = state.statistic;
  if (asked === undefined || !samePeriod(asked.period, rowsPeriod(state))) return alone;
  return rowsBeside(state, websiteId, name, shownPage(state.statistic), asked.search);
}

/** What the opened statistic's table shows: the page, and behind it the rows that are gone. */
export function shownTableRows(state: State): readonly StatisticRow[] {
  const gone = tableRowsBeside(state).gone.map(({ value }) => ({ value, count: 0 }));
  return [...(shownPage(state.statistic)?.rows ?? []), ...gone];
}

function asRead({ rows, page, next }: Page<StatisticRow>) {
  return { rows, readToEnd: page === 1 && next === 'no' };
}
