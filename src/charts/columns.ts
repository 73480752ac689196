import { blockPlot } from './blockPlot.ts';
import { blank, type Cell, type ChartRow } from './cells.ts';
import type { Plot } from './plot.ts';
import { scaledPlot, type LabelledPoint, type ScaledPlotInput } from './scaledPlot.ts';

/** A column for each count, the first one on the left, as wide as there is room for. */
export function columns(input: ScaledPlotInput<LabelledPoint>): ChartRow[] {
  return scaledPlot(input, given => {
    const count = given.points.length;
    const slot = Math.max(1, Math.floor(given.columns / Math.max(1, count)));
    return widen(blockPlot({ ...given, columns: Math.min(count, given.columns) }), slot, given.columns);
  });
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
