/** What reads as round, by how many ticks there are: the fewer, the finer the choice, or half of few rows stays empty. */
const roundFactors = [
  [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8],
  [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8],
  [1, 1.5, 2, 2.5, 3, 4, 5],
  [1, 2, 2.5, 3, 5],
];

/** Beyond the greatest number there is no round one. */
const greatest = 1e300;

const maxTicks = 5;

/**
 * A scale of whole counts from zero, with evenly spaced round ticks two rows apart or more, the last one not below the
 * greatest count. Of the scales there are, the one that wastes least; few ticks count as waste.
 * @param through a value that is one of the ticks where that wastes little
 */
export function roundScale(max: number, rows: number, through?: number) {
  const target = Number.isFinite(max) && max > 0 ? Math.min(max, greatest) : 1;
  const apart = rows < 2 ? [1] : Array.from({ length: rows - 1 }, (_, index) => index + 2);
  const scales = apart
    .filter(gap => Math.floor(rows / gap) <= maxTicks)
    .flatMap(gap => {
      const count = Math.floor(rows / gap);
      const round = roundStep(target / count, roundFactors[Math.min(count, roundFactors.length) - 1] ?? [1]);
      const parts = through === undefined ? [] : [0.1, 0.2, 0.25, 0.5, 1].map(part => part * through);
      const dividing = parts.find(step => step >= target / count);
      return [round, ...(dividing === undefined ? [] : [dividing])].map(step => {
        const top = (step * rows) / gap;
        const isThrough = through !== undefined && through % step === 0 && through <= top;
        return { gap, count, step, top, cost: top * tickCost(count, rows, gap) * (isThrough ? 1 / 1.5 : 1) };
      });
    });
  const { gap, count, step, top } = scales.reduce((best, scale) => (scale.cost < best.cost ? scale : best));
  return {
    top,
    /** Ascending, all the same number of rows apart, the first as many above zero. A row's upper edge is meant, 0 at the bottom. */
    ticks: Array.from({ length: count }, (_, index) => ({
      value: step * (index + 1),
      row: gap * (index + 1) - 1,
    })),
  };
}

/** How many rows a value stands above the bottom of a plot. On an axis zero lies half a row below it, where its line is, and ticks lie in the middle of theirs. */
export function heightOf(top: number, rows: number, isOnAxis = false): (value: number) => number {
  return value => (value > 0 ? Math.max(0, (Math.min(value, top) / top) * rows - (isOnAxis ? 0.5 : 0)) : 0);
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

/** A point that has a mark on the axis, and the text below it. One column to a character. */
export interface AxisTick {
  readonly index: number;
  readonly text: string;
}

export interface PlacedTick {
  readonly column: number;
  readonly start: number;
  readonly text: string;
}

const gap = 2;

/**
 * Of sets of ticks, the closest first (the days, the Mondays, the months ...), the first one whose texts all have room,
 * so that every tick carries its text; where none has, as many of the last one as fit at an even distance.
 * @param taken columns of the line of the texts, which none falls into or touches: a set that loses most of its own is taken where
 * all do. Where no text is free, those at both ends stay, whatever they cover.
 */
export function placedTicks(
  sets: readonly (readonly AxisTick[])[],
  columnOf: (index: number) => number,
  width: number,
  taken: readonly number[] = [],
): readonly PlacedTick[] {
  const isFree = ({ start, text }: PlacedTick) =>
    taken.every(column => column < start - 1 || column > start + text.length);
  const placed = sets
    .map(ticks =>
      ticks
        .filter(({ text }) => text !== '' && text.length <= width)
        .map(({ index, text }) => placeTick(columnOf(index), text, width)),
    )
    .filter(ticks => ticks.length > 0);
  const free = placed.map(ticks => ticks.filter(isFree));
  const kept = free.filter(
    (ticks, set) => ticks.length > 0 && ticks.length * 2 >= (placed[set]?.length ?? 0),
  );
  if (kept.length > 0) return kept.find(haveRoom) ?? thinned(kept.at(-1) ?? []);
  const some = free
    .filter(ticks => ticks.length > 0)
    .map(ticks => (haveRoom(ticks) ? ticks : thinned(ticks)));
  if (some.length > 0)
    return some.reduce((longest, ticks) => (ticks.length > longest.length ? ticks : longest));
  const all = placed.at(-1) ?? [];
  const ends = [...all.slice(0, 1), ...all.slice(1).slice(-1)];
  return haveRoom(ends) ? ends : ends.slice(0, 1);
}

function placeTick(column: number, text: string, width: number): PlacedTick {
  const start = column - Math.floor((text.length - 1) / 2);
  return { column, start: Math.max(0, Math.min(start, width - text.length)), text };
}

function haveRoom(ticks: readonly PlacedTick[]): boolean {
  return ticks.every(({ start }, index) => {
    const before = ticks[index - 1];
    return before === undefined || before.start + before.text.length + gap <= start;
  });
}

function thinned(ticks: readonly PlacedTick[]): readonly PlacedTick[] {
  for (let stride = 1; stride < ticks.length; stride += 1) {
    const chosen = ticks.filter((_, index) => index % stride === 0);
    if (haveRoom(chosen)) return chosen;
  }
  return ticks.slice(0, 1);
}

/** The places of a list, from the first up to but without the second, that a column shows. */
export type IndexRange = readonly [from: number, to: number];

/** Several values to a column where there are too many, else each over a stretch of columns as equal as can be. */
export function spread(count: number, columns: number): IndexRange[] {
  return Array.from({ length: Math.max(0, columns) }, (_, column): IndexRange => {
    const from = Math.floor((column * count) / columns);
    return [from, count > columns ? Math.floor(((column + 1) * count) / columns) : Math.min(from + 1, count)];
  });
}

/** The greatest of the values behind a column, so that a peak is never lost; undefined where there is none. */
export function highest(values: readonly (number | undefined)[], [from, to]: IndexRange): number | undefined {
  let max: number | undefined;
  for (let index = from; index < to; index++) {
    const value = values[index];
    if (value !== undefined && Number.isFinite(value) && value > (max ?? -Infinity)) max = value;
  }
  return max;
}

export function maximum(values: readonly (number | undefined)[]): number {
  return Math.max(0, highest(values, [0, values.length]) ?? 0);
}
