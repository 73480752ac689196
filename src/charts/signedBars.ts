import { canvas, type Canvas } from './canvas.ts';
import type { ChartRow } from './cells.ts';
import { maximum } from './spread.ts';

const eighths = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/**
 * Changes as bars left and right of a line, falls to the left: a row for each, all of exactly so many columns, all on
 * one scale, the line where the greatest fall and the greatest rise just have room. What is no change is the line alone.
 */
export function signedBars(
  changes: readonly number[],
  width: number,
  { ascii = false }: { readonly ascii?: boolean | undefined } = {},
): ChartRow[] {
  const on = canvas(width, changes.length);
  const most = maximum(changes);
  const least = maximum(changes.map(change => -change));
  const room = Math.max(0, on.columns - 1);
  const line = lineColumn(most, least, room);
  // What is above the greatest number there is would have no ratio.
  const scale = Math.max(
    least > 0 ? least / Math.max(line, 1) : 0,
    most > 0 ? most / Math.max(room - line, 1) : 0,
  );
  for (const [row, change] of changes.entries()) {
    on.put(line, row, { glyph: ascii ? '|' : '│', role: 'frame' });
    const side = change < 0 ? line : room - line;
    const steps = ascii ? 2 : 8;
    const length = Number.isFinite(change) && change !== 0 ? Math.abs(change) / scale : 0;
    const drawn =
      change === 0 || !(length > 0) ? 0 : Math.max(1, Math.min(Math.round(length * steps), side * steps));
    drawBar(on, { row, line, drawn, isFall: change < 0, ascii });
  }
  return on.toRows();
}

/** Each side has the room its greatest needs, and at least one column where it has any. */
function lineColumn(most: number, least: number, room: number): number {
  if (least === 0) return 0;
  if (most === 0) return room;
  return Math.max(1, Math.min(room - 1, Math.round(room * (least / 2 / (least / 2 + most / 2)))));
}

interface DrawnBar {
  readonly row: number;
  readonly line: number;
  /** Its length in eighths of a column, without Unicode in halves. */
  readonly drawn: number;
  readonly isFall: boolean;
  readonly ascii: boolean;
}

function drawBar(on: Canvas, { row, line, drawn, isFall, ascii }: DrawnBar): void {
  const steps = ascii ? 2 : 8;
  const role = isFall ? 'bad' : 'good';
  for (let at = 0; at * steps < drawn; at += 1) {
    const level = Math.min(steps, drawn - at * steps);
    const column = isFall ? line - 1 - at : line + 1 + at;
    if (ascii) on.put(column, row, { glyph: level === steps ? '#' : '-', role });
    else if (isFall && level < steps)
      // Blocks grow from the left: the rest of the cell is drawn, and the two colours change places.
      on.put(column, row, { glyph: eighths[steps - level] ?? ' ', role, inverse: true });
    else on.put(column, row, { glyph: eighths[level] ?? ' ', role });
  }
}
