import { blank, cellsOf, toRow, type Cell, type ChartRow } from './cells.ts';
import { labelLine, type PlacedLabel } from './dateLabels.ts';
import type { Plot } from './plot.ts';

export interface FrameSize {
  /** Columns left of the plot; 0 without a scale. */
  readonly gutter: number;
  readonly columns: number;
  readonly rows: number;
  readonly hasAxis: boolean;
  readonly hasLabels: boolean;
}

/** Divides the room: the labels go first, then the line of the axis, then the scale. */
export function frameSize(
  width: number,
  height: number,
  labelled: boolean,
  tickLabels: readonly string[],
): FrameSize {
  const hasLabels = labelled && height >= 2;
  const hasAxis = height >= 4;
  const scale = Math.max(0, ...tickLabels.map(({ length }) => length)) + 2;
  const gutter = width - scale >= 8 ? scale : 0;
  return {
    gutter,
    columns: width - gutter,
    rows: height - Number(hasAxis) - Number(hasLabels),
    hasAxis,
    hasLabels,
  };
}

/** How many rows the plot will have: needed to choose the ticks, before the width of their labels is known. */
export function plotRows(height: number, labelled: boolean): number {
  return frameSize(0, height, labelled, []).rows;
}

export interface FrameInput {
  readonly size: FrameSize;
  readonly plot: Plot;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
  readonly labels: readonly PlacedLabel[];
  /** What the axis shows at a column: the start of a month, a weekend, or nothing in particular. */
  readonly markAt: (column: number) => 'month' | 'weekend' | undefined;
  readonly ascii: boolean;
}

/** A plot with its scale to the left and its axis and labels below; every row is as wide as the whole. */
export function framed({ size, plot, ticks, labels, markAt, ascii }: FrameInput): ChartRow[] {
  const tickAt = new Map(ticks.map(({ value, text }) => [plot.rowOf(value), text]));
  const rows = plot.cells.map((cells, row) =>
    toRow([...scaleCells(tickAt.get(row), size.gutter, ascii), ...cells]),
  );
  if (size.hasAxis)
    rows.push(toRow([...corner(size.gutter, ascii), ...axisCells(size.columns, markAt, ascii)]));
  if (size.hasLabels) {
    const line = ' '.repeat(size.gutter) + labelLine(labels, size.columns);
    rows.push(toRow(cellsOf(line, 'axis')));
  }
  return rows;
}

function scaleCells(tick: string | undefined, gutter: number, ascii: boolean): Cell[] {
  if (gutter === 0) return [];
  const edge = tick === undefined ? (ascii ? '|' : '│') : ascii ? '+' : '┤';
  return cellsOf(`${(tick ?? '').padStart(gutter - 2)} ${edge}`, 'axis');
}

function corner(gutter: number, ascii: boolean): Cell[] {
  if (gutter === 0) return [];
  return [...Array.from({ length: gutter - 1 }, () => blank), { glyph: ascii ? '+' : '└', tone: 'axis' }];
}

function axisCells(columns: number, markAt: FrameInput['markAt'], ascii: boolean): Cell[] {
  return Array.from({ length: columns }, (_, column): Cell => {
    const mark = markAt(column);
    if (mark === 'month') return { glyph: ascii ? '+' : '┴', tone: 'mark' };
    if (mark === 'weekend') return { glyph: ascii ? '=' : '━', tone: 'mark' };
    return { glyph: ascii ? '-' : '─', tone: 'axis' };
  });
}
