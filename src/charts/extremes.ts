import type { Canvas } from './canvas.ts';
import { chartFills, type Cell } from './cells.ts';

export interface NamedPoint {
  readonly column: number;
  /** The row in which it is drawn, 0 at the top. */
  readonly row: number;
  readonly text: string;
}

interface Spot {
  readonly start: number;
  readonly row: number;
}

/** Names the highest point: above it or, where that is no room, beside it. Where neither is free it stays without. */
export function nameHighest(on: Canvas, { column, row, text }: NamedPoint): void {
  const spots = [
    ...[row - 1, row - 2].flatMap(above =>
      around(column, text.length, on.columns).map(start => ({ start, row: above })),
    ),
    { start: column + 2, row },
    { start: column - 1 - text.length, row },
  ];
  writeFirst(on, text, spots, isFree);
}

/** Names the lowest point: in the area below it or, where that has no room, above it. */
export function nameLowest(on: Canvas, { column, row, text }: NamedPoint): void {
  const at = (rows: readonly number[]): Spot[] =>
    rows.flatMap(spotRow => around(column, text.length, on.columns).map(start => ({ start, row: spotRow })));
  if (!writeFirst(on, text, at([row + 1, row + 2]), isFill))
    writeFirst(on, text, at([row - 1, row - 2]), isFree);
}

/** Starts of a text that covers the column, the one around its middle first. */
function around(column: number, length: number, columns: number): number[] {
  const middle = column - Math.floor((length - 1) / 2);
  return Array.from({ length }, (_, index) => column - index)
    .filter(start => start >= 0 && start + length <= columns)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

function writeFirst(
  on: Canvas,
  text: string,
  spots: readonly Spot[],
  isRoom: (cell: Cell) => boolean,
): boolean {
  const spot = spots.find(
    ({ start, row }) =>
      row >= 0 &&
      row < on.rows &&
      start >= 0 &&
      start + text.length <= on.columns &&
      // One more column to either side, so that it touches nothing; outside of the plot all is free.
      Array.from({ length: text.length + 2 }, (_, index) => start - 1 + index).every(
        column => column < 0 || column >= on.columns || isRoom(on.at(column, row)),
      ),
  );
  if (!spot) return false;
  for (const [index, glyph] of Array.from(text).entries()) {
    const { ground } = on.at(spot.start + index, spot.row);
    on.put(spot.start + index, spot.row, { glyph, role: 'plain', ground });
  }
  return true;
}

function isFree({ glyph }: Cell): boolean {
  return glyph === ' ';
}

function isFill({ role, ground }: Cell): boolean {
  return role === ground && chartFills.some(fill => fill === role);
}
