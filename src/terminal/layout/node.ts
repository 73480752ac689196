/** How a size that is given is meant: as it is, as a limit, or not given (NaN): as large as the content. */
export const exactly = 1;
export const atMost = 2;
export const asContent = 0;
export type Mode = typeof exactly | typeof atMost | typeof asContent;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Measures a text for a width; NaN is no limit. */
export type Measure = (width: number, widthMode: Mode, height: number, heightMode: Mode) => Size;

/** Left, top, right, bottom. */
export type Edges = [number, number, number, number];

/** NaN where nothing is said. */
export interface Length {
  readonly value: number;
  readonly percent: boolean;
}

export const auto: Length = { value: Number.NaN, percent: false };

/** What was worked out for given limits, kept until something below changes. */
export interface Known {
  readonly width: number;
  readonly widthMode: Mode;
  readonly height: number;
  readonly heightMode: Mode;
  readonly result: Size;
}

/** A box with its style and where it has come to lie; both in cells. */
export class LayoutNode {
  parent: LayoutNode | undefined;
  readonly children: LayoutNode[] = [];
  measure: Measure | undefined;

  isRow = false;
  isAbsolute = false;
  isHidden = false;
  grow = 0;
  shrink = 0;
  width = auto;
  height = auto;
  basis = auto;
  readonly margin: Edges = [0, 0, 0, 0];
  readonly padding: Edges = [0, 0, 0, 0];
  readonly border: Edges = [0, 0, 0, 0];
  /** NaN where nothing is said. */
  readonly inset: Edges = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];

  /** Something in it changed since it was last laid out. */
  isDirty = true;
  flexBasis = 0;
  /** As last asked for, maybe only to see how large it would be. */
  measured: Size = { width: 0, height: 0 };
  /** As laid out. */
  size: Size = { width: 0, height: 0 };
  /** In its parent, before rounding. */
  left = 0;
  top = 0;
  laidOut: Known | undefined;
  sizes: Known[] = [];
  nextSize = 0;
  /** In its parent, in whole cells. */
  box = { left: 0, top: 0, width: 0, height: 0 };

  markDirty(): void {
    if (this.isDirty) return;
    this.isDirty = true;
    this.laidOut = undefined;
    this.sizes = [];
    this.nextSize = 0;
    this.parent?.markDirty();
  }
}

export function marginOf({ margin }: LayoutNode, isRow: boolean): number {
  return isRow ? margin[0] + margin[2] : margin[1] + margin[3];
}

export function frameOf({ padding, border }: LayoutNode, isRow: boolean): number {
  return isRow
    ? padding[0] + padding[2] + border[0] + border[2]
    : padding[1] + padding[3] + border[1] + border[3];
}

/** Padding and border before the content. */
export function leadingFrame({ padding, border }: LayoutNode, isRow: boolean): number {
  return isRow ? padding[0] + border[0] : padding[1] + border[1];
}

/** The size a style asks for, NaN where it asks for none or for a part of something unknown. */
export function lengthOf(node: LayoutNode, isRow: boolean, owner: number): number {
  const { value, percent } = isRow ? node.width : node.height;
  return percent ? (value * owner) / 100 : value;
}
