import { textOf } from '#charts/canvas.ts';
import { signedBars } from '#charts/row.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCount, anySize, expectExact } from './anyInput.ts';

const draw = (changes: number[], width: number, ascii = false) =>
  signedBars(changes, width, { ascii }).map(textOf);

describe('signedBars', () => {
  it('has rises to the right and falls to the left of one line, in halves, on one scale', () => {
    // 18 columns for 60: 12 for the greatest rise, 6 for the greatest fall; a half of a column is 5/3.
    expect(draw([40, 20, 5, 0, -20, -10, -8], 19)).toEqual([
      '      │━━━━━━━━━━━━',
      '      │━━━━━━      ',
      '      │━╸          ',
      '      │            ',
      '━━━━━━│            ',
      '   ━━━│            ',
      '   ╺━━│            ',
    ]);
    expect(signedBars([-20, 40], 4)[0]?.map(({ text, tone }) => [text, tone])).toEqual([
      ['━', 'bad'],
      ['│  ', 'frame'],
    ]);
    expect(signedBars([-20, 40], 4, { dim: [true, false] }).map(row => row.map(({ tone }) => tone))).toEqual([
      ['dim', 'frame'],
      ['plain', 'frame', 'good'],
    ]);
  });
  it('has the line at the edge where all go one way, and the least mark for what is hardly a change', () => {
    expect(draw([100, 0.001], 9)).toEqual(['│━━━━━━━━', '│╸       ']);
    expect(draw([-100, -50], 9)).toEqual(['━━━━━━━━│', '    ━━━━│']);
    expect(draw([0, NaN], 5)).toEqual(['│    ', '│    ']);
  });
  it('is written in signs of ASCII without Unicode', () => {
    expect(draw([40, 5, -20, -1], 19, true)).toEqual([
      '      |============',
      '      |=-          ',
      '======|            ',
      '     -|            ',
    ]);
  });
});

it('fills exactly its size, whatever the changes, with the line in one column', () => {
  const change = fc.oneof(
    fc.integer({ min: -500, max: 500 }),
    anyCount.map(count => count ?? -1e300),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), anySize, fc.boolean(), (changes, width, ascii) => {
      const rows = signedBars(changes, width, { ascii });
      expectExact(rows, width, changes.length);
      const lines = new Set(rows.map(row => textOf(row).search(/[│|]/)));
      expect(lines.size).toBeLessThanOrEqual(1);
    }),
  );
});
