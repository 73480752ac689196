import { expect, test } from 'vitest';
import { detailBegins, referenceStatistic, rowsReach } from '#model/comparison/rows.ts';
import type { Day } from '#model/statistics/statistics.ts';

const covered = (total: number | undefined, readToEnd: boolean, ...counts: number[]) => ({
  rows: counts.map(count => ({ count })),
  readToEnd,
  total,
});

test.each([
  ['no rows of 1,000 page views', covered(1000, true, 600, 300), covered(1000, true), false],
  // Three days of detail in 28: 107 of 1,000, an eighth of what the rows of now cover.
  ['rows of some days only', covered(1000, true, 600, 300), covered(1000, true, 80, 27), false],
  ['rows of all days', covered(1000, true, 600, 300), covered(2000, true, 900, 800), true],
  // The first rows of very many: a third of the total on both sides.
  ['the first of many', covered(3000, false, 500, 500), covered(3000, false, 400, 400), true],
  [
    'the first of many, of some days only',
    covered(3000, false, 500, 500),
    covered(3000, false, 200, 100),
    false,
  ],
  // Two rows before are the first of many: beside them count the first two of now.
  ['more rows of now', covered(1000, true, 200, 200, 300, 300), covered(1000, false, 150, 150), true],
  // Sessions are more than visitors.
  ['sessions beside visitors', covered(100, true, 120), covered(100, true, 60), true],
  ['nothing counted before: what is there now is new', covered(50, true, 50), covered(0, true), true],
  ['a total that is not known', covered(undefined, true, 50), covered(undefined, true), true],
  ['rows of now that are not known', undefined, covered(1000, true, 400), false],
  ['the first of many, rows of now not known', undefined, covered(1000, false, 400), true],
] as const)('%s', (_, now, before, reaches) => {
  expect(rowsReach(now, before)).toBe(reaches);
});

test('a campaign may be the first there ever was: pages tell whether there is detail', () => {
  expect([
    referenceStatistic('campaign'),
    referenceStatistic('event'),
    referenceStatistic('country'),
  ]).toEqual(['page', 'page', 'country']);
});

test.each([
  ['2026-09-25', undefined],
  ['2026-09-26', '2026-09-26'],
  ['2026-10-20', '2026-10-20'],
  ['2026-11-19', '2026-11-19'],
  ['2026-11-20', undefined],
] as const)('rows kept since %s, of 56 days: found in seven questions', async (kept: Day, found) => {
  let questions = 0;
  const begins = await detailBegins({ from: '2026-09-25', to: '2026-11-19' }, days => {
    questions += 1;
    return Promise.resolve(days.to >= kept);
  });
  expect(begins).toBe(found);
  expect(questions).toBeLessThanOrEqual(7);
});
