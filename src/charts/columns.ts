import type { Role } from '#terminal/theme/roles.ts';
import {
  areaFill,
  type Dot,
  dotOf,
  drawDots,
  hasBefore,
  type Plot,
  type PlotInput,
  shadeWeekends,
  weekendColumns,
} from './area.ts';
import { type Canvas, canvas, type ChartRow, eighths, type Family } from './canvas.ts';
import { highest, maximum, spread } from './scale.ts';

/** Where bars stand: all alike wide and as far apart; columns that are left over are the margins. */
interface Slots {
  /** Bars there is room for: fewer than there are where several share one. */
  readonly count: number;
  readonly bar: number;
  /** With what is free behind it, or before it. */
  readonly slot: number;
  /** Whether there is a column before each bar for a mark. */
  readonly hasMarks: boolean;
  startOf(index: number): number;
  /** Its first column. */
  barAt(index: number): number;
}

function slotsFor(count: number, columns: number, isMarked: boolean): Slots {
  const shown = Math.min(count, columns);
  // Behind the last bar there may be no gap: where one stands before the first one, too, bars are narrower.
  const wide = shown > 0 ? Math.floor((columns + 1) / shown) : 0;
  const slot = wide > (isMarked ? 2 : 1) ? wide : Math.floor(columns / Math.max(1, shown));
  const hasMarks = isMarked && slot > 1;
  const bar = slot - 1 - Number(hasMarks && shown * slot > columns);
  const left = columns - shown * slot;
  const margin = Math.max(0, Math.floor(left / 2));
  return {
    count: shown,
    // The column of the marks is blank but for them: that sets bars apart, the first one from the scale.
    bar: Math.max(1, bar),
    slot,
    hasMarks,
    startOf: index => margin + index * slot,
    barAt: index => margin + index * slot + Number(hasMarks),
  };
}

interface BarsInput extends PlotInput {
  readonly ascii: boolean;
}

interface Upright {
  readonly steps: number;
  /** Still being counted. */
  readonly isOpen: boolean;
  readonly isZero: boolean;
}

const thirds = [' ', '_', '=', '#'];
const whole = [' ', '#'];
const rowsForFullBars = 5;

/** Upright bars; the compared series is a line over them or marks beside them. Without room several share a column by their greatest. */
export function barPlot(input: BarsInput): BarPlot {
  const { points, columns, rows, heightOf, hasTints, ascii, family } = input;
  const compared = hasBefore(rows) ? input.compared : [];
  const slots = slotsFor(points.length, columns, ascii && compared.some(isKnown));
  const behind = spread(points.length, slots.count);
  const slotOf = (index: number): number => behind.findIndex(([from, to]) => from <= index && index < to);
  const starts = behind.map((_, slot) => slots.startOf(slot));
  const indexAt = (column: number): number | undefined =>
    behind[starts.findLastIndex((start, slot) => slot === 0 || start <= column)]?.[0];
  // The margins are of no day.
  const isOfBars = (column: number) =>
    column >= (starts[0] ?? 0) && column < (starts.at(-1) ?? 0) + slots.slot;
  const isOfWeekend = weekendColumns(points, columns, indexAt);
  const isWeekend = (column: number) => isOfBars(column) && isOfWeekend(column);
  const cells = canvas(columns, rows);
  shadeWeekends(cells, isWeekend);
  // Marks beside columns are told from these by their letter alone: where there are rows enough a column has one.
  const isPlain = ascii && rows >= rowsForFullBars && compared.some(isKnown);
  const levels = isPlain ? whole : ascii ? thirds : eighths;
  const full = levels.length - 1;
  const stepsOf = (value: number): number =>
    value > 0 ? Math.max(Math.min(2, full), Math.round(heightOf(value) * full)) : 1;
  const rowOf = (value: number): number => rows - Math.ceil(stepsOf(value) / full);
  const upright = (column: number, { steps, isOpen, isZero }: Upright): void => {
    for (let left = steps, row = rows - 1; left > 0; left -= full, row -= 1) {
      // Letters are thin enough without being quiet.
      const fill = ascii ? (family ?? 'chartLine') : areaFill(row, rows, family);
      const whole = isZero && isPlain ? '.' : (levels[Math.min(full, left)] ?? ' ');
      // Its top is exact where shades below it say that it is still being counted.
      const isTop = isOpen && !ascii && left < full && row < rows - 1;
      const glyph = isOpen && !isTop ? (ascii ? "'" : '░') : whole;
      const background =
        hasTints && !ascii && left >= full && !isOpen ? fill : cells.at(column, row).background;
      cells.put(column, row, { glyph, role: isOpen || isZero ? 'dim' : fill, background });
    }
  };
  for (const [slot, range] of behind.entries()) {
    const start = slots.barAt(slot);
    const value = highest(
      points.map(({ count }) => count),
      range,
    );
    const isOpen = points.slice(...range).every(({ unfinished }) => unfinished === true);
    if (value !== undefined) {
      const bar = { steps: stepsOf(value), isOpen: value > 0 && isOpen, isZero: value <= 0 };
      for (let column = start; column < start + slots.bar; column += 1) upright(column, bar);
    }
  }
  const earlier = behind.map(range => highest(compared, range));
  if (ascii) markEarlier(cells, earlier, { slots, rowOf });
  else drawEarlier(cells, earlier, { slots, heightOf, hasTints });
  return {
    cells,
    rowOf,
    columnOf: index => slots.barAt(slotOf(index)) + Math.floor((slots.bar - 1) / 2),
    indexAt,
    isWeekend,
    barOf: index => [slots.barAt(slotOf(index)), slots.barAt(slotOf(index)) + slots.bar],
  };
}

interface BarPlot extends Plot {
  /** The columns of a bar, from the first up to but without the second. */
  barOf(index: number): readonly [from: number, to: number];
}

type Earlier = readonly (number | undefined)[];

/** Letters beside the bars, never over one. Of nothing a mark would look like a bar. */
function markEarlier(
  cells: Canvas,
  earlier: Earlier,
  { slots, rowOf }: { readonly slots: Slots; readonly rowOf: (value: number) => number },
): void {
  for (const [slot, value] of earlier.entries()) {
    if (value === undefined || value <= 0) continue;
    const [column, row] = [slots.barAt(slot) - Number(slots.hasMarks), rowOf(value)];
    const cell = cells.at(column, row);
    if (cell.glyph === ' ') cells.put(column, row, { ...cell, glyph: 'o', role: 'chartBefore' });
  }
}

/** Eighths that the line may go above or below the top of a bar, which is exact; beyond it is seen in the gaps alone. */
const farthestOverBars = 4;

/** One line of dots, level over each bar, so that its top stays even, and joined over the gaps. */
function drawEarlier(
  cells: Canvas,
  earlier: Earlier,
  {
    slots,
    heightOf,
    hasTints,
  }: { readonly slots: Slots; readonly heightOf: PlotInput['heightOf']; readonly hasTints: boolean },
): void {
  const dots = earlier.flatMap((value, slot): Dot[] => {
    if (value === undefined) return [];
    const y = dotOf(value, heightOf);
    const [from, to] = [slots.barAt(slot) * 2, (slots.barAt(slot) + slots.bar) * 2];
    const level = Array.from({ length: to - from }, (_, at) => ({ x: from + at, y }));
    const next = earlier[slot + 1];
    if (next === undefined) return level;
    const up = dotOf(next, heightOf) - y;
    const across = slots.barAt(slot + 1) * 2 - to;
    const yAt = (at: number): number => Math.round(y + (up * at) / across);
    const joined = Array.from({ length: across }, (_, at) => {
      const [low, high] = [Math.min(yAt(at), yAt(at + 1)), Math.max(yAt(at), yAt(at + 1))];
      return Array.from({ length: high - low + 1 }, (_, above) => ({ x: to + at, y: low + above }));
    });
    return [...level, ...joined.flat()];
  });
  drawDots(cells, dots, {
    role: 'chartBefore',
    hasTints,
    farthest: slots.slot > slots.bar ? farthestOverBars : Infinity,
  });
}

export function isKnown(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
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

/** How much of the greatest value the steps reach over at least, by rows: what varies by less lies low and calm. */
const minSpan = [1 / 2, 1 / 10];

/**
 * The lowest line is zero and only zero, the one above it the least value, the highest the greatest. The topmost step
 * stays free, so that rows never touch. A space is a missing value. Many values share a column by their greatest.
 */
export function sparkline(values: readonly (number | undefined)[], options: SparklineOptions): ChartRow[] {
  const { width, rows = 1, family, last = family } = options;
  const on = canvas(width, rows);
  const glyphs = options.ascii ? (on.rows > 1 ? thirds : ascii) : eighths;
  const full = glyphs.length - 1;
  const steps = on.rows * full - (glyphs === ascii ? 0 : glyphs === thirds ? 1 : on.rows);
  const level = levelOf(values, steps, minSpan[on.rows - 1] ?? 0);
  // As an area is; of a family one row has its own tone. Letters are thin enough without being quiet.
  const fillOf = (row: number): Role => {
    if (options.ascii === true || (on.rows === 1 && family !== undefined)) return family ?? 'chartLine';
    return areaFill(row, on.rows, family);
  };
  const ranges = spread(values.length, on.columns);
  for (const [column, behind] of ranges.entries()) {
    const value = highest(values, behind);
    if (value === undefined) continue;
    const height = level(value);
    const isLast = behind[1] === values.length;
    for (let row = 0; row * full < height; row += 1)
      on.put(column, on.rows - 1 - row, {
        glyph: glyphs[Math.min(full, height - row * full)] ?? ' ',
        role: isLast && last !== undefined ? last : value > 0 ? fillOf(on.rows - 1 - row) : 'dim',
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
  const min = known.reduce((a, b) => Math.min(a, b), Infinity);
  const reach = Math.max(top - min, top * span);
  return value => (value > 0 ? 2 + Math.round(((value - min) / reach) * (steps - 2)) : 1);
}
