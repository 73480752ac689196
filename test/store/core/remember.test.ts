import { expect, test } from 'vitest';
import { remember, remembered } from '#store/queries/answers.ts';

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

test('a key that every object has is one like any other', () => {
  for (const key of ['__proto__', 'constructor', 'toString']) {
    expect(remembered({}, key)).toBeUndefined();
    const kept = remember(remember<string>({}, key, 'first'), 'other', 'x');
    expect([remembered(kept, key), Object.keys(kept)]).toEqual(['first', [key, 'other']]);
    expect(remembered(remember(kept, key, 'new'), key)).toBe('new');
    const many = Array.from({ length: 300 }, (_, place) => `name ${place}`);
    const full = many.reduce((record, name) => remember(record, name, 'x'), kept);
    expect(Object.keys(full)).toEqual(many);
  }
});
