import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { worldPoints, worldRows } from '#charts/map/worldGrid.ts';
import { columnOf, rowOf, worldHeight, worldPixels, worldWidth } from '#charts/map/worldMap.ts';
import { sites } from '#server/demo/sites.ts';
import { worldGridSource } from '../../../build/worldGrid.ts';
import { capitals } from './capitals.ts';

/** What the eye looks for and a pixel is too large for. */
const small = 'SG HK MT LU BH QA LI MC AD SM MU BB CY MO VA MV'.split(' ');
const sizes = [80, 100, 116, 140, 200, 240, 300].map(
  width => [width, 2 * Math.round((width * worldHeight) / worldWidth / 2)] as const,
);

test('the stored map is what npm run world makes', () => {
  const stored = readFileSync(new URL('../../../src/charts/map/worldGrid.ts', import.meta.url), 'utf8');
  expect(stored === worldGridSource()).toBe(true);
  expect(stored.length).toBeLessThan(8_000);
});

test.each(sizes)(
  'a map of %i by %i pixels has every capital in its country or beside it',
  (width, height) => {
    const pixels = worldPixels(width, height, new Set(capitals.map(([code]) => code)));
    const astray = capitals.filter(([code, latitude, longitude]) => {
      const x = Math.floor((columnOf(longitude) * width) / worldWidth);
      const y = Math.floor((rowOf(latitude) * height) / worldHeight);
      return ![-1, 0, 1].some(down => [-1, 0, 1].some(right => pixels[y + down]?.[x + right] === code));
    });
    expect(astray).toEqual([]);
  },
);

test.each(sizes)('a map of %i by %i pixels has every small country that is wanted', (width, height) => {
  const seen = new Set(worldPixels(width, height, new Set(small)).flat());
  expect(small.filter(code => !seen.has(code))).toEqual([]);
});

/** Every country that the map knows, by its two letters. */
const all = new Set([...worldRows, worldPoints].join(' ').match(/[A-Z]{2}/g));

test.each(sizes)('a map of %i by %i pixels has room for all countries at once', (width, height) => {
  const seen = new Set(worldPixels(width, height, all).flat());
  expect([...all].filter(code => !seen.has(code))).toEqual([]);
});

test('every country of the demo is on the map', () => {
  expect(all.size).toBeGreaterThan(230);
  const codes = [...new Set(sites.flatMap(({ countries }) => Object.keys(countries)))];
  expect(codes.length).toBeGreaterThan(15);
  expect(codes.filter(code => !all.has(code))).toEqual([]);
});

test('a country too small for a pixel that nobody asked for takes none', () => {
  const seen = new Set(worldPixels(80, 34, new Set()).flat());
  expect(['VA', 'SM', 'MC', 'SG', 'LU'].filter(code => seen.has(code))).toEqual([]);
  expect(['US', 'RU', 'BR', 'CN', 'AU', 'NZ', 'JP'].filter(code => !seen.has(code))).toEqual([]);
});
