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
 * three moves, so what has the colour of the pen is written before its neighbours. Each step looks at all runs that are left:
 * it makes no object for them.
 */
export function cheapOrder(runs: readonly Run[], start: PenState): Run[] {
  const ordered: Run[] = [];
  let { x, y, style } = start;
  for (let first = 0; first < runs.length; first += most) {
    const left = runs.slice(first, first + most);
    while (left.length > 0) {
      let best = 0;
      let least = Infinity;
      for (let index = 0; index < left.length && least > 0; index++) {
        const run = left[index];
        // The way there is found more quickly than the change of colour: most runs are too far off whatever their colour.
        const way = run === undefined ? Infinity : wayOf(x, y, run);
        if (run === undefined || way >= least) continue;
        const cost = way + changeFor(style, run);
        if (cost < least) {
          best = index;
          least = cost;
        }
      }
      const [run] = left.splice(best, 1);
      if (!run) break;
      ordered.push(run);
      x = run.x + run.columns;
      ({ y, style } = run);
    }
  }
  return ordered;
}

/** The bytes that it takes to have the style of a run. */
function changeFor(style: PenState['style'], run: Run): number {
  return style === undefined || style === run.style ? 0 : styleChange(style, run.style).length;
}

/** About how many bytes it takes to be where a run begins. */
function wayOf(fromX: PenState['x'], fromY: PenState['y'], { x, y }: Run): number {
  if (fromX === undefined || fromY === undefined) return 7;
  const across = Math.abs(x - fromX);
  if (fromY === y) return Math.min(across, 5);
  return Math.abs(fromY - y) === 1 ? 3 + Math.min(across, 5) : 7;
}
