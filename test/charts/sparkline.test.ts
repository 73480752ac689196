import { textOf } from '#charts/canvas.ts';
import { sparkline, type SparklineOptions } from '#charts/columns.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCount, anySize, expectExact } from './anyInput.ts';

const draw = (values: readonly (number | undefined)[], options: SparklineOptions) =>
  sparkline(values, options).map(textOf);

describe('a sparkline of one row', () => {
  it('goes from the least to the greatest value, its topmost step free', () => {
    // Six steps for what is above zero.
    expect(draw([0, 1, 2, 3, 4, 5], { width: 6 })).toEqual(['▁▃▄▅▆▇']);
    expect(draw([50, 60, 70, 80, 90, 100], { width: 6 })).toEqual(['▂▃▄▅▆▇']);
  });
  it('lies low where little changes', () => {
    expect(draw([100, 98, 99, 100], { width: 4 })).toEqual(['▂▂▂▂']);
    // A fifth of the greatest, where half of it is the whole height: two steps of five.
    expect(draw([80, 80, 100, 80], { width: 4 })).toEqual(['▂▂▄▂']);
  });
  it('tells zero, next to nothing and a missing value apart', () => {
    expect(draw([0, 1, undefined, 1_000_000], { width: 4 })).toEqual(['▁▂ ▇']);
    expect(draw([0, 1, undefined, 1_000_000], { width: 4, ascii: true })).toEqual(['_. #']);
  });
  it('stretches few values, and shows the greatest of those that share a column', () => {
    expect(draw([0, 7], { width: 8 })).toEqual(['▁▁▁▁▇▇▇▇']);
    expect(draw([5], { width: 3 })).toEqual(['▂▂▂']);
    expect(draw([0, 7, 0, 0, 0, 7, 0, 0], { width: 4 })).toEqual(['▇▁▇▁']);
  });
  it('is the base line for zeros and empty without values', () => {
    expect(draw([0, 0, 0], { width: 3 })).toEqual(['▁▁▁']);
    expect(draw([], { width: 3 })).toEqual(['   ']);
    expect(draw([1, 2], { width: 0 })).toEqual(['']);
    expect(draw([NaN, 1], { width: 2 })).toEqual([' ▂']);
  });
});

describe('a sparkline of two rows', () => {
  it('has fourteen steps of sixteen, so that a blank stays above it', () => {
    const values = Array.from({ length: 13 }, (_, place) => 100 + place * 10);
    expect(draw(values, { width: 13, rows: 2 })).toEqual(['       ▁▂▃▄▅▆', '▂▃▄▅▆▇███████']);
    expect(draw([0, ...values.map((_, place) => (place + 1) * 100)], { width: 14, rows: 2 })[1]).toMatch(
      /^▁▃/,
    );
  });
  it('lies low where less than a tenth changes', () => {
    expect(draw([1000, 1010, 1000, 1020], { width: 4, rows: 2 })).toEqual(['    ', '▂▃▂▄']);
  });
  it('is written in thirds without Unicode', () => {
    // Five steps of six: zero is the first, four the fifth.
    expect(draw([0, 1, 2, 3, 4], { width: 5, rows: 2, ascii: true })).toEqual(['  __=', '_####']);
  });
});

it('is of one gradient in two rows, zeros dim, and the last value in the colour of its change', () => {
  const roles = (row: number) =>
    sparkline([0, 10, 200, 100], { width: 4, rows: 2, last: 'bad' })[row]?.map(({ text, tone }) => [
      text,
      tone,
    ]);
  expect(roles(1)).toEqual([
    ['▁', 'dim'],
    ['▃█', 'area7'],
    ['█', 'bad'],
  ]);
  expect(
    sparkline([10, 200, 0], { width: 3, rows: 2, family: 'sources' })[1]?.map(({ tone }) => tone),
  ).toEqual(['sources4', 'sources']);
  const upper = (rows: 1 | 2) => sparkline([10, 200, 0], { width: 3, rows })[0]?.map(({ tone }) => tone);
  expect([upper(2), upper(1)]).toEqual([
    ['plain', 'area1'],
    ['area1', 'dim'],
  ]);
});

it('fills exactly its size, whatever the values, and never loses a peak', () => {
  const rows = fc.constantFrom(1, 2);
  fc.assert(
    fc.property(
      fc.array(anyCount, { maxLength: 400 }),
      anySize,
      rows,
      fc.boolean(),
      (values, width, high, ascii) => {
        expectExact(sparkline(values, { width, rows: high, ascii }), width, high);
      },
    ),
  );
  const counts = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 500 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 120 }), (values, width) => {
      expect(draw([...values, 0, 1e6], { width })[0]?.at(-1)).toBe('▇');
    }),
  );
});
