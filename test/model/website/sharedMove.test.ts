import { array, assert, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import {
  comparedWithUsual,
  type ComparedWithUsual,
  movedTogether,
  shortTogether,
  togetherSentence,
  withoutTogether,
} from '#model/website/sharedMove.ts';

const day = '2026-11-18';
const many = (length: number, count: number, usual: number): ComparedWithUsual[] =>
  Array.from({ length }, () => ({ count, usual }));

test('38 of 40 websites are said once', () => {
  const websites = [...many(38, 200, 100), ...many(2, 100, 100)];
  const together = movedTogether(websites, day);
  // 200.5 / 100.5.
  expect(together).toEqual({ day, moved: 38, among: 40, isPart: false, ratio: expect.closeTo(1.995, 3) });
  if (together === undefined) return;
  expect(shortTogether(together)).toBe('18 Nov: 38 of 40 websites about twice as many');
  expect(togetherSentence(together)).toBe(
    'On 18 Nov 38 of 40 websites had about twice as many visitors as usual.',
  );
});

describe('nothing is said', () => {
  test('of fewer than five websites', () => {
    expect(movedTogether(many(4, 200, 100), day)).toBeUndefined();
    expect(movedTogether(many(5, 200, 100), day)?.moved).toBe(5);
  });

  test('of fewer than most', () => {
    expect(movedTogether([...many(5, 200, 100), ...many(5, 100, 100)], day)).toBeUndefined();
    expect(movedTogether([...many(6, 200, 100), ...many(5, 100, 100)], day)).toMatchObject({
      moved: 6,
      among: 11,
    });
    // Some rose and some fell; some rose by far more than others.
    expect(movedTogether([...many(5, 200, 100), ...many(5, 50, 100)], day)).toBeUndefined();
    const apart = [...many(3, 150, 100), ...many(3, 1_000, 100), ...many(3, 100, 100)];
    expect(movedTogether(apart, day)).toBeUndefined();
  });

  test('where chance does it, and where it is little', () => {
    // 15 of 10: five more, where twice the root of 25 is ten.
    expect(movedTogether(many(20, 15, 10), day)).toBeUndefined();
    expect(movedTogether(many(20, 12_000, 10_000), day)).toBeUndefined();
    // Counts that were multiplied are no more certain.
    expect(movedTogether(many(20, 15_000, 10_000), day, 1_000)).toBeUndefined();
    expect(movedTogether(many(20, 200_000, 100_000), day, 1_000)?.moved).toBe(20);
  });

  test('of websites of which nothing is known', () => {
    expect(movedTogether([...many(4, 200, 100), undefined, undefined], day)).toBeUndefined();
  });
});

test('websites with few visitors do not count, and that is said', () => {
  const together = movedTogether([...many(6, 30, 100), ...many(30, 3, 4)], day);
  expect(together).toMatchObject({ moved: 6, among: 6, isPart: true });
  expect(together && togetherSentence(together)).toBe(
    'On 18 Nov 6 of 6 websites with 10 visitors or more had about 70% fewer visitors than usual.',
  );
});

test.each([
  [500, 100, 'about 5 times as many', 'had about 5 times as many visitors as usual.'],
  [140, 100, 'about 40% more', 'had about 40% more visitors than usual.'],
  [50, 100, 'about half as many', 'had about half as many visitors as usual.'],
  [0, 100, 'hardly any', 'had hardly any visitors.'],
])('%i where %i are usual: %s', (count, usual, short, sentence) => {
  const together = movedTogether(many(8, count, usual), day);
  expect(together && shortTogether(together)).toBe(`18 Nov: 8 of 8 websites ${short}`);
  expect(together && togetherSentence(together)).toBe(`On 18 Nov 8 of 8 websites ${sentence}`);
});

test('the note of a website that moved along goes, another one stays', () => {
  const together = movedTogether(many(40, 200, 100), day);
  const unusual = { kind: 'unusual', day, count: 200, usual: 100 } as const;
  const bots = { kind: 'botsCounted' } as const;
  expect(withoutTogether([unusual, bots], { count: 200, usual: 100 }, together)).toEqual([bots]);
  // Ten times as many, half as many, and nothing known.
  for (const other of [{ count: 1_000, usual: 100 }, { count: 50, usual: 100 }, undefined])
    expect(withoutTogether([unusual, bots], other, together)).toEqual([unusual, bots]);
  expect(withoutTogether([unusual], { count: 200, usual: 100 }, undefined)).toEqual([unusual]);
});

test('a day beside its usual one: of the four weeks before the middle one', () => {
  const counts = [40, 90, 50, 60];
  const visitors = [...counts, 200].map((count, week) => ({ day: addDays(day, 7 * (week - 4)), count }));
  expect(comparedWithUsual(visitors, day)).toEqual({ count: 200, usual: 50 });
  expect(comparedWithUsual(visitors.slice(0, -1), day)).toBeUndefined();
  expect(comparedWithUsual(visitors.slice(-1), day)).toBeUndefined();
});

test('in any order, those that moved along are at least as many as are said', () => {
  const website = record({ count: nat(500), usual: nat(500) });
  assert(
    property(array(website, { maxLength: 30 }), websites => {
      const together = movedTogether(websites, day);
      expect(movedTogether(websites.toReversed(), day)).toEqual(together);
      if (together === undefined) return;
      expect(together.moved * 2).toBeGreaterThan(together.among);
      const unusual = { kind: 'unusual', day, count: 200, usual: 100 } as const;
      const along = websites.filter(each => withoutTogether([unusual], each, together).length === 0);
      expect(along.length).toBeGreaterThanOrEqual(together.moved);
    }),
  );
});
