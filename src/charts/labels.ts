import type { Role } from '#terminal/theme/roles.ts';
import { canvas, type Canvas, type CellStyle } from './canvas.ts';

/** A cursor on a chart, with what its box says. Every character is one column wide. */
export interface ChartCursor {
  readonly index: number;
  /** "Sun 8 Nov". Without a title there is no box. */
  readonly title?: string | undefined;
  readonly value?: string | undefined;
  readonly change?: { readonly text: string; readonly role: Role } | undefined;
  /** "before, Sun 11 Oct  1,248". */
  readonly before?: string | undefined;
  /** What was noted then, in lines: in ever fewer of them. */
  readonly notes?: readonly (readonly string[])[] | undefined;
  /** Of a chart of several lines in place of one value: what each shows there. */
  readonly values?: readonly (CellStyle & { readonly text: string })[] | undefined;
}

/** Where a box stands, at the top of the plot. */
interface BoxPlace {
  readonly start: number;
  /** The column behind it. */
  readonly end: number;
  readonly rows: number;
}

interface CursorMarks {
  readonly column: number;
  readonly valueRow?: number | undefined;
  readonly beforeRow?: number | undefined;
  readonly ascii: boolean;
}

/** Marks a column of a plot: a line, the value and the one before as points on it. */
export function drawCrosshair(on: Canvas, { column, valueRow, beforeRow, ascii }: CursorMarks): void {
  const marks = ascii
    ? { line: '|', value: 'O', before: 'o', both: '@' }
    : { line: '│', value: '●', before: '○', both: '◉' };
  for (let row = 0; row < on.rows; row += 1) {
    const { background } = on.at(column, row);
    const isValue = row === valueRow;
    const isBefore = row === beforeRow;
    if (isValue)
      on.put(column, row, {
        glyph: isBefore ? marks.both : marks.value,
        role: 'accent',
        background,
        bold: true,
      });
    else if (isBefore) on.put(column, row, { glyph: marks.before, role: 'chartBefore', background });
    else on.put(column, row, { glyph: marks.line, role: 'plain', background });
  }
}

/**
 * Draws the box beside the cursor's column, on the side where it hides less, never over the column. Where it does not
 * fit with a border, or would hide much, it is one line; where that does not fit, nothing.
 */
export function drawBox(
  on: Canvas,
  column: number,
  cursor: ChartCursor,
  ascii: boolean,
): BoxPlace | undefined {
  const boxes = boxSizes(cursor, ascii);
  const [line, ...shorter] = boxes.filter(({ rows }) => rows === 1);
  for (const box of boxes) {
    if (box.rows > 1 && box.rows * 3 > on.rows * 2) continue;
    const starts = [column + 2, column - 1 - box.columns].filter(
      start => start >= beforeBox(box) && start + box.columns <= on.columns && box.rows <= on.rows,
    );
    const [right, left] = starts;
    if (right === undefined) continue;
    const start = left !== undefined && hidden(on, left, box) < hidden(on, right, box) ? left : right;
    // Of one line what it is compared with is left out before it hides anything.
    if (box === line && shorter.length > 1 && hidden(on, start, box) > 0) continue;
    on.place(start, 0, box);
    return { start, end: start + box.columns, rows: box.rows };
  }
  return undefined;
}

/** Free columns between the scale and a box: one without a border begins with a blank. */
function beforeBox({ rows }: Canvas): number {
  return rows > 1 ? 1 : 0;
}

/** Columns between a cursor and the box that is seen as its own. */
const near = 16;

/** Draws the box where it hides nothing, near to the cursor's column in its fullest form there, else as near as it may; else as drawBox. */
export function drawFreeBox(on: Canvas, column: number, cursor: ChartCursor, ascii: boolean): void {
  const boxes = boxSizes(cursor, ascii);
  // The last form has no change: it gives way to a fuller one that is farther.
  const forms = [
    ...boxes.slice(0, -1).map(box => [box, near] as const),
    ...boxes.map(box => [box, Infinity] as const),
  ];
  for (const [box, max] of forms) {
    const starts = Array.from({ length: Math.max(0, on.columns - box.columns + 1) }, (_, start) => start);
    const distance = (start: number) =>
      Math.min(Math.abs(start - column), Math.abs(start + box.columns - 1 - column));
    const gap = beforeBox(box);
    const around = { columns: box.columns + 2 * gap, rows: box.rows };
    const isFree = (start: number) => start >= gap && hidden(on, start - gap, around) === 0;
    const free = starts
      .filter(start => box.rows <= on.rows && distance(start) <= max && isFree(start))
      .sort((a, b) => distance(a) - distance(b));
    const [nearest] = free;
    if (nearest !== undefined) return on.place(nearest, 0, box);
  }
  drawBox(on, column, cursor, ascii);
}

function hidden(on: Canvas, start: number, { columns, rows }: Pick<Canvas, 'columns' | 'rows'>): number {
  let count = 0;
  for (let row = 0; row < rows; row += 1)
    for (let at = start; at < start + columns; at += 1) if (on.at(at, row).glyph !== ' ') count += 1;
  return count;
}

type Text = readonly (CellStyle & { readonly text: string })[];

/** The forms of the box, the fullest first. */
function boxSizes(
  { title, value, change, before, notes = [], values }: ChartCursor,
  ascii: boolean,
): Canvas[] {
  if (title === undefined) return [];
  const noted = notes.map(lines => lines.map((text): Text => [{ text, role: 'warn' }]));
  if (values !== undefined) {
    const name: Text = [{ text: title, role: 'plain', bold: true }];
    const each = values.map((one): Text => [one]);
    const pairs = [values.slice(0, 2), values.slice(2)].filter(({ length }) => length > 0);
    return [
      ...noted.map(lines => bordered([name, ...each, ...lines], ascii)),
      bordered([name, ...each], ascii),
      bordered([name, ...pairs], ascii),
      lineBox([...name, ...values]),
      lineBox(values),
    ];
  }
  const head: Text = [
    { text: title, role: 'plain', bold: true },
    ...(value === undefined ? [] : [{ text: value, role: 'chartLine', bold: true } as const]),
    ...(change === undefined || change.text === '' ? [] : [change]),
  ];
  const tail: Text = before === undefined ? [] : [{ text: before, role: 'chartBefore' }];
  return [
    ...(tail.length > 0 ? noted.map(lines => bordered([head, tail, ...lines], ascii)) : []),
    ...noted.map(lines => bordered([head, ...lines], ascii)),
    ...(tail.length > 0 ? [bordered([head, tail], ascii)] : []),
    bordered([head], ascii),
    ...(tail.length > 0 ? [lineBox([...head, ...tail])] : []),
    lineBox(head),
    lineBox(head.slice(0, 2)),
  ];
}

function bordered(lines: readonly Text[], ascii: boolean): Canvas {
  const edge = ascii
    ? { flat: '-', side: '|', corners: ['+', '+', '+', '+'] }
    : { flat: '─', side: '│', corners: ['╭', '╮', '╰', '╯'] };
  const [from, to, lowFrom, lowTo] = edge.corners;
  const inner = Math.max(...lines.map(widthOf)) + 2;
  const on = canvas(inner + 2, lines.length + 2);
  const frame = { role: 'frame' } as const;
  on.write(0, 0, `${from}${edge.flat.repeat(inner)}${to}`, frame);
  for (const [index, line] of lines.entries()) {
    on.write(0, index + 1, edge.side, frame);
    write(on, line, 2, index + 1);
    on.write(inner + 1, index + 1, edge.side, frame);
  }
  on.write(0, lines.length + 1, `${lowFrom}${edge.flat.repeat(inner)}${lowTo}`, frame);
  return on;
}

function lineBox(line: Text): Canvas {
  const on = canvas(widthOf(line) + 2, 1);
  write(on, line, 1, 0);
  return on;
}

function widthOf(line: Text): number {
  return line.reduce((sum, { text }) => sum + text.length + 2, -2);
}

function write(on: Canvas, line: Text, start: number, row: number): void {
  let column = start;
  for (const { text, ...style } of line) {
    on.write(column, row, text, style);
    column += text.length + 2;
  }
}

interface NamedPoint {
  readonly column: number;
  /** The row in which it is drawn, 0 at the top. */
  readonly row: number;
  /** The fullest first. */
  readonly texts: readonly string[];
}

interface Spot {
  readonly start: number;
  readonly row: number;
}

/** A peak is some columns wide. */
const peakColumns = 12;

/** Columns between a name and the box of the cursor beside it; above and below it is a row. */
const clearColumns = 3;

/**
 * Names the highest point: above it or, where that is no room, beside it, clear of the box, in ever shorter words. Where
 * nothing is free it stays without: a name on the fill would stand at no point.
 */
export function nameHighest(on: Canvas, point: NamedPoint, box: BoxPlace | undefined): void {
  for (const text of point.texts) {
    const spot = freeSpot(on, { ...point, text }, box);
    if (spot === undefined) continue;
    for (const [index, glyph] of Array.from(text).entries())
      on.put(spot.start + index, spot.row, { ...on.at(spot.start + index, spot.row), glyph, role: 'plain' });
    return;
  }
}

function freeSpot(
  on: Canvas,
  { column, row, text }: Omit<NamedPoint, 'texts'> & { readonly text: string },
  box: BoxPlace | undefined,
): Spot | undefined {
  const spots: Spot[] = [
    ...[row - 1, row - 2].flatMap(above =>
      around(column, text.length, on.columns).map(start => ({ start, row: above })),
    ),
    ...Array.from({ length: peakColumns }, (_, index) => index + 2).flatMap(distance => [
      { start: column + distance, row },
      { start: column + 1 - distance - text.length, row },
    ]),
  ];
  const isClear = (spot: Spot) =>
    box === undefined ||
    spot.row > box.rows ||
    spot.start >= box.end + clearColumns ||
    spot.start + text.length <= box.start - clearColumns;
  return spots.filter(isClear).find(
    ({ start, row: at }) =>
      at >= 0 &&
      at < on.rows &&
      start >= 1 &&
      start + text.length <= on.columns &&
      // One more column to either side, so that it touches nothing; behind the plot all is free, before it is its scale.
      Array.from({ length: text.length + 2 }, (_, index) => start - 1 + index).every(
        column => column >= on.columns || on.at(column, at).glyph === ' ',
      ),
  );
}

/** Starts of a text that covers the column, the one around its middle first. */
function around(column: number, length: number, columns: number): number[] {
  const middle = column - Math.floor((length - 1) / 2);
  return Array.from({ length }, (_, index) => column - index)
    .filter(start => start >= 0 && start + length <= columns)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}
