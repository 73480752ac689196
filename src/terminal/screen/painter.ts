import { beneathBox, roleOfSgr, type Theme } from '#terminal/theme/roles.ts';
import {
  blankRow,
  type Frame,
  intern,
  plain,
  type Row,
  type StyleId,
  styleOf,
  styleOfBlank,
  inverse,
} from './cells.ts';
import { cheapOrder, Pen, type Run, runsOf } from './pen.ts';

/** By theme: what a style of Ink's drawing is on the terminal. */
const known = new WeakMap<Theme, StyleId[]>();

export function themeRow({ text, style }: Row, theme: Theme): Row {
  let styles = known.get(theme);
  if (styles === undefined) known.set(theme, (styles = []));
  const themed = style.slice();
  let shown: string[] | undefined;
  for (let x = 0; x < style.length; x++) {
    const own = style[x] ?? 0;
    const found = (styles[own] ??= themeStyle(own, theme));
    themed[x] = text[x] === ' ' ? styleOfBlank(found) : found;
    if (!theme.hasTints && isCutOut(own)) (shown ??= text.slice())[x] = isAscii(text[x] ?? '') ? '#' : '█';
  }
  return { text: shown ?? text, style: themed };
}

/** What is cut out of the fill of a chart beneath a box: terminals do not draw what is inverse as faint as the fill around it. */
function isCutOut(style: StyleId): boolean {
  if (style === plain) return false;
  const { fg, attributes } = styleOf(style);
  return (
    attributes.includes(beneathBox) &&
    attributes.includes(inverse) &&
    (roleOfSgr(fg)?.startsWith('area') ?? false)
  );
}

function themeStyle(style: StyleId, theme: Theme): StyleId {
  const { fg, bg, attributes } = styleOf(style);
  const letter = roleOfSgr(fg);
  const background = roleOfSgr(bg);
  const isBeneath = attributes.includes(beneathBox);
  // What is bold, underlined or inverse would stand out beneath a box: of what is inverse its plate is left.
  const isPlate = isBeneath && attributes.includes(inverse);
  const look = theme.look(letter ?? 'plain', isPlate ? 'selection' : background, isBeneath);
  const kept = isBeneath ? [] : attributes;
  const own = (colour: string) => (theme.hasColours ? colour : '');
  return intern({
    fg: letter !== undefined || fg === '' ? look.fg : own(fg),
    bg: isPlate || background !== undefined || bg === '' ? look.bg : own(bg),
    attributes: [...new Set([...kept, ...look.attributes])].sort((a, b) => a - b),
  });
}

/** Rows from top to bottom, both counted, move up by so many; down where it is negative. */
interface Scroll {
  readonly top: number;
  readonly bottom: number;
  readonly by: number;
}

/** With fewer moved rows it is not taken for a scroll. */
const minRows = 3;
/** What the sequences of a scroll cost, in cells written. */
const overhead = 40;

/** The scroll that saves most of what painting the wanted rows over those shown would write; undefined where none does. */
function findScroll(shown: readonly (Row | undefined)[], wanted: readonly Row[]): Scroll | undefined {
  const changed = wanted.filter((row, y) => row !== shown[y] && changes(row, shown[y]) > 0).length;
  if (changed <= minRows || wanted.some((_, y) => shown[y] === undefined)) return undefined;
  const scroll = commonMove(shown, wanted);
  if (scroll === undefined) return undefined;
  const blank = blankRow(wanted[0]?.text.length ?? 0);
  const { top, bottom, by } = scroll;
  let saved = -overhead;
  for (let y = top; y <= bottom; y++) {
    const row = wanted[y];
    const from = y + by;
    if (row)
      saved += changes(row, shown[y]) - changes(row, from < top || from > bottom ? blank : shown[from]);
  }
  return saved > 0 ? scroll : undefined;
}

/** How far most rows have moved, and between which rows. */
function commonMove(shown: readonly (Row | undefined)[], wanted: readonly Row[]): Scroll | undefined {
  const rowByHash = new Map(shown.map((row, y) => [row && hashOf(row), y]));
  const moved = wanted.flatMap((row, y) => {
    const from = isBlank(row) ? undefined : rowByHash.get(hashOf(row));
    return from === undefined || from === y ? [] : [{ y, from, by: from - y }];
  });
  const groups = [...Map.groupBy(moved, ({ by }) => by).values()];
  const [rows = []] = groups.sort((a, b) => b.length - a.length);
  const by = rows[0]?.by ?? 0;
  if (rows.length < minRows) return undefined;
  const ends = rows.flatMap(({ y, from }) => [y, from]);
  return { top: Math.min(...ends), bottom: Math.max(...ends), by };
}

/** Of rows that nobody writes to any more, as those here: most stay from one frame to the next. */
const hashes = new WeakMap<Row, number>();

/** Two rows that differ may have the same one: what a scroll saves is counted by cells. */
function hashOf(row: Row): number {
  const known = hashes.get(row);
  if (known !== undefined) return known;
  const { text, style } = row;
  let hash = 0;
  for (let x = 0; x < text.length; x++)
    hash = (Math.imul(hash, 31) + (text[x]?.codePointAt(0) ?? 0) + Math.imul(style[x] ?? 0, 0x10001)) | 0;
  hashes.set(row, hash);
  return hash;
}

function isBlank({ text, style }: Row): boolean {
  return text.every(character => character === ' ') && style.every(one => one === plain);
}

function changes(row: Row, shown: Row | undefined): number {
  if (!shown) return row.text.length;
  let count = 0;
  for (let x = 0; x < row.text.length; x++)
    if (row.text[x] !== shown.text[x] || row.style[x] !== shown.style[x]) count++;
  return count;
}

/** Unchanged cells between changed ones are written again where that is no longer than stepping over them. */
const bridge = 4;
/** Of more runs an order takes longer to find than it is worth. */
const maxKept = 400;

/** Knows what the real terminal shows, and writes only what differs. */
export class Painter {
  readonly #pen = new Pen();
  #theme: Theme;
  /** The rows of the last frame, and the same in the theme's colours. */
  #rows: readonly Row[] = [];
  #themed: readonly Row[] = [];
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
    this.#rows = [];
  }

  /** Another program wrote to the terminal, or it changed its size. */
  forget(): void {
    this.#shown = [];
    this.#cursorShown = undefined;
    this.#pen.forget();
  }

  /** The bytes that make the terminal show the frame; none when it does. */
  paint({ rows, cols, x, y, cursorShown }: Frame): string {
    this.#themed = rows.map((row, index) => {
      const known = row === this.#rows[index] ? this.#themed[index] : undefined;
      return known ?? themeRow(row, this.#theme);
    });
    this.#rows = rows;
    if (!cursorShown) this.#showCursor(false);
    this.#scroll(this.#themed);
    this.#write(this.#themed);
    if (cursorShown) {
      this.#pen.moveTo(Math.min(x, cols - 1), y);
      this.#showCursor(true);
    }
    return this.#pen.take();
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
    paintRuns(this.#pen, free.length <= maxKept ? cheapOrder(free, this.#pen.state) : free, rows);
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
