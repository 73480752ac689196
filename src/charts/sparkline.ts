import { highest, maximum, spread } from './spread.ts';

export interface SparklineOptions {
  readonly ascii?: boolean | undefined;
  /** What the highest glyph stands for; default: the greatest value. */
  readonly max?: number | undefined;
}

const blocks = '▁▂▃▄▅▆▇█';
const ascii = '_.-=+*#';

/**
 * One row of exactly so many columns. The lowest glyph is zero and only zero, a space is a missing value. Many values
 * share a column by their greatest, few are stretched.
 */
export function sparkline(
  values: readonly (number | undefined)[],
  width: number,
  options: SparklineOptions = {},
): string {
  const glyphs = options.ascii ? ascii : blocks;
  const max = options.max ?? maximum(values);
  return spread(values.length, width)
    .map(places => glyphs[level(highest(values, places), max, glyphs.length - 1)] ?? ' ')
    .join('');
}

/** 0 for zero, 1 to top for more; -1 for a missing value. */
function level(value: number | undefined, max: number, top: number): number {
  if (value === undefined) return -1;
  if (value <= 0) return 0;
  return max > 0 ? Math.min(top, Math.ceil((value / max) * top)) : top;
}
