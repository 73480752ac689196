import { total } from '#text/fit.ts';
import { columnWidths } from '#components/parts.ts';
import { hasSpacing, type Viewport } from '#store/display.ts';
import type { State } from '#store/state.ts';
import {
  type DashboardLayout,
  dashboardLayout,
  firstPanelOnScreen,
  panelsOnScreen,
} from '#store/views/dashboardLayout.ts';
import { isNothingIn, isUnreadIn } from './panels.ts';

/** Where the panels on screen stand, by their places in the order of all panels: those are what their keys count. */
export interface Arrangement {
  /** Those that have something, row by row, from the first to the last. */
  readonly rows: readonly (readonly number[])[];
  /** Those that have nothing in this period, on one line below the others. */
  readonly empty: readonly number[];
  /** So few that they stand beside the chart, one below the other, rather than wide below it. */
  readonly isBesideChart?: boolean;
}

/**
 * @param isNothing of each panel on screen, undefined while one is not read: nothing moves until all are
 * @param areUnread some could not be read: that is said once, and the chart takes their room
 */
export function arrangePanels(
  first: number,
  isNothing: readonly (boolean | undefined)[],
  columns: number,
  hasChart = false,
  areUnread = false,
): Arrangement {
  const all = isNothing.map((_, index) => first + index);
  const isKnown = isNothing.every(each => each !== undefined);
  const empty = isKnown ? all.filter((_, index) => isNothing[index]) : [];
  // Where no panel has anything each says so in its place.
  const shown =
    empty.length === all.length && !(hasChart && areUnread)
      ? all
      : all.filter(panel => !empty.includes(panel));
  const isBesideChart = hasChart && shown.length > 0 && shown.length * 2 < columns;
  if (isBesideChart) return { rows: shown.map(panel => [panel]), empty, isBesideChart };
  const counts = columnWidths(shown.length, Math.ceil(shown.length / columns));
  const starts = counts.map((_, row) => total(counts.slice(0, row)));
  return {
    rows: counts.map((count, row) => shown.slice(starts[row], (starts[row] ?? 0) + count)),
    empty: shown === all ? [] : empty,
  };
}

/** Of the dashboard in view. */
export function arrangementOf(state: State, websiteId: string): Arrangement {
  const layout = dashboardLayout(state);
  const { panel } = state.dashboard;
  const names = panelsOnScreen(panel, layout);
  const isNothing = names.map(name => isNothingIn(state, websiteId, name, layout.values));
  const areUnread = names.some(name => isUnreadIn(state, websiteId, name, layout.values));
  const first = firstPanelOnScreen(panel, layout);
  return arrangePanels(first, isNothing, layout.panelColumns, layout.chart > 0, areUnread);
}

/** The rows of the chart, and of each row of panels. Panels that are not there leave their rows to the chart where all panels are on screen: as one goes through them it stays. */
export function roomFor(
  { rows, empty, isBesideChart }: Arrangement,
  layout: DashboardLayout,
  viewport: Viewport,
) {
  const { chart, panels, panelColumns, panelRows, panelHeight } = layout;
  const heightOf = (count: number) => gridHeight({ ...layout, panelRows: count }, viewport);
  const line = empty.length > 0 ? 1 : 0;
  if (isBesideChart) {
    const all = chart + heightOf(panelRows) - line;
    return { chart: all, heights: columnWidths(all, rows.length) };
  }
  const free = heightOf(panelRows) - heightOf(rows.length) - line;
  const areAllShown = panelColumns * panelRows >= panels.length || rows.length === 0;
  if (chart > 0 && (areAllShown || free < 0))
    return { chart: chart + free, heights: rows.map(() => panelHeight) };
  const spare = columnWidths(Math.max(0, free), rows.length);
  const heights = rows.map((_, row) => panelHeight + (spare[row] ?? 0));
  // Without a chart the last panels make room for the line.
  return { chart, heights: free < 0 ? [...heights.slice(0, -1), (heights.at(-1) ?? 1) - 1] : heights };
}

/** The rows of all panels on screen with the blank ones between them. */
export function gridHeight(
  { panelRows, panelHeight, isFramed }: Pick<DashboardLayout, 'panelRows' | 'panelHeight' | 'isFramed'>,
  viewport: Viewport,
): number {
  const gap = !isFramed && hasSpacing(viewport) ? 1 : 0;
  return panelRows * panelHeight + Math.max(0, panelRows - 1) * gap;
}

/** Rows of values that a panel on screen has room for, of those that are read. */
export function shownValues(state: State, websiteId: string, panel: number): number {
  const layout = dashboardLayout(state);
  const arrangement = arrangementOf(state, websiteId);
  const row = arrangement.rows.findIndex(panels => panels.includes(panel));
  const height = roomFor(arrangement, layout, state.viewport).heights[row] ?? 0;
  return Math.min(layout.values, height - (layout.panelHeight - layout.values));
}
