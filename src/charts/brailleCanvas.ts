// The eight dots of a braille character, by row and column, as bits of its code point.
const bits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/** All eight dots. */
export const allDots = 0xff;

/** Dots, two columns and four rows to a character; x from the left, y from the bottom. */
export interface BrailleCanvas {
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

export function brailleCanvas(columns: number, rows: number): BrailleCanvas {
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

/** The dots of a straight line, both ends included. */
export function dotsBetween(from: Dot, to: Dot): Dot[] {
  const length = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
  return Array.from({ length: length + 1 }, (_, at) => ({
    x: Math.round(from.x + ((to.x - from.x) * at) / length),
    y: Math.round(from.y + ((to.y - from.y) * at) / length),
  }));
}

export function brailleGlyph(dots: number): string {
  return String.fromCodePoint(0x2800 + dots);
}

export function countDots(dots: number): number {
  return dots.toString(2).replaceAll('0', '').length;
}
