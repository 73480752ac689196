import { plain, type StyleId } from './style.ts';

/** Cells of one line. A cell holds a character with its marks; '' is the second half of the wide one before it. */
export interface Row {
  readonly text: readonly string[];
  readonly style: readonly StyleId[];
}

export function blankRow(cols: number): Row {
  return { text: Array.from({ length: cols }, () => ' '), style: Array.from({ length: cols }, () => plain) };
}

/** What the terminal is to show. Rows never change: one with other cells is another object. */
export interface Frame {
  readonly rows: readonly Row[];
  readonly cols: number;
  readonly x: number;
  readonly y: number;
  readonly cursorShown: boolean;
}

/** What Ink writes of the cursor. The rest of it stands for rows, which it does not see. */
const moves = /\n|\x1b\[(?:\?25([hl])|([\d;]*)([A-H]))/g;

export class Cells implements Frame {
  rows: readonly Row[] = [];
  x = 0;
  y = 0;
  cursorShown = true;
  cols = 0;

  constructor(cols: number, rows: number) {
    this.resize(cols, rows);
  }

  /** Nothing is shown before there is a frame of that size. */
  resize(cols: number, rows: number): void {
    this.rows = Array.from({ length: rows }, () => blankRow(cols));
    this.cols = cols;
    this.#moveTo(this.x, this.y);
  }

  /** Rows of another size than the terminal has are of a frame before it. */
  show(rows: readonly Row[]): void {
    if (rows.length === this.rows.length && rows[0]?.text.length === this.cols) this.rows = rows;
  }

  /** Follows the cursor: what is written does not move it, since Ink always says the column. */
  follow(written: string): void {
    for (const [found, shown, numbers = '', final] of written.matchAll(moves)) {
      const [first = 0, second = 0] = numbers.split(';').map(Number);
      const count = Math.max(1, first);
      if (found === '\n') this.#moveTo(0, this.y + 1);
      else if (shown !== undefined) this.cursorShown = shown === 'h';
      else if (final === 'A') this.#moveTo(this.x, this.y - count);
      else if (final === 'B') this.#moveTo(this.x, this.y + count);
      else if (final === 'C') this.#moveTo(this.x + count, this.y);
      else if (final === 'D') this.#moveTo(this.x - count, this.y);
      else if (final === 'E') this.#moveTo(0, this.y + count);
      else if (final === 'F') this.#moveTo(0, this.y - count);
      else if (final === 'G') this.#moveTo(count - 1, this.y);
      else this.#moveTo(Math.max(1, second) - 1, count - 1);
    }
  }

  #moveTo(x: number, y: number): void {
    this.x = Math.max(0, Math.min(x, this.cols - 1));
    this.y = Math.max(0, Math.min(y, this.rows.length - 1));
  }
}
