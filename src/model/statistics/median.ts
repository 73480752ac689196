/** The middle one of the numbers, of an even count the mean of the two in the middle; undefined for none. */
export function median(numbers: readonly number[]): number | undefined {
  const sorted = [...numbers].sort((a, b) => a - b);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.ceil(sorted.length / 2) - 1];
  return high === undefined || low === undefined ? undefined : (low + high) / 2;
}

/** How far the numbers lie from a middle, as the median of their distances (MAD): one wild number does not move it. */
export function medianDeviation(numbers: readonly number[], middle: number): number {
  return median(numbers.map(number => Math.abs(number - middle))) ?? 0;
}
