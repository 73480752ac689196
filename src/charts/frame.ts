import { roundScale, type Scale } from './axis.ts';
import { placedTicks, type AxisTick } from './axisLabels.ts';
import type { Canvas } from './canvas.ts';
import { wholeSize } from './canvas.ts';

/** Where the parts of a chart lie: the scale at the left, the plot, the axis below it, the texts of its ticks. */
interface Frame {
  /** Columns left of the plot; 0 without a scale. */
  readonly gutter: number;
  /** The size of the plot. */
  readonly columns: number;
  readonly rows: number;
  readonly hasAxis: boolean;
  /** The texts have a row of their own below the axis; else they stand in its line. */
  readonly hasLabelRow: boolean;
  readonly scale: Scale;
  /** The texts of the scale, by row of the plot, 0 at the top; that of zero lies on the axis. */
  readonly scaleTexts: ReadonlyMap<number, string>;
}

interface FrameInput {
  /** Columns and rows of the whole. */
  readonly width: number;
  readonly height: number;
  /** Whether there are texts for the axis. */
  readonly isLabelled: boolean;
  /** The greatest value to be shown. */
  readonly max: number;
  /** A short form of a round number: "15k". */
  readonly formatCount: (count: number) => string;
}

/** Divides the room: the row of texts goes first, then the axis, then the scale. */
export function frame({ width, height, isLabelled, max, formatCount }: FrameInput): Frame {
  const [across, down] = [wholeSize(width), wholeSize(height)];
  const hasAxis = down >= 3;
  const hasLabelRow = isLabelled && down >= 7;
  const rows = down - Number(hasAxis) - Number(hasLabelRow);
  const scale = roundScale(max, Math.max(1, rows));
  const scaleTexts = new Map(scale.ticks.map(({ value, row }) => [rows - 1 - row, formatCount(value)]));
  if (hasAxis) scaleTexts.set(rows, formatCount(0));
  const wanted = Math.max(...[...scaleTexts.values()].map(text => text.length)) + 2;
  const gutter = across - wanted >= 8 ? wanted : 0;
  return { gutter, columns: across - gutter, rows, hasAxis, hasLabelRow, scale, scaleTexts };
}

interface AxisInput {
  /** Sets of ticks, the closest first; see `placedTicks`. */
  readonly ticks: readonly (readonly AxisTick[])[];
  /** The column of the plot in which a point lies. */
  readonly columnOf: (place: number) => number;
  /** Whether a column of the plot lies in a weekend. */
  readonly isWeekend: (column: number) => boolean;
  readonly ascii: boolean;
}

/** Draws the scale and the axis around a plot. */
export function drawFrame(on: Canvas, of: Frame, { ticks, columnOf, isWeekend, ascii }: AxisInput): void {
  const { gutter, columns, rows, hasAxis, hasLabelRow } = of;
  const line = ascii ? { edge: '|', tick: '+', corner: '+', flat: '-', weekend: '=', mark: '+' } : lines;
  const dim = { role: 'dim' } as const;
  const edge = { role: 'frame' } as const;
  if (gutter > 0)
    for (let row = 0; row < rows + Number(hasAxis); row += 1) {
      const text = of.scaleTexts.get(row);
      on.write(0, row, (text ?? '').padStart(gutter - 2), dim);
      on.write(
        gutter - 1,
        row,
        row === rows ? line.corner : text === undefined ? line.edge : line.tick,
        edge,
      );
    }
  if (!hasAxis) return;
  for (let column = 0; column < columns; column += 1)
    on.write(gutter + column, rows, isWeekend(column) ? line.weekend : line.flat, edge);
  for (const { column, start, text } of placedTicks(ticks, columnOf, columns)) {
    if (hasLabelRow) on.write(gutter + column, rows, line.mark, edge);
    on.write(gutter + start, hasLabelRow ? rows + 1 : rows, text, dim);
  }
}

const lines = { edge: '│', tick: '┤', corner: '└', flat: '─', weekend: '━', mark: '┴' };
