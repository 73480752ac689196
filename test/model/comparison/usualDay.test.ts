import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hoursSoFar, usualDay } from '#model/comparison/periods.ts';
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
    ['zeros before the first visitors are data', [8, 0, 0, 0], 2],
    ['all of zero', [0, 0, 0, 0], 1],
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

describe('today by now', () => {
  const hours = (counts: Readonly<Record<number, number>>) =>
    Array.from({ length: 24 }, (_, hour) => counts[hour] ?? 0);
  const before = hours({ 8: 10, 12: 50, 20: 40 });

  test.each([
    // At half past twelve the hour of noon is not over.
    [hours({ 8: 3, 12: 4 }), 12, { hours: 12, now: 3, before: 10 }],
    [hours({ 8: 3, 12: 4 }), 13, { hours: 13, now: 7, before: 60 }],
    // The clock of the service is ahead.
    [hours({ 8: 3, 13: 4 }), 12, { hours: 13, now: 3, before: 60 }],
    [hours({}), 12, { hours: 12, now: 0, before: 10 }],
    [hours({ 0: 5 }), 0, undefined],
  ])('are the hours that are over: %#', (now, hour, expected) =>
    expect(hoursSoFar(now, before, hour)).toEqual(expected),
  );
});
