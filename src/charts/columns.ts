import { roundTicks } from './axis.ts';
import { blockPlot } from './blockPlot.ts';
import { blank, type Cell, type ChartRow } from './cells.ts';
import { framed, frameSize, plotRows } from './frame.ts';
import type { Plot, PlotPoint } from './plot.ts';
import { maximum } from './spread.ts';

export interface ColumnsInput {
  /** One for each column, with the label below it: hours, midnight first. One column to a character of a label. */
  readonly points: readonly (PlotPoint & { readonly label?: string | undefined })[];
  readonly compared?: readonly (number | undefined)[] | undefined;
  readonly width: number;
  readonly height: number;
  readonly ascii?: boolean | undefined;
  readonly formatCount: (count: number) => string;
}

/** A column for each count, as wide as there is room for, in exactly so many rows of so many columns. */
export function columns(input: ColumnsInput): ChartRow[] {
  const { points, compared = [], width, height, ascii = false, formatCount } = input;
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
  const slot = Math.max(1, Math.floor(size.columns / Math.max(1, points.length)));
  const narrow = blockPlot({
    points,
    compared: under,
    columns: Math.min(points.length, size.columns),
    rows: size.rows,
    top,
    ascii,
  });
  const plot = widen(narrow, slot, size.columns);
  const labels = points.flatMap(({ label }, place) =>
    label ? [{ column: plot.columnOf(place), text: label }] : [],
  );
  return framed({ size, plot, ticks: named, labels, markAt: () => undefined, ascii });
}

/** Every column becomes a slot: the column as wide as it goes, and a space where it has a neighbour to keep off. */
function widen(plot: Plot, slot: number, width: number): Plot {
  const bar = slot > 1 ? slot - 1 : 1;
  const slotCells = (cell: Cell): Cell[] =>
    Array.from({ length: slot }, (_, at) => (at < bar ? cell : blank));
  return {
    ...plot,
    cells: plot.cells.map(cells => {
      const wide = cells.flatMap(slotCells);
      return [...wide, ...Array.from({ length: width - wide.length }, () => blank)];
    }),
    columnOf: place => plot.columnOf(place) * slot + Math.floor((bar - 1) / 2),
    placesAt: at => plot.placesAt(Math.floor(at / slot)),
  };
}
