import { roundTicks } from './axis.ts';
import { blockPlot } from './blockPlot.ts';
import type { ChartRow } from './cells.ts';
import { framed, frameSize, plotRows, type FrameInput } from './frame.ts';
import { linePlot } from './linePlot.ts';
import type { Plot, PlotPoint } from './plot.ts';
import { maximum } from './spread.ts';

export interface ChartPoint extends PlotPoint {
  /** Shown below where there is room: a date. One column to a character. */
  readonly label?: string | undefined;
  readonly weekend?: boolean | undefined;
  readonly monthStart?: boolean | undefined;
}

export interface LineChartInput {
  readonly points: readonly ChartPoint[];
  /** The earlier count for each point, by place; undefined where there is none. */
  readonly compared?: readonly (number | undefined)[] | undefined;
  /** Columns and rows of the whole, scale and dates included. */
  readonly width: number;
  readonly height: number;
  readonly ascii?: boolean | undefined;
  /** A braille line or filled columns; without Unicode always columns. */
  readonly style?: 'braille' | 'block' | undefined;
  /** A short form of a round number: "15k". */
  readonly formatCount: (count: number) => string;
}

/** A series as exactly so many rows of so many columns, on a scale from zero to a round number. */
export function lineChart(input: LineChartInput): ChartRow[] {
  const { points, compared = [], width, height, ascii = false, style = 'braille', formatCount } = input;
  if (width < 1 || height < 1) return [];
  const labelled = points.some(({ label }) => label);
  const under = points.map((_, place) => compared[place]);
  const max = maximum([...points.map(({ count }) => count), ...under]);
  const { top, ticks } = roundTicks(max, plotRows(height, labelled));
  const named = ticks.map(value => ({ value, text: formatCount(value) }));
  const size = frameSize(
    width,
    height,
    labelled,
    named.map(({ text }) => text),
  );
  const draw = ascii || style === 'block' ? blockPlot : linePlot;
  const plot = draw({ points, compared: under, columns: size.columns, rows: size.rows, top, ascii });
  const labels = points.flatMap(({ label }, place) =>
    label ? [{ column: plot.columnOf(place), text: label }] : [],
  );
  return framed({ size, plot, ticks: named, labels, markAt: marks(points, plot, size.columns), ascii });
}

/** Weekends are left out where several days share a column, or one has them all: they would be everywhere. */
function marks(points: readonly ChartPoint[], plot: Plot, columns: number): FrameInput['markAt'] {
  const months = new Set(
    points.flatMap(({ monthStart }, place) => (monthStart ? [plot.columnOf(place)] : [])),
  );
  const roomy = points.length > 1 && points.length <= columns;
  return column => {
    if (months.has(column)) return 'month';
    return roomy && points.slice(...plot.placesAt(column)).some(({ weekend }) => weekend)
      ? 'weekend'
      : undefined;
  };
}
