import { plain, type StyleId, styleOfBlank } from './style.ts';

/** Cells of one line. A cell holds a character with its marks; '' is the second half of the wide one before it. */
export interface Row {
  readonly text: string[];
  readonly style: StyleId[];
}

export function blankRow(cols: number): Row {
  return { text: Array.from({ length: cols }, () => ' '), style: Array.from({ length: cols }, () => plain) };
}

/** What a terminal would show: written to like one, except that text past the right edge is cut, not wrapped. */
export class Grid {
  x = 0;
  y = 0;
  style: StyleId = plain;
  cursorShown = true;
  rows: Row[] = [];
  /** Rows written to since the last painting. */
  readonly touched = new Set<number>();
  #cols = 0;

  constructor(cols: number, rows: number) {
    this.resize(cols, rows);
  }

  get cols(): number {
    return this.#cols;
  }

  /** Keeps what fits, counted from the top left. */
  resize(cols: number, rows: number): void {
    this.rows = Array.from({ length: rows }, (_, y) => resized(this.rows[y], cols));
    this.#cols = cols;
    this.moveTo(this.x, this.y);
    this.#touchAll();
  }

  moveTo(x: number, y: number): void {
    this.x = Math.max(0, Math.min(x, this.#cols - 1));
    this.y = Math.max(0, Math.min(y, this.rows.length - 1));
  }

  /** Writes one character that takes 1 or 2 columns. */
  put(character: string, width: 1 | 2): void {
    const { x } = this;
    const row = this.rows[this.y];
    if (!row || x + width > this.#cols) {
      this.x = this.#cols;
      return;
    }
    this.touched.add(this.y);
    const blank = styleOfBlank(this.style);
    breakWide(row, x, blank);
    breakWide(row, x + width, blank);
    const style = character === ' ' ? blank : this.style;
    row.text[x] = character;
    row.style[x] = style;
    if (width === 2) {
      row.text[x + 1] = '';
      row.style[x + 1] = style;
    }
    this.x = x + width;
  }

  /** Puts a mark on the character before the cursor. */
  putMark(mark: string): void {
    const row = this.rows[this.y];
    const before = row?.text[this.x - 1] === '' ? this.x - 2 : this.x - 1;
    const character = row?.text[before];
    if (!row || character === undefined) return;
    row.text[before] = character + mark;
    this.touched.add(this.y);
  }

  /** To the start of the next line; from the last one everything moves up. */
  lineFeed(): void {
    this.x = 0;
    if (this.y < this.rows.length - 1) {
      this.y++;
      return;
    }
    this.rows.shift();
    this.rows.push(blankRow(this.#cols));
    this.#touchAll();
  }

  /** Blanks the cells of the cursor's row from one column to before another. */
  erase(from: number, to: number): void {
    const row = this.rows[this.y];
    if (!row || from >= to) return;
    this.touched.add(this.y);
    breakWide(row, from, plain);
    breakWide(row, to, plain);
    row.text.fill(' ', from, to);
    row.style.fill(plain, from, to);
  }

  eraseRows(from: number, to: number): void {
    for (let y = from; y < to; y++) {
      this.rows[y] = blankRow(this.#cols);
      this.touched.add(y);
    }
  }

  #touchAll(): void {
    for (const y of this.rows.keys()) this.touched.add(y);
  }
}

/** A cut between columns x - 1 and x leaves no half of a wide character on either side. */
function breakWide(row: Row, x: number, style: StyleId): void {
  if (row.text[x] !== '') return;
  row.text.fill(' ', x - 1, x + 1);
  row.style.fill(style, x - 1, x + 1);
}

function resized(row: Row | undefined, cols: number): Row {
  const result = blankRow(cols);
  if (!row) return result;
  const kept = row.text[cols] === '' ? cols - 1 : Math.min(cols, row.text.length);
  for (let x = 0; x < kept; x++) {
    result.text[x] = row.text[x] ?? ' ';
    result.style[x] = row.style[x] ?? plain;
  }
  return result;
}
