import type { Role } from '#terminal/theme/roles.ts';
import { blank, canvas, type Canvas, type Cell, chartFills } from './canvas.ts';
import { highest, type Places, spread } from './scale.ts';

export interface AreaPoint {
  /** Undefined where it is not known: a gap. */
  readonly count: number | undefined;
  /** Still being counted, or without some of its days: the first or the last week or month of a period. */
  readonly unfinished?: boolean | undefined;
  readonly weekend?: boolean | undefined;
}

interface AreaPlotInput {
  readonly points: readonly AreaPoint[];
  /** The earlier count of each point, by place; undefined where there is none. */
  readonly compared: readonly (number | undefined)[];
  readonly columns: number;
  readonly rows: number;
  readonly top: number;
  readonly ascii: boolean;
  readonly hasTints: boolean;
}

/** What draws a series needs: dots or characters, y from the bottom. */
interface AreaShape extends AreaPlotInput {
  readonly stops: readonly Stop[];
  readonly yOf: (value: number) => number;
  readonly isWeekend: (column: number) => boolean;
}

/** The fill of a row: the area fades towards the axis. */
function fillOf(row: number, rows: number): (typeof chartFills)[number] {
  return chartFills[Math.floor((row * chartFills.length) / Math.max(1, rows))] ?? 'chart4';
}

/** Whether a stretch leads to or from a point that is not whole. */
function isUnfinished(points: readonly AreaPoint[], ends: readonly Stop[]): boolean {
  return ends.some(({ places }) => points.slice(...places).every(({ unfinished }) => unfinished === true));
}

interface Stop {
  readonly x: number;
  readonly places: Places;
}

/**
 * Where points stand, from the left edge to the right one: each on its own, or several together where there are more
 * than columns. A single one stands in the middle.
 */
function stopsOf(count: number, width: number): Stop[] {
  if (count > width) return spread(count, width).map((places, x) => ({ x, places }));
  const distance = count > 1 ? (width - 1) / (count - 1) : 0;
  const start = count > 1 ? 0 : Math.floor((width - 1) / 2);
  return Array.from({ length: count }, (_, index) => ({
    x: Math.round(start + index * distance),
    places: [index, index + 1],
  }));
}

function stopAt(stops: readonly Stop[], index: number): Stop | undefined {
  return stops.find(({ places: [from, to] }) => from <= index && index < to);
}

function nearestStop(stops: readonly Stop[], x: number): Stop | undefined {
  return stops.reduce<Stop | undefined>(
    (best, stop) => (best === undefined || Math.abs(stop.x - x) < Math.abs(best.x - x) ? stop : best),
    undefined,
  );
}

/** A stretch of a series between neighbours that are both known, as wide as the plot for the only point there is. */
interface Stretch {
  readonly from: { readonly x: number; readonly value: number };
  readonly to: { readonly x: number; readonly value: number };
  readonly ends: readonly [Stop, Stop];
}

/** A known point without known neighbours is a stretch to itself. */
function stretchesOf(
  stops: readonly Stop[],
  values: readonly (number | undefined)[],
  width: number,
): Stretch[] {
  const known = stops.map(stop => ({ stop, value: highest(values, stop.places) }));
  return known.flatMap(({ stop, value }, index): Stretch[] => {
    if (value === undefined) return [];
    const next = known[index + 1];
    if (next?.value !== undefined)
      return [
        { from: { x: stop.x, value }, to: { x: next.stop.x, value: next.value }, ends: [stop, next.stop] },
      ];
    if (known.length === 1)
      return [{ from: { x: 0, value }, to: { x: width - 1, value }, ends: [stop, stop] }];
    if (known[index - 1]?.value !== undefined) return [];
    return [{ from: { x: stop.x, value }, to: { x: stop.x, value }, ends: [stop, stop] }];
  });
}

/** The top of a column that fills one, two or three thirds of its row. */
const tops = ['.', ':', '#'] as const;
const fill = '#';
/** An outline in the lower, the middle and the upper third of its row. */
const outline = ['.', '-', "'"] as const;
const before = 'o';
/** Where the compared series lies on the top of the area, every so many columns are its own. */
const shared = 3;

/** The area as columns of ASCII characters, the compared series over it; what is not whole is an outline. */
function asciiArea(shape: AreaShape): Canvas {
  const { points, compared, stops, columns, rows, yOf, isWeekend } = shape;
  const cells = canvas(columns, rows);
  for (let column = 0; column < columns; column += 1)
    if (isWeekend(column))
      for (let row = 0; row < rows; row += 1) cells.put(column, row, { ...blank, ground: 'weekend' });
  const rowOf = (y: number): number => rows - 1 - Math.floor(y / 3);
  const counts = points.map(({ count }) => count);
  const stretches = stretchesOf(stops, counts, columns);
  for (const stretch of stretches.filter(({ ends }) => isUnfinished(points, ends)))
    for (const { x, y } of heights(stretch, yOf))
      cells.put(x, rowOf(y), {
        glyph: outline[y % 3] ?? fill,
        role: 'dim',
        ground: cells.at(x, rowOf(y)).ground,
      });
  for (const stretch of stretches.filter(({ ends }) => !isUnfinished(points, ends)))
    for (const { x, y } of heights(stretch, yOf)) {
      const top = rowOf(y);
      const glyph = tops[y % 3] ?? fill;
      const ground = glyph === fill ? fillOf(top, rows) : cells.at(x, top).ground;
      cells.put(x, top, { glyph, role: 'chartLine', ground });
      for (let row = top + 1; row < rows; row += 1)
        cells.put(x, row, { glyph: fill, role: fillOf(row, rows), ground: fillOf(row, rows) });
    }
  for (const stretch of stretchesOf(stops, compared, columns))
    for (const { x, y } of heights(stretch, yOf)) {
      const { role, ground } = cells.at(x, rowOf(y));
      if (role !== 'chartLine' || x % shared === 0)
        cells.put(x, rowOf(y), { glyph: before, role: 'chartBefore', ground });
    }
  return cells;
}

function heights({ from, to }: Stretch, yOf: (value: number) => number): { x: number; y: number }[] {
  const [low, high] = [yOf(from.value), yOf(to.value)];
  const length = to.x - from.x;
  return Array.from({ length: length + 1 }, (_, at) => ({
    x: from.x + at,
    y: Math.round(low + ((high - low) * at) / Math.max(1, length)),
  }));
}

// The eight dots of a braille character, by row and column, as bits of its code point.
const bits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/** Dots, two columns and four rows to a character; x from the left, y from the bottom. */
interface BrailleCanvas {
  dot(x: number, y: number): void;
  /** The dots of a straight line, both ends included; with a step, only those of every so many columns. */
  line(from: Dot, to: Dot, step?: number): void;
  /** All dots of a column from the bottom up to y. */
  fill(x: number, y: number): void;
  /** The bits of a character, 0 where it has no dot; rows from the top. */
  bitsAt(column: number, row: number): number;
}

interface Dot {
  readonly x: number;
  readonly y: number;
}

function brailleCanvas(columns: number, rows: number): BrailleCanvas {
  const cells = new Uint8Array(columns * rows);
  const dot = (x: number, y: number): void => {
    const down = rows * 4 - 1 - y;
    if (x < 0 || x >= columns * 2 || down < 0 || y < 0) return;
    const bit = bits[down % 4]?.[x % 2] ?? 0;
    const cell = Math.floor(down / 4) * columns + Math.floor(x / 2);
    cells[cell] = (cells[cell] ?? 0) | bit;
  };
  return {
    dot,
    line: (from, to, step = 1) => {
      for (const { x, y } of dotsBetween(from, to)) {
        // A steep line is thinned by its rows, or its one column would be all or nothing.
        const steep = Math.abs(to.y - from.y) > Math.abs(to.x - from.x);
        if ((steep ? y : x) % step === 0) dot(x, y);
      }
    },
    fill: (x, y) => {
      for (let at = 0; at <= y; at += 1) dot(x, at);
    },
    bitsAt: (column, row) => cells[row * columns + column] ?? 0,
  };
}

function dotsBetween(from: Dot, to: Dot): Dot[] {
  const length = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
  return Array.from({ length: length + 1 }, (_, at) => ({
    x: Math.round(from.x + ((to.x - from.x) * at) / length),
    y: Math.round(from.y + ((to.y - from.y) * at) / length),
  }));
}

function brailleGlyph(dots: number): string {
  return String.fromCodePoint(0x2800 + dots);
}

function countDots(dots: number): number {
  return dots.toString(2).replaceAll('0', '').length;
}

interface Layers {
  readonly line: BrailleCanvas;
  readonly fill: BrailleCanvas;
  /** The outline of what is not whole: nothing is filled below it. */
  readonly open: BrailleCanvas;
  readonly before: BrailleCanvas;
  /** The compared line and the dots around it. */
  readonly around: BrailleCanvas;
}

/**
 * The area in braille dots: a line one dot thick and as even on a slope as on the flat, which eighths of a cell, one to
 * eight of them thick, are not; and where the compared series meets it, both have their dots in the cell they share.
 */
function brailleArea(shape: AreaShape): Canvas {
  const { columns, rows, isWeekend, hasTints } = shape;
  const cells = canvas(columns, rows);
  const layers = layersOf(shape);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const place = { column, row, fill: fillOf(row, rows), isWeekend: isWeekend(column) };
      cells.put(column, row, cellAt(layers, place, hasTints));
    }
  return cells;
}

function layersOf({ points, compared, stops, columns, rows, yOf }: AreaShape): Layers {
  const dots = (): BrailleCanvas => brailleCanvas(columns, rows);
  const layers: Layers = { line: dots(), fill: dots(), open: dots(), before: dots(), around: dots() };
  const counts = points.map(({ count }) => count);
  const end = ({ x, value }: { x: number; value: number }) => ({ x, y: yOf(value) });
  for (const { from, to, ends } of stretchesOf(stops, counts, columns * 2)) {
    if (isUnfinished(points, ends)) layers.open.line(end(from), end(to), 2);
    else {
      for (const { x, y } of dotsBetween(end(from), end(to))) {
        layers.line.dot(x, y);
        layers.line.dot(x, y - 1);
        layers.fill.fill(x, y);
      }
    }
  }
  for (const { from, to } of stretchesOf(stops, compared, columns * 2)) {
    layers.before.line(end(from), end(to), 2);
    for (const { x, y } of dotsBetween(end(from), end(to)))
      for (const across of [-1, 0, 1]) for (const up of [-1, 0, 1]) layers.around.dot(x + across, y + up);
  }
  return layers;
}

/** A cell mostly below the line has the ground of the area. */
const mostDots = 6;

interface CellPlace {
  readonly column: number;
  readonly row: number;
  readonly fill: Role;
  readonly isWeekend: boolean;
}

/**
 * Where grounds are seen a line hides the fill, and what is mostly filled has its ground. Where none are, the fill is dots
 * alone: in a cell of the compared line it stays, but for the dots around that line, which make it a line.
 */
function cellAt(layers: Layers, { column, row, fill, isWeekend }: CellPlace, hasTints: boolean): Cell {
  const line = layers.line.bitsAt(column, row);
  const over = line | layers.open.bitsAt(column, row);
  const earlier = layers.before.bitsAt(column, row);
  const filled = layers.fill.bitsAt(column, row);
  const besideEarlier = hasTints ? (earlier > 0 ? 0 : filled) : filled & ~layers.around.bitsAt(column, row);
  const dots = (over > 0 ? over : besideEarlier) | earlier;
  const ground = hasTints && countDots(filled) >= mostDots ? fill : isWeekend ? 'weekend' : undefined;
  if (dots === 0) return { ...blank, ground };
  const main = line > 0 ? 'chartLine' : over > 0 ? 'dim' : fill;
  // Where both lines share a cell it has the dots of both, and takes their colours in turn.
  const role = earlier > 0 && (over === 0 || column % 2 === 0) ? 'chartBefore' : main;
  return { glyph: brailleGlyph(dots), role, ground };
}

export interface AreaPlot {
  readonly cells: Canvas;
  /** The row, 0 at the top, in which a value is drawn. */
  rowOf(value: number): number;
  columnOf(index: number): number;
  /** The point a column shows or, between two, the nearest one; of several in one column the first. */
  placeAt(column: number): number | undefined;
  isWeekend(column: number): boolean;
}

/** A filled area with its line above it; the compared series lies dotted over it. */
export function areaPlot(input: AreaPlotInput): AreaPlot {
  const { points, columns, rows, top, ascii } = input;
  const across = ascii ? 1 : 2;
  const steps = ascii ? 3 : 4;
  const stops = stopsOf(points.length, columns * across);
  const yOf = (value: number): number =>
    Math.round((Math.max(0, Math.min(value, top)) / top) * (rows * steps - 1));
  const placeAt = (column: number): number | undefined =>
    nearestStop(stops, column * across + (across - 1) / 2)?.places[0];
  // Where several days share a column, or one has them all, weekends would be everywhere.
  const isRoomy = points.length > 1 && points.length <= columns;
  const weekends = Array.from(
    { length: columns },
    (_, column) => isRoomy && points[placeAt(column) ?? -1]?.weekend === true,
  );
  const isWeekend = (column: number): boolean => weekends[column] === true;
  const shape: AreaShape = { ...input, stops, yOf, isWeekend };
  return {
    cells: ascii ? asciiArea(shape) : brailleArea(shape),
    rowOf: value => rows - 1 - Math.floor(yOf(value) / steps),
    columnOf: index => Math.floor((stopAt(stops, index)?.x ?? 0) / across),
    placeAt,
    isWeekend,
  };
}
