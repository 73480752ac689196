import { expect, test } from 'vitest';
import { sizeOf } from '#terminal/screen/screen.ts';

test.each([
  [
    [120, 40],
    [120, 40],
  ],
  // It does not know its size.
  [
    [0, 0],
    [80, 24],
  ],
  // What a visitor of a kiosk may say it is.
  [
    [65_535, 65_535],
    [1000, 500],
  ],
  [
    [5000, 30],
    [1000, 30],
  ],
])('of a terminal of %j is drawn %j', ([columns = 0, rows = 0], [width, height]) => {
  expect(sizeOf({ columns, rows })).toEqual({ columns: width, rows: height });
});
