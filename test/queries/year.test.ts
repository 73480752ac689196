import { expect, test } from 'vitest';
import { daysOf } from '#queries/answers/ask.ts';
import { addDays, daysFrom } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { summarise } from '#model/statistics/summary.ts';
import { partsOfYear, unreadYear } from '#queries/year.ts';

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
