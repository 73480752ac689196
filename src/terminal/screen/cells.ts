/** A number for each look a cell can have: cells compare as numbers. 0 is the terminal's own look. */
export type StyleId = number;

export const plain: StyleId = 0;

/** Of Ink's drawing, where colours are roles, or of the terminal. */
interface Style {
  /** SGR parameters that turn it on ('31', '38;5;208'); '' is the terminal's own colour. */
  readonly fg: string;
  readonly bg: string;
  /** The SGR numbers turned on, in order. */
  readonly attributes: readonly number[];
}

interface Entry extends Style {
  /** By SGR parameters: what it becomes. */
  readonly next: Map<string, StyleId>;
  /** By style: the sequence that leads there. */
  readonly to: Map<StyleId, string>;
  /** The style of a blank that looks the same. */
  blank: StyleId;
}

const bold = 1;
const dim = 2;
export const inverse = 7;
const turnedOffBy = new Map([
  [bold, 22],
  [dim, 22],
  [3, 23],
  [4, 24],
  [5, 25],
  [inverse, 27],
  [8, 28],
  [9, 29],
  [53, 55],
]);
/** Underline, inverse, strike-through, overline, and what lies beneath a box (8), show on a blank; a letter's colour does not. */
const seenOnBlank = new Set([4, inverse, 8, 9, 53]);

const ids = new Map<string, StyleId>();
const entries: Entry[] = [];
intern({ fg: '', bg: '', attributes: [] });

export function intern(style: Style): StyleId {
  const name = `${style.fg}|${style.bg}|${style.attributes.join()}`;
  const known = ids.get(name);
  if (known !== undefined) return known;
  const id = entries.length;
  ids.set(name, id);
  const entry: Entry = { ...style, next: new Map(), to: new Map(), blank: id };
  entries.push(entry);
  if (!style.attributes.includes(inverse)) {
    entry.blank = intern({
      fg: '',
      bg: style.bg,
      attributes: style.attributes.filter(attribute => seenOnBlank.has(attribute)),
    });
  }
  return id;
}

function entryOf(style: StyleId): Entry {
  const entry = entries[style];
  if (!entry) throw new Error(`no style ${style}`);
  return entry;
}

export function styleOf(style: StyleId): Style {
  return entryOf(style);
}

/** The style that a blank of this style is drawn in. */
export function styleOfBlank(style: StyleId): StyleId {
  return entryOf(style).blank;
}

/** What SGR parameters ("1;31", "" is a reset) make of a style. */
export function applySgr(style: StyleId, parameters: string): StyleId {
  const entry = entryOf(style);
  const known = entry.next.get(parameters);
  if (known !== undefined) return known;
  const result = intern(change(entry, parameters.split(';')));
  entry.next.set(parameters, result);
  return result;
}

function change(style: Style, parameters: readonly string[]): Style {
  let { fg, bg, attributes } = style;
  for (let index = 0; index < parameters.length; index++) {
    const code = Number(parameters[index]);
    if (code === 0) {
      [fg, bg, attributes] = ['', '', []];
    } else if (code === 38 || code === 48) {
      const length = parameters[index + 1] === '5' ? 3 : 5;
      const value = parameters.slice(index, index + length).join(';');
      index += length - 1;
      if (code === 38) fg = value;
      else bg = value;
    } else if ((code >= 30 && code <= 39) || (code >= 90 && code <= 97)) {
      fg = code === 39 ? '' : String(code);
    } else if ((code >= 40 && code <= 49) || (code >= 100 && code <= 107)) {
      bg = code === 49 ? '' : String(code);
    } else if (turnedOffBy.has(code)) {
      attributes = [...attributes.filter(attribute => attribute !== code), code].sort((a, b) => a - b);
    } else {
      attributes = attributes.filter(attribute => turnedOffBy.get(attribute) !== code);
    }
  }
  return { fg, bg, attributes };
}

/** The shortest sequence that leads from one style to the other. */
export function styleChange(from: StyleId, to: StyleId): string {
  if (from === to) return '';
  const start = entryOf(from);
  const known = start.to.get(to);
  if (known !== undefined) return known;
  const end = entryOf(to);
  const fromReset = sgr(['', ...turnOn(end)]);
  const steps = sgr(difference(start, end));
  const result = steps.length < fromReset.length ? steps : fromReset;
  start.to.set(to, result);
  return result;
}

/** A reset on its own, or before other parameters, is the empty parameter. */
const sgr = (codes: readonly string[]) => `\x1b[${codes.join(';')}m`;

function turnOn({ fg, bg, attributes }: Style): string[] {
  return [...attributes.map(String), fg, bg].filter(code => code !== '');
}

function difference(from: Style, to: Style): string[] {
  const lost = from.attributes.filter(attribute => !to.attributes.includes(attribute));
  const off = new Set(lost.map(attribute => turnedOffBy.get(attribute)));
  // 22 takes bold and dim away together: what stays has to be said again.
  const on = to.attributes.filter(
    attribute => !from.attributes.includes(attribute) || off.has(turnedOffBy.get(attribute)),
  );
  const codes = [...off, ...on].map(String);
  if (from.fg !== to.fg) codes.push(to.fg === '' ? '39' : to.fg);
  if (from.bg !== to.bg) codes.push(to.bg === '' ? '49' : to.bg);
  return codes;
}

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
