import { blank, cellsOf, toRow, type Cell, type CellStyle, type ChartRow } from './cells.ts';

/** Cells to draw on, the first row on top. What lies outside is not drawn. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  /** The blank where nothing was drawn, also outside. */
  at(column: number, row: number): Cell;
  put(column: number, row: number, cell: Cell): void;
  write(column: number, row: number, text: string, style: CellStyle): void;
  /** Draws another canvas with its upper left corner there. */
  place(column: number, row: number, part: Canvas): void;
  /** The same cells to draw on: this one stays as it is. */
  copy(): Canvas;
  /** As many as there are, each of exactly so many columns. */
  toRows(): ChartRow[];
}

export function canvas(width: number, height: number): Canvas {
  const columns = wholeSize(width);
  return canvasOf(
    columns,
    Array.from({ length: wholeSize(height) }, () => Array.from({ length: columns }, () => blank)),
  );
}

function canvasOf(columns: number, cells: Cell[][]): Canvas {
  const rows = cells.length;
  const at = (column: number, row: number): Cell => cells[row]?.[column] ?? blank;
  const put = (column: number, row: number, cell: Cell): void => {
    if (cells[row]?.[column] !== undefined) cells[row][column] = cell;
  };
  return {
    columns,
    rows,
    at,
    put,
    write: (column, row, text, style) => {
      for (const [index, cell] of cellsOf(text, style).entries()) put(column + index, row, cell);
    },
    place: (column, row, part) => {
      for (let y = 0; y < part.rows; y += 1)
        for (let x = 0; x < part.columns; x += 1) put(column + x, row + y, part.at(x, y));
    },
    copy: () =>
      canvasOf(
        columns,
        cells.map(row => [...row]),
      ),
    toRows: () => cells.map(toRow),
  };
}

/** A size as a count of cells: what is no number or below zero is none. */
export function wholeSize(size: number): number {
  return size > 0 && Number.isFinite(size) ? Math.floor(size) : 0;
}
