import { placedTicks } from './axisLabels.ts';
import { canvas, wholeSize, type Canvas } from './canvas.ts';
import type { Cell, ChartRow } from './cells.ts';
import { isKnown, layout, sum, sumText, type HeatMapInput, type Layout } from './heatLayout.ts';
import { drawLegend } from './heatLegend.ts';
import { heatCell, heatLimits } from './heatSteps.ts';
import { maximum } from './spread.ts';

/** Of the sums beside and below the grid. */
const sumTitle = 'sum';

/**
 * Headings, a row for each weekday with its sum, the sums of the hours, and what the six steps mean; each left out, the
 * last first, where it has no room. Every row is of one width. Values stand in cells that can hold them all.
 */
export function heatMap(input: HeatMapInput): ChartRow[] {
  const { rows, headings, cursor, ascii = false, decimals, formatCount } = input;
  const sums = rows.map(({ counts }) => sumText(counts, formatCount));
  const of = layout(input, sums);
  const { margin, hours, wide, high } = of;
  const height =
    Number(of.hasHeadings) + rows.length * high + Number(of.hasHourSums) + Number(of.hasLegend) * 2;
  const on = canvas(input.width, Math.min(height, wholeSize(input.height)));
  const limits = heatLimits(maximum(rows.flatMap(({ counts }) => counts)), decimals);
  const top = Number(of.hasHeadings);
  if (of.hasHeadings) drawHeadings(on, headings, of, cursor?.hour);
  if (of.hasHeadings && of.sums >= sumTitle.length)
    on.write(margin + hours * wide, 0, sumTitle.padStart(of.sums), { role: 'dim' });
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
    if (of.sums > 0)
      on.write(margin + hours * wide, middle, (sums[index] ?? '').padStart(of.sums), { role: 'plain' });
  }
  writeValues(on, input, of);
  if (of.hasHourSums) drawHourSums(on, top + rows.length * high, input, of);
  if (cursor) drawCursor(on, cursor, of);
  if (of.hasLegend) drawLegend(on, limits, input, margin);
  return on.toRows();
}

function drawHeadings(
  on: Canvas,
  headings: readonly string[],
  { margin, hours, wide }: Layout,
  at?: number,
): void {
  const every = (step: number) =>
    headings.flatMap((text, place) => (place % step === 0 ? [{ place, text }] : []));
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
function drawCell(on: Canvas, { column, row, wide, high }: CellPlace, cell: Cell): void {
  if (cell.ground === undefined)
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
      on.write(start, y, text, { role: 'plain', ground: on.at(start, y).ground });
    }
}

/** Sums of the hours, as numbers where each has room, else as small bars. */
function drawHourSums(on: Canvas, row: number, { rows, ascii, formatCount }: HeatMapInput, of: Layout): void {
  const sums = Array.from({ length: of.hours }, (_, hour) => sum(rows.map(({ counts }) => counts[hour])));
  const texts = sums.map(total => (total === undefined ? '' : formatCount(total)));
  const fits = texts.every(text => text.length < of.wide);
  const top = maximum(sums);
  if (of.margin > sumTitle.length) on.write(0, row, sumTitle, { role: 'dim' });
  const levels = ascii ? ' .:#' : ' ▁▂▃▄▅▆▇';
  for (const [hour, total] of sums.entries()) {
    const start = of.margin + hour * of.wide;
    if (fits) {
      const text = texts[hour] ?? '';
      on.write(start + Math.ceil((of.wide - text.length) / 2), row, text, { role: 'plain' });
    } else if (total !== undefined && total > 0)
      for (let x = start; x < start + of.wide - Number(of.wide > 1); x += 1)
        on.put(x, row, {
          glyph: levels[Math.max(1, Math.round((total / top) * (levels.length - 1)))] ?? ' ',
          role: 'chart',
        });
  }
}

/** The cell is inverse and in brackets, which reads without colours too. */
function drawCursor(on: Canvas, at: { row: number; hour: number }, of: Layout): void {
  const { margin, wide, high } = of;
  const [column, row] = [margin + at.hour * wide, Number(of.hasHeadings) + at.row * high];
  for (let y = row; y < row + high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const { glyph } = on.at(column + x, y);
      const bracket = wide === 1 ? '+' : x === 0 ? '[' : x === wide - 1 ? ']' : ' ';
      const shown = wide >= 4 && /[\d.a-zA-Z]/.test(glyph) ? glyph : bracket;
      on.put(column + x, y, { glyph: shown, role: 'plain', inverse: true, bold: true });
    }
}
