import { brailleCanvas, brailleGlyph, type BrailleCanvas, type Dot } from './brailleCanvas.ts';
import { blank, type Cell } from './cells.ts';
import type { Plot, PlotInput } from './plot.ts';
import { highest, spread, type Places } from './spread.ts';

/** A line of braille dots. The compared series, and the way to an unfinished point, are dotted. */
export function linePlot({ points, compared, columns, rows, top }: PlotInput): Plot {
  const yOf = (value: number): number =>
    Math.round((Math.max(0, Math.min(value, top)) / top) * (rows * 4 - 1));
  const counts = points.map(({ count }) => count);
  const main = track(counts.length, columns * 2, 1);
  const under = track(compared.length, columns * 2, 2);
  const done = main.map(({ places }) =>
    points.slice(...places).some(({ unfinished }) => unfinished !== true),
  );

  const dots = dotsOf(main, counts, yOf);
  const canvases: Canvases = {
    main: draw(
      columns,
      rows,
      1,
      dots.map((dot, at) => (done[at] ? dot : undefined)),
    ),
    dim: draw(
      columns,
      rows,
      2,
      dots.map((dot, at) => (!done[at] || done[at + 1] === false ? dot : undefined)),
    ),
    second: draw(columns, rows, 2, dotsOf(under, compared, yOf)),
  };
  return {
    cells: Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => cellAt(canvases, column, row)),
    ),
    rowOf: value => rows - 1 - Math.floor(yOf(value) / 4),
    columnOf: place => Math.floor((main.find(({ places: [, to] }) => to > place)?.x ?? 0) / 2),
    placesAt: column => placesAt(main, column),
  };
}

/** A dot's column and the values it shows. */
interface Stop {
  readonly x: number;
  readonly places: Places;
}

/** Where the values stand: each on its own, or several together on every so many columns of dots. */
function track(count: number, width: number, step: number): Stop[] {
  const slots = Math.floor(width / step);
  if (count > slots) return spread(count, slots).map((places, slot) => ({ x: slot * step, places }));
  const distance = count > 1 ? (width - 1) / (count - 1) : 0;
  const start = count > 1 ? 0 : Math.floor((width - 1) / 2);
  return Array.from({ length: count }, (_, place) => ({
    x: Math.round(start + place * distance),
    places: [place, place + 1],
  }));
}

function dotsOf(
  stops: readonly Stop[],
  values: readonly (number | undefined)[],
  yOf: (value: number) => number,
): (Dot | undefined)[] {
  return stops.map(({ x, places }) => {
    const value = highest(values, places);
    return value === undefined ? undefined : { x, y: yOf(value) };
  });
}

/** Joins neighbours by lines; a point without neighbours in its series, the only one, stands on a stem. */
function draw(
  columns: number,
  rows: number,
  step: number,
  dots: readonly (Dot | undefined)[],
): BrailleCanvas {
  const canvas = brailleCanvas(columns, rows);
  for (const [at, dot] of dots.entries()) {
    if (!dot) continue;
    const before = dots.length === 1 ? { x: dot.x, y: 0 } : dots[at - 1];
    if (before) canvas.line(before, dot, step);
    canvas.dot(dot.x, dot.y);
  }
  return canvas;
}

interface Canvases {
  readonly main: BrailleCanvas;
  readonly dim: BrailleCanvas;
  readonly second: BrailleCanvas;
}

/** The compared series lies beneath: it shows only where the other has no dot. */
function cellAt({ main, dim, second }: Canvases, column: number, row: number): Cell {
  const over = main.bitsAt(column, row);
  const open = dim.bitsAt(column, row);
  if (over > 0) return { glyph: brailleGlyph(over | open), tone: 'main' };
  if (open > 0) return { glyph: brailleGlyph(open), tone: 'dim' };
  const under = second.bitsAt(column, row);
  return under > 0 ? { glyph: brailleGlyph(under), tone: 'second' } : blank;
}

function placesAt(stops: readonly Stop[], column: number): Places {
  const middle = column * 2 + 0.5;
  const inside = stops.filter(({ x }) => Math.floor(x / 2) === column);
  const [first, last] = [inside[0], inside.at(-1)];
  if (first && last) return [first.places[0], last.places[1]];
  const nearest = stops.toSorted((a, b) => Math.abs(a.x - middle) - Math.abs(b.x - middle))[0];
  return nearest?.places ?? [0, 0];
}
