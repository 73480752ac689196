import type { ChartRow } from '#charts/cells.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Part } from './style.ts';

/** Columns before a chart. */
export const chartIndent = 3;

/** Columns that are left free beside a chart, on both sides together. */
export const chartMargins = chartIndent + 1;

/** A row of a chart as parts of a line. */
export function chartParts(row: ChartRow): Part[] {
  return row.map(({ text, role, ground, bold, inverse }) => ({
    text: safeText(text, text.length),
    tone: role,
    on: ground,
    bold,
    inverse,
  }));
}
