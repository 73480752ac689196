import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { varyingShares } from '#server/demo/vocabulary.ts';
import { distribute, seeded } from '#server/demo/random.ts';

const shares = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 1000, noNaN: true })), {
  minLength: 1,
  maxLength: 40,
});

test('a total is split into whole parts that sum to it, none where the share is zero', () => {
  fc.assert(
    fc.property(fc.nat(100_000), shares, fc.integer(), (total, shares, seed) => {
      fc.pre(shares.some(share => share > 0));
      const parts = shares.map(() => 0);
      distribute(total, shares, seeded(seed), parts);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      for (const [index, part] of parts.entries()) {
        expect(Number.isInteger(part)).toBe(true);
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(shares[index] === 0 ? 0 : total);
      }
    }),
  );
});

test('large totals are split about as the shares say', () => {
  const parts = [0, 0, 0];
  for (let seed = 0; seed < 100; seed++) distribute(1000, [5, 3, 2], seeded(seed), parts);
  expect(parts.map(part => Math.round(part / 10_000))).toEqual([5, 3, 2]);
});

test('the same keys give the same numbers, other keys others', () => {
  const first = (random: () => number): number[] => [random(), random(), random()];
  expect(first(seeded(1, 2))).toEqual(first(seeded(1, 2)));
  expect(first(seeded(1, 2))).not.toEqual(first(seeded(2, 1)));
  expect(seeded(1)()).toBeGreaterThanOrEqual(0);
});

test('the values stand in order and their shares rise and fall, never below zero', () => {
  const mix = varyingShares({ b: 10, a: 1, c: 100 }, 1.5);
  expect(mix.values).toEqual(['a', 'b', 'c']);
  const year = Array.from({ length: 365 }, (_, day) => mix.sharesOn(20_000 + day)[2] ?? NaN);
  expect(Math.min(...year)).toBe(0);
  expect(Math.max(...year)).toBeGreaterThan(200);
  expect(Math.max(...year)).toBeLessThanOrEqual(250);
});
