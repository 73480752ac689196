import type { Cell } from './screen.ts';

/** Fewer rows are the space between things. */
const fewestRows = 3;

export interface EmptyRectangle {
  readonly width: number;
  readonly height: number;
  /** Of its top left cell, from 0. */
  readonly column: number;
  readonly row: number;
}

type Shown = Pick<Cell, 'text' | 'bg' | 'inverse'>;

/** Whether a cell shows nothing: no letter, and no colour behind one. */
function isEmpty({ text, bg, inverse }: Shown): boolean {
  return text === ' ' && bg === 'default' && !inverse;
}

/** The largest rectangle of empty cells that is three rows or more high; undefined where there is none. */
export function largestEmpty(rows: readonly (readonly Shown[])[]): EmptyRectangle | undefined {
  const heights = (rows[0] ?? []).map(() => 0);
  let largest: EmptyRectangle | undefined;
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries())
      heights[column] = isEmpty(cell) ? (heights[column] ?? 0) + 1 : 0;
    for (const column of heights.keys()) {
      let height = heights[column] ?? 0;
      for (let right = column; height >= fewestRows; right += 1) {
        const width = right - column + 1;
        if (width * height > areaOf(largest)) largest = { width, height, column, row: row - height + 1 };
        height = Math.min(height, heights[right + 1] ?? 0);
      }
    }
  }
  return largest;
}

function areaOf(rectangle: EmptyRectangle | undefined): number {
  return rectangle === undefined ? 0 : rectangle.width * rectangle.height;
}

/** Its part of the screen, 0.12 for twelve percent. */
export function emptyShare(rows: readonly (readonly Shown[])[]): number {
  return areaOf(largestEmpty(rows)) / (rows.length * (rows[0]?.length ?? 1));
}
