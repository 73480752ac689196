import { fillOf, isUnfinished, type AreaShape } from './areaShape.ts';
import { dotsBetween } from './brailleCanvas.ts';
import { canvas, type Canvas } from './canvas.ts';
import { blank } from './cells.ts';
import { stretchesOf } from './stops.ts';

/** The line in the lower, the middle and the upper third of a row. */
const thirds = ['.', '-', "'"] as const;
const fill = ':';
const before = 'o';

/** The area in ASCII characters; the compared series takes every second column. */
export function asciiArea({ points, compared, stops, columns, rows, yOf, isWeekend }: AreaShape): Canvas {
  const cells = canvas(columns, rows);
  for (let column = 0; column < columns; column += 1)
    if (isWeekend(column))
      for (let row = 0; row < rows; row += 1) cells.put(column, row, { ...blank, ground: 'weekend' });
  const counts = points.map(({ count }) => count);
  for (const { from, to, ends } of stretchesOf(stops, counts, columns)) {
    const isOpen = isUnfinished(points, ends);
    for (const { x, y } of dotsBetween({ x: from.x, y: yOf(from.value) }, { x: to.x, y: yOf(to.value) })) {
      const row = rows - 1 - Math.floor(y / 3);
      const glyph = thirds[y % 3] ?? fill;
      cells.put(x, row, { glyph, role: isOpen ? 'dim' : 'chartLine', ground: cells.at(x, row).ground });
      if (isOpen) continue;
      for (let below = row + 1; below < rows; below += 1)
        cells.put(x, below, { glyph: fill, role: fillOf(below, rows), ground: fillOf(below, rows) });
    }
  }
  for (const { from, to } of stretchesOf(stops, compared, columns))
    for (const { x, y } of dotsBetween({ x: from.x, y: yOf(from.value) }, { x: to.x, y: yOf(to.value) })) {
      const row = rows - 1 - Math.floor(y / 3);
      if (x % 2 === 0)
        cells.put(x, row, { glyph: before, role: 'chartBefore', ground: cells.at(x, row).ground });
    }
  return cells;
}
