import type { Role } from '#terminal/theme/roles.ts';
import { areaFills, canvas, type Canvas, type Cell, eighths, type Family, familyFill } from './canvas.ts';
import { highest, type IndexRange, spread } from './scale.ts';

export interface AreaPoint {
  /** Undefined where it is not known: a gap. */
  readonly count: number | undefined;
  /** Still being counted, or without some of its days: the first or the last week or month of a period. */
  readonly unfinished?: boolean | undefined;
  readonly weekend?: boolean | undefined;
  /** Something was noted then: a mark on the axis. */
  readonly noted?: boolean | undefined;
}

export interface PlotInput {
  readonly points: readonly AreaPoint[];
  /** The earlier count of each point, at the same index; undefined where there is none. */
  readonly compared: readonly (number | undefined)[];
  readonly columns: number;
  readonly rows: number;
  /** Rows of a value above the bottom of the plot. */
  readonly heightOf: (value: number) => number;
  readonly hasTints: boolean;
  /** In its hue, where it stands for one. */
  readonly family?: Family | undefined;
}

/** Of charts everywhere: in a single row what was before would hide the tops of what is. */
const rowsForBefore = 2;

export function hasBefore(rows: number): boolean {
  return rows >= rowsForBefore;
}

/** A series in the cells of a chart, whatever its shape. */
export interface Plot {
  readonly cells: Canvas;
  /** The row, 0 at the top, in which a value is drawn. */
  rowOf(value: number): number;
  columnOf(index: number): number;
  /** The point a column shows or, between two, the nearest one; of several in one column the first. */
  indexAt(column: number): number | undefined;
  isWeekend(column: number): boolean;
}

/** The fill of a row: one gradient over the height of the plot. */
export function areaFill(row: number, rows: number, family?: Family): Role {
  if (family !== undefined) return familyFill(family, row, rows);
  return areaFills[Math.floor((row * areaFills.length) / Math.max(1, rows))] ?? 'area12';
}

interface Stop {
  readonly x: number;
  readonly range: IndexRange;
}

/** Where points stand, from left to right: each on its own, or several together where there are more than columns. */
export function stopsOf(count: number, width: number): Stop[] {
  if (count > width) return spread(count, width).map((range, x) => ({ x, range }));
  const distance = count > 1 ? (width - 1) / (count - 1) : 0;
  const start = count > 1 ? 0 : Math.floor((width - 1) / 2);
  return Array.from({ length: count }, (_, index) => ({
    x: Math.round(start + index * distance),
    range: [index, index + 1],
  }));
}

export function nearestStop(stops: readonly Stop[], x: number): Stop | undefined {
  return stops.reduce<Stop | undefined>(
    (best, stop) => (best === undefined || Math.abs(stop.x - x) < Math.abs(best.x - x) ? stop : best),
    undefined,
  );
}

/** A stretch of a series between neighbours that are both known, as wide as the plot for the only point there is. */
export interface Stretch {
  readonly from: { readonly x: number; readonly value: number };
  readonly to: { readonly x: number; readonly value: number };
  readonly ends: readonly [Stop, Stop];
}

/** A known point without known neighbours is a stretch to itself. */
export function stretchesOf(
  stops: readonly Stop[],
  values: readonly (number | undefined)[],
  width: number,
): Stretch[] {
  const known = stops.map(stop => ({ stop, value: highest(values, stop.range) }));
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

/** Whether a stretch leads to or from a point that is not whole. */
export function isUnfinished(points: readonly Pick<AreaPoint, 'unfinished'>[], { ends }: Stretch): boolean {
  return ends.some(({ range }) => points.slice(...range).every(({ unfinished }) => unfinished === true));
}

/** The value of each column of a stretch, on a straight line between its ends. */
export function valuesOf({ from, to }: Stretch): { x: number; value: number }[] {
  const length = to.x - from.x;
  return Array.from({ length: length + 1 }, (_, at) => ({
    x: from.x + at,
    value: from.value + ((to.value - from.value) * at) / Math.max(1, length),
  }));
}

// The eight dots of a braille character, by row and column, as bits of its code point.
const bits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/**
 * A glyph over a cell of a plot, on its fill or, without tints, cut out of it. The edge of a fill, which has no room for
 * another, is as full or as blank as it is nearer to. Undefined over dots.
 */
export function drawnOver(
  cell: Cell,
  { glyph, role, hasTints }: { readonly glyph: string; readonly role: Role; readonly hasTints: boolean },
): Cell | undefined {
  if (dotsOf(cell.glyph) > 0) return undefined;
  if (eighths.indexOf(cell.glyph) * 2 < eighths.length - 1) return { ...cell, glyph, role };
  return hasTints ? { ...cell, glyph, role, background: cell.role } : { ...cell, glyph, inverse: true };
}

interface LineStyle {
  readonly role: Role;
  /** Only the dots of every so many columns, of a steep line of every so many rows. */
  readonly step: number;
  /** Its dots join those of the lines that it crosses, which take its colour there. */
  readonly joins?: boolean;
  readonly hasTints?: boolean;
}

/**
 * Whether the edge of a fill, so many eighths high, leaves its cell to a line at this height in it: by a quarter of the cell
 * at most, where the line would have to go farther, to the next cell on its side of the edge.
 */
export function givesWay(edge: number, line: number): boolean {
  const full = eighths.length - 1;
  const step = line > edge ? edge : full - edge;
  return step <= full / 4 && step < (line > edge ? full - line : line) + 1;
}

/** Eighths: as near to the edge of a fill, above the lowest row, a line is not told from it. */
const nearEdge = 2;

/**
 * The height of a dot, in dots. In the cell of the edge of a fill it stays where it is, or goes to the nearest one above or
 * below that cell, on the side of the edge where it is. In the uppermost row there may be none above. Undefined in the lowest
 * below the edge, which hides it there: what is counted now is seen before what was; and where it is at the edge. With `farthest`,
 * in eighths, no edge gives way, and where the next cell is farther it is undefined, too.
 */
function neighbourEdge(cells: Canvas, column: number, y: number, farthest: number): number | undefined {
  const row = cells.rows - 1 - Math.floor(y / 4);
  const { glyph, role } = cells.at(column, row);
  const level = eighths.indexOf(glyph);
  if (level <= 0 || level === eighths.length - 1) return y;
  const keepsEdge = farthest < Infinity;
  // The line of a zero is no edge.
  if (level === 1 && role === 'dim' && (keepsEdge || y > 0)) return y;
  const height = (y % 4) * 2 + 1;
  const isAbove = height > level;
  const neighbour = isAbove ? (Math.floor(y / 4) + 1) * 4 : Math.floor(y / 4) * 4 - 1;
  // What is counted has its edge also where that is in the lowest row.
  const isHere = neighbour >= cells.rows * 4 || (givesWay(level, height) && !(isAbove && y < 4));
  if (isHere && !keepsEdge) return y;
  const isAtEdge = y >= 4 && Math.abs(height - level) <= nearEdge;
  const max = isAtEdge && !keepsEdge ? nearEdge : farthest;
  return neighbour < 0 || Math.abs(neighbour - y) * 2 > max ? undefined : neighbour;
}

export interface Dot {
  readonly x: number;
  readonly y: number;
}

/** The height of a value in dots, from 0 for the lowest. */
export function dotOf(value: number, heightOf: PlotInput['heightOf']): number {
  return Math.max(0, Math.round(heightOf(value) * 4) - 1);
}

/** Dots two across and four down to a cell, from the left and from the bottom. Where an edge hides one it is left out. */
export function drawDots(
  cells: Canvas,
  dots: readonly Dot[],
  style: Pick<LineStyle, 'role' | 'joins' | 'hasTints'> & { readonly farthest?: number },
): void {
  const { role, joins = false, hasTints = false, farthest = Infinity } = style;
  const dotsByCell = new Map<number, number>();
  for (const { x, y: at } of dots) {
    const column = Math.floor(x / 2);
    const y = neighbourEdge(cells, column, at, farthest);
    if (y === undefined) continue;
    const row = cells.rows - 1 - Math.floor(y / 4);
    const bit = bits[3 - (y % 4)]?.[x % 2] ?? 0;
    if (column < cells.columns && row >= 0)
      dotsByCell.set(row * cells.columns + column, (dotsByCell.get(row * cells.columns + column) ?? 0) | bit);
  }
  for (const [cellIndex, bitsOfCell] of dotsByCell) {
    const [column, row] = [cellIndex % cells.columns, Math.floor(cellIndex / cells.columns)];
    const cell = cells.at(column, row);
    const there = joins ? dotsOf(cell.glyph) : 0;
    const glyph = String.fromCodePoint(0x2800 + (bitsOfCell | there));
    const over = there > 0 ? { ...cell, glyph, role } : drawnOver(cell, { glyph, role, hasTints });
    if (over !== undefined) cells.put(column, row, over);
  }
}

/** Draws stretches as lines one dot thick. */
export function drawLine(
  cells: Canvas,
  lines: readonly Stretch[],
  heightOf: PlotInput['heightOf'],
  { step, ...style }: LineStyle,
): void {
  const dots: Dot[] = [];
  for (const { from, to } of lines) {
    const [start, end] = [
      { x: from.x * 2, y: dotOf(from.value, heightOf) },
      { x: to.x * 2 + 1, y: dotOf(to.value, heightOf) },
    ];
    const [across, up] = [end.x - start.x, end.y - start.y];
    const length = Math.max(across, Math.abs(up));
    for (let at = 0; at <= length; at += 1) {
      const [x, y] = [Math.round(start.x + (across * at) / length), Math.round(start.y + (up * at) / length)];
      if ((Math.abs(up) > across ? y : x) % step === 0) dots.push({ x, y });
    }
  }
  drawDots(cells, dots, style);
}

function dotsOf(glyph: string): number {
  const code = glyph.codePointAt(0) ?? 0;
  return code > 0x2800 && code <= 0x28ff ? code - 0x2800 : 0;
}

/** A filled area, exact to an eighth of a cell, and the compared series as a line over it. What is not whole is dots. */
export function areaPlot(input: PlotInput): Plot {
  const { points, columns, rows, heightOf, hasTints, family } = input;
  const compared = hasBefore(rows) ? input.compared : [];
  const stops = stopsOf(points.length, columns);
  const indexAt = (column: number): number | undefined => nearestStop(stops, column)?.range[0];
  const isWeekend = weekendColumns(points, columns, indexAt);
  const cells = canvas(columns, rows);
  shadeWeekends(cells, isWeekend);
  const stepsOf = (value: number): number => (value > 0 ? Math.max(2, Math.round(heightOf(value) * 8)) : 1);
  const stretches = stretchesOf(
    stops,
    points.map(({ count }) => count),
    columns,
  );
  const isOpen = (stretch: Stretch) => isUnfinished(points, stretch);
  // Before the fill, which covers what they have of its edge.
  drawLine(cells, stretches.filter(isOpen), heightOf, { role: 'dim', step: 2 });
  for (const { x, value } of stretches.filter(stretch => !isOpen(stretch)).flatMap(valuesOf))
    for (let steps = stepsOf(value), row = rows - 1; steps > 0; steps -= 8, row -= 1) {
      const fill = areaFill(row, rows, family);
      const background = steps < 8 ? cells.at(x, row).background : hasTints ? fill : undefined;
      cells.put(x, row, {
        glyph: eighths[Math.min(8, steps)] ?? ' ',
        role: value > 0 ? fill : 'dim',
        background,
      });
    }
  drawLine(cells, stretchesOf(stops, compared, columns), heightOf, {
    role: 'chartBefore',
    step: 1,
    hasTints,
  });
  return {
    cells,
    rowOf: value => rows - Math.ceil(stepsOf(value) / 8),
    columnOf: index => stops.find(({ range: [from, to] }) => from <= index && index < to)?.x ?? 0,
    indexAt,
    isWeekend,
  };
}

/** Which columns show a weekend: none where several days share a column or one has them all, for they would be everywhere. */
export function weekendColumns(
  points: readonly Pick<AreaPoint, 'weekend'>[],
  columns: number,
  indexAt: (column: number) => number | undefined,
): (column: number) => boolean {
  const isRoomy = points.length > 1 && points.length <= columns;
  const weekends = Array.from(
    { length: columns },
    (_, column) => isRoomy && points[indexAt(column) ?? -1]?.weekend === true,
  );
  return column => weekends[column] === true;
}

export function shadeWeekends(cells: Canvas, isWeekend: (column: number) => boolean): void {
  for (let column = 0; column < cells.columns; column += 1)
    if (isWeekend(column))
      for (let row = 0; row < cells.rows; row += 1)
        cells.put(column, row, { ...cells.at(column, row), background: 'weekend' });
}
