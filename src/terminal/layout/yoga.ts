import { constants } from './constants.ts';
import { layOut } from './flex.ts';
import { asContent, exactly, type Measure } from './node.ts';
import { roundBoxes } from './round.ts';
import { StyledNode } from './styledNode.ts';

/**
 * Yoga's Node, as far as Ink calls it for what our screens ask: rows and columns on one line, sizes in cells and in per
 * cent, growing and shrinking, margins, padding, borders, and boxes put at a place.
 */
class Node extends StyledNode {
  static create(): Node {
    return new Node();
  }

  readonly #children: Node[] = [];

  insertChild(child: Node, index: number): void {
    this.#children.splice(index, 0, child);
    this.change(node => node.children.splice(index, 0, child.layout));
    child.layout.parent = this.layout;
  }

  removeChild(child: Node): void {
    const index = this.#children.indexOf(child);
    if (index < 0) return;
    this.#children.splice(index, 1);
    this.change(node => node.children.splice(index, 1));
    child.layout.parent = undefined;
  }

  getChildCount(): number {
    return this.#children.length;
  }

  setMeasureFunc(measure: Measure): void {
    this.change(node => (node.measure = measure));
  }

  unsetMeasureFunc(): void {
    this.layout.measure = undefined;
  }

  markDirty(): void {
    this.layout.markDirty();
  }

  /** There is no memory to be given back. */
  free(): void {
    this.layout.measure = undefined;
  }

  freeRecursive(): void {
    this.free();
  }

  calculateLayout(): void {
    const { layout } = this;
    const width = layout.width.value;
    const room = {
      width,
      widthMode: Number.isNaN(width) ? asContent : exactly,
      ownerWidth: Number.NaN,
    } as const;
    const height = layout.height.value;
    const heightMode = Number.isNaN(height) ? asContent : exactly;
    if (!layout.isDirty) return;
    layOut(layout, { ...room, height, heightMode, ownerHeight: Number.NaN }, true);
    roundBoxes(layout);
  }

  getComputedLeft(): number {
    return this.layout.box.left;
  }

  getComputedTop(): number {
    return this.layout.box.top;
  }

  getComputedWidth(): number {
    return this.layout.box.width;
  }

  getComputedHeight(): number {
    return this.layout.box.height;
  }

  getComputedPadding(edge: number): number {
    return this.layout.padding[edge] ?? 0;
  }

  getComputedBorder(edge: number): number {
    return this.layout.border[edge] ?? 0;
  }

  getComputedMargin(edge: number): number {
    return this.layout.margin[edge] ?? 0;
  }
}

/** As the package exports it. */
export const yoga = { ...constants, Node };
