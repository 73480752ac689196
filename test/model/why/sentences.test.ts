import { pointsFrom } from '../../helpers/points.ts';
import { describe, expect, test } from 'vitest';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import { addDays } from '#model/period/day.ts';
import type { Day, Period, SeriesPoint, StatisticName } from '#model/statistics/statistics.ts';
import { whyFacts } from '#model/why/facts.ts';
import { whySentences } from '#model/why/sentence.ts';

type Counts = Readonly<Record<string, number>>;

const read = (of: Counts, readToEnd = true) => ({
  rows: Object.entries(of).map(([value, count]) => ({ value, count })),
  readToEnd,
});
const dimension = (name: StatisticName, before: Counts, now: Counts, readToEnd = true) => ({
  name,
  now: read(now, readToEnd),
  before: read(before),
  reaches: true,
});
type Dimension = ReturnType<typeof dimension>;

/** What is said of September beside August 2026: seven days each, both from Tuesday on. */
const weeks = {
  now: { from: '2026-09-01', to: '2026-09-07' },
  before: { from: '2026-08-04', to: '2026-08-10' },
} as const;
const inWeeks = (before: readonly number[], now: readonly number[], ...dimensions: readonly Dimension[]) =>
  whySentences(
    whyFacts({ now: pointsFrom('2026-09-01', now), before: pointsFrom('2026-08-04', before), dimensions }),
    weeks,
    capabilities,
  );
const flat = [100, 101, 99, 100, 102, 98, 100];
/** 700 become 1,400, day by day. */
const twice = flat.map(count => count * 2);
/** Its rows, beside days that did not change: nothing but the rows can stand out. */
const ofRows = (...dimensions: readonly Dimension[]) => inWeeks(flat, flat, ...dimensions).slice(1);

test('a referrer that was there for four days of the month before', () => {
  // 60 a day; 25 days of now have one less. On 2-5 October 1,413 came, 1,173 more than 240.
  const before = pointsFrom('2026-09-22', [...Array.from({ length: 10 }, () => 60), 353, 353, 353, 354]);
  const rest = pointsFrom(
    '2026-10-06',
    Array.from({ length: 16 }, () => 60),
  );
  const now = pointsFrom('2026-10-22', [...Array.from({ length: 25 }, () => 59), 60, 60, 60, 60, 60]);
  const facts = whyFacts({
    now,
    before: [...before, ...rest],
    dimensions: [
      dimension(
        'referrer',
        { '': 1_500, 'a.example': 800, 'b.example': 673 },
        { '': 327, 'a.example': 795, 'b.example': 653 },
      ),
    ],
  });
  expect(facts.total).toEqual({ now: 1_775, before: 2_973, change: -1_198 });
  const periods = {
    now: { from: '2026-10-22', to: '2026-11-20' },
    before: { from: '2026-09-22', to: '2026-10-21' },
  } as const;
  expect(whySentences(facts, periods, capabilities)).toEqual([
    'Visitors fell by 1,198 (-40%) against 22 Sep - 21 Oct.',
    'Most of it on 2 Oct - 5 Oct.',
    'Direct visits fell by 1,173, all others hardly.',
  ]);
});

describe('the total', () => {
  const total = (before: number, now: number, periods: { now: Period; before: Period; among?: number }) =>
    whySentences(
      whyFacts({
        now: pointsFrom(periods.now.from, [now]),
        before: pointsFrom(periods.before.from, [before]),
        dimensions: [],
      }),
      periods,
      capabilities,
    );
  const oneDay = (day: Day) => ({ from: day, to: day });
  const days = { now: oneDay('2026-09-01'), before: oneDay('2026-08-04') };

  test.each([
    [10, 11, 'Visitors rose by 1 (+10%) against 4 Aug.'],
    [1_000, 997, 'Visitors fell by 3 (-0.3%) against 4 Aug.'],
    [2, 30, 'Visitors rose by 28 (x15) against 4 Aug.'],
    [1_200, 1_200, 'There were as many visitors as before (4 Aug): 1,200.'],
    [1, 1, 'There were as many visitors as before (4 Aug): 1.'],
    [0, 0, 'There were no visitors, as before (4 Aug).'],
  ])('%i become %i', (before, now, said) => {
    expect(total(before, now, days)).toEqual([said, 'Nothing stands out.']);
  });

  test('from nothing, and to nothing, nothing is a cause', () => {
    expect(total(0, 7, days)).toEqual([
      'Visitors rose by 7 from none against 4 Aug.',
      'There is nothing before to explain it with.',
    ]);
    expect(total(900, 0, days)).toEqual(['Visitors fell by 900 (-100%) against 4 Aug.', 'Nothing is left.']);
  });

  test('a year that is not the same is said', () => {
    const lastYear = { now: oneDay('2026-09-01'), before: oneDay('2025-09-02') };
    expect(total(10, 11, lastYear)[0]).toBe('Visitors rose by 1 (+10%) against 2 Sep 2025.');
    const overNewYear = {
      now: { from: '2027-01-10', to: '2027-02-06' },
      before: { from: '2026-12-13', to: '2027-01-09' },
    } as const;
    expect(total(10, 11, overNewYear)[0]).toBe('Visitors rose by 1 (+10%) against 13 Dec 2026 - 9 Jan.');
    const months = {
      now: { from: '2026-09-01', to: '2026-09-30' },
      before: { from: '2026-08-01', to: '2026-08-31' },
    } as const;
    expect(total(10, 11, months)[0]).toBe('Visitors rose by 1 (+10%) against August.');
  });

  test('a usual day says what it is', () => {
    expect(total(10, 11, { ...days, among: 4 })[0]).toBe(
      'Visitors rose by 1 (+10%) against Tue 4 Aug, a usual Tuesday.',
    );
    expect(total(10, 11, { ...days, among: 1 })[0]).toBe(
      'Visitors rose by 1 (+10%) against Tue 4 Aug, the only Tuesday before.',
    );
  });
});

describe('days', () => {
  // Four weeks from a Sunday on, 100 a day but for some.
  const four = (first: Day, unusual: Readonly<Record<number, number>>) =>
    pointsFrom(
      first,
      Array.from({ length: 28 }, (_, place) => unusual[place] ?? 100),
    );
  const said = (before: Readonly<Record<number, number>>, now: Readonly<Record<number, number>>) =>
    whySentences(
      whyFacts({ now: four('2026-10-25', now), before: four('2026-09-27', before), dimensions: [] }),
      {
        now: { from: '2026-10-25', to: '2026-11-21' },
        before: { from: '2026-09-27', to: '2026-10-24' },
      },
      capabilities,
    ).slice(1);

  test('more than half of the change is most of it, and unusual days are named where they were', () => {
    expect(said({}, { 12: 500, 20: 150 })).toEqual(['Most of it on 6 Nov.']);
    expect(said({ 12: 500, 13: 450 }, {})).toEqual(['Most of it on 9 Oct - 10 Oct.']);
    expect(said({}, { 1: 400, 12: 500, 13: 450 })).toEqual(['Most of it on 26 Oct and 6 Nov - 7 Nov.']);
  });

  test('else each side says beside which days', () => {
    // 400 more on 6 November, 900 more on 3 and 4 October: the total fell by 500.
    expect(said({ 6: 600, 7: 500 }, { 12: 500 })).toEqual([
      'On 3 Oct - 4 Oct there were 900 more than on the same weekdays now.',
      'On 6 Nov there were 400 more than on 9 Oct.',
    ]);
    expect(said({ 6: 600 }, { 7: 600 })).toEqual([
      'On 3 Oct there were 500 more than on 31 Oct.',
      'On 1 Nov there were 500 more than on 4 Oct.',
    ]);
    expect(said({}, { 6: 0, 7: 0, 20: 600 })).toEqual([
      'On 14 Nov there were 500 more than on 17 Oct.',
      'On 31 Oct - 1 Nov there were 200 fewer than on the same weekdays before.',
    ]);
  });
});

test('days of another year say theirs', () => {
  const said = (day: Day, dayBefore: Day, counts: readonly number[], earlier: readonly number[]) =>
    whySentences(
      whyFacts({ now: pointsFrom(day, counts), before: pointsFrom(dayBefore, earlier), dimensions: [] }),
      {
        now: { from: day, to: addDays(day, counts.length - 1) },
        before: { from: dayBefore, to: addDays(dayBefore, earlier.length - 1) },
      },
      capabilities,
    )
      .slice(1)
      .join(' ');
  const level = [...flat, ...flat, ...flat];
  const high = [600, ...level.slice(1)];
  // Monday 1 June 2026 and Monday 2 June 2025; Tuesdays a week later.
  expect(said('2026-06-01', '2025-06-02', level, high)).toBe('Most of it on 2 Jun 2025.');
  const highNow = level.with(8, 401);
  expect(said('2026-06-01', '2025-06-02', highNow, high)).toBe(
    'On 2 Jun 2025 there were 500 more than on 1 Jun. On 9 Jun there were 300 more than on 10 Jun 2025.',
  );
  // Thursdays and Fridays three weeks apart.
  const overNewYear = level.with(0, 600).with(1, 601);
  expect(said('2026-12-31', '2026-12-10', overNewYear, level)).toBe('Most of it on 31 Dec 2026 - 1 Jan.');
});

test('of many days the largest are named, and the others counted', () => {
  const before = Array.from({ length: 28 }, () => 100);
  // Every fourth day, from Sunday 25 October on; the first three have the most.
  const now = before.map((count, place) => (place % 4 === 0 ? 600 - place : count));
  const facts = whyFacts({
    now: pointsFrom('2026-10-25', now),
    before: pointsFrom('2026-09-27', before),
    dimensions: [],
  });
  const periods = {
    now: { from: '2026-10-25', to: '2026-11-21' },
    before: { from: '2026-09-27', to: '2026-10-24' },
  } as const;
  expect(whySentences(facts, periods, capabilities)[1]).toBe(
    'Most of it on 25 Oct, 29 Oct, 2 Nov and 4 other days.',
  );
});

test('days that go the other way are said after the rows', () => {
  // 500 more, and 400 fewer: of 100 more neither is most.
  const high = [...flat.slice(0, 6), 600];
  const level = [...flat, ...flat];
  const rows = dimension('referrer', { 'a.example': 100, b: 300 }, { 'a.example': 300, b: 300 });
  const said = whySentences(
    whyFacts({
      now: pointsFrom('2026-09-01', [...flat, ...high]),
      before: pointsFrom('2026-08-04', level.with(1, 501)),
      dimensions: [rows],
    }),
    { now: { from: '2026-09-01', to: '2026-09-14' }, before: { from: '2026-08-04', to: '2026-08-17' } },
    capabilities,
  );
  expect(said).toEqual([
    'Visitors rose by 100 (+6%) against 4 Aug - 17 Aug.',
    'On 14 Sep there were 500 more than on 17 Aug.',
    'Sessions from a.example rose by 200, all others hardly.',
    'On 5 Aug there were 400 more than on 2 Sep.',
  ]);
});

describe('rows', () => {
  const others = { b: 300, c: 310, d: 290 };

  test.each<[string, Dimension]>([
    [
      'Sessions from a.example fell by 400, all others hardly.',
      dimension('referrer', { 'a.example': 900, ...others }, { 'a.example': 500, ...others }),
    ],
    [
      'Sessions from a.example are gone: 400 before, all others hardly.',
      dimension('referrer', { 'a.example': 400, ...others }, others),
    ],
    ['Sessions of the campaign spring are new: 1,400.', dimension('campaign', {}, { spring: 1_400 })],
    [
      'Page views of the page /a rose by 600.',
      dimension('page', { '/a': 100, ...others }, { '/a': 700, ...others, b: 215 }),
    ],
    [
      'Sessions of the landing page /a rose by 600, all others hardly.',
      dimension('landing_page', { '/a': 100, ...others }, { '/a': 700, ...others }),
    ],
    [
      'Visitors from Germany fell by 400, all others hardly.',
      dimension('country', { DE: 900, ...others }, { DE: 500, ...others }),
    ],
    [
      'Visitors of the device mobile fell by 400, all others hardly.',
      dimension('device', { mobile: 900, desktop: 800 }, { mobile: 500, desktop: 800 }),
    ],
    [
      'Events signup rose by 1,400, all others hardly.',
      dimension('event', { signup: 100, ...others }, { signup: 1_500, ...others }),
    ],
  ])('%s', (sentence, of) => {
    expect(ofRows(of)).toEqual([sentence]);
  });

  test('where the rows end, it is at least so much, and the others are not known', () => {
    // It may still have 290, as many as the smallest row that was read.
    const cut = dimension('page', { '/a': 900, ...others }, others, false);
    expect(ofRows(cut)).toEqual(['Page views of the page /a fell by at least 610.']);
  });

  test('those that go the way of the total first, two at most', () => {
    const three = dimension(
      'referrer',
      { 'a.example': 100, 'b.example': 600, 'c.example': 100, ...others },
      { 'a.example': 900, 'b.example': 100, 'c.example': 500, ...others },
    );
    const fell = [...flat.slice(0, 6), 80];
    expect(inWeeks(flat, fell, three).slice(1)).toEqual([
      'Sessions from b.example fell by 500.',
      'Sessions from a.example rose by 800.',
    ]);
  });

  test('one that stays behind when all others rise has not risen', () => {
    const grown = { b: 600, c: 620, d: 580, e: 600 };
    const behind = dimension('event', { a: 600, ...others, e: 300 }, { a: 640, ...grown });
    expect(inWeeks(flat, twice, behind).slice(1)).toEqual(['Nothing stands out.']);
  });

  test('one that is a small part of the change explains nothing', () => {
    // 60 of 700.
    const small = dimension('referrer', { a: 2, ...others }, { a: 62, b: 600, c: 620, d: 580 });
    expect(inWeeks(flat, twice, small).slice(1)).toEqual([
      'Nothing stands out.',
      'Referrers all rose alike.',
    ]);
  });
});

describe('what moved as a whole', () => {
  const countries = dimension('country', { US: 400, DE: 200, FR: 100 }, { US: 805, DE: 396, FR: 199 });
  const devices = dimension('device', { mobile: 500, desktop: 200 }, { mobile: 1_000, desktop: 400 });
  const pages = dimension('page', { '/': 900, '/a': 700 }, { '/': 1_800, '/a': 1_400 });

  test('explains nothing', () => {
    expect(inWeeks(flat, twice, countries).slice(2)).toEqual(['Countries all rose alike.']);
    const down = dimension('device', { mobile: 1_000, desktop: 400 }, { mobile: 500, desktop: 200 });
    expect(inWeeks(twice, flat, down).slice(2)).toEqual(['Devices all fell alike.']);
    expect(inWeeks(flat, twice, devices, pages, countries).slice(2)).toEqual([
      'Countries, devices and pages all rose alike.',
    ]);
  });

  test('is not said of a single row, of rows that are not read to the end, nor of a total that chance explains', () => {
    expect(inWeeks(flat, twice, dimension('country', { US: 700 }, { US: 1_400 })).slice(2)).toEqual([]);
    const cut = dimension('country', { US: 400, DE: 300 }, { US: 800, DE: 600 }, false);
    expect(inWeeks(flat, twice, cut).slice(2)).toEqual([]);
    const little = dimension('country', { US: 400, DE: 300 }, { US: 402, DE: 301 });
    expect(inWeeks(flat, [...flat.slice(0, 6), 103], little).slice(1)).toEqual(['Nothing stands out.']);
  });
});

test('what the service sent can be quoted', () => {
  const facts = whyFacts({
    now: pointsFrom('2026-09-01', flat),
    before: pointsFrom('2026-08-04', flat),
    dimensions: [dimension('referrer', { '*x*': 900, b: 300 }, { '*x*': 500, b: 300 })],
  });
  expect(whySentences(facts, weeks, capabilities, value => `\`${value}\``)[1]).toBe(
    'Sessions from `*x*` fell by 400, all others hardly.',
  );
});

describe('the shape of the days', () => {
  const now = { from: '2026-10-25', to: '2026-11-21' } as const;
  const before = { from: '2026-09-27', to: '2026-10-24' } as const;
  /** Four weeks and the four before, 100 a day times what is given. */
  const said = (factor: (day: number) => number, ...dimensions: readonly Dimension[]) => {
    const shapeDays = pointsFrom(
      before.from,
      Array.from({ length: 56 }, (_, day) => Math.round(100 * factor(day))),
    );
    const sides = { now: shapeDays.slice(28), before: shapeDays.slice(0, 28) };
    return whySentences(whyFacts({ ...sides, shapeDays, dimensions }), { now, before }, capabilities).slice(
      1,
    );
  };
  const countries = dimension('country', { US: 1_400, DE: 1_400 }, { US: 1_900, DE: 1_900 });

  test('a step, which all rows took', () => {
    expect(said(day => (day < 31 ? 1 : 1.4), countries)).toEqual([
      'Since 28 Oct one level higher: about 140 visitors on an average day, 100 before.',
      'Countries all rose alike.',
    ]);
    expect(said(day => (day < 20 ? 1 : 0.6))).toEqual([
      'Since 17 Oct one level lower: about 60 visitors on an average day, 100 before.',
    ]);
  });

  test('a steady rise or fall', () => {
    // 1.06 ** (-27.5 / 7) and 1.06 ** (27.5 / 7).
    expect(said(day => 1.06 ** ((day - 27.5) / 7))).toEqual([
      'Visitors grow a little each week, by about 6%: about 130 on an average day at the end, 80 at the beginning.',
    ]);
    expect(said(day => 0.8 ** ((day - 27.5) / 7))).toEqual([
      'Visitors fall each week, by about 20%: about 42 on an average day at the end, 240 at the beginning.',
    ]);
  });

  test('a row that stands out comes first', () => {
    const referrers = dimension('referrer', { a: 100, b: 900 }, { a: 1_000, b: 900 });
    expect(said(day => (day < 31 ? 1 : 1.4), referrers)).toEqual([
      'Sessions from a rose by 900, all others hardly.',
      'Since 28 Oct one level higher: about 140 visitors on an average day, 100 before.',
    ]);
  });

  test('days by the same rule: not those of a step, and each of those in a row', () => {
    expect(said(day => (day === 40 ? 3 : 1))).toEqual(['Most of it on 6 Nov.']);
    expect(said(day => (day >= 40 && day < 46 ? 1.5 : 1))).toEqual(['Most of it on 6 Nov - 11 Nov.']);
  });

  test('nothing, with how much days vary as it is measured', () => {
    // 100 and 110 by turns, on each weekday too: 5 of 105.
    expect(said(day => (day % 2 === 0 ? 1 : 1.1))).toEqual([
      'Nothing stands out: days vary by about 5% anyway.',
    ]);
    expect(said(() => 1)).toEqual(['Nothing stands out.']);
  });

  test('the last days, of which nobody knows whether they stay', () => {
    expect(said(day => (day < 53 ? 1 : 2))).toEqual([
      'Most of it since 19 Nov: too few of these days to say whether it stays.',
    ]);
    expect(said(day => (day === 40 ? 3 : day === 55 ? 2.5 : 1))).toEqual(['Most of it on 6 Nov and 21 Nov.']);
    // Beside a day before that outweighs them: 500 more, and twice 100.
    expect(said(day => (day === 10 ? 6 : day >= 54 ? 2 : 1))).toEqual([
      'On 7 Oct there were 500 more than on 4 Nov.',
      'Since 20 Nov there were 200 more than on the same weekdays before: too few of these days to say whether it stays.',
    ]);
  });

  test('what began before the days that are compared, or after, is their level', () => {
    const shapeDays = pointsFrom(
      '2026-10-11',
      Array.from({ length: 42 }, (_, day) => (day < 10 ? 100 : 200)),
    );
    const shape = (now: readonly SeriesPoint[], before: readonly SeriesPoint[]) =>
      whyFacts({ now, before, shapeDays, dimensions: [] });
    const after = shape(shapeDays.slice(35), shapeDays.slice(28, 35));
    expect(after).toMatchObject({ causes: [], shape: { kind: 'chance', since: undefined } });
    expect(Math.round(after.shape?.from ?? 0)).toBe(200);
    const ahead = shape(shapeDays.slice(8, 9), shapeDays.slice(1, 2));
    expect(ahead).toMatchObject({ causes: [], shape: { kind: 'chance', since: undefined } });
    expect(Math.round(ahead.shape?.to ?? 0)).toBe(100);
  });

  test('one day is alone, or one of several', () => {
    const oneDay = (
      counts: readonly number[],
      at = counts.length - 1,
      dimensions: readonly Dimension[] = [],
    ) => {
      const shapeDays = pointsFrom('2026-10-17', counts);
      const [day, usual] = [shapeDays[at], shapeDays[at - 7]];
      if (day === undefined || usual === undefined) throw new Error('Too few days');
      const periods = {
        now: { from: day.day, to: day.day },
        before: { from: usual.day, to: usual.day },
      };
      const facts = whyFacts({ now: [day], before: [usual], known: shapeDays, shapeDays, dimensions });
      return whySentences(facts, periods, capabilities).slice(1);
    };
    const level = Array.from({ length: 36 }, () => 100);
    expect(oneDay(level.with(30, 300), 30)).toEqual(['Only on that day: the days around it are as usual.']);
    // The day after it is 15% above the others, which is no chance of days that are alike, nor unusual.
    expect(oneDay(level.with(30, 300).with(31, 115), 30)).toEqual([
      'The day after it is not as usual either.',
    ]);
    // Of the row nobody knows what it was on the days around.
    const row = dimension('referrer', { a: 10, b: 90 }, { a: 210, b: 90 });
    expect(oneDay(level.with(30, 300), 30, [row])).toEqual([
      'Sessions from a rose by 200, all others hardly.',
    ]);
    // What goes on week by week is no news of that day: 1.06 a week.
    const rising = Array.from({ length: 36 }, (_, day) => Math.round(1_000 * 1.06 ** (day / 7)));
    expect(oneDay(rising)).toEqual([
      'Nothing stands out.',
      'Visitors grow a little each week, by about 6%: about 1,300 on an average day at the end, 1,000 at the beginning.',
    ]);
    expect(oneDay(level.with(30, 300).with(31, 310).with(32, 300), 31)).toEqual([
      'One of 3 unusual days in a row, 16 Nov - 18 Nov.',
    ]);
    // Of the days after it nothing is known, or too little.
    expect(oneDay(level.with(35, 300))).toEqual(['Since 21 Nov: too few days to say whether it stays.']);
    expect(oneDay(level.with(33, 300).with(34, 310).with(35, 300))).toEqual([
      'Since 19 Nov: too few days to say whether it stays.',
    ]);
    const higher = level.map((count, day) => (day < 29 ? count : 300));
    expect(oneDay(higher)).toEqual([
      'Since 15 Nov one level higher: about 300 visitors on an average day, 100 before.',
    ]);
    expect(oneDay(higher.with(35, 900))).toEqual([
      'Since 21 Nov: too few days to say whether it stays.',
      'Since 15 Nov one level higher: about 300 visitors on an average day, 100 before.',
    ]);
  });
});

test('visitors that are counted once are the total where they are known, also where the sum of the days went the other way', () => {
  const umami = { ...capabilities, visitors: { ...capabilities.visitors, ofPeriod: 'exact' as const } };
  const before = pointsFrom('2026-08-04', [50, 50, 50, 50, 50, 50, 350]);
  const now = pointsFrom('2026-09-01', [50, 50, 50, 50, 50, 50, 50]);
  const facts = whyFacts({ now, before, dimensions: [] });
  const said = (exact?: { now: number; before: number }) => whySentences({ ...facts, exact }, weeks, umami);
  expect(said()).toEqual([
    'The sum of daily visitors fell by 300 (-46%) against 4 Aug - 10 Aug.',
    'Most of it on 7 Sep.',
  ]);
  expect(said({ now: 90, before: 120 })).toEqual([
    'Visitors fell by 30 (-25%) against 4 Aug - 10 Aug.',
    'Most of it on 7 Sep.',
  ]);
  expect(said({ now: 193, before: 145 })).toEqual([
    'Visitors rose by 48 (+33%) against 4 Aug - 10 Aug.',
    'On 7 Sep there were 300 fewer than on 10 Aug.',
  ]);
  // Where no day stands out either, the sum of the days is what went the other way.
  const even = whyFacts({
    now: pointsFrom('2026-09-01', [49, 49, 49, 49, 49, 49, 49]),
    before: pointsFrom('2026-08-04', [50, 50, 50, 50, 50, 50, 50]),
    dimensions: [],
    exact: { now: 193, before: 145 },
  });
  expect(whySentences(even, weeks, umami)).toEqual([
    'Visitors rose by 48 (+33%) against 4 Aug - 10 Aug.',
    'The sum of daily visitors fell by 7.',
  ]);
});
