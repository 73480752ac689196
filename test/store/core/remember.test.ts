import { expect, test } from 'vitest';
import { remember } from '#store/core/remember.ts';

const many = (keys: readonly string[]) =>
  keys.reduce<Readonly<Record<string, string>>>((record, key) => remember(record, key, `of ${key}`), {});

test('past a few hundred the oldest goes, and the new one is always there', () => {
  const names = Array.from({ length: 301 }, (_, place) => `name ${place}`);
  const kept = many(names);
  expect(Object.keys(kept)).toEqual(names.slice(1));
  expect(remember(kept, 'name 7', 'new')).toEqual({ ...kept, 'name 7': 'new' });
});

test('ids that are numbers: the lowest is not dropped for coming last', () => {
  const ids = Array.from({ length: 300 }, (_, place) => String(place + 2));
  const kept = many([...ids, '1']);
  expect(kept['1']).toBe('of 1');
  expect(Object.keys(kept)).toHaveLength(300);
});
