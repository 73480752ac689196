import { expect, test } from 'vitest';
import { emptyShare, largestEmpty } from './emptyRectangle.ts';

/** `#` has a colour behind it, `%` is inverse. */
const screen = (...lines: string[]) =>
  lines.map(line =>
    Array.from(line, char => ({
      text: char === '#' || char === '%' ? ' ' : char,
      bg: char === '#' ? 4 : 'default',
      inverse: char === '%',
    })),
  );

test('the largest rectangle without a letter and without a colour behind', () => {
  const rows = screen('ab   c', '     c', '#    c', '  %  c', 'abcdef');
  expect(largestEmpty(rows)).toEqual({ width: 3, height: 3, column: 2, row: 0 });
  expect(emptyShare(rows)).toBeCloseTo(9 / 30);
});

test('a wide one of three rows is larger than a high one; of fewer rows it is none', () => {
  const high = screen('   a ', '   a ', '   a ', 'aaaa ', 'aaaa ');
  expect(largestEmpty(high)).toEqual({ width: 3, height: 3, column: 0, row: 0 });
  expect(largestEmpty(screen('     ', '     ', 'aaaaa'))).toBeUndefined();
  expect(emptyShare(screen('     ', '     ', 'aaaaa'))).toBe(0);
});

test('a screen with nothing on it is one', () => {
  expect(largestEmpty(screen('    ', '    ', '    '))).toEqual({ width: 4, height: 3, column: 0, row: 0 });
});

test('the second half of a wide character is not empty', () => {
  const wide = [
    ['漢', ''],
    ['漢', ''],
    ['漢', ''],
  ].map(row => row.map(text => ({ text, bg: 'default', inverse: false })));
  expect(largestEmpty(wide)).toBeUndefined();
});
