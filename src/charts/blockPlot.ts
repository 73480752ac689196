import { blank, type Cell } from './cells.ts';
import type { Plot, PlotInput } from './plot.ts';
import { highest, spread, type Places } from './spread.ts';

interface Glyphs {
  /** From empty to full. */
  readonly levels: readonly string[];
  readonly unfinished: string;
  /** The level of the compared series. */
  readonly mark: string;
}

const blocks: Glyphs = { levels: [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'], unfinished: '▒', mark: '─' };
const ascii: Glyphs = { levels: [' ', '.', ':', '#'], unfinished: 'o', mark: '-' };

/** Filled columns; the compared series is a level mark in them, what is unfinished is shaded. */
export function blockPlot({ points, compared, columns, rows, top, ascii: plain }: PlotInput): Plot {
  const counts = points.map(({ count }) => count);
  const places = spread(points.length, columns);
  const glyphs = plain ? ascii : blocks;
  const drawn = places.map(behind =>
    columnCells({
      count: highest(counts, behind),
      compared: highest(compared, behind),
      unfinished: behind[1] > behind[0] && points.slice(...behind).every(({ unfinished }) => unfinished),
      rows,
      top,
      glyphs,
    }),
  );
  return {
    cells: Array.from({ length: rows }, (_, row) => drawn.map(cells => cells[rows - 1 - row] ?? blank)),
    rowOf: value => rows - 1 - levelRow(value, top, rows),
    columnOf: place => middle(places, place),
    placesAt: at => places[at] ?? [0, 0],
  };
}

interface ColumnInput {
  readonly count: number | undefined;
  readonly compared: number | undefined;
  readonly unfinished: boolean;
  readonly rows: number;
  readonly top: number;
  readonly glyphs: Glyphs;
}

/** The cells of one column, the lowest first. A count above zero has at least the lowest glyph. */
function columnCells({ count = 0, compared, unfinished, rows, top, glyphs }: ColumnInput): Cell[] {
  const full = glyphs.levels.length - 1;
  const steps = count > 0 ? Math.max(1, Math.min(Math.round((count / top) * rows * full), rows * full)) : 0;
  const mark = compared === undefined ? -1 : levelRow(compared, top, rows);
  return Array.from({ length: rows }, (_, row): Cell => {
    const level = Math.max(0, Math.min(full, steps - row * full));
    // The top of the column stays visible: the mark gives way to it.
    const isTop = level > 0 && steps <= (row + 1) * full;
    if (row === mark && !isTop) return { glyph: glyphs.mark, tone: 'second' };
    if (level === 0) return blank;
    if (unfinished) return { glyph: glyphs.unfinished, tone: 'dim' };
    return { glyph: glyphs.levels[level] ?? ' ', tone: 'fill' };
  });
}

/** The row, 0 at the bottom, whose upper edge is the value's level. */
function levelRow(value: number, top: number, rows: number): number {
  return Math.max(0, Math.min(rows - 1, Math.ceil((value / top) * rows - 1e-9) - 1));
}

function middle(places: readonly Places[], place: number): number {
  const first = places.findIndex(([, to]) => to > place);
  const after = places.findIndex(([from]) => from > place);
  const last = (after < 0 ? places.length : after) - 1;
  return Math.max(0, Math.floor((first + Math.max(first, last)) / 2));
}
