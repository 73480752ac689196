import { expect, test } from 'vitest';
import { axisOf, sideBySideRows, lineOfDays, lineOfHours } from '#model/comparison/sideBySide.ts';
import { addDays } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';

const today: Day = '2026-11-20';
const noComparison = () => undefined;
const days = (first: Day, ...counts: (number | undefined)[]) =>
  counts.map((count, at) => ({ day: addDays(first, at), count }));

test('100 is the mean of the whole days that have data; a gap stays one, and today counts for nothing', () => {
  // 10, 30 and 20 are 20 on average; today has 5 so far.
  const line = lineOfDays(days('2026-11-16', 10, undefined, 30, 20, 5), 'day', today, noComparison);
  expect(line.mean).toBe(20);
  expect(line.indices).toEqual([50, undefined, 150, 100, 25]);
  expect(line.points.map(({ count }) => count)).toEqual([10, undefined, 30, 20, 5]);
  expect(line.unfinished).toEqual([false, false, false, false, true]);
});

test('a week is the mean of its days, also where it has only some of them', () => {
  // From Thursday 5 November: four days of 10, a week of 20, two days of 40, one of them without data.
  const counts = [...Array<number>(4).fill(10), ...Array<number>(7).fill(20), 40, undefined];
  const line = lineOfDays(days('2026-11-05', ...counts), 'week', today, noComparison);
  // 40 + 140 + 40 of twelve days.
  expect(line.mean).toBeCloseTo(220 / 12, 10);
  expect(line.indices.map(index => index && Math.round(index))).toEqual([55, 109, 218]);
  expect(line.points.map(({ count }) => count)).toEqual([40, 140, 40]);
  expect(line.unfinished).toEqual([true, false, true]);
});

test('nobody has no index, and today alone is its own mean', () => {
  expect(lineOfDays(days('2026-11-16', 0, 0), 'day', today, noComparison).indices).toEqual([
    undefined,
    undefined,
  ]);
  expect(lineOfDays(days(today, 7), 'day', today, noComparison)).toMatchObject({ mean: 7, indices: [100] });
  expect(lineOfDays([], 'day', today, noComparison)).toMatchObject({ mean: undefined, indices: [] });
});

test('hours of a day, of today those that are over', () => {
  const counts = [4, 8, 6, ...Array<number>(21).fill(0)];
  const whole = lineOfHours(counts, '2026-11-19', undefined);
  expect(whole.mean).toBe(18 / 24);
  const open = lineOfHours(counts, today, 2);
  expect(open.mean).toBe(6);
  expect(open.indices.slice(0, 5)).toEqual([400 / 6, 800 / 6, 100, undefined, undefined]);
  expect(open.unfinished.slice(0, 4)).toEqual([false, false, true, true]);
});

test('the first row of each website, then the second of each, every value once', () => {
  const rows = (...values: [string, number][]) => values.map(([value, count]) => ({ value, count }));
  const one = { rows: rows(['/', 9], ['/a', 5], ['/both', 2]), next: 'no' } as const;
  const other = { rows: rows(['/both', 70], ['/', 60], ['/c', 50]), next: 'maybe' } as const;
  expect(sideBySideRows([one, other, undefined])).toEqual([
    { value: '/', rank: 1, counts: [9, 60, undefined] },
    { value: '/both', rank: 1, counts: [2, 70, undefined] },
    // The first has no more rows than these: it is 0. Of the second more may follow.
    { value: '/a', rank: 2, counts: [5, undefined, undefined] },
    { value: '/c', rank: 3, counts: [0, 50, undefined] },
  ]);
  expect(sideBySideRows([undefined, undefined])).toEqual([]);
});

test('the axis has weekends, notes, and dates or hours', () => {
  const note = { id: 1, scope: { kind: 'all' }, day: '2026-11-14', text: 'release' } as const;
  const line = lineOfDays(days('2026-11-13', 1, 2, 3, 4), 'day', today, noComparison);
  const { points, ticks } = axisOf(line, [note]);
  expect(points.map(({ weekend, noted }) => [weekend, noted])).toEqual([
    [false, false],
    [true, true],
    [true, false],
    [false, false],
  ]);
  expect(ticks[0]?.map(({ text }) => text)).toEqual(['13 Nov', '14 Nov', '15 Nov', '16 Nov']);
  expect(axisOf(lineOfHours([1, 2], today, 1), []).ticks[0]?.[1]).toEqual({ index: 1, text: '01' });
});
