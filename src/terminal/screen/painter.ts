import type { Theme } from '#terminal/theme/theme.ts';
import { blankRow, type Grid, type Row } from './grid.ts';
import { cheapOrder } from './order.ts';
import { Pen } from './pen.ts';
import { runsOf, type Run } from './runs.ts';
import { findScroll } from './scroll.ts';
import { plain } from './style.ts';
import { dressRow } from './dress.ts';

/** Unchanged cells between changed ones are written again where that is no longer than stepping over them. */
const bridge = 4;
/** Of more runs an order takes longer to find than it is worth. */
const most = 400;

/** Knows what the real terminal shows, and writes only what differs. */
export class Painter {
  #pen = new Pen();
  #theme: Theme;
  /** The grid's rows in the theme's colours. */
  #dressed: (Row | undefined)[] = [];
  /** Undefined: unknown, painted whole. */
  #shown: (Row | undefined)[] = [];
  #cursorShown: boolean | undefined;

  /** `erasesCells`: the terminal knows ECH, as those with tints do. */
  constructor(theme: Theme, erasesCells = theme.hasTints) {
    this.#theme = theme;
    this.#pen.erases = erasesCells;
  }

  /** From the next painting on: cells that look the same in both are not written. */
  show(theme: Theme): void {
    this.#theme = theme;
    this.#pen.erases ||= theme.hasTints;
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
    this.#write(rows);
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

  /** Row by row, or in another order where that takes less. */
  #write(rows: readonly Row[]): void {
    const free: Run[] = [];
    for (let y = 0; y < rows.length; y++) {
      const row = rows[y];
      const shown = this.#shown[y];
      if (row === undefined || row === shown) continue;
      const { runs, isOrdered } = runsOf(row, shown, y, this.#pen.erases);
      if (isOrdered) paintRuns(this.#pen, runs, rows);
      else free.push(...runs);
      this.#shown[y] = row;
    }
    if (free.length === 0) return;
    const other = free.length <= most ? this.#pen.copy() : undefined;
    paintRuns(this.#pen, free, rows);
    if (other === undefined) return;
    paintRuns(other, cheapOrder(free, other.state), rows);
    if (other.length < this.#pen.length) this.#pen = other;
  }
}

const isAscii = (character: string) => character.length === 1 && character < '\x7f';

function paintRuns(pen: Pen, runs: readonly Run[], rows: readonly Row[]): void {
  for (const run of runs) {
    const row = rows[run.y];
    if (row) reach(pen, run, row);
    if (run.text === '') pen.eraseToEnd();
    else pen.write(run, row?.text.length ?? 0);
  }
}

/** Brings the pen to a run, over a short stretch of ASCII on the way by writing it again. */
function reach(pen: Pen, { x, y }: Run, { text, style }: Row): void {
  for (let start = Math.max(0, x - bridge); start < x; start++) {
    if (!pen.isAt(start, y)) continue;
    for (let at = start; at < x; at++) {
      const character = text[at] ?? '';
      if (!isAscii(character) || !pen.isReadyFor(character, style[at] ?? plain)) break;
      pen.write({ text: character, columns: 1, style: style[at] ?? plain, hasMarks: false }, text.length);
    }
  }
  pen.moveTo(x, y);
}
