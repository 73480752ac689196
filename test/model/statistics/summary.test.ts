import { comparedBuckets } from '#model/period/bucket.ts';
import { addDays } from '#model/period/day.ts';
import { sum } from '#model/statistics/series.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';
import { type DataDays, formatChange, missingDaysText } from '#model/comparison/change.ts';
import { comparedSums, summarise, summaryChange, viewsPerVisitor } from '#model/statistics/summary.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDay } from '../period/days.ts';

const from = (day: Day, ...counts: number[]): SeriesPoint[] =>
  counts.map((count, place) => ({ day: addDays(day, place), count }));

describe('a measure over a period', () => {
  const threeDaysBefore = { period: { from: '2026-03-11', to: '2026-03-13' } } as const;

  it('stands beside the period before, with today so far apart', () => {
    // Read: 11 to 17 March, the period is 14 to 16, today is the 17th.
    const span = from('2026-03-11', 1, 2, 3, 10, 30, 20, 4);
    expect(summarise(span, { from: '2026-03-14', to: '2026-03-16' }, '2026-03-17', threeDaysBefore)).toEqual({
      points: from('2026-03-14', 10, 30, 20),
      before: from('2026-03-11', 1, 2, 3),
      count: 60,
      countBefore: 6,
      covered: [{ now: { days: 3, total: 3 }, before: { days: 3, total: 3 } }],
      total: 60,
      best: { day: '2026-03-15', count: 30 },
      today: 4,
    });
  });
  it('has no today so far where today has no data, and zero where it has', () => {
    const span = from('2026-03-14', 10, 30, 20, 0);
    const ofGaps = (gaps: DataDays['gaps']) =>
      summarise(span, { from: '2026-03-14', to: '2026-03-16' }, '2026-03-17', undefined, {
        from: '2026-03-14',
        gaps,
      }).today;
    expect(ofGaps([{ from: '2026-03-17', to: '2026-03-17' }])).toBeUndefined();
    expect(ofGaps([])).toBe(0);
  });
  it('has no change where less than nine tenths of the days of a side have data, and says how many have', () => {
    const days = (count: number) => Array.from({ length: 20 }, () => count);
    const span = from('2026-03-01', ...days(5), ...days(9));
    const [before, now] = [
      { from: '2026-03-01', to: '2026-03-20' },
      { from: '2026-03-21', to: '2026-04-09' },
    ] as const;
    const since = (first: Day, gaps: DataDays['gaps'] = []) => {
      const points = span.map(({ day, count }) => ({
        day,
        count: day < first || gaps.some(gap => gap.from <= day && day <= gap.to) ? 0 : count,
      }));
      return summarise(points, now, '2026-05-01', { period: before }, { from: first, gaps });
    };
    expect(summaryChange(since('2026-03-03'))).toEqual({ kind: 'percent', ratio: 1 });
    const lacking = summaryChange(since('2026-03-04'));
    expect(lacking).toEqual({ kind: 'missingDays', missingDays: { side: 'before', days: 17, total: 20 } });
    expect(formatChange(lacking)).toBe('-');
    expect(missingDaysText({ side: 'before', days: 2, total: 28 })).toBe(
      'no comparison: 2 of 28 days before have data',
    );
    const gap = summaryChange(since('2026-03-01', [{ from: '2026-04-01', to: '2026-04-03' }]));
    expect(gap).toEqual({ kind: 'missingDays', missingDays: { side: 'now', days: 17, total: 20 } });
    const none = since('2026-03-21');
    expect([none.countBefore, none.before[0]?.count, none.total]).toEqual([undefined, undefined, 180]);
    // Of three websites 43 of 60 days before have data.
    const all = comparedSums([since('2026-03-01'), since('2026-03-18'), since('2026-03-01')]);
    expect(summaryChange(all)).toEqual({
      kind: 'missingDays',
      missingDays: { side: 'before', days: 14, total: 20 },
    });
    expect([all.count, all.countBefore]).toEqual([540, 215]);
  });
  it('tells chance by the counts where an index of them is shown', () => {
    const of = (count: number, countBefore: number, scale?: number) => {
      const none = { points: [], before: [], best: undefined, today: undefined };
      return { ...none, count, countBefore, total: count, scale };
    };
    // 100 after 80 is within twice the root of 180, 1,000 after 800 is not.
    expect(summaryChange(of(100, 80))).toEqual({ kind: 'percent', ratio: 0.25, isNoise: true });
    expect(summaryChange(of(100, 80, 0.1))).toEqual({ kind: 'percent', ratio: 0.25 });
    // 2.4 after 2 views: variances of 3.36 and 2, of 40 visitors apart by 1.1 deviations, of 400 by 3.5.
    const views = (scale?: number) => viewsPerVisitor(of(40, 40, scale), of(96, 80, scale))?.change;
    expect(views()).toHaveProperty('isNoise', true);
    expect(views(0.1)).not.toHaveProperty('isNoise');
  });
  it('compares whole days only where today is among them', () => {
    // The period is 14 to 17 March, the 17th is today: three days beside three.
    const span = from('2026-03-11', 1, 2, 3, 10, 30, 20, 400);
    const summary = summarise(span, { from: '2026-03-14', to: '2026-03-17' }, '2026-03-17', threeDaysBefore);
    expect(summary).toMatchObject({ count: 60, countBefore: 6, total: 460, today: 400 });
    expect(summary.best).toEqual({ day: '2026-03-15', count: 30 });
    expect(summary.points).toHaveLength(4);
  });
  it('compares today alone with nothing', () => {
    const day = { from: '2026-03-17', to: '2026-03-17' } as const;
    expect(summarise(from('2026-03-17', 7), day, '2026-03-17')).toEqual({
      points: from('2026-03-17', 7),
      before: [],
      count: 0,
      countBefore: undefined,
      total: 7,
      best: { day: '2026-03-17', count: 7 },
      today: 7,
    });
  });
  it('takes whole months beside whole months, the longer one with all its days', () => {
    const span = from('2026-01-01', ...Array.from({ length: 31 + 28 }, () => 1));
    const february = { from: '2026-02-01', to: '2026-02-28' } as const;
    const january = { period: { from: '2026-01-01', to: '2026-01-31' } } as const;
    expect(summarise(span, february, '2026-03-17', january)).toMatchObject({ count: 28, countBefore: 31 });
  });
  it('can be held against days read apart, and against none that are not there yet, not even in part', () => {
    const day = { from: '2026-03-14', to: '2026-03-14' } as const;
    const beside = (before?: Parameters<typeof summarise>[3]) =>
      summarise(from('2026-03-13', 5, 9), day, '2026-03-15', before);
    const lastYear = { from: '2025-03-15', to: '2025-03-15' } as const;
    expect(beside({ period: { from: '2026-03-13', to: '2026-03-13' } }).countBefore).toBe(5);
    expect(beside({ period: lastYear, points: from('2025-03-15', 3) }).countBefore).toBe(3);
    expect(beside({ period: lastYear })).toMatchObject({ before: [], countBefore: undefined });
    expect(beside({ period: { from: '2026-03-12', to: '2026-03-13' } }).countBefore).toBeUndefined();
    expect(beside()).toMatchObject({ before: [], countBefore: undefined });
  });
});

describe('weeks and months beside earlier ones', () => {
  it('are put together by place', () => {
    // Wednesday 4 to Tuesday 10 March 2026: five days of one week, two of the next.
    const now = from('2026-03-04', 1, 1, 1, 1, 1, 1, 1);
    const before = from('2026-02-25', 1, 2, 3, 4, 5, 6, 7);
    const { buckets, before: counts } = comparedBuckets(now, before, 'week');
    expect(buckets.map(({ count }) => count)).toEqual([5, 2]);
    expect(counts).toEqual([15, 13]);
  });
  it('are nothing where the earlier series has ended', () => {
    expect(comparedBuckets(from('2026-03-02', 1, 1, 1), from('2026-02-27', 4, 5), 'day').before).toEqual([
      4,
      5,
      undefined,
    ]);
    expect(comparedBuckets(from('2026-03-02', 1), [], 'month').before).toEqual([undefined]);
  });
  it('are month beside month for whole months', () => {
    const now = from('2026-02-01', ...Array.from({ length: 28 + 31 }, () => 1));
    const before = from('2025-12-01', ...Array.from({ length: 31 + 31 }, () => 2));
    expect(comparedBuckets(now, before, 'month').before).toEqual([62, 62]);
  });
  it('are month beside month also while the last one runs, over a leap day', () => {
    // 1 January to 10 March 2028: 31 + 29 + 10 days; a year before 31 + 28 + 10.
    const now = from('2028-01-01', ...Array.from({ length: 70 }, () => 1));
    const before = from('2027-01-01', ...Array.from({ length: 69 }, () => 2));
    expect(comparedBuckets(now, before, 'month').before).toEqual([62, 56, 20]);
  });
  it('are by place where only one of them, or none, begins with the first of a month', () => {
    const before = (first: Day, days: number, earlier: Day) => {
      const ones = Array.from({ length: days }, () => 1);
      return comparedBuckets(from(first, ...ones), from(earlier, ...ones), 'month').before;
    };
    // The same weekdays a year before are 364 days back: 16 days of March 2025, 15 of April.
    expect(before('2026-03-15', 31, '2025-03-16')).toEqual([17, 14]);
    expect(before('2026-03-01', 41, '2025-03-02')).toEqual([31, 10]);
    expect(before('2026-03-31', 31, '2025-04-01')).toEqual([1, 30]);
  });
  it('never lose or double a day', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.array(fc.nat(1e9), { maxLength: 200 }),
        fc.constantFrom('day', 'week', 'month'),
        (day, counts, unit) => {
          const now = from(day, ...counts);
          const before = from(addDays(day, -counts.length), ...counts);
          const compared = comparedBuckets(now, before, unit);
          expect(sum(compared.buckets)).toBe(sum(now));
          expect(sum(compared.before.map(count => ({ count: count ?? 0 })))).toBe(sum(before));
        },
      ),
    );
  });
});
