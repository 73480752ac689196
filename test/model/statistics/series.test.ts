import { pointsFrom } from '../../helpers/points.ts';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bucket, bucketUnitFor } from '#model/period/bucket.ts';
import { addDays, dayCount, daysBetween } from '#model/period/day.ts';
import {
  bestDay,
  busiestHour,
  fillHours,
  fillZeros,
  openDays,
  sum,
  weekHours,
  windows,
} from '#model/statistics/series.ts';
import { anyDay } from '../period/days.ts';

const week = { from: '2026-02-26', to: '2026-03-02' } as const;

describe('windows', () => {
  it('cuts a year into stretches of at most 100 days', () => {
    expect(windows({ from: '2026-01-01', to: '2026-12-31' })).toEqual([
      { from: '2026-01-01', to: '2026-04-10' },
      { from: '2026-04-11', to: '2026-07-19' },
      { from: '2026-07-20', to: '2026-10-27' },
      { from: '2026-10-28', to: '2026-12-31' },
    ]);
  });
  it('leaves 100 days whole', () => {
    expect(windows({ from: '2026-01-01', to: '2026-04-10' })).toEqual([
      { from: '2026-01-01', to: '2026-04-10' },
    ]);
  });
  it('ends at the end of the calendar', () => {
    expect(windows({ from: '9999-12-30', to: '9999-12-31' }, 1)).toEqual([
      { from: '9999-12-30', to: '9999-12-30' },
      { from: '9999-12-31', to: '9999-12-31' },
    ]);
  });
  it('covers every day once', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(1000), fc.integer({ min: 1, max: 120 }), (from, length, maxDays) => {
        const parts = windows({ from, to: addDays(from, length) }, maxDays);
        expect(parts.reduce((days, part) => days + dayCount(part), 0)).toBe(length + 1);
        expect(parts.every(part => dayCount(part) >= 1 && dayCount(part) <= maxDays)).toBe(true);
        expect(parts.slice(1).every((part, place) => daysBetween(parts[place]!.to, part.from) === 1)).toBe(
          true,
        );
      }),
    );
  });
});

describe('fillZeros', () => {
  it('has a point for every day, in order, and adds up what is there', () => {
    const rows = [
      { value: '2026-03-01', count: 7 },
      { value: '2026-02-26 00:00:00', count: 3 },
      { value: '2026-03-01 12:00:00', count: 1 },
      { value: '2026-03-03', count: 100 },
      { value: '2026-02-25', count: 100 },
      { value: '2026-02-30', count: 100 },
      { value: 'total', count: 100 },
    ];
    expect(fillZeros(week, rows)).toEqual(pointsFrom('2026-02-26', [3, 0, 0, 8, 0]));
  });
  it('is all zeros without rows', () => {
    expect(fillZeros(week, [])).toEqual(pointsFrom('2026-02-26', [0, 0, 0, 0, 0]));
  });
});

describe('fillHours', () => {
  it('reads hours with and without a leading zero, and times', () => {
    const rows = [
      { value: '00', count: 1 },
      { value: '7', count: 2 },
      { value: '13:00', count: 3 },
      { value: '23:00:00', count: 4 },
      { value: '07', count: 5 },
      { value: '24', count: 100 },
      { value: '-1', count: 100 },
      { value: '', count: 100 },
      { value: '1.5', count: 100 },
    ];
    const hours = fillHours(rows);
    expect(hours).toEqual([1, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4]);
  });
});

describe('bucket', () => {
  it('makes weeks from Monday, the first and last in part', () => {
    // 2026-02-26 is a Thursday.
    expect(bucket(pointsFrom('2026-02-26', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), 'week')).toEqual([
      { from: '2026-02-26', to: '2026-03-01', count: 10, days: 4, partial: true },
      { from: '2026-03-02', to: '2026-03-08', count: 56, days: 7, partial: false },
      { from: '2026-03-09', to: '2026-03-09', count: 12, days: 1, partial: true },
    ]);
  });
  it('makes months', () => {
    const points = pointsFrom('2026-01-31', [5, ...Array.from({ length: 28 }, () => 1), 9]);
    expect(bucket(points, 'month')).toEqual([
      { from: '2026-01-31', to: '2026-01-31', count: 5, days: 1, partial: true },
      { from: '2026-02-01', to: '2026-02-28', count: 28, days: 28, partial: false },
      { from: '2026-03-01', to: '2026-03-01', count: 9, days: 1, partial: true },
    ]);
  });
  it('leaves days as they are', () => {
    expect(bucket(pointsFrom('2026-03-01', [4]), 'day')).toEqual([
      { from: '2026-03-01', to: '2026-03-01', count: 4, days: 1, partial: false },
    ]);
  });
  it('loses no count and no day', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 1e12 }), { maxLength: 400 });
    fc.assert(
      fc.property(anyDay, counts, fc.constantFrom('day', 'week', 'month'), (from, values, unit) => {
        const points = pointsFrom(from, values);
        const buckets = bucket(points, unit);
        expect(sum(buckets)).toBe(sum(points));
        expect(buckets.reduce((days, part) => days + part.days, 0)).toBe(points.length);
        expect(buckets.slice(1, -1).every(({ partial }) => !partial)).toBe(true);
        expect(buckets.every(part => dayCount(part) === part.days)).toBe(true);
      }),
    );
  });
});

describe('bucketUnitFor', () => {
  it.each([
    [30, 60, 'day'],
    [120, 60, 'day'],
    [121, 60, 'week'],
    [365, 60, 'week'],
    [840, 60, 'week'],
    [3653, 60, 'month'],
  ])('%i days on %i columns: %s', (days, columns, unit) => {
    expect(bucketUnitFor(days, columns)).toBe(unit);
  });
});

describe('sum and bestDay', () => {
  it('takes the first of equal days', () => {
    const points = pointsFrom('2026-03-01', [3, 9, 9, 0]);
    expect([sum(points), bestDay(points)]).toEqual([21, { day: '2026-03-02', count: 9 }]);
  });
  it('has no best day among zeros', () => {
    expect([sum([]), bestDay(pointsFrom('2026-03-01', [0, 0]))]).toEqual([0, undefined]);
  });
});

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

test('a weekday with less than a twentieth of the average day is closed as a rule', () => {
  // Two weeks from a Monday on; a twentieth of the average is 4.3.
  const weeks = (sunday: number) =>
    openDays(
      pointsFrom(
        '2026-03-02',
        [0, 1].flatMap(() => [100, 100, 100, 100, 100, 100, sunday]),
      ),
    );
  expect(weeks(4).closed.map(({ day, usual }) => [day, usual])).toEqual([
    ['2026-03-08', 4],
    ['2026-03-15', 4],
  ]);
  expect(weeks(5).closed).toEqual([]);
});
