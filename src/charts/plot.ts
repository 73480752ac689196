import type { Cell } from './cells.ts';

export interface PlotPoint {
  readonly count: number;
  /** Still being counted: today, or the week or month it lies in. */
  readonly unfinished?: boolean | undefined;
}

export interface PlotInput {
  readonly points: readonly PlotPoint[];
  /** The earlier count for each point, by place. */
  readonly compared: readonly (number | undefined)[];
  readonly columns: number;
  readonly rows: number;
  /** The value at the upper edge. */
  readonly top: number;
  readonly ascii: boolean;
}

/** A drawn plot, without its axes, and where things are in it. */
export interface Plot {
  /** The top row first, all of the same length. */
  readonly cells: readonly (readonly Cell[])[];
  /** The row, 0 at the top, at which a value is drawn. */
  rowOf(value: number): number;
  /** The middle column of a point. */
  columnOf(place: number): number;
  /** The points a column shows or, between two, the nearest one. */
  placesAt(column: number): readonly [from: number, to: number];
}
