import type { ChartRow } from '#charts/canvas.ts';
import * as fc from 'fast-check';
import { expect } from 'vitest';

/** Whatever a service may have counted, and what is no count at all. */
export const anyCount = fc.oneof(
  fc.integer({ min: 0, max: 500 }),
  fc.constantFrom(undefined, 0, NaN, Infinity, -Infinity, -3, 1e-9, 1e300, Number.MAX_VALUE),
);

export const anySize = fc.oneof(fc.integer({ min: 0, max: 130 }), fc.constantFrom(-1, NaN, 0.5, 3.7));

/** As many rows as the height, each of exactly the width, and nothing in them that is no number. */
export function expectExact(rows: readonly ChartRow[], width: number, height: number): void {
  const whole = (size: number) => (size > 0 ? Math.floor(size) : 0);
  const texts = rows.map(row => row.map(({ text }) => text).join(''));
  expect(texts.map(text => Array.from(text).length)).toEqual(
    Array.from({ length: whole(height) }, () => whole(width)),
  );
  expect(texts.join('')).not.toMatch(/NaN|undefined|Infinity/);
}
