import { characterWidth, isAscii, textWidth } from './characters.ts';
import { joinSafe, label, repeatSafe, type SafeText, safeText, sliceSafe } from './safeText.ts';

const nothing = label``;
const space = label` `;

/** The start of the text, with an ellipsis where something is missing: at most width columns. */
export function cutEnd(text: SafeText, width: number): SafeText {
  if (!(width >= 1)) return nothing;
  if (textWidth(text) <= width) return text;
  return concat(head(text, width - 1), ellipsis());
}

/** Both ends of the text, with an ellipsis between them where something is missing: at most width columns. */
export function cutMiddle(text: SafeText, width: number): SafeText {
  if (!(width >= 1)) return nothing;
  if (textWidth(text) <= width) return text;
  const start = head(text, Math.ceil((width - 1) / 2));
  return concat(start, ellipsis(), tail(text, width - 1 - textWidth(start)));
}

/** Where a text that is too long loses something. */
type Cut = 'start' | 'middle' | 'end';

export function cutAt(text: SafeText, width: number, cut: Cut): SafeText {
  if (cut !== 'start') return cut === 'middle' ? cutMiddle(text, width) : cutEnd(text, width);
  if (!(width >= 1)) return nothing;
  return textWidth(text) <= width ? text : concat(ellipsis(), tail(text, width - 1));
}

const cuts: readonly Cut[] = ['middle', 'end', 'start'];

/** Cuts a text to so many columns that what tells it from the others is seen. */
export type TellingCut = (text: SafeText, width: number) => SafeText;

/** Names may share their beginning, their end or both: one cut for all. Of equal cuts the middle; a name whose part loses something all the same is cut elsewhere, or around it. */
export function tellingCut(texts: readonly SafeText[], width: number): TellingCut {
  const long = texts.filter(text => textWidth(text) > width);
  const parts = differingParts(long);
  const left = Math.ceil((width - 1) / 2);
  // From which place to which place each cut leaves a text out.
  const lost = {
    middle: (length: number) => [left, length - (width - 1 - left)],
    start: (length: number) => [0, length - (width - 1)],
    end: (length: number) => [width - 1, length],
  } as const satisfies Record<Cut, (length: number) => readonly [number, number]>;
  const lossOf = (cut: Cut, { length, from, to }: DifferingPart) => {
    const [first, last] = lost[cut](length);
    return Math.max(0, Math.min(last, to) - Math.max(first, from));
  };
  const lossOfAll = (cut: Cut) => parts.reduce((sum, part) => sum + lossOf(cut, part), 0);
  // Where nothing is like another, of a path what it ends in says most, of a name how it begins.
  const areNames =
    parts.every(({ from, length }) => from === length) && !long.some(text => text.startsWith('/'));
  const best = areNames
    ? 'end'
    : cuts.reduce((found, cut) => (lossOfAll(cut) < lossOfAll(found) ? cut : found));
  const hidden = new Map(
    long.flatMap((text, index) => {
      const part = parts[index];
      if (part === undefined || part.to <= part.from) return [];
      const loss = lossOf(best, part);
      const size = part.to - part.from;
      // A part that no cut has room for is seen as far as the best one shows it.
      if (loss === 0 || (loss < size && size > width / 2)) return [];
      // One mark is read more easily than two.
      const other = cuts.find(cut => lossOf(cut, part) === 0);
      return [[text, other ?? part] as const];
    }),
  );
  return (text, columns) => {
    const own = hidden.get(text) ?? best;
    return typeof own === 'string' || textWidth(text) <= columns
      ? cutAt(text, columns, typeof own === 'string' ? own : best)
      : cutAround(text, columns, own);
  };
}

/** Both ends of the text, and between two marks what differs, with a character before it. */
function cutAround(text: SafeText, width: number, { from, to }: DifferingPart): SafeText {
  const part = head(sliceSafe(text, whole(text, from - 1), whole(text, to)), width - 2);
  const rest = width - 2 - textWidth(part);
  const start = head(text, Math.ceil(rest / 2));
  return cutEnd(concat(start, ellipsis(), part, ellipsis(), tail(text, rest - textWidth(start))), width);
}

/** The place or the one before it, where no character is taken apart. */
function whole(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : Math.max(0, at);
}

interface DifferingPart {
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

/** Of each text from where to where it differs from the one that begins most like it, and from the one that ends most like it. */
function differingParts(texts: readonly string[]): DifferingPart[] {
  const unlike = [...new Set(texts)];
  const begin = neighbours(unlike);
  const end = neighbours(unlike.map(reversed));
  return texts.map(text => {
    const others = [begin.get(text), end.get(reversed(text))?.map(reversed)].flatMap(
      (similar = [], way) => mostAlike(text, similar, way === 0 ? sharedStart : sharedEnd) ?? [],
    );
    const ranges = others.map(other => {
      const to = text.length - sharedEnd(text, other);
      return { from: Math.min(sharedStart(text, other), to), to };
    });
    const from = Math.min(text.length, ...ranges.map(range => range.from));
    return { length: text.length, from, to: Math.max(from, ...ranges.map(({ to }) => to)) };
  });
}

/** In order: one of them has the same beginning for longest. */
function neighbours(texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const order = texts.toSorted();
  return new Map(
    order.map((text, at) => [
      text,
      [...order.slice(Math.max(0, at - 1), at), ...order.slice(at + 1, at + 2)],
    ]),
  );
}

function mostAlike(
  text: string,
  others: readonly string[],
  shared: (a: string, b: string) => number,
): string | undefined {
  return others
    .filter(other => shared(text, other) > 0)
    .toSorted((a, b) => shared(text, b) - shared(text, a))[0];
}

function reversed(text: string): string {
  return text.split('').toReversed().join('');
}

function sharedEnd(a: string, b: string): number {
  const max = Math.min(a.length, b.length);
  for (let at = 0; at < max; at += 1) if (a[a.length - 1 - at] !== b[b.length - 1 - at]) return at;
  return max;
}

function sharedStart(a: string, b: string): number {
  const max = Math.min(a.length, b.length);
  for (let at = 0; at < max; at += 1) if (a[at] !== b[at]) return at;
  return max;
}

/** Facts of a line stand three blanks apart; a fact loses what stands behind a mark of punctuation. */
const ends = / {3}|[,;.](?= )/g;

/** Most important first: the last one without its clauses that do not fit. The first is cut at a word. */
export function cutFacts(text: SafeText, width: number): SafeText {
  if (textWidth(text) <= width) return text;
  const shorter = [...text.matchAll(ends)]
    .map(({ 0: mark, index }) => sliceSafe(text, 0, mark === '.' ? index + 1 : index))
    // One word of a fact says nothing.
    .filter(cut => !/ {3}\S+$/.test(cut) && textWidth(cut) <= width)
    .at(-1);
  if (shorter !== undefined) return shorter;
  const start = cutEnd(text, width);
  const word = start.lastIndexOf(' ');
  return word < start.length / 2 ? start : concat(sliceSafe(start, 0, word), ellipsis());
}

/** Left-aligned: spaces behind the text up to width columns. A longer text stays as it is. */
export function padEnd(text: SafeText, width: number): SafeText {
  return concat(text, spaces(width - textWidth(text)));
}

/** Right-aligned: spaces before the text up to width columns. A longer text stays as it is. */
export function padStart(text: SafeText, width: number): SafeText {
  return concat(spaces(width - textWidth(text)), text);
}

/** Exactly width columns, left-aligned, cut at the end. */
export function fitEnd(text: SafeText, width: number): SafeText {
  return padEnd(cutEnd(text, width), width);
}

/** Exactly width columns, right-aligned, cut at the end. */
export function fitStart(text: SafeText, width: number): SafeText {
  return padStart(cutEnd(text, width), width);
}

/** Exactly width columns, left-aligned, cut in the middle. */
export function fitMiddle(text: SafeText, width: number): SafeText {
  return padEnd(cutMiddle(text, width), width);
}

export function spaces(columns: number): SafeText {
  return repeatSafe(space, columns);
}

function ellipsis(): SafeText {
  return isAscii() ? label`~` : label`…`;
}

function concat(...parts: readonly SafeText[]): SafeText {
  return joinSafe(parts, nothing);
}

/** The longest start that takes at most width columns. A mark stays with its letter. */
export function head(text: SafeText, width: number): SafeText {
  let end = 0;
  let columns = 0;
  for (const character of text) {
    columns += characterWidth(character);
    if (columns > width) break;
    end += character.length;
  }
  return sliceSafe(text, 0, end);
}

/** The longest end that takes at most width columns and does not begin with a mark. */
function tail(text: SafeText, width: number): SafeText {
  let start = text.length;
  let columns = 0;
  let index = text.length;
  for (const character of Array.from(text).toReversed()) {
    const own = characterWidth(character);
    columns += own;
    if (columns > width) break;
    index -= character.length;
    if (own > 0) start = index;
  }
  return sliceSafe(text, start);
}

/** Breaks a text at spaces into lines of at most width columns; a word too long for a line is cut. */
export function wrapSafe(text: SafeText, width: number): SafeText[] {
  const lines: SafeText[] = [];
  let line = label``;
  for (const piece of text.split(' ')) {
    const word = cutEnd(safeText(piece), width);
    const longer = line === '' ? word : joinSafe([line, word], label` `);
    if (textWidth(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** The same in at most so many lines: where more would follow, the last one ends in an ellipsis. */
export function wrapWithin(text: SafeText, width: number, max: number): SafeText[] {
  const lines = wrapSafe(text, width);
  if (lines.length <= max) return lines;
  const kept = lines.slice(0, Math.max(0, max - 1));
  return max < 1 ? [] : [...kept, cutEnd(joinSafe(lines.slice(kept.length), label` `), width)];
}

/** A column's wishes for its width, in terminal columns. */
export interface Column<K extends string = string> {
  readonly key: K;
  readonly title: string;
  readonly align?: 'left' | 'right';
  readonly width: number;
  /** Its share of the remaining room; 0: none. */
  readonly grow?: number;
  readonly max?: number;
  /** Columns before it, where it is not the first: 2 without. */
  readonly gap?: number;
  /** Without room for all, columns with the lowest priority are dropped first. */
  readonly priority: number;
  /** Where a text that is too long is cut. */
  readonly cut?: Cut | TellingCut;
}

export interface PlacedColumn<K extends string = string> extends Column<K> {
  readonly columns: number;
}

export const columnGap = 2;

/** Of columns beside each other, with those between them. */
export function withGaps<C extends Pick<Column, 'gap'>>(
  columns: readonly C[],
  widthOf: (column: C) => number,
): number {
  return columns.reduce((sum, column, index) => sum + (index === 0 ? 0 : gapOf(column)) + widthOf(column), 0);
}

export function gapOf({ gap = columnGap }: Pick<Column, 'gap'>): number {
  return gap;
}

/** Without the least important items, the last of equals first, as far as the others fit; `least` of them stay anyway. */
export function fitting<T extends { readonly priority?: number }>(
  items: readonly T[],
  width: (kept: readonly T[]) => number,
  room: number,
  min = 0,
): readonly T[] {
  if (items.length <= min || width(items) <= room) return items;
  const lowest = Math.min(...items.map(({ priority = 0 }) => priority));
  const dropped = items.findLastIndex(({ priority = 0 }) => priority === lowest);
  return fitting(items.toSpliced(dropped, 1), width, room, min);
}

/** The columns that fit, in order, with their widths; growing columns share the remaining room. */
export function placeColumns<K extends string>(
  columns: readonly Column<K>[],
  width: number,
): PlacedColumn<K>[] {
  const needed = (some: readonly Column<K>[]) => withGaps(some, column => column.width);
  const kept = fitting(columns, needed, width, 1);
  let spare = width - needed(kept);
  const widths = new Map(kept.map(column => [column.key, column.width]));
  let growing = kept.filter(column => (column.grow ?? 0) > 0);
  while (spare > 0 && growing.length > 0) {
    const shares = growing.reduce((sum, column) => sum + (column.grow ?? 0), 0);
    const before = spare;
    for (const column of growing) {
      const now = widths.get(column.key) ?? column.width;
      const share = Math.max(1, Math.floor((before * (column.grow ?? 0)) / shares));
      const added = Math.min(share, spare, (column.max ?? Number.POSITIVE_INFINITY) - now);
      widths.set(column.key, now + added);
      spare -= added;
    }
    growing = growing.filter(
      column => (widths.get(column.key) ?? 0) < (column.max ?? Number.POSITIVE_INFINITY),
    );
  }
  if (kept.length === 1 && kept[0] !== undefined) {
    const [only] = kept;
    return [{ ...only, columns: Math.min(Math.max(widths.get(only.key) ?? 0, 0), Math.max(0, width)) }];
  }
  return kept.map(column => ({ ...column, columns: widths.get(column.key) ?? column.width }));
}

export function total(numbers: readonly number[]): number {
  let sum = 0;
  for (const each of numbers) sum += each;
  return sum;
}
