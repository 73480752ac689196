import { total } from '#text/fit.ts';
/**
 * The size of a box in a parent that leaves it `room` columns: it takes all of them where `exact`, else what its content
 * needs. The same as Yoga's for boxes one beside or below the other that stretch across their parent.
 */
export function measure(box: LayoutBox, room: number, exact: boolean): Size {
  const { measured } = box;
  if (measured?.room === room && measured.exact === exact) return measured.size;
  const size = box.measure === undefined ? measureStack(box, room, exact) : measureText(box, room, exact);
  box.measured = { room, exact, size };
  return size;
}

function measureText(box: LayoutBox, room: number, exact: boolean): Size {
  const size = box.measure?.(room, exact ? exactly : atMost, Number.NaN, asContent);
  return { width: exact ? room : Math.min(size?.width ?? 0, room), height: size?.height ?? 0 };
}

function measureStack(box: LayoutBox, room: number, exact: boolean): Size {
  const inside = Math.max(0, room - box.frame(true));
  const children = inFlow(box);
  const widths = box.isRow
    ? shrinkToFit(
        children,
        children.map(child => lengthInRow(child, inside)),
        exact ? inside : Infinity,
        true,
      )
    : children.map(child => widthInColumn(child, inside, exact));
  const heights = children.map((child, index) => heightAt(child, widths[index] ?? 0));
  const width = box.isRow ? total(widths) : Math.max(0, ...widths);
  const height = box.isRow ? Math.max(0, ...heights) : total(heights);
  return { width: exact ? room : width + box.frame(true), height: height + box.frame(false) };
}

/** Gives a box its size, and places everything in it. Throws for an absolute box without a width and a height. */
export function place(box: LayoutBox, left: number, top: number, { width, height }: Size): void {
  const { placed } = box;
  const isKept = !box.isDirty && placed.width === width && placed.height === height;
  if (!isKept || placed.left !== left || placed.top !== top) {
    box.placed = { left, top, width, height };
    box.isRounded = false;
  }
  if (isKept) return;
  box.isDirty = false;
  if (box.measure !== undefined) return;
  const inside = {
    width: Math.max(0, width - box.frame(true)),
    height: Math.max(0, height - box.frame(false)),
  };
  placeFlow(box, inside);
  for (const child of box.children) {
    if (child.isHidden) {
      child.placed = { left: 0, top: 0, width: 0, height: 0 };
      child.isRounded = false;
    } else if (child.isAbsolute) placeAbsolute(box, child);
  }
}

function placeFlow(box: LayoutBox, inside: Size): void {
  const { isRow } = box;
  const children = inFlow(box);
  const widths = children.map(child =>
    isRow ? lengthInRow(child, inside.width) : widthInColumn(child, inside.width, true),
  );
  const heights = children.map((child, index) =>
    isRow
      ? (child.givenHeight() ?? Math.max(inside.height, child.frame(false)))
      : heightAt(child, widths[index] ?? 0),
  );
  const along = shrinkToFit(children, isRow ? widths : heights, isRow ? inside.width : inside.height, isRow);
  let [left, top] = box.border;
  for (const [index, child] of children.entries()) {
    const length = along[index] ?? 0;
    const size = isRow
      ? { width: length, height: heights[index] ?? 0 }
      : { width: widths[index] ?? 0, height: length };
    place(child, left, top, size);
    if (isRow) left += length;
    else top += length;
  }
}

/** A popup: it takes no room in the stack. */
function placeAbsolute(box: LayoutBox, child: LayoutBox): void {
  const width = child.givenWidth();
  const height = child.givenHeight();
  if (width === undefined || height === undefined)
    throw new Error('Sitedeck lays out an absolute box only with a width and a height.');
  const [left, top] = box.border;
  place(child, left + child.left, top + child.top, { width, height });
}

function inFlow({ children }: LayoutBox): LayoutBox[] {
  return children.filter(child => !child.isAbsolute && !child.isHidden);
}

function lengthInRow(child: LayoutBox, inside: number): number {
  return child.givenWidth() ?? measure(child, inside, false).width;
}

function widthInColumn(child: LayoutBox, inside: number, stretches: boolean): number {
  if (stretches) return child.givenWidth() ?? Math.max(inside, child.frame(true));
  return lengthInRow(child, inside);
}

function heightAt(child: LayoutBox, width: number): number {
  return child.givenHeight() ?? measure(child, width, true).height;
}

/** Takes what is too long from the children that shrink, in proportion to their lengths. */
function shrinkToFit(
  children: readonly LayoutBox[],
  lengths: readonly number[],
  room: number,
  isRow: boolean,
): readonly number[] {
  const missing = room - total(lengths);
  const weights = children.map(({ shrink }, index) => shrink * (lengths[index] ?? 0));
  const weight = total(weights);
  if (missing >= 0 || weight === 0) return lengths;
  return lengths.map((length, index) => {
    // In Yoga's precision: a text that fits exactly must not be too long by a millionth.
    const less = Math.fround(length + Math.fround(Math.fround(missing / weight) * (weights[index] ?? 0)));
    return Math.max(less, children[index]?.frame(isRow) ?? 0);
  });
}

/** Edges are rounded where they lie on the screen, so that boxes neither overlap nor leave a gap; a text is never cut. */
export function roundToCells(box: LayoutBox, left = 0, top = 0): void {
  const { placed, roundedAt } = box;
  if (box.isRounded && roundedAt.left === left && roundedAt.top === top) return;
  const isText = box.measure !== undefined;
  const [absoluteLeft, absoluteTop] = [left + placed.left, top + placed.top];
  box.cells = {
    left: round(placed.left, isText ? 'down' : 'near'),
    top: round(placed.top, isText ? 'down' : 'near'),
    width: extent(absoluteLeft, placed.width, isText),
    height: extent(absoluteTop, placed.height, isText),
  };
  for (const child of box.children) roundToCells(child, absoluteLeft, absoluteTop);
  box.isRounded = true;
  box.roundedAt = { left, top };
}

function extent(start: number, size: number, isText: boolean): number {
  const end = isText ? (isWhole(size) ? 'down' : 'up') : 'near';
  return round(start + size, end) - round(start, isText ? 'down' : 'near');
}

const tolerance = 0.0001;

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < tolerance;
}

function round(value: number, how: 'up' | 'down' | 'near'): number {
  if (isWhole(value)) return Math.round(value);
  if (how === 'up') return Math.ceil(value);
  const floor = Math.floor(value);
  if (how === 'down') return floor;
  return value - floor > 0.5 - tolerance ? floor + 1 : floor;
}

/** Yoga's measure modes: a size given to a measure function is exact, a limit, or none (NaN). */
const exactly = 1;
const atMost = 2;
export const asContent = 0;
type Mode = typeof exactly | typeof atMost | typeof asContent;

interface Size {
  readonly width: number;
  readonly height: number;
}

export type Measure = (width: number, widthMode: Mode, height: number, heightMode: Mode) => Size;

/** A box or a text: its style, and its place in cells. */
export class LayoutBox {
  parent: LayoutBox | undefined;
  readonly children: LayoutBox[] = [];
  /** Only for a text. */
  measure: Measure | undefined;

  isRow = false;
  isAbsolute = false;
  isHidden = false;
  shrink = 0;
  /** Undefined: as the content or the parent wants it. */
  width: number | undefined;
  height: number | undefined;
  /** Left, top, right, bottom: 0 or 1. */
  readonly border: [number, number, number, number] = [0, 0, 0, 0];
  /** Of an absolute box, from its parent's border. */
  left = 0;
  top = 0;

  /** Something in it changed since it was last placed. */
  isDirty = true;
  /** The last result of `measure`, valid until something in the box changes. */
  measured: { readonly room: number; readonly exact: boolean; readonly size: Size } | undefined;
  /** Relative to the parent, in fractions of cells, which shrinking makes. */
  placed = { left: 0, top: 0, width: 0, height: 0 };
  /** Relative to the parent, in whole cells. */
  cells = { left: 0, top: 0, width: 0, height: 0 };
  /** `cells` are those of `placed`, also of all boxes in it, as long as the parent is at `roundedAt` on the screen. */
  isRounded = false;
  roundedAt = { left: 0, top: 0 };

  markDirty(): void {
    this.measured = undefined;
    if (this.isDirty) return;
    this.isDirty = true;
    this.parent?.markDirty();
  }

  /** Cells that the border takes of the width (isRow) or of the height. */
  frame(isRow: boolean): number {
    const [left, top, right, bottom] = this.border;
    return isRow ? left + right : top + bottom;
  }

  /** The width that the style sets, at least the border; undefined where it sets none. */
  givenWidth(): number | undefined {
    return this.width === undefined ? undefined : Math.max(this.width, this.frame(true));
  }

  /** The height that the style sets, at least the border; undefined where it sets none. */
  givenHeight(): number | undefined {
    return this.height === undefined ? undefined : Math.max(this.height, this.frame(false));
  }
}
