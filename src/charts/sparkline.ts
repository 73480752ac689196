import { highest, maximum, spread } from './spread.ts';

const blocks = '▁▂▃▄▅▆▇█';
const ascii = '_.-=+*#';

/**
 * One row of exactly so many columns. The lowest glyph is zero and only zero, a space is a missing value. Many values
 * share a column by their greatest, few are stretched.
 */
export function sparkline(
  values: readonly (number | undefined)[],
  width: number,
  options: { readonly ascii?: boolean | undefined } = {},
): string {
  const glyphs = options.ascii ? ascii : blocks;
  const max = maximum(values);
  return spread(values.length, width)
    .map(places => glyphs[level(highest(values, places), max, glyphs.length - 1)] ?? ' ')
    .join('');
}

/** 0 for zero, 1 to top for more; -1 for a missing value. */
function level(value: number | undefined, max: number, top: number): number {
  if (value === undefined) return -1;
  if (value <= 0) return 0;
  return Math.ceil((value / max) * top);
}
