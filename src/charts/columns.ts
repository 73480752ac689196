import type { Role } from '#terminal/theme/roles.ts';
import { type Canvas, canvas, type ChartRow, type Family } from './canvas.ts';
import { highest, maximum, spread } from './scale.ts';

/** Where the bars stand: spread over the whole width, all alike wide, the free columns between them. */
export interface Slots {
  /** Bars there is room for: fewer than there are where several share one. */
  readonly count: number;
  readonly bar: number;
  /** Columns of the compared series, beside the other; 0 where there is no room for it. */
  readonly before: number;
  /** The first column of a bar, or of where the one after the last would be. */
  startOf(index: number): number;
}

export function slotsFor(count: number, columns: number, isCompared: boolean): Slots {
  const shown = Math.min(count, columns);
  const slot = shown > 0 ? Math.floor(columns / shown) : 0;
  const before = slot > 1 && isCompared ? Math.max(1, Math.floor((slot - 1) / 3)) : 0;
  return {
    count: shown,
    bar: Math.max(1, slot - 1 - before),
    before,
    startOf: index => (shown > 0 ? Math.floor((index * columns) / shown) : 0),
  };
}

export interface Bar {
  /** Undefined where it is not known: no bar. */
  readonly count: number | undefined;
  readonly unfinished?: boolean | undefined;
}

interface BarsInput {
  readonly bars: readonly Bar[];
  readonly compared: readonly (number | undefined)[];
  readonly top: number;
  readonly ascii: boolean;
  /** A base line below bars that have no axis: a zero is drawn, and everything above it higher. */
  readonly hasBase?: boolean | undefined;
}

interface Glyphs {
  /** From empty to full. */
  readonly levels: readonly string[];
  readonly unfinished: string;
}

const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const thirds = [' ', '.', ':', '#'];
const blocks: Glyphs = { levels: eighths, unfinished: '░' };
const plain: Glyphs = { levels: thirds, unfinished: 'o' };
const dots: Glyphs = { levels: [' ', '⡀', '⡄', '⡆', '⡇'], unfinished: '' };
const plainDots: Glyphs = { levels: [' ', '.', ':'], unfinished: '' };

/**
 * Upright bars with a brighter top; beside each, dotted, that of the compared series. Without room for all, several
 * share a column by their greatest.
 */
export function drawBars(on: Canvas, { bars, compared, top, ascii, hasBase = false }: BarsInput): void {
  const { count, bar, before, startOf } = slotsFor(bars.length, on.columns, compared.some(isKnown));
  const counts = bars.map(({ count }) => count);
  const glyphs = ascii ? plain : blocks;
  for (const [index, places] of spread(bars.length, count).entries()) {
    const start = startOf(index);
    // Where there is no free column between them, they stand side by side without a gap.
    const end = on.columns < count * 2 ? startOf(index + 1) : start + bar;
    const isOpen = bars.slice(...places).every(({ unfinished }) => unfinished === true);
    const value = highest(counts, places);
    for (let at = start; at < end; at += 1)
      upright(on, at, { value, top, glyphs, hasBase, role: isOpen ? 'dim' : 'chart', isOpen });
    const earlier = highest(compared, places);
    for (let at = end; at < end + before; at += 1)
      upright(on, at, {
        value: earlier,
        top,
        glyphs: ascii ? plainDots : dots,
        hasBase: false,
        role: 'chartBefore',
      });
  }
}

function isKnown(value: number | undefined): boolean {
  return value !== undefined && Number.isFinite(value);
}

interface UprightInput {
  readonly value: number | undefined;
  readonly top: number;
  readonly glyphs: Glyphs;
  readonly hasBase: boolean;
  readonly role: Role;
  readonly isOpen?: boolean | undefined;
}

/** One column of a bar. A value above zero has at least the lowest glyph, or with a base line the one after it. */
function upright(
  on: Canvas,
  column: number,
  { value, top, glyphs, hasBase, role, isOpen }: UprightInput,
): void {
  if (value === undefined) return;
  const full = glyphs.levels.length - 1;
  const least = hasBase ? 1 : 0;
  const share = top > 0 ? Math.min(1, Math.max(0, value) / top) : 0;
  const steps = value > 0 ? Math.max(least + 1, Math.round(share * on.rows * full)) : least;
  for (let row = 0; row * full < steps; row += 1) {
    const level = Math.min(full, steps - row * full);
    const isTop = steps <= (row + 1) * full;
    const glyph = isOpen === true && value > 0 ? glyphs.unfinished : (glyphs.levels[level] ?? ' ');
    on.put(column, on.rows - 1 - row, {
      glyph,
      role: value > 0 ? (isTop && role === 'chart' ? 'chartLine' : role) : 'dim',
    });
  }
}

export interface SparklineOptions {
  readonly width: number;
  /** One or two. */
  readonly rows?: number | undefined;
  readonly ascii?: boolean | undefined;
  /** Of the last value: that of its change. */
  readonly last?: Role | undefined;
  /** The hue of the others, where they belong to a family of panels. */
  readonly family?: Family | undefined;
}

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
  const glyphs = options.ascii ? (on.rows > 1 ? thirds : ascii) : eighths;
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
