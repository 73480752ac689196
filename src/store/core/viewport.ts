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
