import { expect, test } from 'vitest';
import { usualSoFar } from '#model/comparison/usualDay.ts';
import type { Day } from '#model/statistics/statistics.ts';

const day = (date: Day, count: number) => ({ day: date, count });
/** One in ten by eight o'clock, the rest at noon and at eight in the evening. */
const byHour = Array.from({ length: 24 }, (_, hour) => ({ 8: 10, 12: 50, 20: 40 })[hour] ?? 0);

test('the mean of the same weekday times the part of the day that is over', () => {
  // Fridays: 100, 200, 300 and 400; the fifth before them and other days do not count.
  const points = [
    day('2026-10-16', 9000),
    day('2026-10-23', 100),
    day('2026-10-30', 200),
    day('2026-11-06', 300),
    day('2026-11-13', 400),
    day('2026-11-19', 9000),
    day('2026-11-20', 77),
  ];
  expect(usualSoFar(points, '2026-11-20', byHour, 0)).toBe(0);
  expect(usualSoFar(points, '2026-11-20', byHour, 9)).toBe(25);
  // Half of the noon hour: 10 + 25 of 100.
  expect(usualSoFar(points, '2026-11-20', byHour, 12.5)).toBe(88);
  expect(usualSoFar(points, '2026-11-20', byHour, 24)).toBe(250);
  expect(usualSoFar(points.slice(0, 3), '2026-11-20', byHour, 13)).toBe(90);
});

test('nothing is usual without the same weekday, or without hours', () => {
  expect(usualSoFar([day('2026-11-19', 5)], '2026-11-20', byHour, 12)).toBeUndefined();
  expect(
    usualSoFar(
      [day('2026-11-13', 5)],
      '2026-11-20',
      byHour.map(() => 0),
      12,
    ),
  ).toBeUndefined();
});
