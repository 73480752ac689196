import { expect, test } from 'vitest';
import { daysOf } from '#queries/answers/request.ts';
import { addDays, daysFrom } from '#model/period/day.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { summarise, summaryChange } from '#model/statistics/summary.ts';
import { bestParts, hiddenYear, partsOfYear, partsWithin, unreadYear, type Year } from '#queries/year.ts';

const today = '2026-03-30';
const from = '2025-03-31';

/** Of a website that began on this day, with one visitor a day since. */
function partsSince(first: Day) {
  const period = { from, to: today } as const;
  const points = daysFrom(from, 365).map(day => ({ day, count: day < first ? 0 : 1 }));
  const summary = summarise(points, period, today, undefined, { from: first, gaps: [] });
  const { title, rows } = partsOfYear({
    summary,
    days: daysOf({ choice: { kind: 'range', ...period }, baseline: undefined }, today),
  });
  const texts = rows.map(({ label, value }) => `${label.text} ${value}`);
  return { title, count: texts.length, first: texts[0], last: texts.at(-1) };
}

test('a year is told by months, of a younger website by weeks, of a few weeks by days', () => {
  // 30 March is not over: of March there are 29 days.
  expect(partsSince(from)).toEqual({
    title: 'Months',
    count: 13,
    first: 'Mar 2025, in part 1',
    last: 'Mar 2026, in part 29',
  });
  expect(partsSince('2025-10-20')).toMatchObject({
    title: 'Months',
    count: 6,
    first: 'Oct 2025, in part 12',
  });
  expect(partsSince('2026-01-05')).toMatchObject({ title: 'Weeks', count: 12, last: 'week of 23 Mar 7' });
  expect(partsSince('2026-03-09')).toEqual({
    title: 'Days',
    count: 21,
    first: 'Mon 9 Mar 1',
    last: 'Sun 29 Mar 1',
  });
  expect(partsSince(addDays(today, 1)).count).toBe(0);
});

/** A year of these days to today, and as many before it as are given. */
function yearOf(before: readonly number[], counts: readonly number[]) {
  const begins = addDays(today, 1 - counts.length);
  const period: Period = { from: begins, to: today };
  const earlier: Period = { from: addDays(begins, -before.length), to: addDays(begins, -1) };
  const points = [...before, ...counts].map((count, at) => ({ day: addDays(earlier.from, at), count }));
  const countries: Year['countries'] = [{ value: 'SE', from: today, count: 3 }];
  const comparisons: Year['own'] = () => ({
    compared: { before: earlier, now: period, rest: undefined },
    before: 27,
  });
  const summary = summarise(points, period, today, { period: earlier });
  const days = daysOf({ choice: { kind: 'range', ...period }, baseline: undefined }, today);
  return { summary, error: undefined, loading: false, days, own: comparisons, countries };
}

test('an index is one of every number, and changes are those of the counts', () => {
  const counted = yearOf([9, 12, 6], [400, 500, 400, 8]);
  const hidden = hiddenYear(counted);
  // 400 visitors on the first day are 100: a quarter of each.
  expect(hidden.summary).toMatchObject({
    points: [
      { day: '2026-03-27', count: 100 },
      { day: '2026-03-28', count: 125 },
      { day: '2026-03-29', count: 100 },
      { day: '2026-03-30', count: 2 },
    ],
    before: [{ count: 2.25 }, { count: 3 }, { count: 1.5 }],
    count: 325,
    countBefore: 6.75,
    total: 327,
    best: { day: '2026-03-28', count: 125 },
    today: 2,
  });
  expect(hidden.countries).toEqual([]);
  expect(hidden.own({ from: today, to: today })).toBeUndefined();
  expect(summaryChange(hidden.summary)).toEqual(summaryChange(counted.summary));
  const changes = (of: Pick<Year, 'summary' | 'days'>) =>
    partsOfYear(of).rows.map(({ numbers }) => numbers[2]);
  expect(changes(hidden)).toEqual(changes(counted));
});

test('a part stands beside the year before, whose numbers go where names need their room, but not its line', () => {
  const { rows } = partsOfYear(yearOf([4000, 2500], [5000, 6000]));
  const first = rows.slice(0, 1);
  const texts = (width: number) =>
    partsWithin(first, width).map(({ numbers, before }) => [...numbers.map(({ text }) => text), before]);
  const wide = 'Sun 29 Mar'.length + ' 5,000 4,000 +25%'.length;
  expect(texts(wide)).toEqual([['5,000', '4,000', '+25%', 4000]]);
  expect(texts(wide - 1)).toEqual([['5,000', '+25%', 4000]]);
  expect(partsOfYear(yearOf([], [5000, 6000])).rows[0]).toMatchObject({ before: undefined });
  // Where no year before is known there are no changes.
  const alone = partsWithin(partsOfYear(yearOf([], [5000, 6000])).rows, wide);
  expect(alone.map(({ numbers }) => numbers.map(({ text }) => text))).toEqual([['5,000']]);
});

test('the whole weeks that had the most visitors come first', () => {
  // 15 days to 30 March, a Monday: of both whole weeks the second has more; a day that is not over is none of them.
  const counts = Array.from({ length: 15 }, (_, day) => 100 + day);
  const found = bestParts(yearOf([], counts), 'week').map(({ from, count }) => [from, count]);
  expect(found).toEqual([
    ['2026-03-23', 770],
    ['2026-03-16', 721],
  ]);
});

test('of a year without visitors the year before has the index', () => {
  expect(hiddenYear(yearOf([40], [0])).summary?.countBefore).toBe(100);
});

test('before it is read a year has its days, of which nothing is known', () => {
  const days = daysOf({ choice: { kind: 'range', from, to: today }, baseline: undefined }, today);
  const unread = {
    summary: undefined,
    error: undefined,
    loading: true,
    days,
    own: () => undefined,
    countries: [],
  };
  const { summary } = unreadYear(unread);
  expect(summary?.points).toHaveLength(365);
  expect(summary?.points.every(({ count }) => count === undefined)).toBe(true);
});
