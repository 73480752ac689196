import type { SeriesName } from '#model/statistics/statistics.ts';
import type { State } from '#store/core/state.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import { listLayout } from './listLayout.ts';
import { measuresOfColumns, shownColumns } from './websiteColumns.ts';

/** What the list shows depends on it. */
export type ListState = Pick<
  State,
  'period' | 'comparison' | 'today' | 'viewport' | 'overview' | 'websites' | 'capabilities' | 'tags'
>;

/** The measures that are read for every website of the list. */
export function measuresWanted(state: ListState): SeriesName[] {
  const { overview, websites } = state;
  if (!overview.on) return [];
  const columns = shownColumns(state, true, shownComparison(state) !== undefined);
  const shown = measuresOfColumns(columns, listLayout(state));
  const isWanted = (name: SeriesName) =>
    shown.includes(name) || (name === 'pageviews') === (websites.sortBy === name);
  return (['visitors', 'pageviews'] as const).filter(isWanted);
}
