import { isKnown } from './columns.ts';
import { total } from '#text/fit.ts';
import type { Role } from '#terminal/theme/roles.ts';
import { bar, barColumns } from './row.ts';
import { blank, type Canvas, canvas, type Cell, type ChartRow, integerSize } from './canvas.ts';
import { maximum, placedTicks } from './scale.ts';

export interface HeatMapInput {
  /** A row for each weekday, in it a count for each hour; undefined where nothing is known. */
  readonly rows: readonly { readonly label: string; readonly counts: readonly (number | undefined)[] }[];
  /** The heading of each hour: every second one, or of those as many as there is room for. One column to a character. */
  readonly headings: readonly string[];
  /** The most columns and rows: cells are as large as they allow, up to twelve by six. */
  readonly width: number;
  readonly height: number;
  readonly cursor?: { readonly row: number; readonly hour: number } | undefined;
  readonly ascii?: boolean | undefined;
  /** Of the counts, which may be averages: steps and texts tell those of so many decimals apart. */
  readonly decimals?: 0 | 1 | undefined;
  readonly formatCount: (count: number) => string;
}

/** Of a cell: beyond it a grid reads no better. */
const widest = 12;
const highest = 6;

interface Layout {
  readonly margin: number;
  readonly hours: number;
  /** Columns and rows of a cell. */
  readonly wide: number;
  readonly high: number;
  /** Columns of the sums of the rows; 0 without. */
  readonly sums: number;
  readonly hasHeadings: boolean;
  readonly hasHourSums: boolean;
  /** Rows of columns below the sums of the hours, in what whole cells leave free. */
  readonly hourRows: number;
  readonly hasLegend: boolean;
}

/** Fewer rows show no course. */
const minHourRows = 3;
const maxHourRows = 5;

function layout({ rows, headings, width, height }: HeatMapInput, sums: readonly string[]): Layout {
  const margin = Math.max(0, ...rows.map(({ label }) => label.length)) + 1;
  const hours = Math.max(headings.length, ...rows.map(({ counts }) => counts.length), 1);
  const wanted = Math.max(0, ...sums.map(text => text.length)) + 2;
  const withSums = integerSize(width) - margin - wanted >= hours;
  const room = integerSize(width) - margin - (withSums ? wanted : 0);
  const spare = integerSize(height) - rows.length;
  const hasHeadings = spare >= 1;
  const hasHourSums = spare >= 2;
  const hasLegend = spare >= 4;
  const free = integerSize(height) - Number(hasHeadings) - Number(hasHourSums) - Number(hasLegend) * 2;
  const high = Math.max(1, Math.min(highest, Math.floor(free / Math.max(1, rows.length))));
  const left = free - high * rows.length;
  return {
    margin,
    hours,
    wide: Math.max(1, Math.min(widest, Math.floor(room / hours))),
    high,
    sums: withSums ? wanted : 0,
    hasHeadings,
    hasHourSums,
    hourRows: hasHourSums && left >= minHourRows ? Math.min(left, maxHourRows) : 0,
    hasLegend,
  };
}

function sumText(counts: readonly (number | undefined)[], formatCount: (count: number) => string): string {
  const total = sum(counts);
  return total === undefined ? '' : formatCount(total);
}

function sum(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter(isKnown);
  return known.length === 0 ? undefined : total(known);
}

const steps: readonly { readonly role: Role; readonly block: string; readonly plain: string }[] = [
  { role: 'heat1', block: '⠅', plain: ':' },
  { role: 'heat2', block: '⢕', plain: '-' },
  { role: 'heat3', block: '░', plain: '=' },
  { role: 'heat4', block: '▒', plain: '+' },
  { role: 'heat5', block: '▓', plain: '%' },
  { role: 'heat6', block: '█', plain: '#' },
];

/** Beyond it sixths have no number. */
const greatest = 1e300;

/** The greatest count of each step: sixths of the maximum, those that differ in so many decimals. */
function heatLimits(max: number, decimals: 0 | 1 = 0): number[] {
  const highest = Math.min(max, greatest);
  const parts = 10 ** decimals;
  const limits = steps.map((_, index) => Math.ceil((highest * (index + 1) * parts) / steps.length) / parts);
  return [...new Set(limits)].filter(limit => limit > 0);
}

/** A count as a tint that also reads as more or less ink; nothing where it is not known. */
export function heatCell(count: number | undefined, limits: readonly number[], ascii: boolean): Cell {
  if (count === undefined || !Number.isFinite(count)) return blank;
  if (count <= 0) return { glyph: ascii ? '.' : '·', role: 'dim' };
  const index = limits.findIndex(limit => count <= limit);
  return stepCell(index < 0 ? limits.length - 1 : index, limits, ascii);
}

/** The cell of a step; where there are fewer of them than six, the strongest are taken. */
function stepCell(index: number, limits: readonly number[], ascii: boolean): Cell {
  const step = steps[index + steps.length - limits.length];
  return step === undefined
    ? blank
    : { glyph: ascii ? step.plain : step.block, role: step.role, background: step.role };
}

/** A day without data, which is not the blank of a day to come: a tint, or a thin line where there is none. */
export function unknownCell(ascii: boolean): Cell {
  return { glyph: ascii ? '_' : '╌', role: 'weekend', background: 'weekend' };
}
const unknownText = ' no data';

/** In the last row "⠅⠅ to 10  ⢕⢕ to 20 ...", or the greatest count of each step alone where that is too long; cut after a whole one. */
export function drawSteps(
  on: Canvas,
  limits: readonly number[],
  input: Pick<HeatMapInput, 'ascii' | 'formatCount'> & { readonly hasUnknown?: boolean },
  margin: number,
): void {
  const { ascii = false, formatCount, hasUnknown = false } = input;
  const steps = limits.map((limit, index) => ({
    cell: stepCell(index, limits, ascii),
    text: formatCount(limit),
  }));
  const zero = { cell: heatCell(0, limits, ascii), text: formatCount(0) };
  const written = (wide: number, upTo: string, gap: number) =>
    [zero, ...steps.map(({ cell, text }) => ({ cell, text: `${upTo}${text}` }))].map(part => ({
      ...part,
      wide: part === zero ? 1 : wide,
      length: (part === zero ? 1 : wide) + part.text.length + gap,
    }));
  const forms = [written(2, 'to ', 2), written(2, '', 1), written(1, '', 1)].map((parts, form) =>
    form === 2 ? parts : parts.map(part => ({ ...part, text: ` ${part.text}`, length: part.length + 1 })),
  );
  const fitting = forms.find(
    parts => margin + (sum(parts.map(({ length }) => length)) ?? 0) - 1 <= on.columns,
  );
  let column = margin;
  for (const { cell, wide, text, length } of fitting ?? forms[2] ?? []) {
    if (column + wide + text.length > on.columns) return;
    for (let x = column; x < column + wide; x += 1) on.put(x, on.rows - 1, cell);
    on.write(column + wide, on.rows - 1, text, { role: 'dim' });
    column += length;
  }
  if (!hasUnknown || column + 2 + unknownText.length > on.columns) return;
  for (let x = column; x < column + 2; x += 1) on.put(x, on.rows - 1, unknownCell(ascii));
  on.write(column + 2, on.rows - 1, unknownText, { role: 'dim' });
}

const sumTitle = 'sum';

/** A row for each weekday with its sum, the sums of the hours, and what the steps mean; each left out where it has no room. */
export function heatMap(input: HeatMapInput): ChartRow[] {
  const { rows, headings, cursor, ascii = false, decimals, formatCount } = input;
  const sums = rows.map(({ counts }) => sumText(counts, formatCount));
  const grid = layout(input, sums);
  const { margin, hours, wide, high } = grid;
  const height =
    Number(grid.hasHeadings) +
    rows.length * high +
    Number(grid.hasHourSums) +
    grid.hourRows +
    Number(grid.hasLegend) * 2;
  const on = canvas(input.width, Math.min(height, integerSize(input.height)));
  const limits = heatLimits(maximum(rows.flatMap(({ counts }) => counts)), decimals);
  const top = Number(grid.hasHeadings);
  if (grid.hasHeadings) drawHeadings(on, headings, grid, cursor?.hour);
  if (grid.hasHeadings) drawSumTitle(on, grid);
  for (const [index, { label, counts }] of rows.entries()) {
    const middle = top + index * high + Math.floor((high - 1) / 2);
    const isCursor = cursor?.row === index;
    on.write(0, middle, label, isCursor ? { role: 'accent', bold: true } : { role: 'dim' });
    for (let hour = 0; hour < hours; hour += 1)
      drawCell(
        on,
        { column: margin + hour * wide, row: top + index * high, wide, high },
        heatCell(counts[hour], limits, ascii),
      );
    if (grid.sums > 0)
      on.write(margin + hours * wide, middle, (sums[index] ?? '').padStart(grid.sums), { role: 'plain' });
  }
  if (grid.sums > 0) drawSumBars(on, input, grid);
  writeValues(on, input, grid);
  if (grid.hasHourSums) drawHourSums(on, top + rows.length * high, input, grid);
  if (cursor) drawCursor(on, cursor, grid);
  if (grid.hasLegend) drawSteps(on, limits, input, margin);
  return on.toRows();
}

/** The headings alone, where there is no row for them in the map. */
export function hoursBelow(input: HeatMapInput): ChartRow | undefined {
  const grid = layout(
    input,
    input.rows.map(({ counts }) => sumText(counts, input.formatCount)),
  );
  if (grid.hasHeadings) return undefined;
  const on = canvas(input.width, 1);
  drawHeadings(on, input.headings, grid);
  drawSumTitle(on, grid);
  return on.toRows()[0];
}

function drawSumTitle(on: Canvas, { margin, hours, wide, sums }: Layout): void {
  if (sums >= sumTitle.length) on.write(margin + hours * wide, 0, sumTitle.padStart(sums), { role: 'dim' });
}

function drawHeadings(
  on: Canvas,
  headings: readonly string[],
  { margin, hours, wide }: Layout,
  at?: number,
): void {
  const every = (step: number) =>
    headings.flatMap((text, index) => (index % step === 0 ? [{ index: index, text }] : []));
  const columnOf = (hour: number): number => hour * wide + Math.floor((wide - 1) / 2);
  for (const { column, start, text } of placedTicks([every(2), every(3), every(6)], columnOf, hours * wide)) {
    const isCursor = at !== undefined && column === columnOf(at);
    on.write(margin + start, 0, text, isCursor ? { role: 'accent', bold: true } : { role: 'dim' });
  }
}

interface CellPlace {
  readonly column: number;
  readonly row: number;
  readonly wide: number;
  readonly high: number;
}

/** A tint fills its cell; the dot of a zero stands in the middle of it. */
export function drawCell(on: Canvas, { column, row, wide, high }: CellPlace, cell: Cell): void {
  if (cell.background === undefined)
    on.put(column + Math.floor(wide / 2), row + Math.floor((high - 1) / 2), cell);
  else
    for (let y = row; y < row + high; y += 1)
      for (let x = column; x < column + wide; x += 1) on.put(x, y, cell);
}

/** All or none: a grid with values in some of its cells only would read as if the others had none. */
function writeValues(
  on: Canvas,
  { rows, formatCount }: HeatMapInput,
  { margin, wide, high, hasHeadings }: Layout,
): void {
  const texts = rows.map(({ counts }) =>
    counts.map(count => (isKnown(count) && count > 0 ? formatCount(count) : '')),
  );
  if (wide < 4 || texts.flat().some(text => text.length > wide - 1)) return;
  for (const [index, row] of texts.entries())
    for (const [hour, text] of row.entries()) {
      const y = Number(hasHeadings) + index * high + Math.floor((high - 1) / 2);
      const start = margin + hour * wide + Math.ceil((wide - text.length) / 2);
      on.write(start, y, text, { role: 'plain', background: on.at(start, y).background });
    }
}

/** Of fewer columns a bar tells nothing beside its number. */
const minSumBar = 8;

/** Of a cell, from its left. */
const eighthsAcross = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Where cells of whole columns leave room behind the sums, as bars too. */
function drawSumBars(on: Canvas, { rows, ascii }: HeatMapInput, grid: Layout): void {
  const { margin, hours, wide, high, hasHeadings } = grid;
  const start = margin + hours * wide + grid.sums + 1;
  const room = on.columns - start;
  if (room < minSumBar) return;
  const sums = rows.map(({ counts }) => sum(counts) ?? 0);
  const highest = maximum(sums);
  for (const [index, total] of sums.entries()) {
    const row = Number(hasHeadings) + index * high + Math.floor((high - 1) / 2);
    const steps = barColumns(total, highest, room * 8);
    const text = `${'█'.repeat(Math.floor(steps / 8))}${eighthsAcross[steps % 8] ?? ''}`;
    on.write(start, row, ascii ? bar(total, highest, room, { ascii }) : text, { role: 'chart' });
  }
}

/** Sums of the hours, as numbers where each has room, else as small bars. */
function drawHourSums(
  on: Canvas,
  row: number,
  { rows, ascii, formatCount }: HeatMapInput,
  grid: Layout,
): void {
  const sums = Array.from({ length: grid.hours }, (_, hour) => sum(rows.map(({ counts }) => counts[hour])));
  const texts = sums.map(total => (total === undefined ? '' : formatCount(total)));
  const fits = texts.every(text => text.length < grid.wide);
  const top = maximum(sums);
  if (grid.margin > sumTitle.length) on.write(0, row, sumTitle, { role: 'dim' });
  const levels = ascii ? ' .:#' : ' ▁▂▃▄▅▆▇';
  const blocks = ascii ? ' .:#' : ' ▁▂▃▄▅▆▇█';
  const full = blocks.length - 1;
  for (const [hour, total] of sums.entries()) {
    const start = grid.margin + hour * grid.wide;
    const height = Math.round(((total ?? 0) / (top || 1)) * grid.hourRows * full);
    for (let y = 0; y < grid.hourRows; y += 1) {
      const glyph = blocks[Math.max(0, Math.min(full, height - y * full))] ?? ' ';
      for (let x = start; x < start + grid.wide - Number(grid.wide > 1); x += 1)
        on.put(x, row + grid.hourRows - y, { glyph, role: 'chart' });
    }
    if (fits) {
      const text = texts[hour] ?? '';
      on.write(start + Math.ceil((grid.wide - text.length) / 2), row, text, { role: 'plain' });
    } else if (total !== undefined && total > 0)
      for (let x = start; x < start + grid.wide - Number(grid.wide > 1); x += 1)
        on.put(x, row, {
          glyph: levels[Math.max(1, Math.round((total / top) * (levels.length - 1)))] ?? ' ',
          role: 'chart',
        });
  }
}

/** The cell is inverse and in brackets, which reads without colours too. */
export function drawCursor(
  on: Canvas,
  at: { row: number; hour: number },
  grid: Pick<Layout, 'margin' | 'wide' | 'high' | 'hasHeadings'>,
): void {
  const { margin, wide, high } = grid;
  const [column, row] = [margin + at.hour * wide, Number(grid.hasHeadings) + at.row * high];
  for (let y = row; y < row + high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const { glyph } = on.at(column + x, y);
      const bracket = wide === 1 ? '+' : x === 0 ? '[' : x === wide - 1 ? ']' : ' ';
      const shown = wide >= 4 && /[\d.a-zA-Z]/.test(glyph) ? glyph : bracket;
      on.put(column + x, y, { glyph: shown, role: 'plain', inverse: true, bold: true });
    }
}
