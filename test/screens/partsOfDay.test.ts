import { expect, test } from 'vitest';
import { partsOfDay } from '#screens/chart/seriesChartRows.ts';

test('of the parts of a day what each has, shorter with less room, of the shortest the largest', () => {
  const counts = Array.from({ length: 24 }, (_, hour) => [10, 300, 0, 40][Math.floor(hour / 6)] ?? 0);
  expect(partsOfDay(counts)).toEqual([
    [
      'night      00:00 - 06:00      60    3%',
      'morning    06:00 - 12:00   1,800   86%',
      'afternoon  12:00 - 18:00       0    0%',
      'evening    18:00 - 24:00     240   11%',
    ],
    ['night       3%', 'morning    86%', 'afternoon   0%', 'evening    11%'],
    ['morning    86%', 'evening    11%', 'night       3%'],
    ['morning    86%', 'evening    11%'],
  ]);
  expect(partsOfDay(counts.map(() => 0))).toEqual([]);
});
