/** How Yoga means a size that it hands to a measure function: as it is, as a limit, or none (NaN). */
export const exactly = 1;
export const atMost = 2;
export const asContent = 0;
export type Mode = typeof exactly | typeof atMost | typeof asContent;

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

/** A box or a text: what its style says, and where it lies. */
export class LayoutBox {
  parent: LayoutBox | undefined;
  readonly children: LayoutBox[] = [];
  /** Of a text alone. */
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
  /** What was last worked out, of use until something in it changes. */
  measured: { readonly room: number; readonly exact: boolean; readonly size: Size } | undefined;
  /** In its parent and in parts of cells, which shrinking makes. */
  placed = { left: 0, top: 0, width: 0, height: 0 };
  /** In its parent, in whole cells. */
  cells = { left: 0, top: 0, width: 0, height: 0 };

  markDirty(): void {
    this.measured = undefined;
    if (this.isDirty) return;
    this.isDirty = true;
    this.parent?.markDirty();
  }

  /** What its border takes of its width or height. */
  frame(isRow: boolean): number {
    const [left, top, right, bottom] = this.border;
    return isRow ? left + right : top + bottom;
  }

  /** The width that the style gives. */
  givenWidth(parentInside: number): number | undefined {
    if (this.width === undefined) return undefined;
    const { value, percent } = this.width;
    return Math.max(percent ? (value * parentInside) / 100 : value, this.frame(true));
  }

  /** The height that the style gives. */
  givenHeight(): number | undefined {
    return this.height === undefined ? undefined : Math.max(this.height, this.frame(false));
  }
}
