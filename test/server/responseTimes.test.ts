import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ResponseTimes, stepOf, timeOf } from '#server/database/ResponseTimes.ts';

const hour = 3_600_000_000;
/** Of all sizes, not only large ones. */
const someTime = fc
  .tuple(fc.integer({ min: 0, max: 31 }), fc.nat(0xffff))
  .map(([bits, part]) => Math.min(hour, Math.max(1, Math.floor(2 ** bits * (1 + part / 0xffff)))));
const isNear = (told: number, exact: number) => Math.abs(told - exact) <= exact * 0.05;

test('a time is at most 5 % off, and exact below 64 microseconds', () => {
  for (let took = 1; took < 64; took++) expect(timeOf(stepOf(took))).toBe(took);
  // A server that writes thousandths of a second writes zero for less than half of one.
  expect(timeOf(stepOf(0))).toBe(1);
  for (let took = 64; took < 20_000; took++)
    expect([took, isNear(timeOf(stepOf(took)), took)]).toEqual([took, true]);
  fc.assert(
    fc.property(someTime, took => isNear(timeOf(stepOf(took)), took)),
    { numRuns: 5_000 },
  );
});

test('longer times have no lower step, and none is longer than an hour', () => {
  fc.assert(fc.property(someTime, someTime, (a, b) => a > b || stepOf(a) <= stepOf(b)));
  expect(stepOf(hour * 24)).toBe(stepOf(hour));
  // A page and a step are one number.
  expect(stepOf(hour)).toBeLessThan(512);
});

function timesOf(requests: readonly (readonly [page: number, took: number])[]): ResponseTimes {
  const counted = new Map<number, number>();
  for (const [page, took] of requests) {
    const key = ResponseTimes.keyOf(page, stepOf(took));
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  return ResponseTimes.from(counted);
}

test('by hand: the median, and what the slowest tenth is slower than', () => {
  const took = [10, 20, 30, 40, 50, 60, 1, 2, 3, 4];
  const times = timesOf([...took.map(each => [7, each] as const), [9, 5]]);
  // In order 1 2 3 4 10 20 30 40 50 60: the fifth, and the ninth.
  expect([...times.quantiles(0.5)]).toMatchObject([
    { page: 7, took: 10, all: 10 },
    { page: 9, took: 5, all: 1 },
  ]);
  expect([...times.quantiles(0.9)]).toMatchObject([
    { page: 7, took: 50, all: 10 },
    { page: 9, took: 5, all: 1 },
  ]);
  expect([...ResponseTimes.none.quantiles(0.5)]).toEqual([]);
});

test('as a sort of all times says, at most 5 % off, however they are split into days, packed and put together', () => {
  const someRequests = fc.array(fc.tuple(fc.constantFrom(1, 2, 300, 70_000), someTime), { maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(someRequests, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(0.5, 0.9),
      (days, part) => {
        const all = days
          .map(requests => ResponseTimes.unpack(timesOf(requests).pack()))
          .reduce((sum, times) => sum.with(times), ResponseTimes.none);
        const told = new Map(Array.from(all.quantiles(part), ({ page, took }) => [page, took] as const));
        const byPage = Map.groupBy(days.flat(), ([page]) => page);
        expect([...told.keys()].toSorted((a, b) => a - b)).toEqual(
          [...byPage.keys()].toSorted((a, b) => a - b),
        );
        for (const [page, requests] of byPage) {
          const sorted = requests.map(([, took]) => took).toSorted((a, b) => a - b);
          const exact = sorted[Math.ceil(Number((sorted.length * part).toFixed(6))) - 1] ?? NaN;
          expect(isNear(told.get(page) ?? NaN, exact)).toBe(true);
        }
      },
    ),
  );
});

test('of as many requests as a page ever has, the slowest tenth begins behind nine tenths to the request', () => {
  const took = (fast: number, slow: number) => {
    const keys = [5, 9].map(time => ResponseTimes.keyOf(1, stepOf(time)));
    const counted = new Map(keys.map((key, index) => [key, [fast, slow][index] ?? 0]));
    return [...ResponseTimes.from(counted).quantiles(0.9)].map(({ took: time }) => time);
  };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 28 }), tenth => {
      expect(took(9 * tenth, tenth)).toEqual([5]);
      expect(took(9 * tenth - 1, tenth + 1)).toEqual([9]);
    }),
  );
});
