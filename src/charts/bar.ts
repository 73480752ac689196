import type { Role } from '#terminal/theme/roles.ts';
import { canvas, type Canvas, type ChartRow } from './canvas.ts';
import { maximum } from './scale.ts';

export interface BarOptions {
  readonly ascii?: boolean | undefined;
  /** A logarithmic scale, on which small counts still differ beside a great one. */
  readonly log?: boolean | undefined;
}

/** A thin horizontal bar of exactly so many columns. Above zero it has a mark, and only the maximum fills the width. */
export function bar(count: number, max: number, width: number, { ascii, log }: BarOptions = {}): string {
  const room = roomOf(width);
  const halves = stepsOf(count, max, room * 2, log ?? false);
  const [whole, half] = ascii ? ['=', '-'] : ['━', '╸'];
  return (whole.repeat(Math.floor(halves / 2)) + (halves % 2 === 1 ? half : '')).padEnd(room);
}

/** How many columns of a row lie on its bar. Above zero at least one, and only the maximum has all. */
export function barColumns(
  count: number,
  max: number,
  width: number,
  { log }: Pick<BarOptions, 'log'> = {},
): number {
  return stepsOf(count, max, roomOf(width), log ?? false);
}

function roomOf(width: number): number {
  return width > 0 ? Math.floor(width) : 0;
}

function stepsOf(count: number, max: number, total: number, log: boolean): number {
  if (!(count > 0) || !(max > 0) || total < 1) return 0;
  if (count >= max) return total;
  const share = log ? Math.log1p(count) / Math.log1p(max) : count / max;
  return Math.max(1, Math.min(Math.round(share * total), total - 1));
}

const steps = 2;

interface SignedBars {
  readonly ascii?: boolean | undefined;
  /** Where the line stands, a part of the width, so that several charts have it in one column; else where both sides just have room. */
  readonly zeroAt?: number | undefined;
  /** A short word for each, written beside the line on the side that its bar leaves free, where it has room. */
  readonly words?: readonly string[] | undefined;
  /** Which of them are within chance: as grey as their numbers. */
  readonly dim?: readonly boolean[] | undefined;
}

/** Falls to the left, all rows on one scale that has room for the greatest fall and rise. What is no change is the line alone. */
export function signedBars(
  changes: readonly number[],
  width: number,
  { ascii = false, zeroAt, words = [], dim = [] }: SignedBars = {},
): ChartRow[] {
  const on = canvas(width, changes.length);
  const most = maximum(changes);
  const least = maximum(changes.map(change => -change));
  const room = Math.max(0, on.columns - 1);
  const line = zeroAt === undefined ? lineColumn(most, least, room) : Math.round(room * zeroAt);
  // What is above the greatest number there is would have no ratio.
  const scale = Math.max(
    least > 0 ? least / Math.max(line, 1) : 0,
    most > 0 ? most / Math.max(room - line, 1) : 0,
  );
  for (const [row, change] of changes.entries()) {
    on.put(line, row, { glyph: ascii ? '|' : '│', role: 'frame' });
    const word = words[row] ?? '';
    if (word !== '' && word.length < (change < 0 ? room - line : line))
      on.write(change < 0 ? line + 2 : line - 1 - word.length, row, word, { role: 'dim' });
    const side = change < 0 ? line : room - line;
    const length = Number.isFinite(change) && change !== 0 ? Math.abs(change) / scale : 0;
    const drawn =
      change === 0 || !(length > 0) ? 0 : Math.max(1, Math.min(Math.round(length * steps), side * steps));
    const role = dim[row] === true ? 'dim' : change < 0 ? 'bad' : 'good';
    drawBar(on, { row, line, drawn, isFall: change < 0, role, ascii });
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
  /** Its length in halves of a column. */
  readonly drawn: number;
  readonly isFall: boolean;
  readonly role: Role;
  readonly ascii: boolean;
}

/** A fall ends at the line, so that its half column is a right one. */
function drawBar(on: Canvas, { row, line, drawn, isFall, role, ascii }: DrawnBar): void {
  const [whole, half] = ascii ? ['=', '-'] : ['━', isFall ? '╺' : '╸'];
  for (let at = 0; at * steps < drawn; at += 1) {
    const glyph = drawn - at * steps >= steps ? whole : half;
    on.put(isFall ? line - 1 - at : line + 1 + at, row, { glyph, role });
  }
}
