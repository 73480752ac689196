import {
  applySgr,
  blankRow,
  type Frame,
  plain,
  type Row,
  type StyleId,
  styleOfBlank,
} from '#terminal/screen/cells.ts';
import { characterWidth } from '#text/characters.ts';

interface OpenRow {
  readonly text: string[];
  readonly style: StyleId[];
}

function openRow(cols: number): OpenRow {
  const { text, style } = blankRow(cols);
  return { text: [...text], style: [...style] };
}

/** What a terminal would show: written to like one, except that text past the right edge is cut, not wrapped. */
export class Grid implements Frame {
  x = 0;
  y = 0;
  style: StyleId = plain;
  cursorShown = true;
  #rows: OpenRow[] = [];
  #cols = 0;

  constructor(cols: number, rows: number) {
    this.resize(cols, rows);
  }

  /** As they are now. */
  get rows(): Row[] {
    return this.#rows.map(({ text, style }) => ({ text: [...text], style: [...style] }));
  }

  get height(): number {
    return this.#rows.length;
  }

  get cols(): number {
    return this.#cols;
  }

  /** Keeps what fits, counted from the top left. */
  resize(cols: number, rows: number): void {
    this.#rows = Array.from({ length: rows }, (_, y) => resized(this.#rows[y], cols));
    this.#cols = cols;
    this.moveTo(this.x, this.y);
  }

  moveTo(x: number, y: number): void {
    this.x = Math.max(0, Math.min(x, this.#cols - 1));
    this.y = Math.max(0, Math.min(y, this.#rows.length - 1));
  }

  /** Writes one character that takes 1 or 2 columns. */
  put(character: string, width: 1 | 2): void {
    const { x } = this;
    const row = this.#rows[this.y];
    if (!row || x + width > this.#cols) {
      this.x = this.#cols;
      return;
    }
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
    const row = this.#rows[this.y];
    const before = row?.text[this.x - 1] === '' ? this.x - 2 : this.x - 1;
    const character = row?.text[before];
    if (!row || character === undefined) return;
    row.text[before] = character + mark;
  }

  /** To the start of the next line; from the last one everything moves up. */
  lineFeed(): void {
    this.x = 0;
    if (this.y < this.#rows.length - 1) {
      this.y++;
      return;
    }
    this.#rows.shift();
    this.#rows.push(openRow(this.#cols));
  }

  /** Blanks the cells of the cursor's row from one column to before another. */
  erase(from: number, to: number): void {
    const row = this.#rows[this.y];
    if (!row || from >= to) return;
    breakWide(row, from, plain);
    breakWide(row, to, plain);
    row.text.fill(' ', from, to);
    row.style.fill(plain, from, to);
  }

  eraseRows(from: number, to: number): void {
    for (let y = from; y < to; y++) {
      this.#rows[y] = openRow(this.#cols);
    }
  }
}

/** A cut between columns x - 1 and x leaves no half of a wide character on either side. */
function breakWide(row: OpenRow, x: number, style: StyleId): void {
  if (row.text[x] !== '') return;
  row.text.fill(' ', x - 1, x + 1);
  row.style.fill(style, x - 1, x + 1);
}

function resized(row: OpenRow | undefined, cols: number): OpenRow {
  const result = openRow(cols);
  if (!row) return result;
  const kept = row.text[cols] === '' ? cols - 1 : Math.min(cols, row.text.length);
  for (let x = 0; x < kept; x++) {
    result.text[x] = row.text[x] ?? ' ';
    result.style[x] = row.style[x] ?? plain;
  }
  return result;
}

// An OSC or another escape, or a control character; an escape that begins a control sequence that is not whole stands alone.
const control = /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[^[\]]?|[\x00-\x1f\x7f]/y;
const escape = 0x1b;

/**
 * Carries out on the grid what Ink writes: text, line feeds, cursor moves, erasing, SGR, and showing the cursor. Every key
 * comes through here with hundreds of sequences: they are found without an object for each.
 */
export function interpret(data: string, grid: Grid): void {
  let done = 0;
  for (let at = 0; at < data.length;) {
    const unit = data.charCodeAt(at);
    if (unit >= 0x20 && unit !== 0x7f) {
      at++;
      continue;
    }
    if (at > done) write(data, done, at, grid);
    const final = unit === escape ? finalOf(data, at) : -1;
    if (final >= 0) {
      controlSequence(data.charAt(final), parametersOf(data, at + 2), grid);
      at = final + 1;
    } else {
      if (unit === 0x0a) grid.lineFeed();
      else if (unit === 0x0d) grid.x = 0;
      control.lastIndex = at;
      control.test(data);
      at = Math.max(at + 1, control.lastIndex);
    }
    done = at;
  }
  if (done < data.length) write(data, done, data.length, grid);
}

/** Where the control sequence that begins there ends: its last character; -1 where none begins, or it is not whole. */
function finalOf(data: string, start: number): number {
  if (data.charAt(start + 1) !== '[') return -1;
  let at = start + 2;
  while (isBetween(data.charCodeAt(at), 0x30, 0x3f)) at++;
  while (isBetween(data.charCodeAt(at), 0x20, 0x2f)) at++;
  return isBetween(data.charCodeAt(at), 0x40, 0x7e) ? at : -1;
}

function parametersOf(data: string, start: number): string {
  let end = start;
  while (isBetween(data.charCodeAt(end), 0x30, 0x3f)) end++;
  return data.slice(start, end);
}

/** False for NaN: behind the end of a text. */
function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last;
}

function write(data: string, from: number, to: number, grid: Grid): void {
  for (let index = from; index < to; index++) {
    const unit = data.charCodeAt(index);
    if (unit < 0x300 || isSimple(unit)) {
      grid.put(data.charAt(index), 1);
      continue;
    }
    const character = String.fromCodePoint(data.codePointAt(index) ?? unit);
    const width = characterWidth(character);
    if (width === 0) grid.putMark(character);
    else grid.put(character, width);
    index += character.length - 1;
  }
}

/** Arrows, lines, blocks and Braille: one column each, and what charts and frames are made of. */
function isSimple(unit: number): boolean {
  return (
    isBetween(unit, 0x2190, 0x21ff) || isBetween(unit, 0x2500, 0x259f) || isBetween(unit, 0x2800, 0x28ff)
  );
}

function controlSequence(final: string, parameters: string, grid: Grid): void {
  if (final === 'm') {
    grid.style = applySgr(grid.style, parameters);
    return;
  }
  if (parameters.startsWith('?')) {
    privateMode(parameters.slice(1), final === 'h', grid);
    return;
  }
  const [first = 0, second = 0] = parameters.split(';').map(Number);
  const count = Math.max(1, first);
  if (final === 'A') grid.moveTo(grid.x, grid.y - count);
  else if (final === 'B') grid.moveTo(grid.x, grid.y + count);
  else if (final === 'C') grid.moveTo(grid.x + count, grid.y);
  else if (final === 'D') grid.moveTo(grid.x - count, grid.y);
  else if (final === 'E') grid.moveTo(0, grid.y + count);
  else if (final === 'F') grid.moveTo(0, grid.y - count);
  else if (final === 'G') grid.moveTo(count - 1, grid.y);
  else if (final === 'H') grid.moveTo(Math.max(1, second) - 1, count - 1);
  else if (final === 'J') eraseDisplay(first, grid);
  else if (final === 'K') eraseLine(first, grid);
}

function eraseDisplay(mode: number, grid: Grid): void {
  if (mode === 0) eraseLine(0, grid);
  if (mode === 1) eraseLine(1, grid);
  const from = mode === 0 ? grid.y + 1 : 0;
  const to = mode === 1 ? grid.y : grid.height;
  if (mode !== 3) grid.eraseRows(from, to);
}

function eraseLine(mode: number, grid: Grid): void {
  const at = Math.min(grid.x, grid.cols);
  grid.erase(mode === 0 ? at : 0, mode === 1 ? Math.min(at + 1, grid.cols) : grid.cols);
}

/** Which screen is shown and how pastes are marked is the session's: entering or leaving only starts afresh. */
function privateMode(parameters: string, on: boolean, grid: Grid): void {
  if (parameters === '25') grid.cursorShown = on;
  if (parameters !== '1049') return;
  grid.eraseRows(0, grid.height);
  grid.moveTo(0, 0);
}
