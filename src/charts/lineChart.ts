import { blockPlot } from './blockPlot.ts';
import type { ChartRow } from './cells.ts';
import type { FrameInput } from './frame.ts';
import { linePlot } from './linePlot.ts';
import type { Plot } from './plot.ts';
import { scaledPlot, type LabelledPoint, type ScaledPlotInput } from './scaledPlot.ts';

export interface ChartPoint extends LabelledPoint {
  readonly weekend?: boolean | undefined;
  readonly monthStart?: boolean | undefined;
}

export type LineChartInput = ScaledPlotInput<ChartPoint>;

/** A series as a braille line; without Unicode as filled columns. */
export function lineChart(input: LineChartInput): ChartRow[] {
  const draw = input.ascii === true ? blockPlot : linePlot;
  return scaledPlot(input, draw, (plot, columns) => marks(input.points, plot, columns));
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
