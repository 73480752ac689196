import { bar } from '#charts/bar.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('bar', () => {
  it.each([
    [1000, 1000, '██████████'],
    [999, 1000, '█████████▉'],
    [500, 1000, '█████     '],
    [525, 1000, '█████▎    '],
    [1, 1000, '▏         '],
    [0, 1000, '          '],
    [0, 0, '          '],
    [5, 0, '          '],
    [2000, 1000, '██████████'],
  ])('%d of %d', (count, max, text) => {
    expect(bar(count, max, 10)).toBe(text);
  });
  it.each([
    [1000, '##########'],
    [999, '#########-'],
    [450, '####-     '],
    [1, '-         '],
    [0, '          '],
  ])('%d of 1000 without Unicode', (count, text) => {
    expect(bar(count, 1000, 10, { ascii: true })).toBe(text);
  });
  it('has a logarithmic scale', () => {
    expect([1, 10, 100, 1000].map(count => bar(count - 1, 999, 6, { log: true }))).toEqual([
      '      ',
      '██    ',
      '████  ',
      '██████',
    ]);
  });
  it('is nothing without room', () => {
    expect([bar(5, 10, 0), bar(5, 10, -3), bar(10, 10, 1), bar(1, 10, 1)]).toEqual(['', '', '█', '▏']);
  });
  it('keeps its width, and grows with the count', () => {
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
        const short = bar(less, 1e9, width, { ascii, log });
        const long = bar(more, 1e9, width, { ascii, log });
        expect([short.length, long.length]).toEqual([width, width]);
        expect(short.trimEnd().length).toBeLessThanOrEqual(long.trimEnd().length);
        expect(long.trim() === '').toBe(more === 0);
      }),
    );
  });
});
