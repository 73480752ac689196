import type { ChartInput, DrawnChart } from './areaChart.ts';
import { drawBars, slotsFor, type Bar } from './bars.ts';
import { canvas, type Canvas } from './canvas.ts';
import type { ChartRow } from './cells.ts';
import { drawBox } from './cursor.ts';
import { drawFrame, frame } from './frame.ts';
import { maximum } from './spread.ts';

/** Hours as upright bars on a scale from zero, beside each the dotted one of the compared day; the cursor brightens one. */
export function hoursChart(input: ChartInput<Bar>): DrawnChart {
  const { points, width, height, cursor, ascii = false, formatCount } = input;
  const compared = points.map((_, place) => input.compared?.[place]);
  const max = maximum([...points.map(({ count }) => count), ...compared]);
  const ticks = input.ticks ?? [];
  const isLabelled = ticks.some(({ length }) => length > 0);
  const size = frame({ width, height, isLabelled, max, formatCount });
  const plot = canvas(size.columns, size.rows);
  drawBars(plot, { bars: points, compared, top: size.scale.top, ascii });
  const slots = slotsFor(
    points.length,
    size.columns,
    compared.some(count => count !== undefined),
  );
  const indexOf = (place: number): number => Math.floor((place * slots.count) / Math.max(1, points.length));
  const columnOf = (place: number): number => slots.startOf(indexOf(place)) + Math.floor((slots.bar - 1) / 2);
  if (cursor && points[cursor.place]) {
    brighten(plot, slots.startOf(indexOf(cursor.place)), slots.bar, ascii);
    drawBox(plot, columnOf(cursor.place), cursor, ascii);
  }
  const whole = canvas(width, height);
  drawFrame(whole, size, { ticks, columnOf, isWeekend: () => false, ascii });
  whole.place(size.gutter, 0, plot);
  const starts = points.map((_, place) => slots.startOf(indexOf(place)));
  return {
    rows: whole.toRows(),
    columnOf: place => (points[place] ? size.gutter + columnOf(place) : undefined),
    placeAt: column => {
      const at = column - size.gutter;
      if (at < 0 || at >= size.columns || points.length === 0) return undefined;
      return starts.indexOf(Math.max(...starts.filter(start => start <= at)));
    },
  };
}

/** The bar in another colour, and a line above it. */
function brighten(plot: Canvas, from: number, wide: number, ascii: boolean): void {
  for (let row = 0; row < plot.rows; row += 1)
    for (let column = from; column < from + wide; column += 1) {
      const cell = plot.at(column, row);
      if (cell.glyph !== ' ') plot.put(column, row, { ...cell, role: 'accent', bold: true });
      else if (column === from + Math.floor((wide - 1) / 2))
        plot.put(column, row, { ...cell, glyph: ascii ? '|' : '│' });
    }
}

interface HourStripInput {
  readonly hours: readonly Bar[];
  readonly compared?: readonly (number | undefined)[] | undefined;
  readonly width: number;
  /** One or two. */
  readonly rows: number;
  readonly ascii?: boolean | undefined;
}

/** The same bars in a row or two without axes, on a base line; the compared day beside them from two columns an hour. */
export function hourStrip({ hours, compared = [], width, rows, ascii = false }: HourStripInput): ChartRow[] {
  const on = canvas(width, rows);
  const top = maximum([...hours.map(({ count }) => count), ...compared]);
  drawBars(on, { bars: hours, compared, top, ascii, hasBase: true });
  return on.toRows();
}
