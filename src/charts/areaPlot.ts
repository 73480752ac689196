import { asciiArea } from './asciiArea.ts';
import { brailleArea } from './brailleArea.ts';
import type { Canvas } from './canvas.ts';
import type { AreaPlotInput, AreaShape } from './areaShape.ts';
import { nearestStop, stopAt, stopsOf } from './stops.ts';

/** A drawn plot, without its axes, and where things are in it. */
export interface AreaPlot {
  readonly cells: Canvas;
  /** The row, 0 at the top, in which a value is drawn. */
  rowOf(value: number): number;
  /** The column of a point. */
  columnOf(place: number): number;
  /** The point a column shows or, between two, the nearest one; of several in one column the first. */
  placeAt(column: number): number | undefined;
  isWeekend(column: number): boolean;
}

/** A filled area with its line above it; the compared series lies dotted over it. */
export function areaPlot(input: AreaPlotInput): AreaPlot {
  const { points, columns, rows, top, ascii } = input;
  const across = ascii ? 1 : 2;
  const steps = ascii ? 3 : 4;
  const stops = stopsOf(points.length, columns * across);
  const yOf = (value: number): number =>
    Math.round((Math.max(0, Math.min(value, top)) / top) * (rows * steps - 1));
  const placeAt = (column: number): number | undefined =>
    nearestStop(stops, column * across + (across - 1) / 2)?.places[0];
  // Where several days share a column, or one has them all, weekends would be everywhere.
  const isRoomy = points.length > 1 && points.length <= columns;
  const weekends = Array.from(
    { length: columns },
    (_, column) => isRoomy && points[placeAt(column) ?? -1]?.weekend === true,
  );
  const isWeekend = (column: number): boolean => weekends[column] === true;
  const shape: AreaShape = { ...input, stops, yOf, isWeekend };
  return {
    cells: ascii ? asciiArea(shape) : brailleArea(shape),
    rowOf: value => rows - 1 - Math.floor(yOf(value) / steps),
    columnOf: place => Math.floor((stopAt(stops, place)?.x ?? 0) / across),
    placeAt,
    isWeekend,
  };
}
