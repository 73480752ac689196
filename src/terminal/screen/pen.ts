import { plain, styleChange, styleOfBlank } from './style.ts';
import type { StyleId } from './style.ts';

/** Writes to a terminal with the shortest sequences, since it keeps track of the cursor and the style. */
export class Pen {
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

  /** The bytes written since the last call. */
  take(): string {
    const out = this.#out;
    this.#out = '';
    return out;
  }

  isAt(x: number, y: number): boolean {
    return this.#x === x && this.#y === y;
  }

  /** Whether the character can be written without a change of style. */
  isReadyFor(character: string, style: StyleId): boolean {
    if (this.#style === undefined) return false;
    return this.#style === style || (character === ' ' && styleOfBlank(this.#style) === style);
  }

  /** Columns and rows from 0. The row below is reached by a line feed: never call it for a row past the last. */
  moveTo(x: number, y: number): void {
    if (this.isAt(x, y)) return;
    const ways = [absolute(x, y)];
    if (this.#y === y) {
      // Not CHA, which a VT100 lacks.
      ways.push(`\r${sideways(0, x)}`);
      if (this.#x !== undefined) ways.push(sideways(this.#x, x));
    } else if (this.#y === y - 1) {
      ways.push(`\r\n${sideways(0, x)}`);
    }
    this.#out += ways.reduce((best, way) => (way.length < best.length ? way : best));
    this.#x = x;
    this.#y = y;
  }

  write(character: string, width: number, style: StyleId, cols: number): void {
    this.#changeTo(character, style);
    this.#out += character;
    if (this.#x === undefined) return;
    this.#x += width;
    if (this.#x >= cols || hasMarks(character)) this.#x = undefined;
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

  #changeTo(character: string, style: StyleId): void {
    if (this.isReadyFor(character, style)) return;
    if (this.#style === undefined) this.#out += '\x1b[m';
    this.#out += styleChange(this.#style ?? plain, style);
    this.#style = style;
  }
}

/** Combining marks: a terminal that gives them a column of their own has its cursor elsewhere afterwards. */
export function hasMarks(character: string): boolean {
  return character.length > 1 && character.charCodeAt(0) < 0xd800;
}

function absolute(x: number, y: number): string {
  if (x > 0) return `\x1b[${y + 1};${x + 1}H`;
  return y > 0 ? `\x1b[${y + 1}H` : '\x1b[H';
}

function sideways(from: number, to: number): string {
  if (from === to) return '';
  const distance = Math.abs(to - from);
  if (to < from) return distance < 4 ? '\b'.repeat(distance) : `\x1b[${distance}D`;
  return distance === 1 ? '\x1b[C' : `\x1b[${distance}C`;
}
