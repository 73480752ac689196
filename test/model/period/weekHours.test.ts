import { expect, test } from 'vitest';
import { busiestHour, weekHours } from '#model/statistics/series.ts';

const day = (at: number, count: number) => Array.from({ length: 24 }, (_, hour) => (hour === at ? count : 0));

test('averages the days that were read, by weekday', () => {
  const week = weekHours([
    { day: '2026-11-16', hours: day(9, 10) },
    { day: '2026-11-09', hours: day(9, 5) },
    { day: '2026-11-02', hours: undefined },
    { day: '2026-11-22', hours: day(23, 8) },
    { day: '2026-11-17', hours: undefined },
  ]);
  expect(week[0]?.[9]).toBe(7.5);
  expect(week[0]?.[10]).toBe(0);
  expect(week[6]?.[23]).toBe(8);
  expect(week[1]).toEqual(Array.from({ length: 24 }, () => undefined));
  expect(busiestHour(week)).toEqual({ weekday: 6, hour: 23, count: 8 });
});

test('nothing read, or only zeros, has no busiest hour', () => {
  expect(busiestHour(weekHours([]))).toBeUndefined();
  expect(busiestHour(weekHours([{ day: '2026-11-16', hours: day(9, 0) }]))).toBeUndefined();
});
