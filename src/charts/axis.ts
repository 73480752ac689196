export interface Scale {
  /** The value at the upper edge: round, and no value is above it. */
  readonly top: number;
  /** Round numbers from zero to the top, ascending. */
  readonly ticks: readonly number[];
}

/**
 * What reads as round, by how many steps there are: the fewer, the finer the choice, or half of few rows would stay
 * empty. The last list is for more steps.
 */
const roundFactors = [
  [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8],
  [1, 1.5, 2, 2.5, 3, 4, 5],
  [1, 2, 2.5, 5],
];

/** Room above for the steps to be tried: beyond the greatest number there is no round one. */
const greatest = 1e300;

/**
 * A scale of whole counts for a plot of so many rows, its ticks two rows apart or more. Of the scales with at least half
 * as many ticks as there is room for, the one that wastes least; of those alike, the one with most ticks.
 */
export function roundTicks(max: number, rows: number): Scale {
  const most = Math.min(5, Math.max(1, Math.floor((rows - 1) / 2)));
  const target = Number.isFinite(max) && max > 0 ? Math.min(max, greatest) : 1;
  let best: { step: number; count: number } | undefined;
  for (let room = most; room >= Math.ceil(most / 2); room -= 1) {
    const step = roundStep(target / room, roundFactors[Math.min(room, roundFactors.length) - 1] ?? [1]);
    const count = Math.ceil(target / step);
    if (best === undefined || step * count < best.step * best.count) best = { step, count };
  }
  const { step, count } = best ?? { step: target, count: 1 };
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

/** The smallest whole number that is one of the factors times a power of ten and reaches the target. */
function roundStep(target: number, factors: readonly number[]): number {
  for (let power = 1; ; power *= 10) {
    for (const factor of factors) {
      // 1.2 times ten would else be 11.999.
      const step = Math.round(factor * power * 10) / 10;
      if (Number.isInteger(step) && step >= target) return step;
    }
  }
}
