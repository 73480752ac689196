import { chartFills } from './cells.ts';
import type { Stop } from './stops.ts';

export interface AreaPoint {
  /** Undefined where it is not known: a gap. */
  readonly count: number | undefined;
  /** Still being counted, or without some of its days: the first or the last week or month of a period. */
  readonly unfinished?: boolean | undefined;
  readonly weekend?: boolean | undefined;
}

export interface AreaPlotInput {
  readonly points: readonly AreaPoint[];
  /** The earlier count of each point, by place; undefined where there is none. */
  readonly compared: readonly (number | undefined)[];
  readonly columns: number;
  readonly rows: number;
  /** The value at the upper edge. */
  readonly top: number;
  readonly ascii: boolean;
  readonly hasTints: boolean;
}

/** What draws a series needs: dots or characters, y from the bottom. */
export interface AreaShape extends AreaPlotInput {
  readonly stops: readonly Stop[];
  readonly yOf: (value: number) => number;
  readonly isWeekend: (column: number) => boolean;
}

/** The fill of a row: the area fades towards the axis. */
export function fillOf(row: number, rows: number): (typeof chartFills)[number] {
  return chartFills[Math.floor((row * chartFills.length) / Math.max(1, rows))] ?? 'chart4';
}

/** Whether a stretch leads to or from a point that is not whole. */
export function isUnfinished(points: readonly AreaPoint[], ends: readonly Stop[]): boolean {
  return ends.some(({ places }) => points.slice(...places).every(({ unfinished }) => unfinished === true));
}
