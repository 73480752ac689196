import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestDay, usualDay, usualOn, usualSoFar } from '#model/comparison/usualDay.ts';
import { addDays, daysFrom } from '#model/period/day.ts';
import type { SeriesPoint } from '#model/statistics/statistics.ts';

/** A Friday. */
const day = '2026-11-20';
/** Counts of the Fridays before it, the latest first; undefined has no data. */
const fridays = (counts: readonly (number | undefined)[]): SeriesPoint[] =>
  counts.flatMap((count, week) =>
    count === undefined ? [] : [{ day: addDays(day, -7 * (week + 1)), count }],
  );

describe('the usual day', () => {
  test.each<[string, readonly (number | undefined)[], number | undefined]>([
    ['in the middle of three', [300, 100, 200], 3],
    ['in the middle of three, the greatest last', [100, 200, 300], 2],
    ['of four the lower of both in the middle', [400, 300, 200, 100], 3],
    ['of four in another order', [200, 400, 100, 300], 1],
    ['of two the lower', [90, 110], 1],
    ['of two the lower, which is earlier', [110, 90], 2],
    ['of equal ones the latest', [5, 7, 7, 7], 2],
    ['of all equal the latest', [4, 4, 4, 4], 1],
    ['the only one', [undefined, undefined, 8], 3],
    ['among those with data', [undefined, 10, undefined, 30], 2],
    ['a day of zero has data', [0, 9, 0], 1],
    ['not of five weeks before', [undefined, undefined, undefined, undefined, 50], undefined],
    ['none without any', [], undefined],
  ])('%s', (_, counts, weeks) => {
    const among = counts.slice(0, 4).filter(count => count !== undefined).length;
    expect(usualDay(fridays(counts), day)).toEqual(
      weeks === undefined ? undefined : { day: addDays(day, -7 * weeks), among },
    );
  });

  test('is of no other weekday, and neither the day itself nor a later one', () => {
    const others = daysFrom(addDays(day, -35), 70)
      .filter((_, place) => place % 7 !== 0 || place >= 35)
      .map(each => ({ day: each, count: 5 }));
    expect(usualDay(others, day)).toBeUndefined();
  });

  test('stands in the middle of those with data, whatever the order they come in', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.option(fc.nat(9), { nil: undefined }), { maxLength: 6 })
          .chain(counts =>
            fc.tuple(
              fc.constant(fridays(counts.slice(0, 4))),
              fc.shuffledSubarray(fridays(counts), { minLength: fridays(counts).length }),
            ),
          ),
        ([known, shuffled]) => {
          const found = usualDay(shuffled, day);
          expect(found?.among).toBe(known.length === 0 ? undefined : known.length);
          if (found === undefined) return;
          const own = known.find(point => point.day === found.day)?.count ?? NaN;
          const fewer = known.filter(({ count }) => count < own).length;
          const more = known.filter(({ count }) => count > own).length;
          // At most half are fewer without it, and of both in the middle it is the lower.
          expect(fewer).toBeLessThan(known.length / 2);
          expect(more).toBeLessThanOrEqual(known.length / 2);
          expect(known.some(point => point.count === own && point.day > found.day)).toBe(false);
        },
      ),
    );
  });
});

describe('what is usual on a weekday is the median of the five weeks before', () => {
  test.each<[string, readonly number[], number | undefined]>([
    ['of five', [10, 50, 20, 40, 30, 900], 30],
    ['of four', [10, 50, 20, 40], 30],
    ['not of three', [10, 50, 20], undefined],
    ['not of days before the first visitor', [7, 7, 7, 0, 0], undefined],
    ['not without visitors', [0, 0, 0, 0, 0], undefined],
  ])('%s', (_, counts, expected) => {
    const points = [...fridays(counts).toReversed(), { day, count: 9000 } as const];
    expect(usualOn(points, day)?.count).toBe(expected);
  });
});

test.each<[readonly number[], number, number]>([
  // The median is 100.
  [[400, 100, 50, 90, 110], 2, 5],
  // As near to 100: the later one.
  [[90, 110], 1, 2],
  [[110, 90, 0, 0, 0], 1, 2],
])('of %j the day nearest to the median is %i weeks before', (counts, weeks, among) => {
  expect(nearestDay(fridays(counts).toReversed(), day)).toEqual({ day: addDays(day, -7 * weeks), among });
});

describe('what is usual by a time of day', () => {
  /** One in ten by eight o'clock, the rest at noon and at eight in the evening. */
  const byHour = Array.from({ length: 24 }, (_, hour) => ({ 8: 10, 12: 50, 20: 40 })[hour] ?? 0);
  // The fifth Friday before and other days do not count.
  const points = [
    ...fridays([400, 300, 200, 100, 9000]),
    { day: '2026-11-19', count: 9000 },
    { day, count: 77 },
  ] as const;

  test.each([
    [0, 0],
    [9, 25],
    // Half of the noon hour: 10 + 25 of 100.
    [12.5, 88],
    [24, 250],
  ])('by %d o’clock: %i', (time, expected) => expect(usualSoFar(points, day, byHour, time)).toBe(expected));

  test('of the days that are known; nothing without any, or without hours', () => {
    expect(usualSoFar(fridays([undefined, 200, undefined, 100]), day, byHour, 13)).toBe(90);
    expect(usualSoFar([{ day: '2026-11-19', count: 5 }], day, byHour, 12)).toBeUndefined();
    const none = byHour.map(() => 0);
    expect(usualSoFar(fridays([5]), day, none, 12)).toBeUndefined();
  });
});
