import { roundTicks } from '#charts/axis.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('roundTicks', () => {
  it.each([
    [12_345, 9, [0, 5000, 10_000, 15_000]],
    [12_345, 3, [0, 15_000]],
    [220, 4, [0, 250]],
    [220, 5, [0, 250]],
    [8, 5, [0, 4, 8]],
    [290, 5, [0, 150, 300]],
    [220, 9, [0, 100, 200, 300]],
    [11, 3, [0, 12]],
    [10, 5, [0, 5, 10]],
    [7, 20, [0, 2, 4, 6, 8]],
    [1, 9, [0, 1]],
    [0, 9, [0, 1]],
    [NaN, 9, [0, 1]],
    [3, 9, [0, 1, 2, 3]],
    [1e12, 9, [0, 2.5e11, 5e11, 7.5e11, 1e12]],
    [100, 1, [0, 100]],
    [9e18, 3, [0, 10e18]],
  ])('%d over %d rows', (max, rows, ticks) => {
    expect(roundTicks(max, rows).ticks).toEqual(ticks);
  });
  it('comes to an end for every number there is', () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: 1, max: 40 }), (max, rows) => {
        expect(roundTicks(max, rows).ticks.every(tick => Number.isFinite(tick))).toBe(true);
      }),
    );
    expect(roundTicks(Number.MAX_VALUE, 9).top).toBeGreaterThanOrEqual(1e300);
  });
  it('reaches the maximum by round steps with room for their labels', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e15 }), fc.integer({ min: 1, max: 40 }), (max, rows) => {
        const { top, ticks } = roundTicks(max, rows);
        expect(ticks.at(-1)).toBe(top);
        expect(top >= max && top - ticks[1]! < max).toBe(true);
        expect(String(ticks[1])).toMatch(/^(1|12|15|2|25|3|4|5|6|8)0*$/);
        expect(max / top).toBeGreaterThan(0.5);
        expect(ticks.length - 1).toBeLessThanOrEqual(Math.min(5, Math.max(1, (rows - 1) / 2)));
      }),
    );
  });
});
