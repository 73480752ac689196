import type { AxisTick } from './axisLabels.ts';
import { areaPlot, type AreaPlot } from './areaPlot.ts';
import type { AreaPoint } from './areaShape.ts';
import { canvas } from './canvas.ts';
import type { ChartRow } from './cells.ts';
import { drawBox, drawCrosshair, type ChartCursor } from './cursor.ts';
import { nameHighest, nameLowest, type NamedPoint } from './extremes.ts';
import { drawFrame, frame } from './frame.ts';
import { maximum } from './spread.ts';

export interface ChartPoint extends AreaPoint {
  /** "Sun 8 Nov 2,843": shown at the highest and the lowest point where there is room. One column to a character. */
  readonly name?: string | undefined;
}

export interface ChartInput<P> {
  readonly points: readonly P[];
  /** The earlier count of each point, by place; undefined where there is none. */
  readonly compared?: readonly (number | undefined)[] | undefined;
  /** Which points have a mark and a text on the axis: sets of them, the closest first, of which one is taken. */
  readonly ticks?: readonly (readonly AxisTick[])[] | undefined;
  readonly cursor?: ChartCursor | undefined;
  /** Columns and rows of the whole, scale and labels included. */
  readonly width: number;
  readonly height: number;
  readonly ascii?: boolean | undefined;
  /** Whether grounds are seen; true when left out. */
  readonly hasTints?: boolean | undefined;
  /** A short form of a round number: "15k". */
  readonly formatCount: (count: number) => string;
}

export interface DrawnChart {
  /** As many as its height, each of exactly its width. */
  readonly rows: readonly ChartRow[];
  /** The column of a point; undefined where there is no such point. */
  columnOf(place: number): number | undefined;
  /** The point of a column, the nearest between two; undefined beside the plot. */
  placeAt(column: number): number | undefined;
}

/**
 * A series as a filled area on a scale from zero, the compared one dotted over it, weekends shaded, its highest and
 * lowest point named. What is unfinished is an outline. With a cursor, its column is marked and a box says what it shows.
 */
export function areaChart(input: ChartInput<ChartPoint>): DrawnChart {
  return prepareArea(input)(input.cursor);
}

/** The chart but for its cursor, which a held key moves many times a second: what is returned draws only that. */
export function prepareArea(
  input: Omit<ChartInput<ChartPoint>, 'cursor'>,
): (cursor: ChartCursor | undefined) => DrawnChart {
  const { points, width, height, ascii = false, hasTints = true, formatCount } = input;
  const compared = points.map((_, place) => input.compared?.[place]);
  const max = maximum([...points.map(({ count }) => count), ...compared]);
  const ticks = input.ticks ?? [];
  const isLabelled = ticks.some(({ length }) => length > 0);
  const size = frame({ width, height, isLabelled, max, formatCount });
  const plot = areaPlot({
    points,
    compared,
    columns: size.columns,
    rows: size.rows,
    top: size.scale.top,
    ascii,
    hasTints,
  });
  const base = canvas(width, height);
  drawFrame(base, size, { ...plot, ticks, ascii });
  return cursor => {
    const cells = plot.cells.copy();
    const whole = base.copy();
    if (cursor && points[cursor.place]) {
      const column = plot.columnOf(cursor.place);
      const rowOf = (value: number | undefined) => (value === undefined ? undefined : plot.rowOf(value));
      const valueRow = rowOf(points[cursor.place]?.count);
      drawCrosshair(cells, { column, valueRow, beforeRow: rowOf(compared[cursor.place]), ascii });
      drawBox(cells, column, cursor, ascii);
    }
    nameExtremes({ ...plot, cells }, points, cursor?.title === undefined ? undefined : cursor.place);
    whole.place(size.gutter, 0, cells);
    return {
      rows: whole.toRows(),
      columnOf: place => (points[place] ? size.gutter + plot.columnOf(place) : undefined),
      placeAt: column =>
        column >= size.gutter && column < size.gutter + size.columns
          ? plot.placeAt(column - size.gutter)
          : undefined,
    };
  };
}

interface Extreme extends NamedPoint {
  readonly count: number;
  readonly place: number;
}

/** Of days that are whole, three at least and not all alike; of those alike the first one. What the box names is named. */
function nameExtremes(plot: AreaPlot, points: readonly ChartPoint[], boxed: number | undefined): void {
  const known = points.flatMap(({ count, unfinished, name = '' }, place): Extreme[] =>
    count === undefined || !Number.isFinite(count) || unfinished === true
      ? []
      : [{ count, place, column: plot.columnOf(place), row: plot.rowOf(count), text: name }],
  );
  const [first] = known;
  if (!first || known.length < 3) return;
  const highest = known.reduce((best, point) => (point.count > best.count ? point : best), first);
  const lowest = known.reduce((best, point) => (point.count < best.count ? point : best), first);
  if (highest.count === lowest.count) return;
  if (highest.text !== '' && highest.place !== boxed) nameHighest(plot.cells, highest);
  if (lowest.text !== '' && lowest.place !== boxed) nameLowest(plot.cells, lowest);
}
