import { expect, test } from 'vitest';
import { keptWebsite, mostCharacters, websiteOfList } from '#store/queries/kept.ts';

/** So many answers of one row, the first ones the oldest, each value of so many letters. */
function kept(answers: number, letters: number) {
  const keys = Array.from({ length: answers }, (_, number) => `7 page ${number}`);
  const rows = Object.fromEntries(
    keys.map((key, at) => {
      const data = { rows: [{ value: 'x'.repeat(letters), count: 1 }], page: 1, next: 'no' } as const;
      return [key, { loading: false, data, requested: { at, on: '2026-11-20' } }] as const;
    }),
  );
  const wanted = keys.map(key => ['rows', key] as const);
  return keptWebsite(
    { rows, series: {}, hours: {}, visitors: {}, counts: {}, since: {} },
    '7',
    '2026-11-20',
    wanted,
  );
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

test('of a website that was never opened the kept list has the days of its measures', () => {
  const numbers = [
    { from: '2026-11-18', to: '2026-11-19', name: 'visitors', of: { '7': { at: 900, counts: [3, 4] } } },
    { from: '2026-11-18', to: '2026-11-19', name: 'pageviews', of: { '8': { at: 900, counts: [8, 9] } } },
    { from: '2026-11-19', to: '2026-11-19', name: 'exact', of: { '7': { at: 800, counts: [2] } } },
  ] as const;
  const list = {
    at: 1_000,
    day: '2026-11-19',
    sortBy: 'id',
    sort: 'desc',
    rows: [],
    next: 'no',
    numbers,
  } as const;
  expect(websiteOfList(list, '7')).toEqual({
    id: '7',
    day: '2026-11-19',
    answers: [
      {
        kind: 'series',
        key: '7 visitors 2026-11-18 2026-11-19',
        at: 900,
        data: { from: '2026-11-18', counts: [3, 4] },
      },
      { kind: 'visitors', key: '7 visitors 2026-11-19 2026-11-19', at: 800, data: 2 },
    ],
  });
  expect(websiteOfList(list, 'constructor').answers).toEqual([]);
});
