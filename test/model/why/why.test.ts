import { firstWhyRows, whyGroups } from '#queries/whyGroups.ts';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import { whyFacts, type WhyFacts } from '#model/why/facts.ts';
import {
  byStrength,
  deviations,
  goesBeyond,
  spreadOf,
  standsOut,
  totalScore,
  whyGroup,
} from '#model/why/groups.ts';
import { whySentences } from '#model/why/sentence.ts';

const rows = (of: Readonly<Record<string, number>>): StatisticRow[] =>
  Object.entries(of).map(([value, count]) => ({ value, count }));
const whole = (of: Readonly<Record<string, number>>) => ({ rows: rows(of), readToEnd: true });
const days = (month: '08' | '09' | '10', counts: readonly number[]) =>
  counts.map((count, index) => ({ day: addDays(`2026-${month}-01`, index), count }));

test('what all did alike is no deviation', () => {
  const pairs = [100, 200, 300, 400, 500].map(before => ({ before, now: before / 2 }));
  expect(deviations(pairs, 1)).toEqual([0, 0, 0, 0, 0]);
});

test('a row that is lost is measured by what chance allows', () => {
  const pairs = [
    { before: 99, now: 0 },
    ...[100, 100, 100, 100].map(count => ({ before: count, now: count })),
  ];
  // The common ratio is 1: (0 - 99) / sqrt(0 + 99 + 1).
  expect(deviations(pairs, 1)).toEqual([-9.9, 0, 0, 0, 0]);
});

test('how much more than by chance days vary is the median of their squares over that of a normal number', () => {
  // Each lies 21 / sqrt(60 + 39 + 1) from what it was: 2.1 squared over 0.455.
  const pairs = [1, 2, 3, 4, 5].map(day =>
    day % 2 === 0 ? { now: 39, before: 60 } : { now: 60, before: 39 },
  );
  expect(spreadOf(pairs)).toBeCloseTo(4.41 / 0.455, 9);
  expect(spreadOf(pairs.slice(1))).toBe(1);
});

test('from 4.2 standard deviations on something stands out, whichever way', () => {
  expect([4.19, 4.2, -4.19, -4.2].map(score => standsOut({ score }))).toEqual([false, true, false, true]);
  // What went the other way than its own count has not done it itself.
  expect([goesBeyond(10, 4.2), goesBeyond(10, -4.2), goesBeyond(-10, -4.2)]).toEqual([true, false, true]);
  // 42 more of 99 in all, once and with a spread of four.
  expect([totalScore(42, 99, 1), totalScore(42, 399 / 4, 4)]).toEqual([4.2, 2.1]);
});

const referrers = {
  name: 'referrer' as const,
  now: whole({ '': 300, a: 500, b: 110, d: 40 }),
  before: whole({ '': 900, a: 500, b: 100, c: 50 }),
  reaches: true,
};

test('a group lists falls first where the total fell, names new and gone rows and adds up to its change', () => {
  const group = whyGroup(referrers, -1, 1);
  expect(group.rows.map(({ value, change, kind }) => [value, change, kind])).toEqual([
    ['', -600, 'changed'],
    ['c', -50, 'gone'],
    ['d', 40, 'new'],
    ['b', 10, 'changed'],
  ]);
  // 950 now against 1,550; 600 + 50 + 40 + 10 moved.
  expect([group.change, group.moved, group.incomplete]).toEqual([-600, 700, undefined]);
  expect(group.rows.map(({ share }) => share)).toEqual([600 / 700, 50 / 700, 40 / 700, 10 / 700]);
});

test('rises come first where the total rose', () => {
  expect(whyGroup(referrers, 1, 1).rows.map(({ value }) => value)).toEqual(['d', 'b', '', 'c']);
});

test('groups that cannot be compared say so and stand last', () => {
  const none = whyGroup({ ...referrers, reaches: false }, -1, 1);
  expect([none.incomplete, none.rows.length, none.change]).toEqual(['noEarlierRows', 0, 0]);
  const cut = whyGroup({ ...referrers, now: { rows: rows({ a: 500, b: 110 }), readToEnd: false } }, -1, 1);
  // Direct visits may still be 110, the least that was read: at least 900 - 110 fewer.
  expect(cut.rows[0]).toMatchObject({
    value: '',
    now: undefined,
    change: -790,
    isAtLeast: true,
    kind: 'notInTop',
  });
  const good = whyGroup(referrers, -1, 1);
  expect([none, cut, good].sort(byStrength)).toEqual([good, cut, none]);
});

test('a value that the service sends twice is one row on both sides', () => {
  const twice = (...counts: readonly number[]) => ({
    rows: [...counts.map(count => ({ value: 'a', count })), { value: 'b', count: 10 }],
    readToEnd: true,
  });
  const group = whyGroup({ name: 'referrer', now: twice(30, 20), before: twice(60), reaches: true }, -10, 1);
  expect(group.rows.map(({ value, now, before, change }) => [value, now, before, change])).toEqual([
    ['a', 50, 60, -10],
  ]);
  expect([group.compared, group.change, group.moved]).toEqual([2, -10, 10]);
});

const flat = [100, 101, 99, 100, 102, 98, 100];
const weeks = {
  now: { from: '2026-09-01', to: '2026-09-07' },
  before: { from: '2026-08-01', to: '2026-08-07' },
} as const;

test('nothing stands out where nothing does', () => {
  const facts = whyFacts({
    now: days('09', [99, 101, 100, 100, 101, 99, 103]),
    before: days('08', flat),
    dimensions: [],
  });
  expect(facts.causes).toEqual([]);
  expect(whySentences(facts, weeks, capabilities)).toEqual([
    'Visitors rose by 3 (+0.4%) against 1 Aug - 7 Aug.',
    'Nothing stands out.',
  ]);
});

/** The days that moved most, and what the others come to. */
const firstOf = (facts: WhyFacts) => {
  const weeks = {
    now: { from: '2026-09-01', to: '2026-09-05' },
    before: { from: '2026-08-01', to: '2026-08-05' },
  } as const;
  const read = { facts, periods: { ...weeks, rest: undefined }, groups: [], loading: false };
  const [group] = whyGroups(read);
  return group && firstWhyRows(group, 5);
};

test('a day alone counts among the others only where it had visitors', () => {
  // 1 to 5 September are Tuesday to Saturday, 1 to 5 August Saturday to Wednesday: only three of them have one beside them.
  const of = (now: readonly number[], before: readonly number[]) =>
    firstOf(whyFacts({ now: days('09', now), before: days('08', before), dimensions: [] }));
  expect(of([0, 0, 0, 0, 0], [0, 0, 0, 0, 0])).toEqual({ rows: [], others: 0, otherChange: 0 });
  // Thursday 3 September has 7, Sunday 2 August 5.
  expect(of([0, 0, 7, 0, 0], [0, 5, 0, 0, 0])).toEqual({ rows: [], others: 2, otherChange: 2 });
});

test('a day alone that is a cause is named, beside a usual one of its weekday', () => {
  // October begins on a Thursday, August on a Saturday: 29 and 30 October, 30 and 31 August stand alone.
  const monthOf = (month: '08' | '10', unusual?: number) =>
    days(
      month,
      Array.from({ length: 31 }, (_, place) => (place + 1 === unusual ? 400 : 100)),
    );
  const now = { from: '2026-10-01', to: '2026-10-31' } as const;
  const before = { from: '2026-08-01', to: '2026-08-31' } as const;
  const facts = whyFacts({ now: monthOf('10', 30), before: monthOf('08'), dimensions: [] });
  expect(whySentences(facts, { now, before }, capabilities)).toEqual([
    'Visitors rose by 300 (+10%) against August.',
    'Most of it on 30 Oct.',
  ]);
  expect(firstOf(facts)).toMatchObject({ rows: [{ change: 300 }], others: 3, otherChange: 0 });
  const fell = whyFacts({ now: monthOf('10'), before: monthOf('08', 31), dimensions: [] });
  expect(fell.causes).toMatchObject([
    { kind: 'day', day: { day: '2026-10-05', dayBefore: '2026-08-31', change: -300, unusual: 'before' } },
  ]);
  expect(firstOf(fell)).toMatchObject({ rows: [{ change: -300 }], others: 3, otherChange: 0 });
});

test('days and rows that made the difference are said', () => {
  const facts = whyFacts({
    now: days('09', [100, 400, 420, 100, 102, 98, 100]),
    before: days('08', flat),
    dimensions: [
      {
        name: 'referrer',
        now: whole({ '': 900, a: 200, b: 100 }),
        before: whole({ '': 300, a: 200, b: 100 }),
        reaches: true,
      },
      {
        name: 'country',
        now: whole({ US: 660, DE: 660 }),
        before: whole({ US: 350, DE: 350 }),
        reaches: true,
      },
    ],
  });
  expect(facts.total).toEqual({ now: 1_320, before: 700, change: 620 });
  expect(facts.groups.map(({ name }) => name)).toEqual(['referrer', 'country']);
  expect(whySentences(facts, weeks, capabilities)).toEqual([
    'Visitors rose by 620 (+89%) against 1 Aug - 7 Aug.',
    'Most of it on 2 Sep - 3 Sep.',
    'Direct visits rose by 600, all others hardly.',
    'Countries all rose alike.',
  ]);
});

test('beside a total of days, rows that count everybody once are measured against their own sum', () => {
  const sides = { before: whole({ DE: 1000, GB: 300, FR: 400 }), now: whole({ DE: 1000, GB: 300, FR: 600 }) };
  const causes = (isDistinct: boolean) =>
    whyGroup({ name: 'country', ...sides, reaches: true, isDistinct }, 7000, 1)
      .rows.filter(({ isCause }) => isCause)
      .map(({ value }) => value);
  expect(causes(true)).toEqual(['FR']);
  // 200 are under a tenth of 7,000.
  expect(causes(false)).toEqual([]);
});
