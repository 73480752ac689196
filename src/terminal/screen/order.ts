import type { Run } from './runs.ts';
import { styleChange, type StyleId } from './style.ts';

/** Where a pen is, and in which style it writes; undefined where that is unknown. */
export interface PenState {
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly style: StyleId | undefined;
}

/** Of so many the cheapest is looked for. */
const most = 256;

/**
 * The same runs in an order that takes few bytes: next comes what is cheapest to go on with. A change of colour is as long as
 * three moves, so what has the colour of the pen is written before its neighbours.
 */
export function cheapOrder(runs: readonly Run[], start: PenState): Run[] {
  const ordered: Run[] = [];
  let at = start;
  for (let first = 0; first < runs.length; first += most) {
    const left = runs.slice(first, first + most);
    while (left.length > 0) {
      let best = 0;
      let least = Infinity;
      for (const [index, run] of left.entries()) {
        // The way there is found more quickly than the change of colour: most runs are too far off whatever their colour.
        const way = wayOf(at, run.x, run.y);
        if (way >= least) continue;
        const cost = way + changeFor(at, run);
        if (cost < least) [best, least] = [index, cost];
        if (cost === 0) break;
      }
      const [run] = left.splice(best, 1);
      if (!run) break;
      ordered.push(run);
      at = { x: run.x + run.columns, y: run.y, style: run.style };
    }
  }
  return ordered;
}

/** The bytes that it takes to have the style of a run. */
function changeFor(at: PenState, { style }: Run): number {
  return at.style === undefined || at.style === style ? 0 : styleChange(at.style, style).length;
}

/** About how many bytes it takes to be where a run begins. */
function wayOf(at: PenState, x: number, y: number): number {
  if (at.x === undefined || at.y === undefined) return 7;
  const across = Math.abs(x - at.x);
  if (at.y === y) return Math.min(across, 5);
  return Math.abs(at.y - y) === 1 ? 3 + Math.min(across, 5) : 7;
}
