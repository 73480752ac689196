import { deepStrictEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import stock from 'yoga-layout';
import { asContent } from '#terminal/ink/layout/flow.ts';
import { yoga as ours } from '#terminal/ink/layout/yoga.ts';

/** A box of the kinds that our screens draw. */
interface Box {
  readonly isRow: boolean;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly border: number;
  readonly at: readonly [number, number] | undefined;
  readonly children: readonly Tree[];
}

/** So many columns of text, which is cut where there are fewer. */
type Tree = Box | { readonly columns: number };

const length = fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined });
const few = fc.integer({ min: 0, max: 2 });
const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ columns: fc.integer({ min: 1, max: 40 }) }),
    // A popup: at a place, and with a size.
    fc.record({
      isRow: fc.boolean(),
      width: fc.integer({ min: 1, max: 40 }),
      height: fc.integer({ min: 1, max: 20 }),
      border: fc.constantFrom(0, 1),
      at: fc.tuple(few, few),
      children: fc.array(tie('tree'), { maxLength: 4 }),
    }),
    fc.record({
      isRow: fc.boolean(),
      width: length,
      height: length,
      border: fc.constantFrom(0, 0, 1),
      at: fc.constant(undefined),
      children: fc.array(tie('tree'), { maxLength: 4 }),
    }),
  ),
}));

const row = 2;
const column = 0;
const absolute = 2;

/** What both are: only what they have in common is used. */
type Node = Pick<
  ReturnType<typeof ours.Node.create>,
  | 'setFlexShrink'
  | 'setMeasureFunc'
  | 'setFlexDirection'
  | 'setBorder'
  | 'setWidth'
  | 'setHeight'
  | 'setPositionType'
  | 'setPosition'
  | 'getComputedLeft'
  | 'getComputedTop'
  | 'getComputedWidth'
  | 'getComputedHeight'
  | 'getComputedBorder'
> & {
  insertChild(child: unknown, index: number): void;
  calculateLayout(width?: number, height?: number, direction?: number): void;
  freeRecursive(): void;
};

function build(create: () => Node, tree: Tree, made: Node[], shrinks: boolean) {
  const node = create();
  made.push(node);
  node.setFlexShrink(shrinks ? 1 : 0);
  if ('columns' in tree) {
    const { columns } = tree;
    node.setMeasureFunc((width, mode) => ({
      width: mode === asContent ? columns : Math.min(columns, width),
      height: 1,
    }));
    return node;
  }
  node.setFlexDirection(tree.isRow ? row : column);
  for (const edge of [0, 1, 2, 3]) node.setBorder(edge, tree.border);
  if (tree.width !== undefined) node.setWidth(tree.width);
  if (tree.height !== undefined) node.setHeight(tree.height);
  if (tree.at !== undefined) {
    node.setPositionType(absolute);
    node.setPosition(0, tree.at[0]);
    node.setPosition(1, tree.at[1]);
  }
  // One that gives way: with several, room is divided into parts of cells.
  const giving = tree.children.length - 1;
  for (const [index, child] of tree.children.entries()) {
    node.insertChild(build(create, child, made, index === giving), index);
  }
  return node;
}

const boxes = (nodes: readonly Node[]) =>
  nodes.map(node => [
    node.getComputedLeft(),
    node.getComputedTop(),
    node.getComputedWidth(),
    node.getComputedHeight(),
  ]);

const hasInside = (node: Node) => {
  const frame = 2 * node.getComputedBorder(0);
  return node.getComputedWidth() > frame && node.getComputedHeight() > frame;
};

test('boxes lie where Yoga puts them, and do so again in another width', () => {
  const widths = fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }));
  const trees = fc.array(tree, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(trees, widths, (children, both) => {
      const root: Tree = {
        isRow: false,
        width: undefined,
        height: undefined,
        border: 0,
        at: undefined,
        children,
      };
      const [stockNodes, ourNodes]: Node[][] = [[], []];
      const one = build(() => stock.Node.create(), root, stockNodes ?? [], false);
      const other = build(() => ours.Node.create(), root, ourNodes ?? [], false);
      for (const width of both) {
        for (const node of [one, other]) {
          node.setWidth(width);
          node.calculateLayout(undefined, undefined, 1);
        }
        // Nothing is drawn in a box without an inside, wherever the rest lies.
        fc.pre((stockNodes ?? []).every(hasInside));
        deepStrictEqual(boxes(ourNodes ?? []), boxes(stockNodes ?? []));
      }
      one.freeRecursive();
    }),
    { numRuns: 2_000 },
  );
});

test('what is not laid out is refused, and what changes nothing is not', () => {
  const node = ours.Node.create();
  const call = (name: string, ...values: unknown[]) => {
    const setter: unknown = Reflect.get(node, name);
    if (typeof setter !== 'function') throw new Error(`There is no ${name}.`);
    Reflect.apply(setter, node, values);
  };
  call('setFlexWrap', 0);
  call('setMinWidth', 0);
  expect(() => call('setFlexWrap', 1)).toThrow('does not lay out setFlexWrap');
  expect(() => call('setMinWidth', 3)).toThrow('does not lay out setMinWidth');
  expect(() => call('setGap', 0, 1)).toThrow('does not lay out setGap');
  expect(() => call('setMargin', 0, 1)).toThrow('does not lay out setMargin');
  expect(() => call('setFlexGrow', 1)).toThrow('does not lay out setFlexGrow');
});
