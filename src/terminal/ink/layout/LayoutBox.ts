/** Yoga's measure modes: a size given to a measure function is exact, a limit, or none (NaN). */
export const exactly = 1;
export const atMost = 2;
export const asContent = 0;
type Mode = typeof exactly | typeof atMost | typeof asContent;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Measures a text for a width. */
export type Measure = (width: number, widthMode: Mode, height: number, heightMode: Mode) => Size;

/** A width in cells, or in per cent of the parent's inside. */
export interface Width {
  readonly value: number;
  readonly percent: boolean;
}

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
  width: Width | undefined;
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
  givenWidth(parentInside: number): number | undefined {
    if (this.width === undefined) return undefined;
    const { value, percent } = this.width;
    return Math.max(percent ? (value * parentInside) / 100 : value, this.frame(true));
  }

  /** The height that the style sets, at least the border; undefined where it sets none. */
  givenHeight(): number | undefined {
    return this.height === undefined ? undefined : Math.max(this.height, this.frame(false));
  }
}
