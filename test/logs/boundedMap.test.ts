import { expect, test } from 'vitest';
import { BoundedMap } from '#logs/fields/BoundedMap.ts';

test('a map that would have too many characters begins anew, and counts those that it then has', () => {
  // Each key has 101, with those of its value.
  const keys = ['a', 'b', 'c', 'd', 'e'];
  const map = new BoundedMap<number>(250);
  for (const [at, key] of keys.entries()) map.add(key, at);
  expect(keys.map(key => map.get(key))).toEqual([undefined, undefined, undefined, undefined, 4]);
});
