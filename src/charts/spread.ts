/** The places of a list, from the first up to but without the second, that a column shows. */
export type Places = readonly [from: number, to: number];

/**
 * Lays so many values over so many columns: several to a column where there are too many, else each over a stretch of
 * columns as equal as can be. No value is left out and none is shown twice apart.
 */
export function spread(count: number, columns: number): Places[] {
  return Array.from({ length: Math.max(0, columns) }, (_, column): Places => {
    const from = Math.floor((column * count) / columns);
    return [from, count > columns ? Math.floor(((column + 1) * count) / columns) : Math.min(from + 1, count)];
  });
}

/** The greatest of the values behind a column, so that a peak is never lost; undefined where there is none. */
export function highest(values: readonly (number | undefined)[], [from, to]: Places): number | undefined {
  let max: number | undefined;
  for (let place = from; place < to; place++) {
    const value = values[place];
    if (value !== undefined && Number.isFinite(value) && value > (max ?? -Infinity)) max = value;
  }
  return max;
}

/** The greatest of all values, at least zero. */
export function maximum(values: readonly (number | undefined)[]): number {
  return Math.max(0, highest(values, [0, values.length]) ?? 0);
}
