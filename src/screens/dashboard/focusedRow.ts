import { panelsOf } from '#model/service/capabilities.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import type { RowName } from '#store/statistics/exactCount.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { rowsPeriod } from '#store/statistics/comparison.ts';
import { dashboardLayout } from '#store/statistics/dashboardLayout.ts';
import { panelQuery, rowsKey } from '#store/statistics/statsQueries.ts';
import type { State } from '#store/core/state.ts';

/** The row that the cursor is on inside a panel of the dashboard; undefined while it is in none. */
export function focusedRow(state: State): RowName | undefined {
  const { panel, row } = state.dashboard;
  const { view } = state.navigation;
  const name = panelsOf(state.capabilities)[panel];
  const found = row === undefined ? undefined : rowsOnScreen(state)[row];
  return view.screen === 'dashboard' && name !== undefined && found !== undefined
    ? { websiteId: view.websiteId, name, value: found.value }
    : undefined;
}

/** Whether the focused panel is one of rows, read or not. */
export function hasRows(state: State): boolean {
  const name = panelsOf(state.capabilities)[state.dashboard.panel];
  return name !== undefined && statisticInfo(name).kind === 'rows';
}

/** How many rows the focused panel shows; none of a chart. */
export function rowCount(state: State): number {
  return rowsOnScreen(state).length;
}

function rowsOnScreen(state: State): readonly StatisticRow[] {
  const { view } = state.navigation;
  const name = panelsOf(state.capabilities)[state.dashboard.panel];
  if (view.screen !== 'dashboard' || name === undefined || !hasRows(state)) return [];
  const { values } = dashboardLayout(state);
  const query = panelQuery(name, rowsPeriod(state), values);
  return (state.stats.rows[rowsKey(view.websiteId, query)]?.data?.rows ?? []).slice(0, values);
}
