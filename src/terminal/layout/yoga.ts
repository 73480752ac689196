import { constants } from './constants.ts';
import { layOut } from './flex.ts';
import { asContent, auto, type Edges, exactly, LayoutNode, type Measure } from './node.ts';
import { roundBoxes } from './round.ts';

/** The sides that an edge of Yoga stands for, as places in Edges. */
const sidesOf: readonly (readonly number[])[] = [[0], [1], [2], [3], [0], [2], [0, 2], [1, 3], [0, 1, 2, 3]];

/**
 * Yoga's Node, as far as Ink calls it for what our screens ask: rows and columns on one line, sizes in cells and in per
 * cent, growing and shrinking, margins, padding, borders, and boxes put at a place. Anything else is refused, so that no
 * screen is ever drawn wrong.
 */
class Node {
  static create(): Node {
    return new Node();
  }

  readonly layout = new LayoutNode();
  readonly #children: Node[] = [];

  #change(change: (node: LayoutNode) => void): void {
    change(this.layout);
    this.layout.markDirty();
  }

  #setSides(edges: Edges, edge: number, value: number | undefined, unset: number): void {
    for (const side of sidesOf[edge] ?? []) edges[side] = value ?? unset;
    this.layout.markDirty();
  }

  insertChild(child: Node, index: number): void {
    this.#children.splice(index, 0, child);
    this.#change(node => node.children.splice(index, 0, child.layout));
    child.layout.parent = this.layout;
  }

  removeChild(child: Node): void {
    const index = this.#children.indexOf(child);
    if (index < 0) return;
    this.#children.splice(index, 1);
    this.#change(node => node.children.splice(index, 1));
    child.layout.parent = undefined;
  }

  getChildCount(): number {
    return this.#children.length;
  }

  setMeasureFunc(measure: Measure): void {
    this.#change(node => (node.measure = measure));
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

  getDisplay(): number {
    return this.layout.isHidden ? constants.DISPLAY_NONE : constants.DISPLAY_FLEX;
  }

  setDisplay(display: number): void {
    this.#change(node => (node.isHidden = display === constants.DISPLAY_NONE));
  }

  setPositionType(type: number): void {
    this.#change(node => (node.isAbsolute = type === constants.POSITION_TYPE_ABSOLUTE));
  }

  setPosition(edge: number, value: number | undefined): void {
    this.#setSides(this.layout.inset, edge, value, Number.NaN);
  }

  setMargin(edge: number, value: number | undefined): void {
    this.#setSides(this.layout.margin, edge, value, 0);
  }

  setPadding(edge: number, value: number | undefined): void {
    this.#setSides(this.layout.padding, edge, value, 0);
  }

  setBorder(edge: number, value: number | undefined): void {
    this.#setSides(this.layout.border, edge, value, 0);
  }

  setFlexGrow(grow: number): void {
    this.#change(node => (node.grow = grow));
  }

  setFlexShrink(shrink: number): void {
    this.#change(node => (node.shrink = shrink));
  }

  setFlexDirection(direction: number): void {
    const isRow = direction === constants.FLEX_DIRECTION_ROW;
    if (!isRow && direction !== constants.FLEX_DIRECTION_COLUMN) refuse('a reversed direction');
    this.#change(node => (node.isRow = isRow));
  }

  setFlexBasis(value: number): void {
    this.#change(node => (node.basis = { value, percent: false }));
  }

  setFlexBasisPercent(value: number): void {
    this.#change(node => (node.basis = { value, percent: true }));
  }

  setFlexBasisAuto(): void {
    this.#change(node => (node.basis = auto));
  }

  setWidth(value: number): void {
    if (this.layout.width.value === value && !this.layout.width.percent) return;
    this.#change(node => (node.width = { value, percent: false }));
  }

  setWidthPercent(value: number): void {
    this.#change(node => (node.width = { value, percent: true }));
  }

  setWidthAuto(): void {
    this.#change(node => (node.width = auto));
  }

  setHeight(value: number): void {
    this.#change(node => (node.height = { value, percent: false }));
  }

  setHeightPercent(value: number): void {
    this.#change(node => (node.height = { value, percent: true }));
  }

  setHeightAuto(): void {
    this.#change(node => (node.height = auto));
  }

  setFlexWrap(wrap: number): void {
    if (wrap !== constants.WRAP_NO_WRAP) refuse('flexWrap');
  }
}

/** What Ink may call and we do not lay out: the property, and its value that changes nothing. */
const refused: Readonly<Record<string, number | undefined>> = {
  setAlignItems: constants.ALIGN_STRETCH,
  setAlignSelf: constants.ALIGN_AUTO,
  setAlignContent: constants.ALIGN_FLEX_START,
  setJustifyContent: constants.JUSTIFY_FLEX_START,
  setMinWidth: 0,
  setMinHeight: 0,
  setMaxWidth: undefined,
  setMaxHeight: undefined,
  setAspectRatio: undefined,
};

for (const [name, neutral] of Object.entries(refused)) {
  Object.defineProperty(Node.prototype, name, {
    value(value: number | undefined) {
      if (value !== neutral) refuse(name);
    },
  });
}

for (const name of ['setGap', 'setPositionPercent', 'setMinHeightPercent', 'setMaxHeightPercent']) {
  Object.defineProperty(Node.prototype, name, { value: () => refuse(name) });
}

function refuse(what: string): never {
  throw new Error(`Sitedeck does not lay out ${what}: use a width, a height or a margin.`);
}

/** As the package exports it. */
export const yoga = { ...constants, Node };
