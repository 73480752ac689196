import type { Theme } from '#terminal/theme/theme.ts';
import { blankRow, type Grid, type Row } from './grid.ts';
import { hasMarks, Pen } from './pen.ts';
import { findScroll } from './scroll.ts';
import { plain } from './style.ts';
import { dressRow } from './dress.ts';

/** Erasing to the end of the line costs three bytes: worth it from the fourth blank on. */
const eraseFrom = 4;
/** Unchanged cells between changed ones are written again where that is no longer than stepping over them. */
const bridge = 4;

/** Knows what the real terminal shows, and writes only what differs. */
export class Painter {
  readonly #pen = new Pen();
  #theme: Theme;
  /** The grid's rows in the theme's colours. */
  #dressed: (Row | undefined)[] = [];
  /** Undefined: unknown, painted whole. */
  #shown: (Row | undefined)[] = [];
  #cursorShown: boolean | undefined;

  constructor(theme: Theme) {
    this.#theme = theme;
  }

  /** From the next painting on: cells that look the same in both are not written. */
  show(theme: Theme): void {
    this.#theme = theme;
    this.#dressed = [];
  }

  /** Another program wrote to the terminal, or it changed its size. */
  forget(): void {
    this.#shown = [];
    this.#cursorShown = undefined;
    this.#pen.forget();
  }

  /** The bytes that make the terminal show the grid; none when it does. */
  paint(grid: Grid): string {
    const { touched } = grid;
    const rows = this.#dress(grid);
    if (!grid.cursorShown) this.#showCursor(false);
    if (touched.size > 0) this.#scroll(rows);
    for (const [y, row] of rows.entries()) {
      const shown = this.#shown[y];
      if (row === shown) continue;
      this.#paintRow(row, shown, y);
      this.#shown[y] = row;
    }
    touched.clear();
    if (grid.cursorShown) {
      this.#pen.moveTo(Math.min(grid.x, grid.cols - 1), grid.y);
      this.#showCursor(true);
    }
    return this.#pen.take();
  }

  /** Copies: a row that nobody has written to stays the same object. */
  #dress({ rows, touched }: Grid): Row[] {
    const dressed = rows.map((row, y) => {
      const known = touched.has(y) ? undefined : this.#dressed[y];
      return known ?? dressRow(row, this.#theme);
    });
    this.#dressed = dressed;
    return dressed;
  }

  /** A list that moves by half a page is mostly on screen already: the terminal moves it, and only what is new is written. */
  #scroll(rows: readonly Row[]): void {
    const scroll = findScroll(this.#shown, rows);
    if (scroll === undefined) return;
    const { top, bottom, by } = scroll;
    this.#pen.scroll(top, bottom, by);
    const before = this.#shown.slice(top, bottom + 1);
    const cols = rows[0]?.text.length ?? 0;
    for (let y = top; y <= bottom; y++) {
      this.#shown[y] = before[y + by - top] ?? blankRow(cols);
    }
  }

  #showCursor(shown: boolean): void {
    if (shown !== this.#cursorShown) this.#pen.showCursor(shown);
    this.#cursorShown = shown;
  }

  #paintRow(row: Row, shown: Row | undefined, y: number): void {
    const pen = this.#pen;
    const cols = row.text.length;
    const end = contentEnd(row);
    const erase = end < cols && changesFrom(end, row, shown) >= eraseFrom;
    let after = -1;
    for (let x = 0; x < (erase ? end : cols); x++) {
      const character = row.text[x] ?? ' ';
      if (character === '' || (x !== after && same(row, shown, x))) continue;
      const width = row.text[x + 1] === '' ? 2 : 1;
      this.#reach(x, y, row);
      pen.write(character, width, row.style[x] ?? plain, cols);
      if (hasMarks(character)) after = x + width;
    }
    if (!erase) return;
    let from = end;
    while (from !== after && same(row, shown, from)) from++;
    pen.moveTo(from, y);
    pen.eraseToEnd();
  }

  /** Brings the pen to a cell, over a short stretch of unchanged ASCII by writing it. */
  #reach(x: number, y: number, row: Row): void {
    const pen = this.#pen;
    for (let start = Math.max(0, x - bridge); start < x; start++) {
      if (!pen.isAt(start, y)) continue;
      for (let at = start; at < x; at++) {
        const character = row.text[at] ?? '';
        if (!isAscii(character) || !pen.isReadyFor(character, row.style[at] ?? plain)) break;
        pen.write(character, 1, row.style[at] ?? plain, row.text.length);
      }
    }
    pen.moveTo(x, y);
  }
}

const isAscii = (character: string) => character.length === 1 && character < '\x7f';

function same(row: Row, shown: Row | undefined, x: number): boolean {
  return shown !== undefined && shown.text[x] === row.text[x] && shown.style[x] === row.style[x];
}

/** Where the blanks at the end of the row begin. */
function contentEnd({ text, style }: Row): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === ' ' && style[end - 1] === plain) end--;
  return end;
}

function changesFrom(start: number, row: Row, shown: Row | undefined): number {
  if (!shown) return Infinity;
  let changes = 0;
  for (let x = start; x < row.text.length; x++) if (!same(row, shown, x)) changes++;
  return changes;
}
