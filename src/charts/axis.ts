export interface Scale {
  /** The value at the upper edge: round, and no value is above it. */
  readonly top: number;
  /** Round numbers from zero to the top, ascending. */
  readonly ticks: readonly number[];
}

/** A scale of whole counts for a plot of so many rows: steps of 1, 2 or 5 times a power of ten, two rows apart or more. */
export function roundTicks(max: number, rows: number): Scale {
  const most = Math.min(5, Math.max(1, Math.floor((rows - 1) / 2)));
  const target = Number.isFinite(max) && max > 0 ? max : 1;
  const step = roundStep(target, most);
  const steps = Math.ceil(target / step);
  const ticks = Array.from({ length: steps + 1 }, (_, index) => index * step);
  return { top: steps * step, ticks };
}

/** The smallest round step, at least one, that reaches the target in so many. */
function roundStep(target: number, most: number): number {
  for (let power = 1; ; power *= 10) {
    for (const factor of [1, 2, 5]) {
      if (factor * power * most >= target) return factor * power;
    }
  }
}
