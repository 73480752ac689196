import { request } from '#queries/answers/request.ts';
import { hasStatistic } from '#model/service/capabilities.ts';
import { windows } from '#model/statistics/series.ts';
import { isHours, type StatisticName } from '#model/statistics/statistics.ts';
import { bodyRows, hasSpacing, type Viewport } from '#store/display.ts';
import { heatMapPeriod, todayRequests } from '#store/queries/series.ts';
import { readWorld } from '#store/queries/rows.ts';
import {
  type ComparisonState,
  shownPeriod,
  shownDays,
  singleDay,
  type ViewState,
} from '#store/queries/question.ts';
import type { ReadOptions } from '#queries/answers/answers.ts';
import { counted } from '#text/words.ts';
import { type PanelsState, shownPanels } from '#store/kept/yours.ts';

export interface DashboardLayout {
  /** Blank rows between the header and the measures. */
  readonly above: number;
  /** Rows of the measures: 4 of tiles with their charts, else a strip of 2 or 1. */
  readonly strip: number;
  /** Lines above the chart for what explains a day; 0 of more days, and where it stands beside the chart's title. */
  readonly sentence: number;
  /** Rows of the chart with its title and axis; 0 where there is no room. */
  readonly chart: number;
  /** Blank rows between chart and panels. */
  readonly below: number;
  /** Columns of the map of the world beside the chart; 0 without. */
  readonly map: number;
  readonly panels: readonly StatisticName[];
  /** Panels side by side, and rows of panels on screen. */
  readonly panelColumns: number;
  readonly panelRows: number;
  /** Rows of one panel with its title, and its frame where panels have one. */
  readonly panelHeight: number;
  readonly isFramed: boolean;
  /** Of their frames panels have the upper edge alone: the rows go to the axis of the chart, and to the blank one below it. */
  readonly isOpen: boolean;
  readonly values: number;
  /** Whether each row says its change; elsewhere only the line of the focused panel does. */
  readonly hasChanges: boolean;
  /** Whether the hours of the day are those of each weekday. */
  readonly hasWeek: boolean;
}

type DashboardSpace = {
  readonly viewport: Viewport;
} & PanelsState &
  Partial<ComparisonState>;

/** Rows of tiles: frame, number, chart. */
export const tileRows = 4;
const minChart = 9;
const dayLines = 2;
const roomForChanges = 76;
/** Terminals with fewer rows have no whole frames. */
const roomForFrames = 30;
/** On fewer rows the line above the tiles is the chart's. */
const roomForBlank = 36;
/** Columns of one panel of five, and rows that headings and seven weekdays take with their frame. */
const minWide = 34;
const weekPanel = 10;
/** Rows of a panel where all are on screen. */
const minOfAll = 6;

/**
 * Divides the dashboard's body among measures, chart and panels. On the largest terminals panels stand in columns of five,
 * the hours of the day as those of each weekday, and a map beside the chart. Else all panels at once if that leaves room for a
 * chart, else as many as fit beside a chart of two fifths of the height, else panels alone, with the chart drawn in their
 * place.
 */
export function dashboardLayout(space: DashboardSpace): DashboardLayout {
  const { viewport } = space;
  const { columns, rows } = viewport;
  const panels = shownPanels(space);
  const isFramed = rows >= 22 && columns >= 64;
  const isOpen = isFramed && rows < roomForFrames;
  const edges = isFramed && !isOpen ? 2 : 1;
  const strip = isFramed ? tileRows : rows >= 16 ? 2 : 1;
  const spacing = !isFramed && hasSpacing(viewport) ? 1 : 0;
  const below = isFramed ? 1 : spacing;
  const above = rows >= roomForBlank ? 1 : 0;
  const rest = bodyRows(viewport) - 1 - above - strip - spacing;
  const heightOf = (count: number, room: number) => Math.floor((room - (count - 1) * spacing) / count);
  const sentenceIn = (room: number) => (room >= minChart && isDayCompared(space) ? dayLines : 0);
  const grid = (room: number, panelColumns: number, panelRows: number, panelHeight: number) => ({
    above,
    strip,
    sentence: sentenceIn(room),
    chart: room - sentenceIn(room),
    below: room > 0 ? below : 0,
    map: 0,
    panels,
    panelColumns,
    panelRows,
    panelHeight,
    isFramed,
    isOpen,
    values: panelHeight - edges,
    hasChanges: columns >= roomForChanges,
    hasWeek: false,
  });

  const roomForFive = rest - below - minChart;
  const rowsOfFive = Math.min(Math.ceil(panels.length / 5), Math.floor(roomForFive / weekPanel));
  if (columns >= minWide * 5 && rowsOfFive >= 2) {
    const panelHeight = Math.min(
      heightOf(rowsOfFive, roomForFive),
      Math.max(weekPanel, heightOf(rowsOfFive, Math.floor(rest * 0.7))),
    );
    const chart = rest - below - panelHeight * rowsOfFive;
    const map = panels.includes('country') ? mapColumns(chart, columns) : 0;
    const hasWeek = panels.includes('visitors_hours') && space.capabilities.isLocal === true;
    return { ...grid(chart, 5, rowsOfFive, panelHeight), map, hasWeek };
  }

  const panelColumns = columns >= 170 ? 4 : columns >= 110 ? 3 : columns >= 64 ? 2 : 1;
  const rowsOfAll = Math.ceil(panels.length / panelColumns);
  // One row of panels leaves the chart half of it.
  const maxPanel = rowsOfAll === 1 ? Math.max(minOfAll, Math.ceil(rest / 2)) : rest;
  const allHeight = Math.min(maxPanel, heightOf(rowsOfAll, rest - below - minChart));
  if (allHeight >= minOfAll) {
    const taken = allHeight * rowsOfAll + (rowsOfAll - 1) * spacing;
    return grid(rest - below - taken, panelColumns, rowsOfAll, allHeight);
  }

  // Few rows of panels that show enough each: the smallest terminal with frames has three values in each of two rows.
  const minPanel = isFramed ? Math.min(8, Math.max(3 + edges, Math.floor(rows / 5))) : 6;
  const wanted = rest >= 13 ? Math.min(16, Math.max(6, Math.floor((rest + above) * 0.42) - above)) : 0;
  const forPanels = rest - wanted - (wanted > 0 ? below : 0);
  const panelRows = Math.min(
    rowsOfAll,
    Math.max(1, Math.floor((forPanels + spacing) / (minPanel + spacing))),
  );
  const panelHeight = Math.max(2, heightOf(panelRows, forPanels));
  const spare = Math.max(0, forPanels - panelHeight * panelRows - (panelRows - 1) * spacing);
  return grid(wanted > 0 ? wanted + spare : 0, panelColumns, panelRows, panelHeight);
}

function isDayCompared({ period, comparison, today }: Partial<ComparisonState>): boolean {
  if (period === undefined || comparison?.baseline === undefined || today === undefined) return false;
  return singleDay({ period, comparison, today }) !== undefined;
}

/** Of a map as high as the chart, its frame included: a cell is twice as high as wide, the world 2.3 times as wide as high. */
export function mapColumns(chart: number, columns: number): number {
  return Math.min(Math.round((chart - 2) * 4.6) + 4, Math.floor(columns / 3));
}

/** Where there is no room for both, the chart takes the place of the panels while it has the focus. */
export function isSmall(state: DashboardSpace & { readonly dashboard: { readonly panel: number } }): boolean {
  return state.dashboard.panel < 0 && dashboardLayout(state).chart === 0;
}

const minForGoal = 7;

/** Whether the chart leaves a line for a goal; else the line above the footer says it, as long as no cursor is on the chart. */
export function hasGoalLine(space: DashboardSpace): boolean {
  return dashboardLayout(space).chart >= minForGoal;
}

/** The panels of which the first row stands below the chart there. */
export function bestPanels(state: PanelsState): readonly StatisticName[] {
  return shownPanels(state)
    .filter(name => !isHours(name))
    .slice(0, 3);
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

export function firstPanelOnScreen(focused: number, { panels, panelColumns, panelRows }: PanelGrid): number {
  const row = Math.floor(Math.max(0, focused) / panelColumns);
  const lastTop = Math.max(0, Math.ceil(panels.length / panelColumns) - panelRows);
  return Math.min(Math.floor(row / panelRows) * panelRows, lastTop) * panelColumns;
}

/** "3-6 of 14 panels"; "14 panels" where all are on screen. */
export function panelsText(focused: number, grid: PanelGrid): string {
  const first = firstPanelOnScreen(focused, grid);
  const last = first + panelsOnScreen(focused, grid).length;
  const count = grid.panels.length;
  if (first === 0 && last === count) return counted(count, 'panels');
  return last - first === 1 ? `${last} of ${count} panels` : `${first + 1}-${last} of ${count} panels`;
}

/** Today's hours, and those of the day it is compared with. */
export function readToday(state: ViewState, websiteId: string, options: ReadOptions): void {
  if (!showsToday(state) || !hasStatistic(state.capabilities, 'visitors_hours')) return;
  if (dashboardLayout(state).strip < tileRows) return;
  for (const request of todayRequests(state, websiteId)) void state.answers.read(websiteId, request, options);
}

/** Whether today is among the days that are read with the period: not with one that is over. */
export function showsToday(state: ViewState): boolean {
  return shownDays(state).span.to >= state.today();
}

/** What the largest terminals show beside the panels: the countries of the map, and weekdays by hours, a request a day. */
export function readWide(state: ViewState, websiteId: string, options: ReadOptions): void {
  const { map, hasWeek } = dashboardLayout(state);
  if (map > 0) readWorld(state, websiteId, options);
  if (!hasWeek) return;
  for (const day of windows(heatMapPeriod(shownPeriod(state), state.today()), 1))
    void state.answers.read(websiteId, request.hours('visitors_hours', day), { owner: options.owner });
}
