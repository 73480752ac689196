import { expect, test } from 'vitest';
import { keptWebsite, mostCharacters } from '#store/queries/kept.ts';

/** So many answers of one row, the first ones the oldest, each value of so many letters. */
function kept(answers: number, letters: number) {
  const data = { rows: [{ value: 'x'.repeat(letters), count: 1 }], page: 1, next: 'no' } as const;
  const toKeep = () =>
    Array.from({ length: answers }, (_, at) => ({ kind: 'rows', key: `7 page ${at}`, at, data }) as const);
  return keptWebsite({ toKeep }, '7', '2026-11-20');
}

test('all views of a website that one looks at in a session are kept', () => {
  expect(kept(290, 60)?.answers).toHaveLength(290);
});

test('of large answers the last ones are kept', () => {
  const found = kept(40, 50_000)?.answers ?? [];
  expect(found.map(({ at }) => at)).toEqual([39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29]);
  expect(JSON.stringify(found).length).toBeLessThanOrEqual(mostCharacters);
});

test('of none nothing is kept', () => {
  expect(kept(0, 1)).toBeUndefined();
});
