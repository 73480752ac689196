import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atHour, hoursSentence } from '#model/why/facts.ts';

const day = (counts: Readonly<Record<number, number>>, others = 0) =>
  Array.from({ length: 24 }, (_, hour) => counts[hour] ?? others);

const said = (now: readonly number[], before: readonly number[], until = 24, spread = 1) =>
  hoursSentence({ now, before, dayBefore: '2026-10-16', until, spread });

describe('between which hours a day went another way', () => {
  // 100 after 20 is 80 / sqrt(120 + 1) = 7.3 deviations of chance; 4.2 stand out.
  test('one hour', () => {
    expect(said(day({ 10: 100 }, 20), day({}, 20))).toBe('Most of it at 10:00.');
  });
  test('some hours in a row, also with one among them that did nothing', () => {
    expect(said(day({ 10: 100, 11: 20, 12: 90 }, 20), day({}, 20))).toBe('Most of it from 10:00 to 13:00.');
  });
  test('from an hour on', () => {
    expect(said(day({ 22: 100, 23: 100 }, 20), day({}, 20))).toBe('Most of it from 22:00 on.');
  });
  test('of today up to the hours that are over', () => {
    expect(said(day({ 8: 100, 9: 100, 15: 500 }, 20), day({}, 20), 10)).toBe('Most of it from 08:00 on.');
  });
  test('nothing of what chance explains, and nothing where it was so all day', () => {
    // 30 after 20: 10 / sqrt(51) = 1.4.
    expect(said(day({ 10: 30 }, 20), day({}, 20))).toBeUndefined();
    expect(said(day({}, 100), day({}, 20))).toBeUndefined();
    expect(said(day({}, 0), day({}, 0))).toBeUndefined();
  });
  test('days that vary more leave more to chance', () => {
    // 7.3 of the first test over the root of four.
    expect(said(day({ 10: 100 }, 20), day({}, 20), 24, 4)).toBeUndefined();
  });
  test('hours that are no part of the total, which went another way, are told beside the other day', () => {
    // 80 more at ten, and at each other hour 3 fewer: 11 more in all.
    expect(said(day({ 10: 100 }, 17), day({}, 20))).toBe('At 10:00 there were 80 more than on Fri 16 Oct.');
  });
});

test('whatever the hours, the ones that are named are hours of the day in their order', () => {
  const counts = fc.array(fc.nat(400), { minLength: 24, maxLength: 24 });
  fc.assert(
    fc.property(counts, counts, fc.integer({ min: 1, max: 24 }), (now, before, until) => {
      const named = [...(said(now, before, until) ?? '').matchAll(/(\d\d):00/g)].map(([, hour]) =>
        Number(hour),
      );
      expect(named).toEqual(named.toSorted((a, b) => a - b));
      expect(named.every(hour => hour <= until)).toBe(true);
    }),
  );
});

test('what explains an hour begins with it', () => {
  expect(atHour(9, ['Direct visits rose by 40.', 'Countries all rose alike.'])).toEqual([
    'At 09:00 direct visits rose by 40.',
    'Countries all rose alike.',
  ]);
  expect(atHour(9, [])).toEqual([]);
});
