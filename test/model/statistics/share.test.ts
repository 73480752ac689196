import { describe, expect, it } from 'vitest';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import {
  basisName,
  basisText,
  measureBasis,
  measureOf,
  rowsBasis,
  type ShareBasis,
  shareHeading,
  shareOf,
  shareText,
} from '#model/statistics/summary.ts';
import { statisticNames } from '#model/statistics/statistics.ts';

const rows = [{ count: 30 }, { count: 10 }];

describe('what a share is of', () => {
  const words = (basis: ShareBasis) => [
    basisName('referrer', basis, capabilities),
    basisText('referrer', basis, capabilities),
    shareHeading(basis),
  ];

  it('is the total of what is counted, where that is known', () => {
    const basis = measureBasis(rows, 200) ?? rowsBasis([]);
    expect(basis).toEqual({ kind: 'measure', total: 200 });
    expect([shareOf(30, basis), shareText(30, basis)]).toEqual([0.15, '15%']);
    expect([basisName('page', basis, capabilities), basisText('page', basis, capabilities)]).toEqual([
      'page views',
      'of 200 page views',
    ]);
    expect(basisText('country', basis, capabilities)).toBe('of 200 visitors');
  });

  it('is no total that is less than one of the rows: that counts something else', () => {
    expect(measureBasis(rows, 30)).toEqual({ kind: 'measure', total: 30 });
    expect(measureBasis(rows, 29)).toBeUndefined();
    expect(measureBasis(rows, undefined)).toBeUndefined();
  });

  it('is else the whole statistic', () => {
    const basis = rowsBasis(rows);
    expect(basis).toEqual({ kind: 'statistic', total: 40 });
    expect([shareOf(30, basis), shareText(30, basis)]).toEqual([0.75, '75%']);
    expect(words(basis)).toEqual(['all rows', 'of all 40 sessions', 'Share']);
  });

  it('is else so many rows that are read, and says of how many', () => {
    const basis = rowsBasis(rows, false);
    expect(basis).toEqual({ kind: 'top', total: 40, rows: 2 });
    expect(words(basis)).toEqual(['the top 2', 'of the 40 sessions of the top 2', 'Of top 2']);
  });

  it('is the same for more than a thousand rows, whether all of them are read or not, in any order', () => {
    // 1,001, 1,000 ... 1: without the last one 501,501 - 1.
    const many = Array.from({ length: 1_001 }, (_, at) => ({ count: at + 1 }));
    const top = { kind: 'top', total: 501_500, rows: 1_000 };
    for (const isWhole of [true, false]) {
      expect(rowsBasis(many, isWhole)).toEqual(top);
      expect(rowsBasis(many.toReversed(), isWhole)).toEqual(top);
    }
    expect(words(rowsBasis(many))).toEqual([
      'the top 1,000',
      'of the 501,500 sessions of the top 1,000',
      'Of top 1,000',
    ]);
  });

  it('says of visitors that are added up that they are a sum', () => {
    const total = { kind: 'measure', total: 1_203 } as const;
    expect(basisText('country', total, capabilities)).toBe('of 1,203 visitors');
    expect(basisText('country', { ...total, isSumOfDays: true }, capabilities)).toBe(
      'of 1,203 visitors (sum of days)',
    );
    const ofHours = rowsBasis([{ count: 1_200 }, { count: 3 }]);
    expect(basisText('visitors_hours', ofHours, capabilities)).toBe('of all 1,203 visitors (sum of hours)');
    expect(basisText('pageviews_hours', ofHours, capabilities)).toBe('of all 1,203 page views');
  });

  it('is nothing where nothing was counted', () => {
    const basis = rowsBasis([{ count: 0 }]);
    expect([shareOf(0, basis), shareText(0, basis)]).toEqual([undefined, '']);
  });
});

it('knows what each statistic counts that every service of the interface has', () => {
  const counted = (measure: string | undefined) =>
    statisticNames.filter(name => measureOf(name, capabilities) === measure);
  expect(counted('pageviews')).toEqual(['pageviews', 'page', 'pageviews_hours']);
  expect(counted(undefined)).toEqual(['landing_page', 'referrer', 'campaign', 'event']);
  expect(counted('visitors')).toEqual(
    'visitors country city continent language browser os device resolution visitors_hours'.split(' '),
  );
});
