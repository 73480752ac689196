import { canvas } from './canvas.ts';
import type { ChartRole, ChartRow, Family } from './cells.ts';
import { highest, maximum, spread } from './spread.ts';

export interface SparklineOptions {
  readonly width: number;
  /** One or two. */
  readonly rows?: number | undefined;
  readonly ascii?: boolean | undefined;
  /** Of the last value: that of its change. */
  readonly last?: ChartRole | undefined;
  /** The hue of the others, where they belong to a family of panels. */
  readonly family?: Family | undefined;
}

/** Every row from empty to full. */
const blocks = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const thirds = [' ', '.', ':', '#'];
/** A single row of ASCII has no blank step at the top: the last one is as high as any letter. */
const ascii = [' ', '_', '.', '-', '=', '+', '*', '#'];

/**
 * How much of the greatest value the steps reach over at least, by rows: what varies by less lies low and calm instead
 * of filling the height with its noise.
 */
const leastSpan = [1 / 2, 1 / 10];

/**
 * The shape of a series: the lowest line is zero and only zero, the one above it the least value, the highest the
 * greatest; with little between them the line stays low. Rows below each other never touch: the topmost step stays
 * free. A space is a missing value. Many values share a column by their greatest, few are stretched.
 */
export function sparkline(values: readonly (number | undefined)[], options: SparklineOptions): ChartRow[] {
  const { width, rows = 1, last = 'chartLine', family } = options;
  const on = canvas(width, rows);
  const glyphs = options.ascii ? (on.rows > 1 ? thirds : ascii) : blocks;
  const full = glyphs.length - 1;
  const steps = on.rows * full - (glyphs === ascii ? 0 : glyphs === thirds ? 1 : on.rows);
  const level = levelOf(values, steps, leastSpan[on.rows - 1] ?? 0);
  const [edge, body] =
    family === undefined ? (['chartLine', 'chart'] as const) : ([family, `${family}Fill`] as const);
  const places = spread(values.length, on.columns);
  for (const [column, behind] of places.entries()) {
    const value = highest(values, behind);
    if (value === undefined) continue;
    const height = level(value);
    const isTop = (row: number): boolean => height <= (row + 1) * full;
    const isLast = behind[1] === values.length;
    for (let row = 0; row * full < height; row += 1)
      on.put(column, on.rows - 1 - row, {
        glyph: glyphs[Math.min(full, height - row * full)] ?? ' ',
        role: isLast ? last : value > 0 ? (isTop(row) ? edge : body) : 'dim',
      });
  }
  return on.toRows();
}

/** 1 for zero, from 2 for the least above it up to so many steps for the greatest. */
function levelOf(
  values: readonly (number | undefined)[],
  steps: number,
  span: number,
): (value: number) => number {
  const top = maximum(values);
  const known = values.flatMap(value =>
    value !== undefined && Number.isFinite(value) ? [Math.max(0, value)] : [],
  );
  const least = known.reduce((a, b) => Math.min(a, b), Infinity);
  const reach = Math.max(top - least, top * span);
  return value => (value > 0 ? 2 + Math.round(((value - least) / reach) * (steps - 2)) : 1);
}
