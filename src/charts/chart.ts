import { areaPlot, type AreaPoint, type Plot } from './area.ts';
import { type Canvas, canvas, type ChartRow, isAreaFill, noteCell, integerSize } from './canvas.ts';
import { barPlot } from './columns.ts';
import { type ChartCursor, drawBox, drawFreeBox, drawCrosshair, nameHighest } from './labels.ts';
import { type AxisTick, heightOf, maximum, type PlacedTick, placedTicks, roundScale } from './scale.ts';

/** Where the parts of a chart lie: the scale at the left, the plot, the axis below it, the texts of its ticks. */
interface Frame {
  /** Columns left of the plot; 0 without a scale. */
  readonly gutter: number;
  readonly columns: number;
  readonly rows: number;
  readonly hasAxis: boolean;
  /** The texts have a row of their own below the axis; else they stand in its line. */
  readonly hasLabelRow: boolean;
  readonly heightOf: (value: number) => number;
  /** The texts of the scale, by row of the plot, 0 at the top; that of zero lies on the axis. */
  readonly scaleTexts: ReadonlyMap<number, string>;
}

/** Divides the room: the row of texts goes first, then the axis, then the scale. */
export function measured(
  { width, height, formatCount, ticks = [], ...input }: FrameInput,
  counts: readonly (number | undefined)[],
) {
  const [across, down] = [integerSize(width), integerSize(height)];
  const hasAxis = down >= 3 && input.isBare !== true;
  const hasLabelRow = down >= (input.isBare === true ? 4 : 6) && ticks.some(({ length }) => length > 0);
  const rows = down - Number(hasAxis) - Number(hasLabelRow);
  const { through } = input;
  const scale = roundScale(maximum(counts), Math.max(1, rows), through);
  const scaleTexts = new Map(scale.ticks.map(({ value, row }) => [rows - 1 - row, formatCount(value)]));
  if (through !== undefined && scale.ticks.every(({ value }) => value !== through)) {
    const row = Math.floor(heightOf(scale.top, rows, hasAxis)(through));
    scaleTexts.set(rows - 1 - Math.min(rows - 1, row), formatCount(through));
  }
  if (hasAxis) scaleTexts.set(rows, formatCount(0));
  const wanted = Math.max(...[...scaleTexts.values()].map(text => text.length)) + 2;
  const gutter = across - wanted >= 8 && input.isBare !== true ? wanted : 0;
  const columns = across - gutter;
  const frame = { gutter, columns, rows, hasAxis, hasLabelRow, scaleTexts };
  const size: Frame = { ...frame, heightOf: heightOf(scale.top, rows, hasAxis) };
  return { ticks, size };
}

interface AxisInput {
  /** Sets of ticks, the closest first; see `placedTicks`. */
  readonly ticks: readonly (readonly AxisTick[])[];
  readonly columnOf: (index: number) => number;
  readonly isWeekend: (column: number) => boolean;
  /** Some have a mark, also over a tick; a text that a mark would touch in its line is left out. */
  readonly points: readonly Pick<AreaPoint, 'noted'>[];
  readonly ascii: boolean;
}

/** Returns the texts that stand on the axis. */
export function drawFrame(
  on: Canvas,
  frame: Frame,
  { ticks, columnOf, isWeekend, points, ascii }: AxisInput,
): readonly PlacedTick[] {
  const { gutter, columns, rows, hasAxis, hasLabelRow } = frame;
  const line = ascii ? { edge: '|', tick: '+', corner: '+', flat: '-', weekend: '=', mark: '+' } : lines;
  const dim = { role: 'dim' } as const;
  const edge = { role: 'frame' } as const;
  if (gutter > 0)
    for (let row = 0; row < rows + Number(hasAxis); row += 1) {
      const text = frame.scaleTexts.get(row);
      on.write(0, row, (text ?? '').padStart(gutter - 2), dim);
      on.write(
        gutter - 1,
        row,
        row === rows ? line.corner : text === undefined ? line.edge : line.tick,
        edge,
      );
    }
  if (!hasAxis && !hasLabelRow) return [];
  const axisColumns = hasAxis ? columns : 0;
  for (let column = 0; column < axisColumns; column += 1)
    on.write(gutter + column, rows, isWeekend(column) ? line.weekend : line.flat, edge);
  const marked = hasAxis ? notedColumns({ points, columnOf }) : [];
  for (const column of marked) on.put(gutter + column, rows, noteCell(ascii));
  const texts = placedTicks(ticks, columnOf, columns, hasLabelRow ? [] : marked);
  for (const { column, start, text } of texts) {
    if (hasAxis && hasLabelRow && !marked.includes(column)) on.write(gutter + column, rows, line.mark, edge);
    if (!hasLabelRow)
      for (const at of [start - 1, start + text.length])
        if (at >= 0 && at < columns && !marked.includes(at)) on.write(gutter + at, rows, ' ', edge);
    on.write(gutter + start, rows + Number(hasAxis && hasLabelRow), text, dim);
  }
  return texts;
}

function notedColumns({ points, columnOf }: Pick<AxisInput, 'points' | 'columnOf'>): number[] {
  return points.flatMap(({ noted }, index) => (noted === true ? [columnOf(index)] : []));
}

/** The marks of a plot without an axis, in its lowest row. */
export function drawNotes(
  plot: Canvas,
  { hasAxis }: Frame,
  { ascii, ...input }: Pick<AxisInput, 'points' | 'columnOf' | 'ascii'>,
): void {
  if (!hasAxis) for (const column of notedColumns(input)) plot.put(column, plot.rows - 1, noteCell(ascii));
}

const lines = { edge: '│', tick: '┤', corner: '└', flat: '─', weekend: '━', mark: '┴' };

export interface ChartPoint extends AreaPoint {
  /** "Sun 8 Nov 2,843": shown at the highest point where there is room. One column to a character. */
  readonly name?: string | undefined;
  /** "8 Nov 2,843", "2,843": where there is less. */
  readonly shortNames?: readonly string[] | undefined;
  /** Its count is being read. */
  readonly awaited?: boolean | undefined;
}

export interface FrameInput {
  /** Which points have a mark and a text on the axis: sets of them, the closest first, of which one is taken. */
  readonly ticks?: readonly (readonly AxisTick[])[] | undefined;
  /** Columns and rows of the whole, scale and labels included. */
  readonly width: number;
  readonly height: number;
  readonly ascii?: boolean | undefined;
  /** Whether backgrounds are seen; false when left out. */
  readonly hasTints?: boolean | undefined;
  /** Without scale and axis: from four rows on the lowest has the texts of the ticks. */
  readonly isBare?: boolean | undefined;
  /** A value that has a tick, also between round ones. */
  readonly through?: number | undefined;
  /** A short form of a round number: "15k". */
  readonly formatCount: (count: number) => string;
}

export interface ChartInput<P> extends FrameInput {
  readonly points: readonly P[];
  /** The earlier count of each point, at the same index; undefined where there is none. */
  readonly compared?: readonly (number | undefined)[] | undefined;
  readonly cursor?: ChartCursor | undefined;
  /** What stands in the corner that nothing is drawn in, while no cursor is shown: forms, the fullest first. */
  readonly insets?: readonly Inset[] | undefined;
}

export interface DrawnChart {
  /** As many as its height, each of exactly its width. */
  readonly rows: readonly ChartRow[];
  /** The column of a point; undefined where there is no such point. */
  columnOf(index: number): number | undefined;
  /** The point of a column, the nearest between two; undefined beside the plot. */
  indexAt(column: number): number | undefined;
}

/** On a scale from zero, the compared series a line over it. What is unfinished is an outline. A cursor has a box. */
export function areaChart(input: ChartInput<ChartPoint>): DrawnChart {
  return prepareArea(input)(input.cursor);
}

/** The chart but for its cursor, which a held key moves many times a second: what is returned draws only that. */
export function prepareArea(
  input: Omit<ChartInput<ChartPoint>, 'cursor'>,
): (cursor: ChartCursor | undefined) => DrawnChart {
  const { points, width, height, insets = [], ascii = false, hasTints = false } = input;
  const compared = comparedOf(input);
  const { ticks, size } = measured(input, countsOf(points, compared));
  const { columns, rows } = size;
  const shape = { points, compared, columns, rows, heightOf: size.heightOf, hasTints };
  const plot = ascii ? barPlot({ ...shape, ascii }) : areaPlot(shape);
  const base = canvas(width, height);
  drawFrame(base, size, { ...plot, ticks, points, ascii });
  for (const [index, { awaited }] of points.entries())
    if (awaited === true) drawAwaited(plot.cells, plot.columnOf(index), ascii);
  return cursor => {
    const cells = plot.cells.copy();
    const whole = base.copy();
    const isPointed = cursor !== undefined && points[cursor.index] !== undefined;
    const column = plot.columnOf(cursor?.index ?? 0);
    if (isPointed) {
      const rowOf = (value: number | undefined) => (value === undefined ? undefined : plot.rowOf(value));
      const valueRow = rowOf(points[cursor.index]?.count);
      drawCrosshair(cells, { column, valueRow, beforeRow: rowOf(compared[cursor.index]), ascii });
    }
    drawNotes(cells, size, { ...plot, points, ascii });
    const box = isPointed ? drawBox(cells, column, cursor, ascii) : undefined;
    const boxed = cursor?.title === undefined ? undefined : cursor.index;
    nameBest({ ...plot, cells }, points, { boxed, box });
    if (!isPointed) drawInset(cells, insets);
    whole.place(size.gutter, 0, cells);
    return drawnChart(whole, size, points, plot);
  };
}

function drawAwaited(on: Canvas, column: number, ascii: boolean): void {
  for (let row = 0; row < on.rows; row += 1)
    if (on.at(column, row).glyph === ' ')
      on.put(column, row, { ...on.at(column, row), glyph: ascii ? ':' : '┊', role: 'frame' });
}

function comparedOf({ points, compared }: Omit<ChartInput<AreaPoint>, 'cursor'>) {
  return points.map((_, index) => compared?.[index]);
}

function countsOf(points: readonly AreaPoint[], compared: readonly (number | undefined)[]) {
  return [...points.map(({ count }) => count), ...compared];
}

/** Of days that are whole, three at least and not all alike; of those alike the first one. What the box names is named. */
function nameBest(
  plot: Plot,
  points: readonly ChartPoint[],
  {
    boxed,
    box,
  }: {
    readonly boxed: number | undefined;
    readonly box: ReturnType<typeof drawBox>;
  },
): void {
  const known = points.flatMap(({ count, unfinished, name = '', shortNames = [] }, index) =>
    count === undefined || !Number.isFinite(count) || unfinished === true
      ? []
      : [{ count, index, texts: [name, ...shortNames] }],
  );
  const [first] = known;
  if (!first || known.length < 3) return;
  const { index, count, texts } = known.reduce((best, point) => (point.count > best.count ? point : best));
  if (texts[0] === '' || index === boxed || known.every(point => point.count === count)) return;
  const point = { column: plot.columnOf(index), row: plot.rowOf(count), texts };
  nameHighest(plot.cells, point, box);
}

/** Lines of text for the corner over low bars, each of one column to a character. */
export type Inset = readonly string[];

const insetColumn = 2;
/** So many rows of a chart for each row from one line of them to the next. */
const roomOfStep = 6;
/** In plots of so many rows their lines have a blank one between them. */
const roomForBlanks = 20;

/** The first of the forms that has room where nothing is drawn. */
function drawInset(on: Canvas, insets: readonly Inset[]): void {
  const isFree = (x: number, row: number) => {
    const { glyph, background } = on.at(x, row);
    return glyph === ' ' && background === undefined;
  };
  const steps = Array.from({ length: Math.max(2, Math.floor(on.rows / roomOfStep)) }, (_, at) => at + 1);
  // Where there is much room they stand apart in the middle of it.
  const layouts = (on.rows < roomForBlanks ? [1] : steps.toReversed()).map(step => ({
    step,
    isApart: step > 2,
    first: step > 2 ? Math.floor(step / 2) : 0,
  }));
  for (const lines of insets) {
    for (const { step, isApart, first } of layouts) {
      const rows = lines.map((_, at) => first + at * step);
      if ((rows.at(-1) ?? 0) >= on.rows) continue;
      const ends = rows.map(row => {
        const taken = Array.from({ length: on.columns }, (_, x) => x).find(x => !isFree(x, row));
        return taken ?? on.columns;
      });
      const room = Math.min(...ends) - Math.max(...lines.map(({ length }) => length));
      if (room < 2 * insetColumn) continue;
      const column = isApart ? Math.floor(room / 2) : insetColumn;
      for (const [at, text] of lines.entries()) on.write(column, rows[at] ?? 0, text, { role: 'dim' });
      return;
    }
  }
}

/** Hours as upright bars on a scale from zero, the compared day as a line over them; the cursor brightens one. */
export function hoursChart(input: ChartInput<AreaPoint>): DrawnChart {
  const { points, width, height, cursor, insets = [], ascii = false, hasTints = false } = input;
  const compared = comparedOf(input);
  const { ticks, size } = measured(input, countsOf(points, compared));
  const { columns, rows } = size;
  const plot = barPlot({ points, compared, columns, rows, heightOf: size.heightOf, hasTints, ascii });
  const all = canvas(width, height);
  const texts = drawFrame(all, size, { ...plot, ticks, points, ascii });
  const isPointed = cursor !== undefined && points[cursor.index] !== undefined;
  if (isPointed) {
    brighten(plot.cells, plot.barOf(cursor.index), ascii);
    lightTick(
      all,
      size,
      texts.find(({ column }) => column === plot.columnOf(cursor.index)),
    );
  }
  drawNotes(plot.cells, size, { ...plot, points, ascii });
  if (isPointed) drawFreeBox(plot.cells, plot.columnOf(cursor.index), cursor, ascii);
  else drawInset(plot.cells, insets);
  all.place(size.gutter, 0, plot.cells);
  return drawnChart(all, size, points, plot);
}

export function drawnChart(
  whole: Canvas,
  { gutter, columns }: Frame,
  points: readonly object[],
  plot: Pick<Plot, 'columnOf' | 'indexAt'>,
): DrawnChart {
  return {
    rows: whole.toRows(),
    columnOf: index => (points[index] ? gutter + plot.columnOf(index) : undefined),
    indexAt: column =>
      column >= gutter && column < gutter + columns ? plot.indexAt(column - gutter) : undefined,
  };
}

/** The text of a point, where it has one. */
function lightTick(
  on: Canvas,
  { gutter, rows, hasAxis, hasLabelRow }: Frame,
  tick: PlacedTick | undefined,
): void {
  if (hasLabelRow && tick !== undefined)
    on.write(gutter + tick.start, rows + Number(hasAxis), tick.text, { role: 'plain', bold: true });
}

/** The bar in another colour, and a line above it. */
function brighten(plot: Canvas, [from, to]: readonly [number, number], ascii: boolean): void {
  for (let row = 0; row < plot.rows; row += 1)
    for (let column = from; column < to; column += 1) {
      const cell = plot.at(column, row);
      // A full block has no background: the colour of a letter is moved away from its background, so that it can be read.
      const isBlock = cell.background === cell.role;
      if (cell.role === 'chartBefore') {
        const isOnBar = cell.background !== undefined && isAreaFill(cell.background);
        const lit = { role: 'accent', background: undefined, inverse: true } as const;
        plot.put(column, row, { ...cell, ...(isOnBar ? lit : {}), bold: true });
      } else if (cell.glyph !== ' ') {
        const background = isBlock ? undefined : cell.background;
        plot.put(column, row, { ...cell, role: 'accent', background, bold: true });
      } else if (column === from + Math.floor((to - from - 1) / 2))
        plot.put(column, row, { ...cell, glyph: ascii ? '|' : '│' });
    }
}

/** The area and its compared line alone, up to their own greatest count. */
export function areaStrip(
  input: Pick<ChartInput<AreaPoint>, 'points' | 'compared' | 'width' | 'height' | 'ascii' | 'hasTints'>,
): readonly ChartRow[] {
  const { points, compared = [], width, height, ascii = false, hasTints = false } = input;
  const top = maximum([...points.map(({ count }) => count), ...compared]);
  const [columns, rows] = [integerSize(width), integerSize(height)];
  const shape = { points, compared, columns, rows, heightOf: heightOf(top, rows), hasTints };
  return (ascii ? barPlot({ ...shape, ascii }) : areaPlot(shape)).cells.toRows();
}

interface HourStripInput {
  readonly hours: readonly AreaPoint[];
  readonly compared?: readonly (number | undefined)[] | undefined;
  readonly width: number;
  /** One or two. */
  readonly rows: number;
  readonly ascii?: boolean | undefined;
  /** Whether backgrounds are seen; false when left out. */
  readonly hasTints?: boolean | undefined;
}

/** The same bars in a row or two without axes, on a base line. */
export function hourStrip(input: HourStripInput): ChartRow[] {
  const { hours, compared = [], width, rows, ascii = false, hasTints = false } = input;
  const top = maximum([...hours.map(({ count }) => count), ...compared]);
  const shape = {
    points: hours,
    compared,
    columns: integerSize(width),
    rows,
    heightOf: heightOf(top, rows),
    hasTints,
  };
  return barPlot({ ...shape, ascii }).cells.toRows();
}
