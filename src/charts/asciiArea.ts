import { fillOf, isUnfinished, type AreaShape } from './areaShape.ts';
import { canvas, type Canvas } from './canvas.ts';
import { blank } from './cells.ts';
import { stretchesOf, type Stretch } from './stops.ts';

/** The top of a column that fills one, two or three thirds of its row. */
const tops = ['.', ':', '#'] as const;
const fill = '#';
/** An outline in the lower, the middle and the upper third of its row. */
const outline = ['.', '-', "'"] as const;
const before = 'o';
/** Where the compared series lies on the top of the area, every so many columns are its own. */
const shared = 3;

/** The area as columns of ASCII characters, the compared series over it; what is not whole is an outline. */
export function asciiArea(shape: AreaShape): Canvas {
  const { points, compared, stops, columns, rows, yOf, isWeekend } = shape;
  const cells = canvas(columns, rows);
  for (let column = 0; column < columns; column += 1)
    if (isWeekend(column))
      for (let row = 0; row < rows; row += 1) cells.put(column, row, { ...blank, ground: 'weekend' });
  const rowOf = (y: number): number => rows - 1 - Math.floor(y / 3);
  const counts = points.map(({ count }) => count);
  const stretches = stretchesOf(stops, counts, columns);
  for (const stretch of stretches.filter(({ ends }) => isUnfinished(points, ends)))
    for (const { x, y } of heights(stretch, yOf))
      cells.put(x, rowOf(y), {
        glyph: outline[y % 3] ?? fill,
        role: 'dim',
        ground: cells.at(x, rowOf(y)).ground,
      });
  for (const stretch of stretches.filter(({ ends }) => !isUnfinished(points, ends)))
    for (const { x, y } of heights(stretch, yOf)) {
      const top = rowOf(y);
      const glyph = tops[y % 3] ?? fill;
      const ground = glyph === fill ? fillOf(top, rows) : cells.at(x, top).ground;
      cells.put(x, top, { glyph, role: 'chartLine', ground });
      for (let row = top + 1; row < rows; row += 1)
        cells.put(x, row, { glyph: fill, role: fillOf(row, rows), ground: fillOf(row, rows) });
    }
  for (const stretch of stretchesOf(stops, compared, columns))
    for (const { x, y } of heights(stretch, yOf)) {
      const { role, ground } = cells.at(x, rowOf(y));
      if (role !== 'chartLine' || x % shared === 0)
        cells.put(x, rowOf(y), { glyph: before, role: 'chartBefore', ground });
    }
  return cells;
}

/** The height of a stretch in each of its columns. */
function heights({ from, to }: Stretch, yOf: (value: number) => number): { x: number; y: number }[] {
  const [low, high] = [yOf(from.value), yOf(to.value)];
  const length = to.x - from.x;
  return Array.from({ length: length + 1 }, (_, at) => ({
    x: from.x + at,
    y: Math.round(low + ((high - low) * at) / Math.max(1, length)),
  }));
}
