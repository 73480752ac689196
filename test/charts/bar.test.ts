import { bar, barColumns } from '#charts/row.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('bar', () => {
  it.each([
    [1000, 1000, '━━━━━━━━━━'],
    [999, 1000, '━━━━━━━━━╸'],
    [500, 1000, '━━━━━     '],
    [550, 1000, '━━━━━╸    '],
    [1, 1000, '╸         '],
    [0, 1000, '          '],
    [0, 0, '          '],
    [5, 0, '          '],
    [2000, 1000, '━━━━━━━━━━'],
    [NaN, 1000, '          '],
  ])('%d of %d', (count, max, text) => {
    expect(bar(count, max, 10)).toBe(text);
  });
  it.each([
    [1000, '=========='],
    [999, '=========-'],
    [450, '====-     '],
    [1, '-         '],
    [0, '          '],
  ])('%d of 1000 without Unicode', (count, text) => {
    expect(bar(count, 1000, 10, { ascii: true })).toBe(text);
  });
  it('has a logarithmic scale', () => {
    expect([1, 10, 100, 1000].map(count => bar(count - 1, 999, 6, { log: true }))).toEqual([
      '      ',
      '━━    ',
      '━━━━  ',
      '━━━━━━',
    ]);
  });
  it('is nothing without room', () => {
    expect([bar(5, 10, 0), bar(5, 10, -3), bar(10, 10, 1), bar(1, 10, 1)]).toEqual(['', '', '━', '╸']);
  });
});

describe('barColumns', () => {
  it('says how many columns of a row lie on the bar', () => {
    expect([0, 1, 250, 500, 999, 1000, 2000].map(count => barColumns(count, 1000, 40))).toEqual([
      0, 1, 10, 20, 39, 40, 40,
    ]);
    expect([1, 10, 100, 1000].map(count => barColumns(count - 1, 999, 6, { log: true }))).toEqual([
      0, 2, 4, 6,
    ]);
    expect([barColumns(5, 10, 0), barColumns(5, 10, -1), barColumns(5, 0, 9), barColumns(NaN, 9, 9)]).toEqual(
      [0, 0, 0, 0],
    );
  });
});

it('keeps its width and grows with the count, as does what lies behind a row', () => {
  const args = [
    fc.nat(1e9),
    fc.nat(1e9),
    fc.integer({ min: 1, max: 60 }),
    fc.boolean(),
    fc.boolean(),
  ] as const;
  fc.assert(
    fc.property(...args, (a, b, width, ascii, log) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)];
      const [short, long] = [less, more].map(count => bar(count, 1e9, width, { ascii, log }));
      expect([short?.length, long?.length]).toEqual([width, width]);
      expect(short?.trimEnd().length).toBeLessThanOrEqual(long?.trimEnd().length ?? -1);
      expect(long?.trim() === '').toBe(more === 0);
      const behind = [less, more].map(count => barColumns(count, 1e9, width, { log }));
      expect(behind).toEqual(behind.toSorted((x, y) => x - y));
      expect(behind.every(columns => columns >= 0 && columns <= width)).toBe(true);
      expect(behind[1] === 0).toBe(more === 0);
    }),
  );
});
