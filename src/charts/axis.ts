export interface Scale {
  /** The value at the upper edge of the plot: no value is above it. */
  readonly top: number;
  /** Ascending, all the same number of rows apart, the first as many above zero. */
  readonly ticks: readonly ScaleTick[];
}

interface ScaleTick {
  readonly value: number;
  /** The row whose upper edge it is, 0 at the bottom. */
  readonly row: number;
}

/** What reads as round, by how many ticks there are: the fewer, the finer the choice, or half of few rows stays empty. */
const roundFactors = [
  [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8],
  [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8],
  [1, 1.5, 2, 2.5, 3, 4, 5],
  [1, 2, 2.5, 3, 5],
];

/** Beyond the greatest number there is no round one. */
const greatest = 1e300;

const mostTicks = 5;

/**
 * A scale of whole counts from zero, the lower edge of the plot, with ticks at round values, evenly spaced and two rows
 * apart or more. Of the scales there are, the one that wastes least; few ticks in many rows count as waste.
 */
export function roundScale(max: number, rows: number): Scale {
  const target = Number.isFinite(max) && max > 0 ? Math.min(max, greatest) : 1;
  const apart = rows < 2 ? [1] : Array.from({ length: rows - 1 }, (_, index) => index + 2);
  const scales = apart
    .filter(gap => Math.floor(rows / gap) <= mostTicks)
    .map(gap => {
      const count = Math.floor(rows / gap);
      const step = roundStep(
        (target * gap) / rows,
        roundFactors[Math.min(count, roundFactors.length) - 1] ?? [1],
      );
      const top = (step * rows) / gap;
      return { gap, count, step, top, cost: top * tickCost(count, rows, gap) };
    });
  const { gap, count, step, top } = scales.reduce((best, scale) => (scale.cost < best.cost ? scale : best));
  return {
    top,
    ticks: Array.from({ length: count }, (_, index) => ({
      value: step * (index + 1),
      row: gap * (index + 1) - 1,
    })),
  };
}

/** How much of the height one or two ticks in many rows are worse than more of them, and none at the upper edge. */
function tickCost(count: number, rows: number, gap: number): number {
  const few = count === 1 && rows >= 4 ? 1.3 : count === 2 && rows >= 6 ? 1.1 : 1;
  return rows % gap === 0 ? few : few * 1.03;
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
