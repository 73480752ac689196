import { pointsFrom } from '../../helpers/points.ts';
import { describe, expect, test } from 'vitest';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import type { Page } from '#model/service/paging.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import { weekdayPairs, whyFacts } from '#model/why/facts.ts';
import { seriesSides, whyDimensions, whyNames } from '#model/why/question.ts';

test('the statistics that may explain a change are those of the service', () => {
  expect(whyNames(capabilities)).toEqual(
    'referrer campaign page landing_page country device event'.split(' '),
  );
  const statistics = {
    visitors: 'visitors',
    pageviews: 'page views',
    page: 'page views',
    country: 'visitors',
  } as const;
  expect(whyNames({ ...capabilities, statistics })).toEqual(['page', 'country']);
});

test('days are put beside those of their weekday, and what is left stands alone', () => {
  // Sunday 1 November to Tuesday 3 beside Thursday 1 October to Monday 5.
  const now = pointsFrom('2026-11-01', [10, 20, 30]);
  const before = pointsFrom('2026-10-01', [1, 2, 3, 4, 5]);
  expect(weekdayPairs(now, before).map(pair => [pair.now.day, pair.before.day])).toEqual([
    ['2026-11-01', '2026-10-04'],
    ['2026-11-02', '2026-10-05'],
  ]);
  const facts = whyFacts({ now, before, dimensions: [] });
  // Alone: Tuesday now; Thursday, Friday and Saturday before.
  expect([facts.total.change, facts.alone, facts.days.map(({ change }) => change)]).toEqual([45, 4, [15, 6]]);
});

test('both sides come of a series that has all their days', () => {
  const span = pointsFrom('2026-10-29', [1, 2, 3, 4, 5, 6]);
  const now = { from: '2026-11-01', to: '2026-11-03' } as const;
  const before = { from: '2026-10-27', to: '2026-10-29' } as const;
  expect(seriesSides([span, undefined], { now, before })).toBeUndefined();
  const apart = pointsFrom('2026-10-27', [7, 8, 9]);
  expect(seriesSides([span, apart], { now, before })).toEqual({
    now: pointsFrom('2026-11-01', [4, 5, 6]),
    before: pointsFrom('2026-10-27', [7, 8, 9]),
  });
});

const page = (rows: Readonly<Record<string, number>>, next: 'no' | 'maybe' = 'no'): Page<StatisticRow> => ({
  rows: Object.entries(rows).map(([value, count]) => ({ value, count })),
  page: 1,
  next,
});
const sides = (now: number, before: number) => ({
  now: pointsFrom('2026-11-01', [now]),
  before: pointsFrom('2026-10-31', [before]),
});

describe('whether the earlier rows can be compared', () => {
  const series = { visitors: sides(100, 90), pageviews: sides(300, 280) };
  const reach = (...args: Parameters<typeof whyDimensions>) =>
    whyDimensions(...args).map(({ name, reaches }) => [name, reaches]);

  test('what is not read on both sides waits', () => {
    const waiting = { name: 'page', now: page({ '/': 300 }), before: undefined } as const;
    expect(whyDimensions([waiting], series, capabilities)).toEqual([]);
  });

  test('no rows before, where there were visitors, are a lack of detail', () => {
    const country = { name: 'country', now: page({ DE: 100 }), before: page({}) } as const;
    expect(reach([country], series, capabilities)).toEqual([['country', false]]);
    expect(reach([country], { visitors: undefined, pageviews: undefined }, capabilities)).toEqual([
      ['country', false],
    ]);
    expect(reach([country], { ...series, visitors: sides(100, 0) }, capabilities)).toEqual([
      ['country', true],
    ]);
  });

  test('a first campaign is none where pages have rows: it is new, and may be the cause', () => {
    const campaign = { name: 'campaign', now: page({ spring: 60 }), before: page({}) } as const;
    const pages = { name: 'page', now: page({ '/': 300 }), before: page({ '/': 280 }) } as const;
    expect(reach([campaign, pages], series, capabilities)).toEqual([
      ['campaign', true],
      ['page', true],
    ]);
    expect(reach([campaign, { ...pages, before: page({}) }], series, capabilities)).toEqual([
      ['campaign', false],
      ['page', false],
    ]);
    const dimensions = whyDimensions([campaign, pages], series, capabilities);
    const { causes } = whyFacts({ ...sides(100, 40), dimensions });
    expect(causes).toMatchObject([{ kind: 'row', name: 'campaign', row: { kind: 'new', change: 60 } }]);
  });

  test('a page that may go on is not read to its end', () => {
    const cut = { name: 'country', now: page({ DE: 100 }, 'maybe'), before: page({ DE: 90 }) } as const;
    expect(whyDimensions([cut], series, capabilities)).toMatchObject([{ now: { readToEnd: false } }]);
  });
});
