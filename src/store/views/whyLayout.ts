import { mostMoved } from '#model/why/groups.ts';
import { bodyRows, hasSpacing, type Viewport } from '#store/display.ts';
import type { Move } from '#store/navigation/list.ts';
import type { ShownWhyGroup, ShownWhyRow } from '#queries/whyGroups.ts';

export interface WhyPlace {
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
  place: WhyPlace,
  move: WhyMove,
): WhyPlace {
  const has = (group: number) => (rows[group] ?? 0) > 0;
  const groups = rows.map((_, group) => group);
  const inColumn = groups.filter(group => group % columns === place.group % columns && has(group));
  const above = inColumn.findLast(group => group < place.group);
  const below = inColumn.find(group => group > place.group);
  const last = (group: number) => Math.max(0, (rows[group] ?? 0) - 1);
  const at = (group: number | undefined, row: number): WhyPlace =>
    group === undefined ? place : { group, row: Math.min(row, last(group)) };
  const filled = groups.filter(has);
  switch (move) {
    case 'up':
      return place.row > 0 ? at(place.group, place.row - 1) : at(above, Infinity);
    case 'down':
      return place.row < last(place.group) ? at(place.group, place.row + 1) : at(below, 0);
    case 'halfUp':
      return above === undefined ? at(place.group, 0) : at(above, place.row);
    case 'halfDown':
      return below === undefined ? at(place.group, last(place.group)) : at(below, place.row);
    case 'left':
    case 'right':
      return at(beside(filled, columns, place.group, move === 'left' ? -1 : 1), place.row);
    case 'first':
      return at(filled[0], 0);
    case 'last':
      return at(filled.at(-1), Infinity);
    case 'nextGroup':
      return at(filled.find(group => group > place.group) ?? filled[0], 0);
    case 'previousGroup':
      return at(filled.findLast(group => group < place.group) ?? filled.at(-1), 0);
  }
}

/** The next group with rows on that side, in the same band; in a single column the one above or below. */
function beside(filled: readonly number[], columns: number, group: number, step: -1 | 1): number | undefined {
  const band = (group: number) => (columns === 1 ? 0 : Math.floor(group / columns));
  const others = filled.filter(each => band(each) === band(group));
  return step === 1 ? others.find(each => each > group) : others.findLast(each => each < group);
}

export interface WhyLayout {
  /** Lines for the sentences. */
  readonly sentence: number;
  /** Lines for what is told of sessions, below the sentences. */
  readonly rates: number;
  /** Lines for a chart of the days, with a blank one below it. */
  readonly chart: number;
  /** Groups side by side, the columns of each, and those between two. */
  readonly columns: number;
  readonly width: number;
  readonly gap: number;
  /** Lines of a group below its title. */
  readonly lines: number;
  readonly spacing: number;
  readonly bands: number;
}

/** Three rows, and a line for the others. */
const fewestLines = 4;
const mostLines = 14;

/** Below so many rows the groups need each line. */
const rowsForRates = 20;

/** From so many rows on there is room for a chart, which takes this part of it. */
const rowsForChart = 45;
const chartShare = 0.3;

/**
 * The sentences keep their lines while groups come, so that nothing below them moves.
 * @param hasDays several days are compared
 * @param hasRates something is told of sessions
 */
export function whyLayout(
  viewport: Viewport,
  groups: number,
  { hasDays, hasRates }: { readonly hasDays: boolean; readonly hasRates: boolean },
): WhyLayout {
  const sentence = viewport.columns >= 110 ? 2 : 3;
  const columns = viewport.columns >= 180 ? 3 : viewport.columns >= 76 ? 2 : 1;
  const gap = viewport.columns >= 110 ? 4 : 2;
  const rates = hasRates && viewport.rows >= rowsForRates ? 1 : 0;
  const whole = Math.max(2, bodyRows(viewport) - 1 - sentence - rates - (hasSpacing(viewport) ? 2 : 0));
  const chart = hasDays && viewport.rows >= rowsForChart ? Math.floor(whole * chartShare) : 0;
  const room = whole - (chart === 0 ? 0 : chart + 1);
  const spacing = viewport.rows >= 30 ? 1 : 0;
  const linesIn = (bands: number) => Math.floor((room + spacing) / bands) - spacing - 1;
  const all = Math.max(1, Math.ceil(groups / columns));
  const bands =
    linesIn(all) >= fewestLines
      ? all
      : Math.max(1, Math.floor((room + spacing) / (1 + fewestLines + spacing)));
  return {
    sentence,
    rates,
    chart,
    columns,
    width: Math.floor((viewport.columns - 2 - gap * (columns - 1)) / columns),
    gap,
    lines: Math.max(1, Math.min(mostLines, linesIn(bands))),
    spacing,
    bands,
  };
}

/**
 * The rows of a group that are shown: all that changed where they fit, else those that moved most, and one line is for the
 * others.
 */
export function rowsOnScreen({ rows, changed }: ShownWhyGroup, lines: number): readonly ShownWhyRow[] {
  return changed <= lines && rows.length === changed ? rows : mostMoved(rows, lines - 1);
}

/** Rows of the table of one group: the body without the lines above, column titles, the sum, and a blank line. */
export function whyTableRows(viewport: Viewport): number {
  return Math.max(1, bodyRows(viewport) - 4 - (hasSpacing(viewport) ? 1 : 0));
}
