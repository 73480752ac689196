import { asContent, LayoutBox, type Measure, measure, place, roundToCells } from './flow.ts';

/** The numbers of Yoga's enums that Ink reads for what our screens use; it passes them to the setters below. */
const constants = {
  ALIGN_AUTO: 0,
  ALIGN_FLEX_START: 1,
  ALIGN_STRETCH: 4,
  DIRECTION_LTR: 1,
  DISPLAY_FLEX: 0,
  DISPLAY_NONE: 1,
  EDGE_LEFT: 0,
  EDGE_TOP: 1,
  EDGE_RIGHT: 2,
  EDGE_BOTTOM: 3,
  FLEX_DIRECTION_COLUMN: 0,
  FLEX_DIRECTION_ROW: 2,
  JUSTIFY_FLEX_START: 0,
  MEASURE_MODE_UNDEFINED: asContent,
  POSITION_TYPE_ABSOLUTE: 2,
  POSITION_TYPE_RELATIVE: 1,
  WRAP_NO_WRAP: 0,
} as const;

/** Yoga's Node, as far as Ink calls it: rows, columns, sizes in cells, shrinking, borders, absolute boxes. */
class Node {
  static create(): Node {
    return new Node();
  }

  readonly #box = new LayoutBox();
  readonly #children: Node[] = [];

  #change(change: (box: LayoutBox) => void): void {
    change(this.#box);
    this.#box.markDirty();
  }

  insertChild(child: Node, index: number): void {
    this.#children.splice(index, 0, child);
    this.#change(box => box.children.splice(index, 0, child.#box));
    child.#box.parent = this.#box;
  }

  removeChild(child: Node): void {
    const index = this.#children.indexOf(child);
    if (index < 0) return;
    this.#children.splice(index, 1);
    this.#change(box => box.children.splice(index, 1));
    child.#box.parent = undefined;
  }

  getChildCount(): number {
    return this.#children.length;
  }

  setMeasureFunc(measureText: Measure): void {
    this.#change(box => (box.measure = measureText));
  }

  unsetMeasureFunc(): void {
    this.#box.measure = undefined;
  }

  markDirty(): void {
    this.#box.markDirty();
  }

  /** Garbage collection frees the memory. */
  free(): void {
    this.#box.measure = undefined;
  }

  freeRecursive(): void {
    this.free();
  }

  calculateLayout(): void {
    const box = this.#box;
    if (!box.isDirty) return;
    const { width } = box;
    if (width === undefined) throw new Error('Sitedeck lays out a tree only in a given width.');
    place(box, 0, 0, { width, height: box.height ?? measure(box, width, true).height });
    roundToCells(box);
  }

  getComputedLeft(): number {
    return this.#box.cells.left;
  }

  getComputedTop(): number {
    return this.#box.cells.top;
  }

  getComputedWidth(): number {
    return this.#box.cells.width;
  }

  getComputedHeight(): number {
    return this.#box.cells.height;
  }

  getComputedBorder(edge: number): number {
    return this.#box.border[edge] ?? 0;
  }

  getComputedPadding(): number {
    return 0;
  }

  getComputedMargin(): number {
    return 0;
  }

  getDisplay(): number {
    return this.#box.isHidden ? constants.DISPLAY_NONE : constants.DISPLAY_FLEX;
  }

  setDisplay(display: number): void {
    this.#change(box => (box.isHidden = display === constants.DISPLAY_NONE));
  }

  setPositionType(type: number): void {
    this.#change(box => (box.isAbsolute = type === constants.POSITION_TYPE_ABSOLUTE));
  }

  setPosition(edge: number, value: number | undefined): void {
    if (edge === constants.EDGE_LEFT) this.#change(box => (box.left = value ?? 0));
    else if (edge === constants.EDGE_TOP) this.#change(box => (box.top = value ?? 0));
    else if (value !== undefined) refuse('right or bottom');
  }

  setBorder(edge: number, value: number): void {
    this.#change(box => (box.border[edge] = value));
  }

  setFlexShrink(shrink: number): void {
    this.#change(box => (box.shrink = shrink));
  }

  setFlexDirection(direction: number): void {
    const isRow = direction === constants.FLEX_DIRECTION_ROW;
    if (!isRow && direction !== constants.FLEX_DIRECTION_COLUMN) refuse('a reversed direction');
    this.#change(box => (box.isRow = isRow));
  }

  setWidth(value: number | undefined): void {
    // Ink sets it before every frame.
    if (this.#box.width !== value) this.#change(box => (box.width = value));
  }

  setWidthAuto(): void {
    this.setWidth(undefined);
  }

  setHeight(value: number): void {
    this.#change(box => (box.height = value));
  }

  setHeightAuto(): void {
    this.#change(box => (box.height = undefined));
  }
}

/** Setters of what is not laid out, with the value that has no effect; any other value is refused. */
const refused: Readonly<Record<string, number | undefined>> = {
  setAlignContent: constants.ALIGN_FLEX_START,
  setAlignItems: constants.ALIGN_STRETCH,
  setAlignSelf: constants.ALIGN_AUTO,
  setAspectRatio: undefined,
  setFlexBasisAuto: undefined,
  setFlexGrow: 0,
  setFlexWrap: constants.WRAP_NO_WRAP,
  setJustifyContent: constants.JUSTIFY_FLEX_START,
  setMaxHeight: undefined,
  setMaxWidth: undefined,
  setMinHeight: 0,
  setMinWidth: 0,
};

for (const [name, neutral] of Object.entries(refused)) {
  Object.defineProperty(Node.prototype, name, {
    value(value: number | undefined) {
      if (value !== neutral) refuse(name);
    },
  });
}

const alwaysRefused = [
  'setFlexBasis',
  'setFlexBasisPercent',
  'setGap',
  'setHeightPercent',
  'setMargin',
  'setMaxHeightPercent',
  'setMinHeightPercent',
  'setPadding',
  'setPositionPercent',
  'setWidthPercent',
];
for (const name of alwaysRefused) Object.defineProperty(Node.prototype, name, { value: () => refuse(name) });

function refuse(what: string): never {
  throw new Error(`Sitedeck does not lay out ${what}: use a width, a height or spaces.`);
}

/** The default export of yoga-layout. Its setters throw for what is not laid out. */
export const yoga = { ...constants, Node };
