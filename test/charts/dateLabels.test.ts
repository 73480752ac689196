import { labelLine } from '#charts/dateLabels.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const days = (count: number, step: number) =>
  Array.from({ length: count }, (_, place) => ({ column: place * step, text: `${place + 1} Mar` }));

describe('labelLine', () => {
  it('shows the first, the last and an even rhythm between', () => {
    expect(labelLine(days(31, 2), 61)).toBe('1 Mar   6 Mar     11 Mar    16 Mar    21 Mar           31 Mar');
    expect(labelLine(days(31, 1), 31)).toBe('1 Mar  10 Mar   19 Mar   31 Mar');
  });
  it('keeps the first where there is no room for two', () => {
    expect(labelLine(days(31, 1), 12)).toBe('1 Mar       ');
    expect(labelLine(days(31, 1), 4)).toBe('    ');
  });
  it('stands around its column', () => {
    expect(labelLine([{ column: 5, text: 'Mar' }], 11)).toBe('    Mar    ');
    expect(labelLine([{ column: 10, text: 'Mar' }], 11)).toBe('        Mar');
  });
  it('is blank without labels', () => {
    expect(labelLine([], 3)).toBe('   ');
    expect(labelLine([{ column: 0, text: '' }], 3)).toBe('   ');
    expect(labelLine([], -1)).toBe('');
  });
  it('keeps labels apart and whole, in their order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 6, max: 120 }), (count, width) => {
        const labels = Array.from({ length: count }, (_, place) => ({
          column: Math.floor((place * width) / count),
          text: `d${place}`,
        }));
        const line = labelLine(labels, width);
        const shown = line.trim().split(/ {2,}/);
        expect(line).toHaveLength(width);
        expect(shown[0]).toBe('d0');
        expect(labels.map(({ text }) => text).filter(text => shown.includes(text))).toEqual(shown);
      }),
    );
  });
});
