/** One measured thing beside its floor, both from the same run on the same machine. */
export interface Figure {
  readonly name: string;
  /** What was measured: a median where there are several runs. */
  readonly value: number;
  readonly unit: string;
  /** What cannot be beaten: the same thing with nothing of ours in it. */
  readonly floor?: number | undefined;
  /** The figure that has to hold: a ratio to the floor where there is one, else the value itself. */
  readonly limit?: number | undefined;
  /** Worth reaching. */
  readonly goal?: number | undefined;
  readonly runs: number;
  readonly note?: string | undefined;
}

export function ratio({ value, floor }: Figure): number | undefined {
  return floor === undefined || floor === 0 ? undefined : value / floor;
}

/** Whether the limit holds; undefined where there is none. */
export function holds(figure: Figure): boolean | undefined {
  return figure.limit === undefined ? undefined : (ratio(figure) ?? figure.value) <= figure.limit;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value that 99 of 100 stay under. */
export function percentile99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}
