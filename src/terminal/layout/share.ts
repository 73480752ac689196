import type { Axis } from './axis.ts';
import { atLeast } from './ownSize.ts';
import { exactly, frameOf, marginOf, type LayoutNode } from './node.ts';

/** Lets children grow into free room, or shrink where there is too little: how long each one is. */
export function shareOut(children: readonly LayoutNode[], main: Axis): number[] {
  const bases = children.map(child => child.flexBasis);
  const total = children.reduce((sum, child) => sum + child.flexBasis + marginOf(child, main.isRow), 0);
  const free = main.mode === exactly ? main.inner - total : 0;
  const kept = keepLeast(children, main, { room: free, weights: sumOfWeights(children, free) });
  return children.map((child, index) => {
    const size = flexed(child, kept);
    return size === undefined ? (bases[index] ?? 0) : atLeast(size, frameOf(child, main.isRow));
  });
}

/** Room to be filled, or where it is negative to be saved, and what it is divided by. */
interface Share {
  readonly room: number;
  readonly weights: number;
}

function weightOf(child: LayoutNode, room: number): number {
  return room < 0 ? child.shrink * child.flexBasis : child.grow;
}

function sumOfWeights(children: readonly LayoutNode[], room: number): number {
  const sum = children.reduce((all, child) => all + weightOf(child, room), 0);
  return room > 0 && sum > 0 && sum < 1 ? 1 : sum;
}

/** Undefined where the child keeps its length. */
function flexed(child: LayoutNode, { room, weights }: Share): number | undefined {
  const weight = room === 0 || Number.isNaN(room) ? 0 : weightOf(child, room);
  if (weight === 0) return undefined;
  // Nobody is left to take from: it gives all it has.
  if (weights === 0) return child.flexBasis - weight;
  // In Yoga's precision: a text that fits to the cell must not miss it by a millionth.
  return Math.fround(child.flexBasis + Math.fround(Math.fround(room / weights) * weight));
}

/** Those that may not become so small leave more to be taken from the ones behind them, as Yoga has it. */
function keepLeast(children: readonly LayoutNode[], main: Axis, share: Share): Share {
  let { weights } = share;
  let kept = 0;
  for (const child of children) {
    const size = flexed(child, { room: share.room, weights });
    const least = frameOf(child, main.isRow);
    if (size === undefined || size >= least) continue;
    kept += least - child.flexBasis;
    weights -= weightOf(child, share.room);
  }
  const room = share.room - kept;
  return room > 0 && share.room < 0 ? { room, weights: sumOfWeights(children, room) } : { room, weights };
}
