import { describe, expect, it } from 'vitest';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import {
  basisName,
  basisText,
  measureOf,
  needsTotal,
  shareBasis,
  shareOf,
  shareText,
} from '#model/statistics/share.ts';
import { statisticNames } from '#model/statistics/statistics.ts';

const rows = [{ count: 30 }, { count: 10 }];

describe('what a share is of', () => {
  it('is the total of what is counted, where that is known', () => {
    const basis = shareBasis({ rows, isWhole: true }, 200);
    expect(basis).toEqual({ kind: 'measure', total: 200 });
    expect([shareOf(30, basis), shareText(30, basis)]).toEqual([0.15, '15%']);
    expect([basisName('page', basis, capabilities), basisText('page', basis, capabilities)]).toEqual([
      'page views',
      'of 200 page views',
    ]);
    expect(basisText('country', basis, capabilities)).toBe('of 200 visitors');
  });

  it('is else the whole statistic', () => {
    const basis = shareBasis({ rows, isWhole: true }, undefined);
    expect(basis).toEqual({ kind: 'statistic', total: 40 });
    expect([shareOf(30, basis), shareText(30, basis)]).toEqual([0.75, '75%']);
    expect([basisName('referrer', basis, capabilities), basisText('referrer', basis, capabilities)]).toEqual([
      'all rows',
      'of all 40 sessions',
    ]);
  });

  it('is else the rows shown, and says so', () => {
    const basis = shareBasis({ rows, isWhole: false }, undefined);
    expect(basis).toEqual({ kind: 'shown', total: 40 });
    expect([basisName('event', basis, capabilities), basisText('event', basis, capabilities)]).toEqual([
      'rows shown',
      'of the 40 events of those shown',
    ]);
  });

  it('is the same total for one page and for all, but none that is less than one of its rows: that counts something else', () => {
    const most = Math.max(...rows.map(({ count }) => count));
    for (const isWhole of [false, true])
      expect(shareBasis({ rows, isWhole }, most)).toEqual({ kind: 'measure', total: most });
    expect(shareBasis({ rows, isWhole: false }, most - 1)).toEqual({ kind: 'shown', total: 40 });
    expect(shareBasis({ rows, isWhole: true }, 0)).toEqual({ kind: 'statistic', total: 40 });
  });

  it('is nothing where nothing was counted', () => {
    const basis = shareBasis({ rows: [{ count: 0 }], isWhole: true }, 0);
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

it('reads no total for all days or all hours, nor where there is none', () => {
  expect(needsTotal('visitors', { isWhole: true }, capabilities)).toBe(false);
  expect(needsTotal('pageviews_hours', { isWhole: true }, capabilities)).toBe(false);
  expect(needsTotal('visitors_hours', { isWhole: false }, capabilities)).toBe(true);
  expect(needsTotal('country', { isWhole: true }, capabilities)).toBe(true);
  expect(needsTotal('landing_page', { isWhole: true }, capabilities)).toBe(false);
});
