import { sparkline } from '#charts/sparkline.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('sparkline', () => {
  it('shows a value in every column, zero lowest', () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7], 8)).toBe('▁▂▃▄▅▆▇█');
    expect(sparkline([0, 1, 2, 3, 4, 5, 6], 7, { ascii: true })).toBe('_.-=+*#');
  });
  it('tells zero, next to nothing and a missing value apart', () => {
    expect(sparkline([0, 1, undefined, 1_000_000], 4)).toBe('▁▂ █');
    expect(sparkline([0, 1, undefined, 1_000_000], 4, { ascii: true })).toBe('_. #');
  });
  it('stretches few values', () => {
    expect(sparkline([0, 7], 8)).toBe('▁▁▁▁████');
    expect(sparkline([3, 0, 7], 8)).toBe('▄▄▄▁▁▁██');
    expect(sparkline([5], 3)).toBe('███');
  });
  it('shows the greatest of the values that share a column', () => {
    expect(sparkline([0, 7, 0, 0, 1, 2, 0, 3], 4)).toBe('█▁▃▄');
  });
  it('is flat for zeros and empty without values', () => {
    expect(sparkline([0, 0, 0], 3)).toBe('▁▁▁');
    expect(sparkline([], 3)).toBe('   ');
    expect(sparkline([1, 2], 0)).toBe('');
    expect(sparkline([NaN, 1], 2)).toBe(' █');
  });
  it('has exactly the width asked for and never loses the peak', () => {
    const values = fc.array(fc.integer({ min: 0, max: 1e12 }), { minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 120 }), (counts, width) => {
        const line = sparkline([...counts, 1e12 + 1], width);
        expect(line).toMatch(new RegExp(`^[▁-█]{${width}}$`));
        expect(line.at(-1)).toBe('█');
      }),
    );
  });
});
