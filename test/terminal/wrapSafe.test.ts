import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { label, safeText } from '#text/safeText.ts';
import { textWidth } from '#text/characters.ts';
import { wrapSafe, wrapWithin } from '#text/fit.ts';
import { hostileText } from './hostileText.ts';

const refused = label`The service answered 503. Press r to try again.`;

test('breaks at spaces, and cuts a word that is too long', () => {
  expect(wrapSafe(refused, 18)).toEqual(['The service', 'answered 503.', 'Press r to try', 'again.']);
  expect(wrapSafe(label`an abcdefgh`, 5)).toEqual(['an', 'abcd…']);
});

test('in fewer lines than it needs the last one says that there was more', () => {
  expect(wrapWithin(refused, 18, 4)).toEqual(wrapSafe(refused, 18));
  expect(wrapWithin(refused, 18, 2)).toEqual(['The service', 'answered 503. Pre…']);
  expect(wrapWithin(refused, 18, 1)).toEqual(['The service answe…']);
  expect(wrapWithin(refused, 18, 0)).toEqual([]);
});

test('is never wider or higher than its room, whatever the text', () => {
  const room = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 5 }));
  fc.assert(
    fc.property(hostileText, room, (text, [width, most]) => {
      const lines = wrapWithin(safeText(text), width, most);
      expect(lines.length).toBeLessThanOrEqual(most);
      expect(lines.filter(line => textWidth(line) > width)).toEqual([]);
    }),
  );
});
