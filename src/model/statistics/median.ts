/** The median, of an even number of values the mean of the two in the middle; undefined for no values. */
export function median(numbers: readonly number[]): number | undefined {
  const sorted = [...numbers].sort((a, b) => a - b);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.ceil(sorted.length / 2) - 1];
  return high === undefined || low === undefined ? undefined : (low + high) / 2;
}

/** The median absolute deviation (MAD) from a middle: a single outlier does not change it. */
export function medianDeviation(numbers: readonly number[], middle: number): number {
  return median(numbers.map(number => Math.abs(number - middle))) ?? 0;
}
