import { total } from '#text/fit.ts';
import { mostMoved } from '#model/why/groups.ts';
import { bodyRows, hasSpacing, isTooSmall, type Viewport } from '#store/display.ts';
import type { Move } from '#store/navigation/navigation.ts';
import type { ShownWhyGroup, ShownWhyRow } from '#queries/whyGroups.ts';

export interface WhyPosition {
  readonly group: number;
  readonly row: number;
}

export type WhyMove = Move | 'left' | 'right' | 'nextGroup' | 'previousGroup';

/**
 * Where a move leads. Up and down stay in their column of groups, left and right in their band; groups without rows are
 * passed over. Where nothing lies that way the place stays.
 * @param rows how many rows of each group are on screen
 * @param columns groups side by side
 */
export function movedInGroups(
  rows: readonly number[],
  columns: number,
  position: WhyPosition,
  move: WhyMove,
): WhyPosition {
  const has = (group: number) => (rows[group] ?? 0) > 0;
  const groups = rows.map((_, group) => group);
  const inColumn = groups.filter(group => group % columns === position.group % columns && has(group));
  const above = inColumn.findLast(group => group < position.group);
  const below = inColumn.find(group => group > position.group);
  const last = (group: number) => Math.max(0, (rows[group] ?? 0) - 1);
  const at = (group: number | undefined, row: number): WhyPosition =>
    group === undefined ? position : { group, row: Math.min(row, last(group)) };
  const filled = groups.filter(has);
  switch (move) {
    case 'up':
      return position.row > 0 ? at(position.group, position.row - 1) : at(above, Infinity);
    case 'down':
      return position.row < last(position.group) ? at(position.group, position.row + 1) : at(below, 0);
    case 'halfUp':
      return above === undefined ? at(position.group, 0) : at(above, position.row);
    case 'halfDown':
      return below === undefined ? at(position.group, last(position.group)) : at(below, position.row);
    case 'left':
    case 'right':
      return at(neighbour(filled, columns, position.group, move === 'left' ? -1 : 1), position.row);
    case 'first':
      return at(filled[0], 0);
    case 'last':
      return at(filled.at(-1), Infinity);
    case 'nextGroup':
      return at(filled.find(group => group > position.group) ?? filled[0], 0);
    case 'previousGroup':
      return at(filled.findLast(group => group < position.group) ?? filled.at(-1), 0);
  }
}

/** The next group with rows on that side, in the same band; in a single column the one above or below. */
function neighbour(
  filled: readonly number[],
  columns: number,
  group: number,
  step: -1 | 1,
): number | undefined {
  const band = (group: number) => (columns === 1 ? 0 : Math.floor(group / columns));
  const others = filled.filter(each => band(each) === band(group));
  return step === 1 ? others.find(each => each > group) : others.findLast(each => each < group);
}

export interface WhyLayout extends GroupGrid {
  readonly sentence: number;
  /** Lines for what is told of sessions, below the sentences. */
  readonly rates: number;
  /** Lines below the groups that say which could not be read. */
  readonly missing: number;
  /** Lines for a chart, with a blank one below it. */
  readonly chart: number;
  /** Lines for it below the groups, where it is known last that they leave as many. */
  readonly below: number;
  /** Lines that nothing has. */
  readonly free: number;
}

export interface GroupGrid {
  /** Groups side by side, the columns of each, and those between two. */
  readonly columns: number;
  readonly width: number;
  readonly gap: number;
  /** Lines of a group below its title. */
  readonly lines: number;
  readonly spacing: number;
  readonly bands: number;
  /** Lines of each band, where they differ. */
  readonly heights?: readonly number[];
}

/** How many rows of a group, with one for the others, there is room for. */
export function linesOfGroup(grid: GroupGrid, index: number): number {
  return grid.heights?.[Math.floor(index / grid.columns)] ?? grid.lines;
}

/** All that changed and was read, or a line for the others; two for a sentence in their place. */
function linesNeeded({ rows, changed }: ShownWhyGroup): number {
  return Math.max(rows.length === 0 ? 2 : 1, rows.length === changed ? changed : rows.length + 1);
}

/**
 * A band is as high as its rows need, at most as all together have room for: what the lowest do not need the others have.
 * @param mostEmpty cells that may stay empty below short groups beside a long one
 */
export function bandHeights(
  groups: readonly ShownWhyGroup[],
  grid: GroupGrid,
  mostEmpty = Number.POSITIVE_INFINITY,
): number[] {
  const { columns, lines } = grid;
  const needed = groups.map(linesNeeded);
  const needs = Array.from({ length: Math.ceil(groups.length / columns) }, (_, band) =>
    bandHeight(needed.slice(band * columns, (band + 1) * columns), grid, mostEmpty),
  );
  let left = lines * needs.length;
  const heights = new Map<number, number>();
  const order = [...needs.keys()].sort((a, b) => (needs[a] ?? 0) - (needs[b] ?? 0));
  for (const [index, band] of order.entries()) {
    const own = Math.min(needs[band] ?? 0, Math.floor(left / (order.length - index)));
    heights.set(band, own);
    left -= own;
  }
  return needs.map((_, band) => heights.get(band) ?? 0);
}

function bandHeight(needed: readonly number[], { width, gap }: GroupGrid, mostEmpty: number): number {
  const runs = needed.flatMap((_, from) =>
    needed.slice(from).map((_, at) => needed.slice(from, from + at + 1)),
  );
  const heights = runs.map(some => Math.max(...some) + mostEmpty / (some.length * (width + gap)));
  return Math.min(Math.max(...needed), Math.max(minLines, Math.floor(Math.min(...heights))));
}

/** Three rows, and a line for the others. */
const minLines = 4;
const maxLines = 14;

/** Below so many rows the groups need each line. */
const rowsForRates = 20;
/** And the sentence is cut to one. */
const rowsForTwo = 12;

/** From so many rows on there is room for a chart, which takes this part of it. */
const rowsForChart = 45;
const chartShare = 0.3;
/** Few groups leave so many lines to it on a lower terminal, too. */
const minChart = 8;
/** In the place of a group. */
const lowestChart = 6;

/**
 * The sentences keep their lines while groups come, so that nothing below them moves.
 * @param hasDays several days are compared
 * @param hasRates something is told of sessions
 * @param missing lines that say which groups could not be read
 */
export function whyLayout(
  viewport: Viewport,
  groups: number,
  {
    hasDays,
    hasRates,
    missing: wanted = 0,
  }: { readonly hasDays: boolean; readonly hasRates: boolean; readonly missing?: number },
): WhyLayout {
  const sentence = viewport.rows < rowsForTwo ? 1 : viewport.columns >= 110 || !hasSpacing(viewport) ? 2 : 3;
  const rates = hasRates && viewport.rows >= rowsForRates ? 1 : 0;
  // The sentence of an outage above so small a view says it.
  const missing = isTooSmall(viewport) ? 0 : wanted;
  const spaced = hasSpacing(viewport) ? 2 : 0;
  const whole = Math.max(2, bodyRows(viewport) - 1 - sentence - rates - missing - spaced);
  if (groups === 0 && hasDays) {
    const none = { columns: 1, width: viewport.columns, gap: 0, lines: 0, spacing: 0, bands: 0 };
    return { sentence, rates, missing, chart: whole - 1, below: 0, free: 0, ...none };
  }
  const min = hasDays && viewport.rows >= rowsForChart ? Math.floor(whole * chartShare) : 0;
  const room = whole - (min === 0 ? 0 : min + 1);
  const all = groupGrid(viewport, groups, room);
  const high = all.lines + 1 + all.spacing;
  const leftBy = (bands: number) => Math.max(0, room - bands * high);
  // The last of an odd number of groups would be alone beside nothing: the days have its place where they fit.
  const isAlone = hasDays && all.columns > 1 && all.bands > 1 && groups === (all.bands - 1) * all.columns + 1;
  const isLeftOut = isAlone && min === 0 && leftBy(all.bands - 1) > lowestChart;
  const grid = isLeftOut ? { ...all, bands: all.bands - 1 } : all;
  const left = leftBy(grid.bands);
  const chart = min > 0 ? min + left : left > (isLeftOut ? lowestChart : minChart) ? left - 1 : 0;
  return {
    sentence,
    rates,
    missing,
    chart: hasDays ? chart : 0,
    below: 0,
    free: chart === 0 ? left : 0,
    ...grid,
  };
}

/** Of the screen: a group of many rows has no more of them where the chart has the lines. */
const mostEmptyShare = 0.06;

/** Once all groups are read: what they do not need is the chart's, or else lies between them. */
export function packedLayout(
  layout: WhyLayout,
  groups: readonly ShownWhyGroup[],
  { viewport, hasChart }: { readonly viewport: Viewport; readonly hasChart: boolean },
): WhyLayout {
  const mostEmpty = hasChart ? viewport.columns * viewport.rows * mostEmptyShare : undefined;
  const heights = bandHeights(groups, layout, mostEmpty);
  const free = layout.lines * heights.length - total(heights) + layout.free;
  if (layout.chart > 0) return { ...layout, heights, chart: layout.chart + free, free: 0 };
  if (hasChart && free > lowestChart) return { ...layout, heights, below: free - 1, free: 0 };
  const spacing = layout.spacing + (layout.spacing > 0 ? Math.floor(free / Math.max(1, heights.length)) : 0);
  return { ...layout, heights, spacing };
}

/** Lines of the table with its titles and its sum. */
export const titlesAndSum = 2;
const minRows = 2;

/** The rows of one group whole, and as many of the others as have room below them. @param others how many there are */
export function othersBelow(
  viewport: Viewport,
  rows: number,
  others: number,
  width = viewport.columns,
): { readonly width: number; readonly rows: number; readonly grid: GroupGrid | undefined } {
  const all = whyTableRows(viewport);
  const left = Math.max(0, all - Math.max(minRows, rows) - 1);
  const area = { columns: width, rows: viewport.rows };
  // With a column beside it the groups have one below each other.
  const grid = gridIn(area, left, others, width < viewport.columns ? 1 : sideBySide(area));
  return { width, rows: grid === undefined ? all : all - left - 1, grid };
}

/** A higher chart says less than groups in its place; of those it leaves lines to fewer. */
const highChart = 16;
const linesBeside = 8;

/** The days beside one group, and below them as many of the others as have room. @param others that are not below its rows */
export function othersBeside(
  viewport: Viewport,
  columns: number,
  others: number,
): { readonly chart: number; readonly grid: GroupGrid | undefined } {
  const all = whyTableRows(viewport) + titlesAndSum;
  const area = { columns, rows: viewport.rows };
  const grid = gridIn(area, all - highChart - 1, others, sideBySide(area));
  if (grid === undefined) return { chart: all, grid };
  const lines = Math.min(grid.lines, linesBeside);
  return { chart: all - grid.bands * (1 + lines + grid.spacing), grid: { ...grid, lines } };
}

function gridIn(area: Viewport, room: number, others: number, across: number): GroupGrid | undefined {
  const count = Math.min(maxGroups(area, across, room), others);
  return count === 0 ? undefined : groupGrid(area, count, room, Number.POSITIVE_INFINITY, across);
}

function maxGroups(area: Viewport, columns: number, room: number): number {
  const spacing = spacingOf(area);
  return columns * Math.max(0, Math.floor((room + spacing) / (1 + minLines + spacing)));
}

function sideBySide({ columns }: Viewport): number {
  return columns >= 180 ? 3 : columns >= 76 ? 2 : 1;
}

/** Lower terminals have no line between two bands of groups. */
const rowsForSpacing = 24;

function spacingOf({ rows }: Viewport): number {
  return rows >= rowsForSpacing ? 1 : 0;
}

function groupGrid(
  viewport: Viewport,
  groups: number,
  room: number,
  max = maxLines,
  across = sideBySide(viewport),
): GroupGrid {
  const columns = Math.max(1, Math.min(across, groups));
  const gap = viewport.columns >= 110 ? 4 : 2;
  const spacing = spacingOf(viewport);
  const linesIn = (bands: number) => Math.floor((room + spacing) / bands) - spacing - 1;
  const all = Math.max(1, Math.ceil(groups / columns));
  const bands =
    linesIn(all) >= minLines ? all : Math.max(1, Math.floor((room + spacing) / (1 + minLines + spacing)));
  return {
    columns,
    width: Math.floor((viewport.columns - 2 - gap * (columns - 1)) / columns),
    gap,
    lines: Math.max(1, Math.min(max, linesIn(bands))),
    spacing,
    bands,
  };
}

/** All that changed where they fit, else those that moved most, and one line is for the others. */
export function rowsOnScreen({ rows, changed }: ShownWhyGroup, lines: number): readonly ShownWhyRow[] {
  return changed <= lines && rows.length === changed ? rows : mostMoved(rows, lines - 1);
}

/** Rows of the table of one group: the body without the lines above, column titles, the sum, and a blank line. */
export function whyTableRows(viewport: Viewport): number {
  return Math.max(1, bodyRows(viewport) - 4 - (hasSpacing(viewport) ? 1 : 0));
}
