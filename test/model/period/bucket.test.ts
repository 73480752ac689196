import { describe, expect, it } from 'vitest';
import { bucket, bucketName, dateTicks } from '#model/period/bucket.ts';
import { addDays } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';

const days = (from: Day, count: number) =>
  Array.from({ length: count }, (_, place) => ({ day: addDays(from, place), count: 1 }));
const texts = (sets: ReturnType<typeof dateTicks>) => sets.map(ticks => ticks.map(({ text }) => text));

describe('dateTicks', () => {
  it('names days, Mondays, every second one and the months', () => {
    // 24 October 2026 is a Saturday.
    const sets = dateTicks(bucket(days('2026-10-24', 28), 'day'), 'day');
    expect(sets[0]?.length).toBe(28);
    expect(sets[1]).toEqual([
      { index: 2, text: '26 Oct' },
      { index: 9, text: '2 Nov' },
      { index: 16, text: '9 Nov' },
      { index: 23, text: '16 Nov' },
    ]);
    expect(texts(sets).slice(2)).toEqual([['26 Oct', '9 Nov'], ['Nov'], [], [], []]);
  });
  it('names of weeks the first that begins in a month, and January by its year', () => {
    const sets = dateTicks(bucket(days('2025-12-10', 70), 'week'), 'week');
    // Mondays: 15, 22 and 29 December, 5, 12, 19 and 26 January, 2, 9 and 16 February.
    expect(texts(sets)[0]?.length).toBe(10);
    expect(sets[2]).toEqual([
      { index: 4, text: '2026' },
      { index: 8, text: 'Feb' },
    ]);
  });
  it('names months, quarters, halves of years and years', () => {
    const sets = dateTicks(bucket(days('2024-11-15', 500), 'month'), 'month');
    expect(texts(sets).map(set => set.join(' '))).toEqual([
      'Nov Dec 2025 Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec 2026 Feb Mar',
      '2025 Apr Jul Oct 2026',
      '2025 Jul 2026',
      '2025 2026',
    ]);
  });
});

it('names what stands at a point', () => {
  expect([
    bucketName('2026-11-08', 'day'),
    bucketName('2026-11-02', 'week'),
    bucketName('2026-11-01', 'month'),
  ]).toEqual(['Sun 8 Nov', 'week of 2 Nov', 'Nov 2026']);
});
