import { expect, test } from 'vitest';
import {
  allTime,
  countsWithData,
  coveredBy,
  daysOfFilter,
  daysWithData,
  everyDay,
  missingDaysOf,
  missingDaysText,
  leavesOpen,
} from '#model/comparison/change.ts';
import { addDays } from '#model/period/day.ts';

const points = [0, 0, 4, 0, 0, 6, 0].map((count, at) => ({ day: addDays('2026-11-02', at), count }));
const gaps = [{ from: '2026-11-05', to: '2026-11-05' }] as const;
const counts = (data: Parameters<typeof countsWithData>[1]) =>
  countsWithData(points, data).map(({ count }) => count);

test('days before the first one with data and days in gaps have no count, later days without a row are zero', () => {
  expect(counts(everyDay)).toEqual([0, 0, 4, 0, 0, 6, 0]);
  expect(counts({ from: '2026-11-04', gaps: [] })).toEqual([undefined, undefined, 4, 0, 0, 6, 0]);
  expect(counts({ from: '2026-11-03', gaps })).toEqual([undefined, 0, 4, undefined, 0, 6, 0]);
  expect(daysWithData(points, { from: '2026-11-03', gaps }).map(({ day }) => day.slice(8))).toEqual([
    '03',
    '04',
    '06',
    '07',
    '08',
  ]);
});

test('what was counted is data, whatever is known of its day', () => {
  expect(counts({ from: undefined, gaps: [] })).toEqual([
    undefined,
    undefined,
    4,
    undefined,
    undefined,
    6,
    undefined,
  ]);
});

test.each<[string, readonly number[], boolean, boolean]>([
  ['a count before the days asked about', [4, 0, 0, 0, 0, 0, 0], false, true],
  ['a count on the first of them', [0, 0, 4, 0, 0, 0, 0], false, true],
  ['zeros before the first count', [0, 0, 0, 4, 1, 1, 0], true, true],
  ['a count on each', [0, 0, 4, 1, 1, 1, 0], false, false],
  ['a count after them only', [0, 0, 0, 0, 0, 0, 4], true, true],
  ['no count', [0, 0, 0, 0, 0, 0, 0], true, true],
  ['no days', [], false, false],
])('which of the days from the third to the sixth have data is open: %s', (_, read, ofService, ofLogs) => {
  const series = read.map((count, at) => ({ day: addDays('2026-11-02', at), count }));
  const days = { from: '2026-11-04', to: '2026-11-07' } as const;
  expect(leavesOpen(series, days, {})).toBe(ofService);
  expect(leavesOpen(series, days, { knowsGaps: true })).toBe(ofLogs);
});

test('all time is since the first day with data, else since a website was added, twenty years at most', () => {
  const since = (from: `${number}-${number}-${number}` | undefined, createdAt?: string) =>
    allTime({ from, gaps: [] }, { createdAt }, '2026-11-20').from;
  expect(since('2025-12-24', '2026-01-05')).toBe('2025-12-24');
  expect(since('2026-02-01', '2026-01-05')).toBe('2026-02-01');
  expect(since(undefined, '2026-01-05 10:00:00')).toBe('2026-01-05');
  expect(since(undefined)).toBe('2026-11-20');
  expect(since(everyDay.from, '2026-01-05 10:00:00')).toBe('2026-01-05');
  expect(since(undefined, '2027-01-05')).toBe('2026-11-20');
  expect(since('1999-01-01')).toBe('2006-11-20');
});

test('where it could not be read which days have data that is said, not how many have', () => {
  const unknown = { from: undefined, gaps: [], isUnknown: true } as const;
  const words = (data: Parameters<typeof coveredBy>[2]) => {
    const lack = missingDaysOf([coveredBy(points, points, data)]);
    return lack && missingDaysText(lack);
  };
  expect(words(everyDay)).toBeUndefined();
  expect(words({ from: '2026-11-04', gaps: [] })).toBe('no comparison: 5 of 7 days before have data');
  expect(words(unknown)).toBe('no comparison: which days have data could not be read');
  // Where all days have counts it does not matter.
  const counted = points.map(({ day }) => ({ day, count: 3 }));
  expect(missingDaysOf([coveredBy(counted, counted, unknown)])).toBeUndefined();
});

test('a filter counts the days that have detail', () => {
  const all = { from: '2026-01-01', gaps: [] } as const;
  expect(daysOfFilter(all)).toBe(all);
  expect(daysOfFilter({ ...all, filtersFrom: '2025-12-01' }).from).toBe('2026-01-01');
  const later = { ...all, filtersFrom: '2026-02-01' } as const;
  expect(daysOfFilter(later).from).toBe('2026-02-01');
  expect(daysOfFilter(later)).toBe(daysOfFilter(later));
});
