import type { Role } from '#terminal/theme/roles.ts';
import {
  type AreaPoint,
  areaPlot,
  drawLine,
  hasBefore,
  isUnfinished,
  nearestStop,
  shadeWeekends,
  stopsOf,
  type Stretch,
  stretchesOf,
  valuesOf,
  weekendColumns,
} from './area.ts';
import { canvas, type Canvas, type ChartRow, type Family, integerSize } from './canvas.ts';
import { barPlot } from './columns.ts';
import { drawFrame, drawnChart, drawNotes, type DrawnChart, type FrameInput, measured } from './chart.ts';
import { type ChartCursor, drawBox, drawCrosshair } from './labels.ts';
import { maximum } from './scale.ts';
import { spaces } from '#text/fit.ts';
import { safeText, type SafeText } from '#text/safeText.ts';

export interface ChartLine {
  /** By place; undefined where it is not known: a gap. */
  readonly counts: readonly (number | undefined)[];
  readonly role: Role;
  /** Stands on it every so often, so that lines are told apart without colours: one column. */
  readonly mark: string;
}

interface LinesInput extends FrameInput {
  readonly points: readonly Omit<AreaPoint, 'count'>[];
  /** The last one is drawn over the others. */
  readonly lines: readonly ChartLine[];
}

interface StripsInput extends LinesInput {
  readonly lines: readonly (ChartLine & {
    readonly role: Family;
    /** By place; undefined where there is none. A line over the area. */
    readonly before?: readonly (number | undefined)[] | undefined;
    /** Of each point whether it is not whole: websites begin on different days. */
    readonly unfinished?: readonly boolean[] | undefined;
  })[];
}

/** What tells lines apart, in their order: colours, marks where there are none, and marks in ASCII. */
const looks = [
  { role: 'content', mark: '●', inAscii: 'o' },
  { role: 'sources', mark: '□', inAscii: 'x' },
  { role: 'places', mark: '▲', inAscii: 'v' },
  { role: 'technology', mark: '◇', inAscii: '+' },
] as const satisfies readonly { role: Family; mark: string; inAscii: string }[];

/** The colour, which is that of a family of panels, and the mark of the line at a place. */
export function lineStyle(index: number, ascii: boolean): { readonly role: Family; readonly mark: SafeText } {
  const { role, mark, inAscii } = looks[index % looks.length] ?? looks[0];
  return { role, mark: safeText(ascii ? inAscii : mark) };
}

/** Columns from one mark of a line to its next; those of other lines stand between them. */
const markGap = 12;

/** On one scale from zero, each in its colour with its own marks. What is unfinished is dots. A cursor has a box. */
export function prepareLines(input: LinesInput): (cursor: ChartCursor | undefined) => DrawnChart {
  const { points, lines, width, height, ascii = false } = input;
  const { ticks, size } = measured(
    input,
    lines.flatMap(({ counts }) => counts),
  );
  const { columns, rows, gutter, heightOf } = size;
  const { stops, columnOf, indexAt } = placesOf(points.length, columns);
  const isWeekend = weekendColumns(points, columns, indexAt);
  const rowOf = (value: number) => Math.max(0, rows - Math.max(1, Math.ceil(heightOf(value))));
  const plot = canvas(columns, rows);
  shadeWeekends(plot, isWeekend);
  const drawn = lines.map(line => ({ line, stretches: stretchesOf(stops, line.counts, columns) }));
  for (const { line, stretches } of drawn) {
    const isOpen = (stretch: Stretch) => isUnfinished(points, stretch);
    if (ascii) {
      for (const { x, value } of stretches.flatMap(valuesOf)) putMark(plot, x, rowOf(value), line);
    } else {
      const style = { role: line.role, joins: true };
      const whole = stretches.filter(stretch => !isOpen(stretch));
      drawLine(plot, whole, heightOf, { ...style, step: 1 });
      drawLine(plot, stretches.filter(isOpen), heightOf, { ...style, step: 2 });
    }
  }
  if (!ascii)
    for (const [index, { line, stretches }] of drawn.entries()) {
      const offset = Math.floor((markGap * (index + 0.5)) / lines.length);
      const values = stretches.flatMap(valuesOf);
      const isAlone = (x: number) => !values.some(other => Math.abs(other.x - x) === 1);
      for (const { x, value } of values)
        if (x % markGap === offset || isAlone(x)) putMark(plot, x, rowOf(value), line);
    }
  const base = canvas(width, height);
  drawFrame(base, size, { columnOf, isWeekend, ticks, points, ascii });
  return cursor => {
    const [cells, whole] = [plot.copy(), base.copy()];
    const isPointed = cursor !== undefined && points[cursor.index] !== undefined;
    const column = columnOf(cursor?.index ?? 0);
    if (isPointed) {
      drawCrosshair(cells, { column, ascii });
      for (const line of lines) {
        const value = line.counts[cursor.index];
        if (value !== undefined) putMark(cells, column, rowOf(value), line);
      }
    }
    drawNotes(cells, size, { points, columnOf, ascii });
    if (isPointed) drawBox(cells, column, cursor, ascii);
    whole.place(gutter, 0, cells);
    return drawnChart(whole, size, points, { columnOf, indexAt });
  };
}

/** How so many rows are divided: the texts of the axis go first. */
export function stripRows(lines: number, height: number) {
  const hasLabelRow = height >= 2 * lines + 2;
  const rows = Math.max(0, height - 1 - Number(hasLabelRow));
  return { hasLabelRow, rows, each: Math.floor(rows / Math.max(1, lines)) };
}

/** Whether strips of that height show what was before. */
export function hasRoomForBefore(lines: number, height: number): boolean {
  return hasBefore(stripRows(lines, integerSize(height)).each);
}

/** A strip of fewer rows than there are lines has two beside each other. */
const stripsInRow = 2;

/** A strip has a count at the cursor where it is so many times as wide. */
const narrowest = 3;

/** The greatest count is named in a plot of so many columns. */
const roomForWord = 100;

/** Each line as an area of its own from zero to its own greatest count, which stands at its axis beside its mark: one below the other. */
export function prepareStrips(input: StripsInput): (cursor: ChartCursor | undefined) => readonly ChartRow[] {
  const { points, lines, width, height, ticks = [], formatCount, ascii = false, hasTints = false } = input;
  const [across, down] = [integerSize(width), integerSize(height)];
  const { hasLabelRow, rows, each } = stripRows(lines.length, down);
  if (rows < lines.length && lines.length > 1) {
    const half = Math.floor((across - 1) / stripsInRow);
    const first = Math.ceil(lines.length / stripsInRow);
    const parts = [lines.slice(0, first), lines.slice(first)].map(own =>
      prepareStrips({ ...input, lines: own, width: half, height: Math.min(down, first + 1) }),
    );
    return cursor => {
      const [left = [], right = []] = parts.map(draw => draw(cursor && { index: cursor.index }));
      return left.map((row, at) => [...row, { text: spaces(across - 2 * half) }, ...(right[at] ?? [])]);
    };
  }
  const tops = lines.map((_, at) => rows - (lines.length - at) * each);
  const best = across >= roomForWord ? 'best ' : '';
  const texts = lines.map(({ counts, mark }) => `${mark} ${best}${formatCount(maximum(counts))}`);
  const longest = Math.max(0, ...texts.map(text => text.length));
  const gutter = longest + 2;
  const columns = Math.max(0, across - gutter);
  const isCompared =
    hasBefore(each) && lines.some(({ before = [] }) => before.some(count => count !== undefined));
  const stripOf = ({ counts, before = [], unfinished, role }: StripsInput['lines'][number]) => {
    const max = Math.max(1, maximum(counts), isCompared ? maximum(before) : 0);
    const own = points.map((point, at) => ({ ...point, count: counts[at], unfinished: unfinished?.[at] }));
    // In ASCII all have columns for marks, or none: a day is below itself.
    const compared = points.map((_, at) => before[at] ?? (ascii && isCompared ? 0 : undefined));
    // What is below is not to touch what is above it.
    const heightOf = (value: number) => (value / max) * (each - 1 / 8);
    const shape = { points: own, compared, columns, rows: each, heightOf, hasTints, family: role };
    const plot = ascii ? barPlot({ ...shape, ascii }) : areaPlot(shape);
    return { ...plot, named: plot.rowOf(maximum(counts)) };
  };
  const drawn = lines.map(stripOf);
  const { columnOf, isWeekend } = drawn[0] ?? stripOf({ counts: [], role: 'content', mark: '' });
  const base = canvas(width, height);
  const rowOfName = (at: number) => (tops[at] ?? 0) + (drawn[at]?.named ?? 0);
  const scaleTexts = new Map(texts.map((text, at) => [rowOfName(at), text.padStart(longest)]));
  const frame = { gutter, columns, rows, hasAxis: down > 0, hasLabelRow, scaleTexts, heightOf: () => 0 };
  drawFrame(base, frame, { columnOf, isWeekend, ticks, points, ascii });
  const plot = canvas(columns, rows);
  shadeWeekends(plot, isWeekend);
  for (const [at, { mark, role }] of lines.entries()) {
    base.put(longest - (texts[at]?.length ?? 0), rowOfName(at), { glyph: mark, role, bold: true });
    plot.place(0, tops[at] ?? 0, drawn[at]?.cells ?? canvas(0, 0));
  }
  return cursor => {
    const [cells, whole] = [plot.copy(), base.copy()];
    if (cursor !== undefined && points[cursor.index] !== undefined) {
      const column = columnOf(cursor.index);
      drawCrosshair(cells, { column, ascii });
      // A box of all would hide what it is of: each strip has its own count, on the side where there is more of it.
      for (const [at, { counts, role }] of lines.entries()) {
        const count = counts[cursor.index];
        const text = count === undefined ? '' : ` ${formatCount(count)} `;
        const start = column * 2 > columns ? column - text.length : column + 1;
        if (text.length * narrowest <= columns) cells.write(start, tops[at] ?? 0, text, { role, bold: true });
      }
    }
    whole.place(gutter, 0, cells);
    return whole.toRows();
  };
}

function placesOf(count: number, columns: number) {
  const stops = stopsOf(count, columns);
  return {
    stops,
    columnOf: (index: number) => stops.find(({ range: [from, to] }) => from <= index && index < to)?.x ?? 0,
    indexAt: (column: number) => nearestStop(stops, column)?.range[0],
  };
}

function putMark(on: Canvas, column: number, row: number, { mark, role }: ChartLine): void {
  on.put(column, row, { ...on.at(column, row), glyph: mark, role, bold: true });
}
