import { lastResult } from '#model/cachedResult.ts';
import type { SeriesName } from '#model/statistics/statistics.ts';
import type { State } from '#store/core/state.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import { listLayout } from './listLayout.ts';
import { measuresOfColumns, shownColumns } from './websiteColumns.ts';

/** What the list shows depends on it. */
export type ListState = Pick<
  State,
  | 'period'
  | 'comparison'
  | 'today'
  | 'viewport'
  | 'overview'
  | 'websites'
  | 'capabilities'
  | 'tags'
  | 'introduction'
  | 'preparing'
>;

const measures = ['visitors', 'pageviews'] as const satisfies readonly SeriesName[];
// Every key asks for them several times.
const wanted = lastResult<readonly SeriesName[]>();

/** The measures that are read for every website of the list. */
export function measuresWanted(state: ListState): readonly SeriesName[] {
  const { overview, websites } = state;
  if (!overview.on) return [];
  const columns = shownColumns(state, true, shownComparison(state) !== undefined);
  const { lines, pane } = listLayout(state);
  const { sortBy } = websites;
  return wanted([columns, lines, pane, sortBy], () => {
    const shown = measuresOfColumns(columns, { lines, pane });
    return measures.filter(name => shown.includes(name) || (name === 'pageviews') === (sortBy === name));
  });
}
