import { expect, test } from 'vitest';
import { memoizeLast } from '#text/memo.ts';

test('the last result is made again only when a key is another', () => {
  const last = memoizeLast<number>();
  let made = 0;
  const make = () => (made += 1);
  const keys = {};
  expect([last([keys, 1], make), last([keys, 1], make)]).toEqual([1, 1]);
  expect(last([keys, 2], make)).toBe(2);
  expect(last([{}, 2], make)).toBe(3);
  expect(last([{}, 2, undefined], make)).toBe(4);
  expect(last([keys, 1], make)).toBe(5);
});
