import { panelsOf, type Capabilities } from '#model/service/capabilities.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { bodyRows, hasSpacing, isTall, type Viewport } from '#store/core/viewport.ts';

export interface DashboardLayout {
  /** Rows of the strip of measures. */
  readonly strip: number;
  /** Rows of the chart with its axis; 0 where there is no room. */
  readonly chart: number;
  /** All panels, those off screen too. */
  readonly panels: readonly StatisticName[];
  /** Panels side by side, and rows of panels on screen. */
  readonly panelColumns: number;
  readonly panelRows: number;
  /** Rows of one panel, its title included. */
  readonly panelHeight: number;
}

/** The smallest useful panel: its title and five rows. */
const leastPanel = 6;
const leastChart = 9;

/**
 * Divides the dashboard's body among strip, chart and panels: all panels at once if that leaves room for a chart, else as
 * many as fit beside a chart of two fifths of the height, else panels alone, with the chart drawn in their place.
 */
export function dashboardLayout(state: {
  readonly viewport: Viewport;
  readonly capabilities: Capabilities;
}): DashboardLayout {
  const { viewport } = state;
  const { columns } = viewport;
  const panels = panelsOf(state.capabilities);
  const gap = hasSpacing(viewport) ? 1 : 0;
  const toolbar = isTall(viewport) ? 2 : 1;
  const strip = viewport.rows >= 16 ? 2 : 1;
  const rest = bodyRows(viewport) - toolbar - strip - gap;
  const panelColumns = columns >= 170 ? 4 : columns >= 110 ? 3 : columns >= 64 ? 2 : 1;
  const rowsOfAll = Math.ceil(panels.length / panelColumns);
  const heightOf = (rows: number, room: number) => Math.floor((room - (rows - 1) * gap) / rows);

  const allHeight = heightOf(rowsOfAll, rest - gap - leastChart);
  if (allHeight >= leastPanel) {
    const rowsTaken = allHeight * rowsOfAll + (rowsOfAll - 1) * gap;
    return {
      strip,
      chart: rest - gap - rowsTaken,
      panels,
      panelColumns,
      panelRows: rowsOfAll,
      panelHeight: allHeight,
    };
  }
  const wanted = rest >= 13 ? Math.min(16, Math.max(6, Math.floor(rest * 0.42))) : 0;
  const forPanels = rest - wanted - (wanted > 0 ? gap : 0);
  const panelRows = Math.max(1, Math.floor((forPanels + gap) / (leastPanel + gap)));
  const panelHeight = Math.max(2, heightOf(panelRows, forPanels));
  const spare = Math.max(0, forPanels - panelHeight * panelRows - (panelRows - 1) * gap);
  return { strip, chart: wanted > 0 ? wanted + spare : 0, panels, panelColumns, panelRows, panelHeight };
}

type PanelGrid = Pick<DashboardLayout, 'panels' | 'panelColumns' | 'panelRows'>;

/** The panels on screen: whole rows of panels, scrolled so that the focused one is among them. */
export function panelsOnScreen(
  focused: number,
  { panels, panelColumns, panelRows }: PanelGrid,
): readonly StatisticName[] {
  const first = firstPanelOnScreen(focused, { panels, panelColumns, panelRows });
  return panels.slice(first, first + panelColumns * panelRows);
}

/** The index of the first panel on screen: the first one of its row. */
export function firstPanelOnScreen(focused: number, { panels, panelColumns, panelRows }: PanelGrid): number {
  const row = Math.floor(Math.max(0, focused) / panelColumns);
  const lastTop = Math.max(0, Math.ceil(panels.length / panelColumns) - panelRows);
  return Math.min(Math.floor(row / panelRows) * panelRows, lastTop) * panelColumns;
}
