import { plain, styleChange, styleOfBlank } from './style.ts';
import type { StyleId } from './style.ts';
import type { PenState } from './order.ts';

/** Characters of one style, side by side. */
export interface Stretch {
  readonly text: string;
  readonly columns: number;
  readonly style: StyleId;
  /** Combining ones, on the last character: a terminal that gives them a column of their own has its cursor elsewhere. */
  readonly hasMarks: boolean;
}

/** From so many blanks on it is shorter to erase them and to step over them. */
const eraseFrom = 9;

/** Writes to a terminal with the shortest sequences, since it keeps track of the cursor and the style. */
export class Pen {
  /** Whether the terminal erases cells in the middle of a line (ECH), which a VT100 does not. */
  erases = false;
  #out = '';
  /** Undefined where terminals may differ: after the last column, and after a character with combining marks. */
  #x: number | undefined;
  #y: number | undefined;
  #style: StyleId | undefined;

  /** The state of the terminal is unknown from now on. */
  forget(): void {
    this.#x = undefined;
    this.#y = undefined;
    this.#style = undefined;
  }

  /** Another pen in the same state, with the same bytes written. */
  copy(): Pen {
    const copy = new Pen();
    copy.erases = this.erases;
    copy.#out = this.#out;
    copy.#x = this.#x;
    copy.#y = this.#y;
    copy.#style = this.#style;
    return copy;
  }

  get state(): PenState {
    return { x: this.#x, y: this.#y, style: this.#style };
  }

  get length(): number {
    return this.#out.length;
  }

  /** The bytes written since the last call. */
  take(): string {
    const out = this.#out;
    this.#out = '';
    return out;
  }

  isAt(x: number, y: number): boolean {
    return this.#x === x && this.#y === y;
  }

  /** Whether the text can be written without a change of style. */
  isReadyFor(text: string, style: StyleId): boolean {
    if (this.#style === undefined) return false;
    return this.#style === style || (styleOfBlank(this.#style) === style && text.trim() === '');
  }

  /** Columns and rows from 0. The row below is reached by a line feed: never call it for a row past the last. */
  moveTo(x: number, y: number): void {
    if (this.isAt(x, y)) return;
    const ways = [absolute(x, y)];
    if (this.#y === y) {
      // Not CHA, which a VT100 lacks.
      ways.push(`\r${sideways(0, x)}`);
      if (this.#x !== undefined) ways.push(sideways(this.#x, x));
    } else if (this.#y !== undefined) {
      if (this.#y === y - 1) ways.push(`\r\n${sideways(0, x)}`);
      if (this.#x !== undefined) ways.push(upOrDown(this.#y, y) + sideways(this.#x, x));
    }
    this.#out += ways.reduce((best, way) => (way.length < best.length ? way : best));
    this.#x = x;
    this.#y = y;
  }

  /** `cols`: of the terminal. */
  write({ text, columns, style, hasMarks }: Stretch, cols: number): void {
    this.#changeTo(text, style);
    const kept = this.erases && styleOfBlank(style) === plain ? text.trimEnd() : text;
    const blanks = text.length - kept.length;
    const erased = blanks >= eraseFrom ? blanks : 0;
    this.#out += erased > 0 ? `${kept}\x1b[${erased}X` : text;
    if (this.#x === undefined) return;
    this.#x += columns - erased;
    if (this.#x >= cols || hasMarks) this.#x = undefined;
  }

  /** Moves rows up (by > 0) or down within a region, as a VT100 can; blank ones come in. Resets the region afterwards. */
  scroll(top: number, bottom: number, by: number): void {
    this.#changeTo(' ', plain);
    const moves = by > 0 ? absolute(0, bottom) + '\n'.repeat(by) : absolute(0, top) + '\x1bM'.repeat(-by);
    this.#out += `\x1b[${top + 1};${bottom + 1}r${moves}\x1b[r`;
    this.#x = undefined;
    this.#y = undefined;
  }

  eraseToEnd(): void {
    this.#changeTo(' ', plain);
    this.#out += '\x1b[K';
  }

  showCursor(shown: boolean): void {
    this.#out += shown ? '\x1b[?25h' : '\x1b[?25l';
  }

  #changeTo(text: string, style: StyleId): void {
    if (this.isReadyFor(text, style)) return;
    if (this.#style === undefined) this.#out += '\x1b[m';
    this.#out += styleChange(this.#style ?? plain, style);
    this.#style = style;
  }
}

function absolute(x: number, y: number): string {
  if (x > 0) return `\x1b[${y + 1};${x + 1}H`;
  return y > 0 ? `\x1b[${y + 1}H` : '\x1b[H';
}

function upOrDown(from: number, to: number): string {
  const distance = Math.abs(to - from);
  return `\x1b[${distance === 1 ? '' : distance}${to < from ? 'A' : 'B'}`;
}

function sideways(from: number, to: number): string {
  if (from === to) return '';
  const distance = Math.abs(to - from);
  if (to < from) return distance < 4 ? '\b'.repeat(distance) : `\x1b[${distance}D`;
  return distance === 1 ? '\x1b[C' : `\x1b[${distance}C`;
}
