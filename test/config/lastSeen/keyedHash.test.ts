import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyedHash } from '#config/lastSeen/keyedHash.ts';
import { anyCharacter } from '../../helpers/anyCharacter.ts';

const byNode = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

test('it is the HMAC-SHA256 of RFC 4231', () => {
  // Its second case.
  expect(keyedHash('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('it is what Node makes, of every length around that of a block', () => {
  for (const key of ['', 'k', 'k'.repeat(63), 'k'.repeat(64), 'k'.repeat(65), 'k'.repeat(200)])
    for (let length = 0; length <= 200; length += 1)
      expect([length, keyedHash(key, 'x'.repeat(length))]).toEqual([length, byNode(key, 'x'.repeat(length))]);
});

test('it is what Node makes, of any text', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 300 });
  fc.assert(fc.property(text, text, (key, each) => keyedHash(key, each) === byNode(key, each)));
});
