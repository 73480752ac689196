export interface Viewport {
  readonly columns: number;
  readonly rows: number;
}

/** Below this size one line says which size is needed. */
export const smallestViewport: Viewport = { columns: 40, rows: 10 };

export function isTooSmall({ columns, rows }: Viewport): boolean {
  return columns < smallestViewport.columns || rows < smallestViewport.rows;
}

/** The header above; detail line and footer below. */
const frameRows = 3;

export function bodyRows({ rows }: Viewport): number {
  return Math.max(1, rows - frameRows);
}

export function hasSpacing(viewport: Viewport): boolean {
  return viewport.rows >= 16;
}

/** Rows of the list of websites: the body without toolbar, column titles, totals and blank lines. */
export function websiteRows(viewport: Viewport): number {
  return Math.max(1, bodyRows(viewport) - 2 - (hasTotals(viewport) ? 1 : 0) - (hasSpacing(viewport) ? 2 : 0));
}

/** On the smallest terminals rows matter more than sums. */
export function hasTotals(viewport: Viewport): boolean {
  return viewport.rows >= 12;
}

/** Rows of a form with its frame: on the smallest screens it has all but the detail line and the footer. */
export function formRows(viewport: Viewport): number {
  return isFormFullWidth(viewport) ? viewport.rows - 2 : bodyRows(viewport);
}

export function isFormFullWidth(viewport: Viewport): boolean {
  return viewport.columns < 60 && !hasSpacing(viewport);
}

/** Rows of the review of an edit of several websites and of what became of them, a box: without its frame, heading and button, with room column titles and two lines. */
export function reviewRows(viewport: Viewport): number {
  return Math.max(1, formRows(viewport) - (hasSpacing(viewport) ? 7 : 4));
}

/** Rows of a record: the body without column titles and blank lines. */
export function recordRows(viewport: Viewport): number {
  return Math.max(1, bodyRows(viewport) - 1 - (hasSpacing(viewport) ? 2 : 0));
}

/** Rows of a statistic's table: the body without toolbar, column titles and blank lines. */
export function statisticRows(viewport: Viewport): number {
  return Math.max(1, bodyRows(viewport) - 3 - (hasSpacing(viewport) ? 2 : 0));
}

/** Columns of the table of countries beside their map: enough for long names, where there is more also for bars. */
const minTable = 48;
const tableShare = 0.36;

/**
 * Columns of the table of countries and of the map of the world beside it; undefined where there is room for the table
 * alone. Beside it also at 100 columns: above, a map that can be read leaves six rows to the table.
 */
export function countryColumns({
  columns,
  rows,
}: Viewport): { readonly table: number; readonly map: number } | undefined {
  if (columns < 100 || rows < 30) return undefined;
  const table = Math.max(minTable, Math.floor(columns * tableShare));
  return { table, map: columns - table };
}

/** Columns of the rows of a statistic and of the pane of the selected one beside them; undefined where there is room for the rows alone. */
export function rowPaneColumns({
  columns,
  rows,
}: Viewport): { readonly table: number; readonly pane: number } | undefined {
  if (columns < 100 || rows < 20) return undefined;
  const table = Math.min(84, Math.ceil(columns * 0.54));
  return { table, pane: columns - table };
}

interface ChartLayout {
  /** On the smallest terminals it stands on rows that need no titles. */
  readonly chart: number;
  readonly hasTitles: boolean;
  /** Blank lines below the chart. */
  readonly gap: number;
  readonly rows: number;
}

const roomForGap = 24;

const roomForTitles = 11;
const lowChart = 3;

/** @param titles lines beside the rows: their titles, and what else stands there where there is room */
function withChart(rest: number, share: number, viewport: Viewport, titles = 1): ChartLayout {
  const hasTitles = rest >= roomForTitles;
  const chart = hasTitles ? Math.floor(rest * share) : Math.min(lowChart, rest - 1);
  const gap = hasTitles && hasSpacing(viewport) && viewport.rows >= roomForGap ? 1 : 0;
  return { chart, hasTitles, gap, rows: Math.max(1, rest - chart - gap + (hasTitles ? 0 : titles)) };
}

export function historyLayout(viewport: Viewport): ChartLayout {
  const rest = bodyRows(viewport) - 3 - (hasSpacing(viewport) ? 1 : 0);
  return withChart(rest, 0.5, viewport);
}

/** Columns of a page view with its page and its referrer. */
const minView = 60;

/** The chart of the last minutes, of two rows where there is no room for its axis, and the page views below it, side by side where they fit. */
export function nowLayout(viewport: Viewport): { chart: number; rows: number; columns: number } {
  const rest = bodyRows(viewport) - 2 - (hasSpacing(viewport) ? 2 : 0);
  const chart = rest >= 12 ? Math.min(16, Math.floor(rest * 0.5)) : 2;
  const columns = Math.max(1, Math.floor(viewport.columns / minView));
  return { chart, rows: Math.max(1, rest - chart), columns };
}

/** Rows of the lines of logs: the body without the line above them, that of what is missing, and blank lines. */
export function linesRows(viewport: Viewport, isMissing: boolean): number {
  return Math.max(1, bodyRows(viewport) - 1 - (isMissing ? 1 : 0) - (hasSpacing(viewport) ? 1 : 0));
}

export function seriesLayout(viewport: Viewport): ChartLayout {
  const rest = bodyRows(viewport) - 1 - (hasSpacing(viewport) ? 1 : 0) - 2;
  return withChart(rest, 0.55, viewport, 2);
}

export function hoursLayout(viewport: Viewport): { chart: number; rows: number } {
  const rest = bodyRows(viewport) - 1 - (hasSpacing(viewport) ? 1 : 0);
  const chart = rest >= 15 ? Math.min(18, Math.floor(rest * 0.55)) : rest;
  return { chart, rows: Math.max(0, rest - chart - 1) };
}

/** What the days that a filter by weekdays leaves have no need of is the chart's. */
export function withFewDays(layout: ChartLayout, count: number | undefined, days: number): ChartLayout {
  if (count === undefined || count === days) return layout;
  const spare = Math.max(0, layout.rows - count);
  return { ...layout, chart: layout.chart + spare, rows: layout.rows - spare };
}

/** Small charts of the same kind, one for each website and one for all of them. */
export interface Multiples {
  /** So many side by side, each of `width` columns with `gap` between, and `height` rows of chart below its name. */
  readonly across: number;
  readonly width: number;
  readonly height: number;
  /** With the title. */
  readonly lines: number;
}

export const multiplesGap = 3;
/** Of this size a terminal has more room than list, pane and attention need. */
const roomForMultiples = { columns: 170, rows: 45 } as const;
const minMultiple = 24;
/** Fewer have room below their rows in the list. */
const minMultiples = 5;
/** Rows of a chart that show a course; where there is room for it, higher ones take no place of another website. */
const goodMultiple = 3;

/** In the lower third of the body. Few charts are wide, many are low; of more than fit the list says more. */
export function divideMultiples({ columns, rows }: Viewport, websites: number): Multiples | undefined {
  if (columns < roomForMultiples.columns || rows < roomForMultiples.rows || websites < minMultiples)
    return undefined;
  const lines = Math.floor(bodyRows({ columns, rows }) / 3);
  const ways = waysToDivide(columns - 2, lines, websites + 1).filter(({ across }) => across >= 3);
  const found = [goodMultiple, 2, 1].map(min => ways.find(({ height }) => height >= min));
  return found.find(way => way !== undefined);
}

/** Side by side in ever more columns. */
function waysToDivide(columns: number, lines: number, charts: number): Multiples[] {
  const room = columns + multiplesGap;
  const max = Math.max(1, Math.floor(room / (minMultiple + multiplesGap)));
  return Array.from({ length: max }, (_, index) => {
    const across = index + 1;
    const height = Math.floor((lines - 1) / Math.ceil(charts / across)) - 1;
    return { across, height, width: Math.floor(room / across) - multiplesGap, lines };
  });
}

/** Rows of a chart in the lines that few websites leave free: more are of no use. */
const highMultiple = 5;

/** Of so many websites, and of all of them where they are several; undefined where charts would show no course. */
export function divideCharts(columns: number, lines: number, websites: number): Multiples | undefined {
  const ways = waysToDivide(columns, lines, websites === 1 ? 1 : websites + 1);
  return [highMultiple, goodMultiple].flatMap(min => ways.find(({ height }) => height >= min) ?? [])[0];
}
