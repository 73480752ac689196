import { describe, expect, test } from 'vitest';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import { addDays, daysFrom } from '#model/period/day.ts';
import type { Page } from '#model/service/query.ts';
import type { Day, SeriesPoint, StatisticRow } from '#model/statistics/statistics.ts';
import { weekdayPairs, whyFacts } from '#model/why/facts.ts';
import {
  seriesSides,
  whyDimensions,
  whyNames,
  whyPeriods,
  whyQuery,
  whySeriesPeriods,
} from '#model/why/question.ts';

const today = '2026-11-20';
/** A Thursday. */
const day = '2026-11-19';
const inDay = { kind: 'day', day } as const;

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

test('one request takes as many rows as it may', () => {
  const period = { from: '2026-10-01', to: '2026-10-28' } as const;
  expect(whyQuery('page', period)).toEqual({ name: 'page', period, perPage: 100 });
});

/** Visitors of the five Thursdays before the day, the latest first; any other day has 1. */
function withThursdays(counts: readonly number[], from = addDays(day, -35)): SeriesPoint[] {
  const known = new Map(counts.map((count, week): [Day, number] => [addDays(day, -7 * (week + 1)), count]));
  return daysFrom(addDays(day, -35), 36).map(each => ({
    day: each,
    count: each < from ? 0 : (known.get(each) ?? 1),
  }));
}

describe('a day is compared with a usual one of its weekday', () => {
  test('its visitors are read with those of five weeks before', () => {
    expect(whySeriesPeriods(inDay, today)).toEqual({
      span: { from: '2026-10-15', to: '2026-11-19' },
      apart: undefined,
    });
    expect(whyPeriods(inDay, today, undefined)).toBeUndefined();
  });

  test('the one nearest to their median, none of them from before the first visitor', () => {
    // 90 and 110 with a median of 100.
    const young = withThursdays([90, 110, 0, 0, 0], '2026-11-02');
    expect(whyPeriods(inDay, today, young)).toEqual({
      now: { from: day, to: day },
      before: { from: '2026-11-12', to: '2026-11-12' },
      rest: undefined,
      weekdays: 2,
    });
  });

  test('without any before it the week before is taken', () => {
    expect(whyPeriods(inDay, today, withThursdays([], '2026-11-13'))).toEqual({
      now: { from: day, to: day },
      before: { from: '2026-11-12', to: '2026-11-12' },
      rest: undefined,
      weekdays: undefined,
    });
  });

  test('today is not over', () => {
    expect(whyPeriods({ kind: 'day', day: today }, today, withThursdays([1, 2, 3, 4, 5]))).toBeUndefined();
  });
});

test('a period is compared as everywhere', () => {
  const question = {
    kind: 'period',
    choice: { kind: 'preset', preset: 'last28' },
    baseline: 'previous',
  } as const;
  expect(whyPeriods(question, today, undefined)).toEqual({
    now: { from: '2026-10-23', to: '2026-11-19' },
    before: { from: '2026-09-25', to: '2026-10-22' },
    rest: undefined,
  });
});

const points = (first: Day, counts: readonly number[]): SeriesPoint[] =>
  counts.map((count, place) => ({ day: addDays(first, place), count }));

test('days are put beside those of their weekday, and what is left stands alone', () => {
  // Sunday 1 November to Tuesday 3 beside Thursday 1 October to Monday 5.
  const now = points('2026-11-01', [10, 20, 30]);
  const before = points('2026-10-01', [1, 2, 3, 4, 5]);
  expect(weekdayPairs(now, before).map(pair => [pair.now.day, pair.before.day])).toEqual([
    ['2026-11-01', '2026-10-04'],
    ['2026-11-02', '2026-10-05'],
  ]);
  const facts = whyFacts({ now, before, dimensions: [] });
  // Alone: Tuesday now; Thursday, Friday and Saturday before.
  expect([facts.total.change, facts.alone, facts.days.map(({ change }) => change)]).toEqual([45, 4, [15, 6]]);
});

test('both sides come of a series that has all their days', () => {
  const span = points('2026-10-29', [1, 2, 3, 4, 5, 6]);
  const now = { from: '2026-11-01', to: '2026-11-03' } as const;
  const before = { from: '2026-10-27', to: '2026-10-29' } as const;
  expect(seriesSides([span, undefined], { now, before })).toBeUndefined();
  const apart = points('2026-10-27', [7, 8, 9]);
  expect(seriesSides([span, apart], { now, before })).toEqual({
    now: points('2026-11-01', [4, 5, 6]),
    before: points('2026-10-27', [7, 8, 9]),
  });
});

const page = (rows: Readonly<Record<string, number>>, next: 'no' | 'maybe' = 'no'): Page<StatisticRow> => ({
  rows: Object.entries(rows).map(([value, count]) => ({ value, count })),
  page: 1,
  next,
});
const sides = (now: number, before: number) => ({
  now: points('2026-11-01', [now]),
  before: points('2026-10-31', [before]),
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
