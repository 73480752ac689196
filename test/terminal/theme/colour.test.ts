import { expect, test } from 'vitest';
import { contrast, luminance, mix, nearestInPalette, paletteColour, rgb } from '#terminal/theme/tinted.ts';

test('luminance and contrast are those of WCAG 2', () => {
  expect(luminance([255, 255, 255])).toBe(1);
  expect(luminance([0, 0, 0])).toBe(0);
  expect(contrast([255, 255, 255], [0, 0, 0])).toBe(21);
  // The greys that the guide to WCAG names as the last to pass on white, and the first not to.
  expect(contrast(rgb('#767676'), [255, 255, 255])).toBeCloseTo(4.54, 2);
  expect(contrast(rgb('#777777'), [255, 255, 255])).toBeCloseTo(4.48, 2);
  expect(contrast(rgb('#ff0000'), [255, 255, 255])).toBeCloseTo(4, 1);
});

test.each<[string, number]>([
  ['#000000', 16],
  ['#ffffff', 231],
  ['#5fafff', 75],
  ['#005f5f', 23],
  ['#121212', 233],
  ['#101214', 233],
  ['#eeeeee', 255],
  ['#d8dcda', 253],
])('%s is nearest to %i of the palette', (hex, number) => {
  expect(nearestInPalette(rgb(hex))).toBe(number);
});

test('each colour of the palette is nearest to itself', () => {
  for (let number = 16; number < 256; number++)
    expect(paletteColour(nearestInPalette(paletteColour(number)))).toEqual(paletteColour(number));
});

test('a mix has so much of the second', () => {
  expect(mix([0, 100, 200], [100, 0, 200], 0.25)).toEqual([25, 75, 200]);
});
