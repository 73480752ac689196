import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Column, columnGap, placeColumns } from '#text/fit.ts';

const columns: readonly Column<'name' | 'bar' | 'count' | 'note'>[] = [
  { key: 'name', title: 'NAME', width: 10, grow: 2, max: 30, priority: 9 },
  { key: 'bar', title: '', width: 4, grow: 1, priority: 3 },
  { key: 'count', title: 'COUNT', width: 6, align: 'right', priority: 8 },
  { key: 'note', title: 'NOTE', width: 8, priority: 2 },
];
const placed = (width: number) => placeColumns(columns, width).map(({ key, columns: wide }) => [key, wide]);

test('all columns at their narrowest take their widths and the gaps', () => {
  // 10 + 4 + 6 + 8 and three gaps of two.
  expect(placed(34)).toEqual([
    ['name', 10],
    ['bar', 4],
    ['count', 6],
    ['note', 8],
  ]);
});

test('what is left over goes to those that grow, by their shares, and no further than is of use', () => {
  expect(placed(40)).toEqual([
    ['name', 14],
    ['bar', 6],
    ['count', 6],
    ['note', 8],
  ]);
  expect(placed(134)).toEqual([
    ['name', 30],
    ['bar', 84],
    ['count', 6],
    ['note', 8],
  ]);
});

test('the least important columns go first', () => {
  expect(placed(33).map(([key]) => key)).toEqual(['name', 'bar', 'count']);
  expect(placed(20).map(([key]) => key)).toEqual(['name', 'count']);
  expect(placed(12)).toEqual([['name', 12]]);
  expect(placed(5)).toEqual([['name', 5]]);
});

test('a table is never wider than its room', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), width => {
      const chosen = placeColumns(columns, width);
      const total = chosen.reduce((sum, column) => sum + column.columns, 0) + columnGap * (chosen.length - 1);
      expect(total).toBeLessThanOrEqual(Math.max(width, 0));
    }),
  );
});
