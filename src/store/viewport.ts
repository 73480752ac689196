import { panelOrder } from '#model/statisticCatalogue.ts';

/** What fits on the terminal. It decides what is drawn, and so what is asked of the service. */
export interface Viewport {
  readonly columns: number;
  readonly rows: number;
}

/** Below this one line says which size is needed. */
export const smallestViewport: Viewport = { columns: 40, rows: 10 };

export function isTooSmall({ columns, rows }: Viewport): boolean {
  return columns < smallestViewport.columns || rows < smallestViewport.rows;
}

/** Header above; detail line and footer below. */
const frameRows = 3;

/** Rows a screen has for itself. */
export function bodyRows({ rows }: Viewport): number {
  return Math.max(1, rows - frameRows);
}

/** A blank line sets things apart where there is room for it. */
export function hasAir(viewport: Viewport): boolean {
  return viewport.rows >= 16;
}

/** Room enough for a blank line between what is small. */
export function isTall(viewport: Viewport): boolean {
  return viewport.rows >= 36;
}

/** Rows of the list of websites: the body less toolbar, column titles, totals and the lines that set them apart. */
export function websiteRows(viewport: Viewport): number {
  return Math.max(1, bodyRows(viewport) - 2 - (hasTotals(viewport) ? 1 : 0) - (hasAir(viewport) ? 2 : 0));
}

/** Sums are nice to have: on the smallest terminals rows matter more. */
export function hasTotals(viewport: Viewport): boolean {
  return viewport.rows >= 12;
}

/** Rows of the list of several websites: the body less its heading, column titles and the lines that set them apart. */
export function bulkRows(viewport: Viewport): number {
  return Math.max(1, bodyRows(viewport) - 2 - (hasAir(viewport) ? 2 : 0));
}

/** Rows of a record: the body less its column titles and the lines that set them apart. */
export function recordRows(viewport: Viewport): number {
  return Math.max(1, bodyRows(viewport) - 1 - (hasAir(viewport) ? 2 : 0));
}

/** Rows of a statistic's table: the body less toolbar, column titles and the lines that set them apart. */
export function statisticRows(viewport: Viewport): number {
  return Math.max(1, bodyRows(viewport) - 3 - (hasAir(viewport) ? 2 : 0));
}

export interface DashboardLayout {
  /** Rows of the strip of measures. */
  readonly strip: number;
  /** Rows of the chart with its axis; 0 where there is no room. */
  readonly chart: number;
  /** Panels side by side, and rows of panels on screen. */
  readonly panelColumns: number;
  readonly panelRows: number;
  /** Rows of one panel, its title counted. */
  readonly panelHeight: number;
}

/** The fewest rows of a panel that still say something: its title and five. */
const leastPanel = 6;
const leastChart = 9;

/**
 * Shares the dashboard's body out: strip, chart and panels. All panels at once where that leaves room for a chart, else
 * as many as fit beside one that takes two fifths, else panels alone: the chart is then drawn in their place.
 */
export function dashboardLayout(viewport: Viewport): DashboardLayout {
  const { columns } = viewport;
  const air = hasAir(viewport) ? 1 : 0;
  const toolbar = isTall(viewport) ? 2 : 1;
  const strip = viewport.rows >= 16 ? 2 : 1;
  const rest = bodyRows(viewport) - toolbar - strip - air;
  const panelColumns = columns >= 170 ? 4 : columns >= 110 ? 3 : columns >= 64 ? 2 : 1;
  const rowsOfAll = Math.ceil(panelOrder.length / panelColumns);
  const heightOf = (rows: number, room: number) => Math.floor((room - (rows - 1) * air) / rows);

  const allHeight = heightOf(rowsOfAll, rest - air - leastChart);
  if (allHeight >= leastPanel) {
    const panels = allHeight * rowsOfAll + (rowsOfAll - 1) * air;
    return {
      strip,
      chart: rest - air - panels,
      panelColumns,
      panelRows: rowsOfAll,
      panelHeight: allHeight,
    };
  }
  const wanted = rest >= 13 ? Math.min(16, Math.max(6, Math.floor(rest * 0.42))) : 0;
  const forPanels = rest - wanted - (wanted > 0 ? air : 0);
  const panelRows = Math.max(1, Math.floor((forPanels + air) / (leastPanel + air)));
  const panelHeight = Math.max(2, heightOf(panelRows, forPanels));
  const spare = Math.max(0, forPanels - panelHeight * panelRows - (panelRows - 1) * air);
  return { strip, chart: wanted > 0 ? wanted + spare : 0, panelColumns, panelRows, panelHeight };
}

/** Rows of the table of movers: the body less two lines above it, column titles and air. */
export function moversRows(viewport: Viewport): number {
  return Math.max(1, bodyRows(viewport) - 3 - (hasAir(viewport) ? 1 : 0));
}

/** The chart of a row over time, and the parts below it: two lines above, column titles, air. */
export function historyLayout(viewport: Viewport): { chart: number; rows: number } {
  const rest = bodyRows(viewport) - 3 - (hasAir(viewport) ? 1 : 0);
  const chart = rest >= 12 ? Math.floor(rest * 0.5) : 0;
  return { chart, rows: Math.max(1, rest - chart) };
}

/** Rows of the palette's list: its frame, title and field need four; with air it keeps off the edges. */
export function paletteRows(viewport: Viewport): number {
  return Math.max(1, Math.min(14, bodyRows(viewport) - (hasAir(viewport) ? 6 : 4)));
}

/** Rows a menu of so many lines has, without a text field: its frame and title need three. */
export function menuRows(viewport: Viewport, count: number): number {
  return Math.max(1, Math.min(count, bodyRows(viewport) - 3));
}

/** Key tables side by side in the help. */
export function helpColumns({ columns }: Viewport): number {
  return columns >= 140 ? 2 : 1;
}

/** Keys on screen in the help: the body less two lines of titles, and one of air. */
export function helpRows(viewport: Viewport): number {
  return Math.max(1, bodyRows(viewport) - 2 - (hasAir(viewport) ? 1 : 0)) * helpColumns(viewport);
}

/** The chart of a series, and the days below it. */
export function seriesLayout(viewport: Viewport): { chart: number; rows: number } {
  const rest = bodyRows(viewport) - 1 - (hasAir(viewport) ? 1 : 0) - 2;
  const chart = rest >= 12 ? Math.floor(rest * 0.55) : 0;
  return { chart, rows: Math.max(1, rest - chart) };
}

/** The columns of the hours, and the lines of counts below them. */
export function hoursLayout(viewport: Viewport): { chart: number; rows: number } {
  const rest = bodyRows(viewport) - 1 - (hasAir(viewport) ? 1 : 0);
  const chart = rest >= 15 ? Math.min(18, Math.floor(rest * 0.55)) : rest;
  return { chart, rows: Math.max(0, rest - chart - 1) };
}
