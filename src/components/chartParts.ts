import type { ChartRow } from '#charts/cells.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Part } from './style.ts';

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
