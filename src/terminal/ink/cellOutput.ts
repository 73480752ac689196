import { characterWidth, simpleText } from '#text/characters.ts';
import { createTextCache } from '#text/memo.ts';
import { applySgr, blankRow, plain, type Row, type StyleId, styleOfBlank } from '#terminal/screen/cells.ts';

type Transformer = (text: string, index: number) => string;

/** As the transform of a box over a screen: beside it stands no half of a word, nor a row that lacks some of its words. */
export const clearsBeside: Transformer = text => text;

/** Bounds in cells, the ends not included; undefined is no bound. */
interface Clip {
  readonly x1: number | undefined;
  readonly x2: number | undefined;
  readonly y1: number | undefined;
  readonly y2: number | undefined;
}

/** Cells that are written to a row, at a column, from one bound up to but without the other. */
interface Write {
  readonly x: number;
  readonly cells: Row;
  readonly from: number;
  readonly end: number;
  readonly clears: boolean;
  /** Of a box: the cells that are blank, with those beside it. */
  readonly blank?: { readonly from: number; readonly end: number } | undefined;
}

interface DrawnRow {
  readonly writes: readonly Write[];
  readonly row: Row;
}

/** The last frame and its number, which is all that Ink gets to compare. Module-level: Ink makes a CellOutput for each frame. */
let last: { readonly number: number; readonly width: number; readonly rows: readonly DrawnRow[] } = {
  number: 0,
  width: 0,
  rows: [],
};

export function drawnRows(): readonly Row[] {
  return last.rows.map(({ row }) => row);
}

/** The rows that another tree than that of the screen draws: it leaves no trace in what the screen shows. */
export function rowsDrawnBy(draw: () => void): readonly Row[] {
  const before = last;
  draw();
  const rows = drawnRows();
  last = before;
  return rows;
}

/**
 * In place of Ink's Output: it draws cells where Ink makes text of them, which would have to be read again. Ink gets a text
 * that is another one for each frame that differs, with as many lines as there are rows.
 */
export class CellOutput {
  readonly width: number;
  readonly height: number;
  readonly #writes: Write[][];
  readonly #clips: Clip[] = [];

  constructor({ width, height }: { readonly width: number; readonly height: number }) {
    this.width = width;
    this.height = height;
    this.#writes = Array.from({ length: height }, () => []);
  }

  write(
    x: number,
    y: number,
    text: string,
    { transformers }: { readonly transformers: readonly Transformer[] },
  ): void {
    if (text === '') return;
    const { x1 = 0, x2 = Infinity, y1 = 0, y2 = Infinity } = this.#clips.at(-1) ?? {};
    const seen =
      transformers.length === 0
        ? text
        : text
            .split('\n')
            .map((line, index) => transformers.reduce((text, transform) => transform(text, index), line))
            .join('\n');
    const clears = transformers.includes(clearsBeside);
    for (const [index, cells] of cellsOf(seen).entries())
      if (y + index >= y1 && y + index < y2)
        this.#writes[y + index]?.push({ x, cells, from: Math.max(x1, 0), end: x2, clears });
  }

  clip(clip: Clip): void {
    this.#clips.push(within(this.#clips.at(-1), clip));
  }

  unclip(): void {
    this.#clips.pop();
  }

  get(): { readonly output: string; readonly height: number } {
    const before = last;
    // One column more: a wide letter at the right edge whose second half is there has no room.
    const blank = blankRow(this.width + 1);
    const rows = withBlanks(this.#writes, blank).map((writes, y): DrawnRow => {
      const known = before.width === this.width ? before.rows[y] : undefined;
      return known && areSame(known.writes, writes) ? known : { writes, row: drawn(writes, blank) };
    });
    const isSame = rows.length === before.rows.length && rows.every((row, y) => row === before.rows[y]);
    if (!isSame) last = { number: before.number + 1, width: this.width, rows };
    return { output: `${last.number}${'\n'.repeat(Math.max(0, this.height - 1))}`, height: this.height };
  }
}

function areSame(before: readonly Write[], now: readonly Write[]): boolean {
  return (
    before.length === now.length &&
    now.every(({ x, cells, from, end, blank }, index) => {
      const other = before[index];
      return (
        other?.cells === cells &&
        other.x === x &&
        other.from === from &&
        other.end === end &&
        other.blank?.from === blank?.from &&
        other.blank?.end === blank?.end
      );
    })
  );
}

function drawn(writes: readonly Write[], blank: Row): Row {
  const text = blank.text.slice();
  const style = blank.style.slice();
  const width = text.length - 1;
  const put = (at: number, character: string, look: StyleId) => {
    text[at] = character;
    style[at] = character === ' ' ? styleOfBlank(look) : look;
  };
  for (const { x, cells, from, end, blank: bare } of writes) {
    const first = Math.max(x, from);
    const behind = Math.min(x + cells.text.length, end, width + 1);
    if (first >= behind) continue;
    if (bare !== undefined)
      for (let at = bare.from; at < bare.end; at++) if (at < first || at >= behind) put(at, ' ', plain);
    if (text[first] === '') put(first - 1, ' ', style[first - 1] ?? plain);
    for (let at = first; at < behind; at++) {
      const character = cells.text[at - x] ?? ' ';
      // Of a wide letter that is cut in two a blank is left.
      const isHalf = (character === '' && at === first) || (at === end - 1 && cells.text[at - x + 1] === '');
      put(at, isHalf ? ' ' : character, cells.style[at - x] ?? plain);
    }
    if (text[behind] === '') put(behind, ' ', style[behind] ?? plain);
  }
  if (text[width] === '') put(width - 1, ' ', plain);
  return { text: text.slice(0, width), style: style.slice(0, width) };
}

/** The writes with what each box leaves blank beside it: on a side where it cuts any of its rows, all up to a line down the screen. */
function withBlanks(all: readonly (readonly Write[])[], blank: Row): readonly (readonly Write[])[] {
  // Most frames have no box.
  if (!all.some(writes => writes.some(isOpenBox))) return all;
  const rows = all.map(writes => [...writes]);
  const boxOf = ({ x, cells, from, end }: Write) => ({
    first: Math.max(x, from),
    behind: Math.min(x + cells.text.length, end, blank.text.length),
  });
  for (;;) {
    const next = rows.flatMap(writes => writes.find(isOpenBox) ?? [])[0];
    if (next === undefined) return rows;
    const { first, behind } = boxOf(next);
    const screen = rows.map(writes => {
      const index = writes.findIndex(isOpenBox);
      return drawn(index === -1 ? writes : writes.slice(0, index), blank).text;
    });
    const found = rows.flatMap((writes, y) => {
      const index = writes.findIndex(isOpenBox);
      const write = writes[index];
      if (write === undefined || boxOf(write).first !== first || boxOf(write).behind !== behind) return [];
      return [{ writes, index, write, y, text: screen[y] ?? [] }];
    });
    const columns = behind - first;
    const sides = [
      { at: first, columns, step: -1 },
      { at: behind - 1, columns, step: 1 },
    ] as const;
    const all = found.map(({ text }) => text);
    const outermost = sides.map(side => {
      const ofChart = new Set(found.filter(({ y }) => isBesideAxis(screen, y, side.at, all)));
      const others = found.filter(each => !ofChart.has(each)).map(({ text }) => text);
      const last = lastBlank(others, side);
      return (each: (typeof found)[number]) => (ofChart.has(each) ? lastOfWords(each.text, side) : last);
    });
    for (const each of found) {
      const [from = first, last = behind - 1] = outermost.map(lastOf => lastOf(each));
      each.writes[each.index] = { ...each.write, blank: { from, end: last + 1 } };
    }
    // What is below the axis of a chart says nothing without it.
    const bottom = found.at(-1);
    const corner =
      bottom?.text.findIndex((_, x) => x >= first && x < behind && isCorner(bottom.text, x)) ?? -1;
    if (bottom !== undefined && corner !== -1)
      rows[bottom.y + 1]?.push({
        x: corner,
        cells: cellsOf(' '.repeat(behind - corner))[0] ?? blank,
        from: corner,
        end: behind,
        clears: false,
      });
  }
}

/** Where the axes of a chart meet: characters are of frames too, so that there it has its number. */
function isCorner(text: readonly string[], x: number): boolean {
  return text[x] === '└' || (text[x] === '+' && /^\d $/.test(text.slice(x - 2, x).join('')));
}

/** Whether a cell of a row is of a chart, or of what stands below it: that goes on beside a box, which cuts none of its rows. */
function isBesideAxis(
  screen: readonly (readonly string[])[],
  y: number,
  at: number,
  box: readonly (readonly string[])[],
): boolean {
  // Two blanks part it from what is beside it.
  const endsBehind = (axis: readonly string[], x: number) =>
    isCorner(axis, x) && !/ {2}|[│|╭╮╰╯]/.test(axis.slice(x, at + 1).join(''));
  const isAxis = (x: number) => {
    if (endsBehind(screen[y - 1] ?? [], x)) return true;
    for (let below = y; /[│┤└|+]/.test(screen[below]?.[x] ?? ''); below += 1)
      if (endsBehind(screen[below] ?? [], x)) return true;
    return false;
  };
  for (let x = at - 1; x >= 0; x -= 1)
    if (isAxis(x)) {
      for (let between = x + 1; between < at; between += 1) if (isLineDown(box, between)) return false;
      return true;
    }
  return false;
}

/** The last letter of what a box cuts in two: of what stands apart nothing is. */
function lastOfWords(text: readonly string[], { at, step }: Side): number {
  const isLetter = (x: number) => letterOrDigit.test(text[x] ?? '');
  const isOfText = (x: number) =>
    isLetter(x) || (/[ ,.]/.test(text[x] ?? '') && isLetter(x - 1) && isLetter(x + 1));
  let last = at;
  if (isOfText(at)) while (isOfText(last + step)) last += step;
  return last;
}

function isOpenBox({ clears, blank }: Write): boolean {
  return clears && blank === undefined;
}

/** A side of a box: its outermost cell there, how many there are of it, and where it goes on. */
interface Side {
  readonly at: number;
  readonly columns: number;
  readonly step: -1 | 1;
}

/** The outermost blank cell of the rows beside a box: its own outermost one where it cuts no row. */
function lastBlank(texts: readonly (readonly string[])[], { at, columns, step }: Side): number {
  if (!texts.some(text => cutsRow(text, { at, columns, step }) || cutsFrame(text, at, step))) return at;
  const width = texts[0]?.length ?? 0;
  let last = at;
  for (let next = at + step; next >= 0 && next < width; last = next, next += step)
    if (isLineDown(texts, next)) break;
  return last;
}

/** Most of the rows have a line there, and the others the end of one or nothing. */
function isLineDown(texts: readonly (readonly string[])[], at: number): boolean {
  const lines = texts.filter(text => lineDown.test(text[at] ?? '')).length;
  return (
    lines > texts.length / 2 && texts.every(text => !isOfWords(text, at) || lineDown.test(text[at] ?? ''))
  );
}

const lineDown = /[│|╭╮╰╯├┤]/;

/** Whether a box covers a part of the upper or lower edge of a frame that ends beside it. */
function cutsFrame(text: readonly string[], at: number, step: -1 | 1): boolean {
  if (text[at] !== '─' && text[at + step] !== '─') return false;
  for (let next = at + step; text[next] !== undefined; next += step)
    if (/[╭╮╰╯]/.test(text[next] ?? '')) return true;
    else if (/[│└┘┴┬┼]/.test(text[next] ?? '')) return false;
  return false;
}

/** Whether a box covers words of a row, and leaves others beside it, up to lines down the screen: a name without its number. */
function cutsRow(text: readonly string[], { at, columns, step }: Side): boolean {
  const hasWords = (from: number, by: number, max: number) => {
    for (let cell = from, left = max; left > 0 && text[cell] !== undefined; cell += by, left -= 1)
      if (lineDown.test(text[cell] ?? '')) return false;
      else if (letterOrDigit.test(text[cell] ?? '') || isUnread(cell)) return true;
    return false;
  };
  const isUnread = (cell: number) => /^(···|\.\.\.)$/.test(text.slice(cell - 1, cell + 2).join(''));
  return hasWords(at + step, step, Infinity) && hasWords(at, -step, columns);
}

const letterOrDigit = /[\p{L}\p{N}]/u;
/** Lines, blocks and dots, which are charts and frames. */
const drawnCharacter = /[\u2500-\u28ff]/;

/** A single blank parts words of one text; several part columns. */
function isOfWords(text: readonly string[], at: number): boolean {
  return isOfWord(text, at) || (text[at] === ' ' && isOfWord(text, at - 1) && isOfWord(text, at + 1));
}

/** Wide letters are of scripts without spaces: each is a word. */
function isOfWord(text: readonly string[], at: number): boolean {
  const character = text[at] ?? ' ';
  return character !== ' ' && character !== '' && text[at + 1] !== '' && !drawnCharacter.test(character);
}

const cellsOf = (text: string): readonly Row[] => known(text, () => lines(text));
const known = createTextCache<readonly Row[]>(500);
const parts = /\x1b\[([\d;]*)m|\n|[^\x1b\n]+/g;

/** The cells of each line; a style goes on from one line to the next. */
export function lines(text: string): Row[] {
  let line: { text: string[]; style: StyleId[] } = { text: [], style: [] };
  const all = [line];
  let style = plain;
  for (const [part, sgr] of text.matchAll(parts)) {
    if (sgr !== undefined) style = applySgr(style, sgr);
    else if (part === '\n') all.push((line = { text: [], style: [] }));
    else addLetters(line, part, style);
  }
  return all;
}

function addLetters({ text, style }: { text: string[]; style: StyleId[] }, letters: string, look: StyleId) {
  const isSimple = simpleText.test(letters);
  for (const letter of letters) {
    const width = isSimple ? 1 : characterWidth(letter);
    if (width === 0) {
      const before = text.at(-1) === '' ? text.length - 2 : text.length - 1;
      if (before >= 0) text[before] += letter;
      continue;
    }
    text.push(letter);
    style.push(look);
    if (width === 2) {
      text.push('');
      style.push(look);
    }
  }
}

/** The intersection of two clips; undefined is no bound. */
function within(outer: Clip | undefined, inner: Clip): Clip {
  if (outer === undefined) return inner;
  const tighter = (pick: (a: number, b: number) => number, a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? (a ?? b) : pick(a, b);
  return {
    x1: tighter(Math.max, outer.x1, inner.x1),
    x2: tighter(Math.min, outer.x2, inner.x2),
    y1: tighter(Math.max, outer.y1, inner.y1),
    y2: tighter(Math.min, outer.y2, inner.y2),
  };
}
