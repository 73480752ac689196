import { expect, test } from 'vitest';
import { partsOfDay, partsOfPeriod } from '#screens/chart/seriesChartRows.ts';

test('of the parts of a day what each has, shorter with less room', () => {
  const counts = Array.from({ length: 24 }, (_, hour) => [10, 300, 0, 40][Math.floor(hour / 6)] ?? 0);
  expect(partsOfDay(counts)).toEqual([
    [
      'night      00:00 - 06:00      60    3%',
      'morning    06:00 - 12:00   1,800   86%',
      'afternoon  12:00 - 18:00       0    0%',
      'evening    18:00 - 24:00     240   11%',
    ],
    ['night      3%', 'morning   86%', 'afternoon  0%', 'evening   11%'],
  ]);
  expect(partsOfDay(counts.map(() => 0))).toEqual([]);
});

test('of the quarters of a period what each has; of one without any day known that there is no data', () => {
  const starts = [
    '2025-12-01',
    '2025-12-15',
    '2026-01-01',
    '2026-01-15',
    '2026-02-01',
    '2026-02-15',
  ] as const;
  const more = ['2026-03-01', '2026-03-15'] as const;
  const counts = [undefined, undefined, 0, 50, 1000, 450, 300, 200];
  const buckets = [...starts, ...more].map((from, at) => ({ from, to: from, count: counts[at] }));
  expect(partsOfPeriod(buckets)).toEqual([
    [
      '1 Dec - 15 Dec   no data     -',
      '1 Jan - 15 Jan        50    3%',
      '1 Feb - 15 Feb     1,450   73%',
      '1 Mar - 15 Mar       500   25%',
    ],
    ['1 Dec - 15 Dec   -', '1 Jan - 15 Jan  3%', '1 Feb - 15 Feb 73%', '1 Mar - 15 Mar 25%'],
  ]);
  expect(partsOfPeriod(buckets.slice(1))).toEqual([]);
  expect(partsOfPeriod(buckets.map(bucket => ({ ...bucket, count: 0 })))).toEqual([]);
});
