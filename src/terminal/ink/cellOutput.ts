import { characterWidth, simpleText } from '#text/characters.ts';
import { createTextCache } from '#text/memo.ts';
import { applySgr, blankRow, plain, type Row, type StyleId, styleOfBlank } from '#terminal/screen/cells.ts';

type Transformer = (text: string, index: number) => string;

/** As the transform of what is drawn over a screen: of words in a row that it covers in part nothing is left. */
export const hidesWholeWords: Transformer = text => text;

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
  readonly hidesWords: boolean;
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
    const hidesWords = transformers.includes(hidesWholeWords);
    for (const [index, cells] of cellsOf(seen).entries())
      if (y + index >= y1 && y + index < y2)
        this.#writes[y + index]?.push({ x, cells, from: Math.max(x1, 0), end: x2, hidesWords });
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
    const rows = this.#writes.map((writes, y): DrawnRow => {
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
    now.every(({ x, cells, from, end, hidesWords }, index) => {
      const other = before[index];
      return (
        other?.cells === cells &&
        other.x === x &&
        other.from === from &&
        other.end === end &&
        other.hidesWords === hidesWords
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
  for (const { x, cells, from, end, hidesWords } of writes) {
    const first = Math.max(x, from);
    const behind = Math.min(x + cells.text.length, end, width + 1);
    if (first >= behind) continue;
    if (hidesWords)
      for (const at of [...restOfWords(text, first, -1), ...restOfWords(text, behind - 1, 1)])
        put(at, ' ', style[at] ?? plain);
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

/** The cells beside a box of the words in a row that it covers from `at`, its outermost cell on that side; none where it covers them whole. */
function restOfWords(text: readonly string[], at: number, step: -1 | 1): readonly number[] {
  let start = at;
  while (isOfWords(text, start)) start -= step;
  if (start === at) return [];
  let end = at + step;
  while (isOfWords(text, end)) end += step;
  const cells = Array.from({ length: Math.abs(end - start) - 1 }, (_, index) => start + step * (index + 1));
  // Lines of characters are no words.
  const isWord = cells.some(cell => letterOrDigit.test(text[cell] ?? ''));
  return isWord ? cells.filter(cell => (cell - at) * step > 0) : [];
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
