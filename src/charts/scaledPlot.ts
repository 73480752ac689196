import { roundTicks } from './axis.ts';
import type { ChartRow } from './cells.ts';
import { framed, frameSize, plotRows, type FrameInput } from './frame.ts';
import type { Plot, PlotInput, PlotPoint } from './plot.ts';
import { maximum } from './spread.ts';

export interface LabelledPoint extends PlotPoint {
  /** Shown below where there is room: a date, an hour. One column to a character. */
  readonly label?: string | undefined;
}

export interface ScaledPlotInput<P extends LabelledPoint> {
  readonly points: readonly P[];
  /** The earlier count for each point, by place; undefined where there is none. */
  readonly compared?: readonly (number | undefined)[] | undefined;
  /** Columns and rows of the whole, scale and labels included. */
  readonly width: number;
  readonly height: number;
  readonly ascii?: boolean | undefined;
  /** A short form of a round number: "15k". */
  readonly formatCount: (count: number) => string;
}

/** Counts on a scale from zero to a round number, as exactly so many rows of so many columns. */
export function scaledPlot(
  input: ScaledPlotInput<LabelledPoint>,
  draw: (input: PlotInput) => Plot,
  marksOf: (plot: Plot, columns: number) => FrameInput['markAt'] = () => () => undefined,
): ChartRow[] {
  const { points, width, height, ascii = false, formatCount } = input;
  if (width < 1 || height < 1) return [];
  const labelled = points.some(({ label }) => label);
  const compared = points.map((_, place) => input.compared?.[place]);
  const max = maximum([...points.map(({ count }) => count), ...compared]);
  const { top, ticks } = roundTicks(max, plotRows(height, labelled));
  const named = ticks.map(value => ({ value, text: formatCount(value) }));
  const texts = named.map(({ text }) => text);
  const size = frameSize(width, height, labelled, texts);
  const { columns, rows } = size;
  const plot = draw({ points, compared, columns, rows, top, ascii });
  const labels = points.flatMap(({ label }, place) =>
    label ? [{ column: plot.columnOf(place), text: label }] : [],
  );
  return framed({ size, plot, ticks: named, labels, markAt: marksOf(plot, columns), ascii });
}
