import { fillOf, isUnfinished, type AreaShape } from './areaShape.ts';
import {
  allDots,
  brailleCanvas,
  brailleGlyph,
  countDots,
  dotsBetween,
  type BrailleCanvas,
} from './brailleCanvas.ts';
import { canvas, type Canvas } from './canvas.ts';
import { blank, type Cell, type ChartRole } from './cells.ts';
import { stretchesOf } from './stops.ts';

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
export function brailleArea(shape: AreaShape): Canvas {
  const { columns, rows, isWeekend, hasTints } = shape;
  const cells = canvas(columns, rows);
  const layers = layersOf(shape);
  const draw = hasTints ? tintedCell : plainCell;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      cells.put(
        column,
        row,
        draw(layers, { column, row, fill: fillOf(row, rows), isWeekend: isWeekend(column) }),
      );
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

interface CellPlace {
  readonly column: number;
  readonly row: number;
  readonly fill: ChartRole;
  readonly isWeekend: boolean;
}

/** A cell mostly below the line has the ground of the area. */
const mostDots = 6;

function tintedCell(layers: Layers, { column, row, fill, isWeekend }: CellPlace): Cell {
  const filled = layers.fill.bitsAt(column, row);
  const line = layers.line.bitsAt(column, row);
  const over = line | layers.open.bitsAt(column, row);
  const earlier = layers.before.bitsAt(column, row);
  const around = isWeekend ? 'weekend' : undefined;
  const ground = countDots(filled) >= mostDots ? fill : around;
  if (over > 0) {
    const main = line > 0 ? 'chartLine' : 'dim';
    // Where both share a cell it has the dots of both, and takes their colours in turn.
    const role = earlier > 0 && column % 2 === 0 ? 'chartBefore' : main;
    return { glyph: brailleGlyph(over | earlier), role, ground };
  }
  if (earlier > 0) return { glyph: brailleGlyph(earlier), role: 'chartBefore', ground };
  if (filled > 0)
    return { glyph: brailleGlyph(filled), role: fill, ground: filled === allDots ? fill : around };
  return around === undefined ? blank : { ...blank, ground: around };
}

/**
 * Where no ground is seen the fill is dots alone: it is left whole in a cell of the compared line, but for the dots
 * around that line, which make it a line.
 */
function plainCell(layers: Layers, { column, row, fill, isWeekend }: CellPlace): Cell {
  const line = layers.line.bitsAt(column, row);
  const over = line | layers.open.bitsAt(column, row);
  const earlier = layers.before.bitsAt(column, row);
  const under = over > 0 ? over : layers.fill.bitsAt(column, row) & ~layers.around.bitsAt(column, row);
  const ground = isWeekend ? ('weekend' as const) : undefined;
  if ((under | earlier) === 0) return { ...blank, ground };
  const main = line > 0 ? 'chartLine' : over > 0 ? 'dim' : fill;
  const role = earlier > 0 && (over === 0 || column % 2 === 0) ? 'chartBefore' : main;
  return { glyph: brailleGlyph(under | earlier), role, ground };
}
