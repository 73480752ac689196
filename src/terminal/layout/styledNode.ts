import { constants } from './constants.ts';
import { auto, type Edges, LayoutNode } from './node.ts';

/** The sides that an edge of Yoga stands for, as places in Edges. */
const sidesOf: readonly (readonly number[])[] = [[0], [1], [2], [3], [0], [2], [0, 2], [1, 3], [0, 1, 2, 3]];

/** The setters of Yoga's Node, for what our screens ask. Anything else is refused, so that no screen is ever drawn wrong. */
export class StyledNode {
  readonly layout = new LayoutNode();

  protected change(change: (node: LayoutNode) => void): void {
    change(this.layout);
    this.layout.markDirty();
  }

  #setSides(edges: Edges, edge: number, value: number | undefined, unset: number): void {
    for (const side of sidesOf[edge] ?? []) edges[side] = value ?? unset;
    this.layout.markDirty();
  }

  getDisplay(): number {
    return this.layout.isHidden ? constants.DISPLAY_NONE : constants.DISPLAY_FLEX;
  }

  setDisplay(display: number): void {
    this.change(node => (node.isHidden = display === constants.DISPLAY_NONE));
  }

  setPositionType(type: number): void {
    this.change(node => (node.isAbsolute = type === constants.POSITION_TYPE_ABSOLUTE));
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
    this.change(node => (node.grow = grow));
  }

  setFlexShrink(shrink: number): void {
    this.change(node => (node.shrink = shrink));
  }

  setFlexDirection(direction: number): void {
    const isRow = direction === constants.FLEX_DIRECTION_ROW;
    if (!isRow && direction !== constants.FLEX_DIRECTION_COLUMN) refuse('a reversed direction');
    this.change(node => (node.isRow = isRow));
  }

  setFlexBasis(value: number): void {
    this.change(node => (node.basis = { value, percent: false }));
  }

  setFlexBasisPercent(value: number): void {
    this.change(node => (node.basis = { value, percent: true }));
  }

  setFlexBasisAuto(): void {
    this.change(node => (node.basis = auto));
  }

  setWidth(value: number): void {
    if (this.layout.width.value === value && !this.layout.width.percent) return;
    this.change(node => (node.width = { value, percent: false }));
  }

  setWidthPercent(value: number): void {
    this.change(node => (node.width = { value, percent: true }));
  }

  setWidthAuto(): void {
    this.change(node => (node.width = auto));
  }

  setHeight(value: number): void {
    this.change(node => (node.height = { value, percent: false }));
  }

  setHeightPercent(value: number): void {
    this.change(node => (node.height = { value, percent: true }));
  }

  setHeightAuto(): void {
    this.change(node => (node.height = auto));
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
  Object.defineProperty(StyledNode.prototype, name, {
    value(value: number | undefined) {
      if (value !== neutral) refuse(name);
    },
  });
}

for (const name of ['setGap', 'setPositionPercent', 'setMinHeightPercent', 'setMaxHeightPercent']) {
  Object.defineProperty(StyledNode.prototype, name, { value: () => refuse(name) });
}

function refuse(what: string): never {
  throw new Error(`Sitedeck does not lay out ${what}: use a width, a height or a margin.`);
}
