import type { Answer } from '../helpers/faultServer.ts';
import { describe, expect, test } from 'vitest';
import { errorOf, useFaultServer } from '../helpers/apiFixture.ts';
import { bare, json, never } from '../helpers/faultAnswers.ts';
import { addDays, addMonths, parseDay } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';

const fixture = useFaultServer();
const queries = () => fixture.server.requests.map(({ query }) => query);
const january = { from: '2026-01-01', to: '2026-01-31' } as const;
const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}`;
const days = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ value: day(from + i), count: from + i }));

/** A service with a row for each day of January that gives at most `size` a page, whatever it is asked. */
function stubborn(size: number, options: { pages: boolean; meta?: boolean }): Answer {
  return (response, request) => {
    const page = options.pages ? Number(new URLSearchParams(request.query).get('page') ?? '1') : 1;
    const data = days(1, 31).slice((page - 1) * size, page * size);
    const meta = { current_page: page, last_page: Math.ceil(31 / size), total: 31 };
    json(options.meta === true ? { data, meta } : { data })(response, request);
  };
}

describe('a series', () => {
  test('asks by value, ascending, a hundred rows, and fills the gaps', async () => {
    fixture.server.answerWith(json({ data: [{ value: '2026-01-02', count: '5' }] }));
    const series = await fixture.api().readSeries('7', 'visitors', { from: '2026-01-01', to: '2026-01-03' });
    expect(series).toEqual([
      { day: '2026-01-01', count: 0 },
      { day: '2026-01-02', count: 5 },
      { day: '2026-01-03', count: 0 },
    ]);
    expect(queries()).toEqual([
      'name=visitors&from=2026-01-01&to=2026-01-03&sort_by=value&sort=asc&per_page=100',
    ]);
  });

  test('of a year is asked in windows of at most 100 days', async () => {
    fixture.server.answerWith(json({ data: [{ value: '2025-12-30', count: 9 }] }));
    const series = await fixture.api().readSeries('7', 'pageviews', { from: '2025-01-01', to: '2025-12-31' });
    expect(series).toHaveLength(365);
    expect(series.filter(({ count }) => count !== 0)).toEqual([{ day: '2025-12-30', count: 9 }]);
    const asked = queries().map(query => query.replace(/^name=pageviews&|&sort_by.*$/g, ''));
    expect(asked.toSorted()).toEqual([
      'from=2025-01-01&to=2025-04-10',
      'from=2025-04-11&to=2025-07-19',
      'from=2025-07-20&to=2025-10-27',
      'from=2025-10-28&to=2025-12-31',
    ]);
  });

  test.each([
    ['says how many pages there are', 10, { pages: true, meta: true }, 4],
    ['says nothing', 10, { pages: true }, 4],
    ['has pages of 25', 25, { pages: true }, 2],
    ['has pages of 7 and says so', 7, { pages: true, meta: true }, 5],
  ])('follows the pages of a service that ignores per_page and %s', async (_, size, options, requests) => {
    fixture.server.answerWith(stubborn(size, options));
    const series = await fixture.api().readSeries('7', 'visitors', january);
    expect(series.map(({ count }) => count)).toEqual(days(1, 31).map(({ count }) => count));
    expect(queries()).toHaveLength(requests);
    expect(queries().at(-1)).toMatch(new RegExp(`&page=${requests}$`));
  });

  test('asks for fewer days where page 2 repeats page 1: a day that was left out is not 0', async () => {
    fixture.server.answerWith((response, request) => {
      const asked = new URLSearchParams(request.query);
      const [from, to] = [asked.get('from') ?? '', asked.get('to') ?? ''];
      const found = days(1, 31).filter(({ value }) => value >= from && value <= to && value !== day(30));
      json({ data: found.slice(0, 10) })(response, request);
    });
    const series = await fixture.api().readSeries('7', 'visitors', january);
    // 1 to 31 as they were counted; only the 30th had no row.
    expect(series.map(({ count }) => count)).toEqual(
      days(1, 31).map(({ count }) => (count === 30 ? 0 : count)),
    );
    // 31 days and their halves, 16 and 15, are cut off at ten rows, which page 2 shows; 8, 8, 8 and 7 are not.
    expect(queries()).toHaveLength(2 + 2 + 2 + 4);
  });

  test('is not made up where the service gives some days and does not heed which were asked for', async () => {
    fixture.server.answerWith(stubborn(10, { pages: false }));
    const error = await errorOf(
      fixture.api().readSeries('7', 'visitors', { from: '2026-01-05', to: '2026-01-31' }),
    );
    expect(error).toMatchObject({
      kind: 'shape',
      message: 'The service gives only some of the days and no further page: the others are not known.',
    });
    expect(queries()).toHaveLength(2);
  });

  test.each([
    ['months without a day', ['2025-12']],
    ['days without zeros', ['2025-8-5', '2025-8-12']],
    ['a month and a day', ['2025-08', '2025-09-03']],
    ['a total beside days', ['total', '2025-08-05', '2025-08-06']],
  ])('is not made up where rows are %s', async (_, values) => {
    fixture.server.answerWith(json({ data: values.map(value => ({ value, count: 9 })) }));
    const error = await errorOf(
      fixture.api().readSeries('7', 'visitors', { from: '2025-01-01', to: '2025-12-31' }),
    );
    expect(error).toMatchObject({
      kind: 'shape',
      message: 'The service gives other rows where days are asked for: their numbers would be left out.',
    });
    expect(queries().length).toBeLessThanOrEqual(4);
  });

  test.each([
    ['a year', '2025-01-01', '2025-12-31', 60],
    ['a month', '2025-11-01', '2025-11-30', 18],
    ['a week', '2025-11-18', '2025-11-24', 7],
  ] as const)(
    'is not made up where the rows of %s are months, labelled by their first day',
    async (_, from, to, requests) => {
      fixture.server.answerWith((response, request) => {
        const asked = new URLSearchParams(request.query);
        const [first, last] = ['from', 'to'].map(name => (asked.get(name) ?? '').slice(0, 7));
        const months = Array.from({ length: 12 }, (__, n) => `2025-${String(n + 1).padStart(2, '0')}`);
        const data = months
          .filter(month => month >= (first ?? '') && month <= (last ?? ''))
          .map(month => ({ value: `${month}-01`, count: 9 }));
        json({ data })(response, request);
      });
      const error = await errorOf(fixture.api().readSeries('7', 'visitors', { from, to }));
      expect(error).toMatchObject({
        kind: 'shape',
        message:
          'The service gives months where days are asked for, also of shorter periods: choose fewer days.',
      });
      expect(queries().length).toBeLessThanOrEqual(requests);
    },
  );

  /** A service with a visit on each of these days, or one for each that begins a stretch of days. */
  function visitedOn(days: readonly string[], isBegun: (day: string, from: string, to: string) => boolean) {
    fixture.server.answerWith((response, request) => {
      const asked = new URLSearchParams(request.query);
      const [from, to] = [asked.get('from') ?? '', asked.get('to') ?? ''];
      const data = days.filter(each => isBegun(each, from, to)).map(value => ({ value, count: 9 }));
      json({ data })(response, request);
    });
  }
  const isIn = (each: string, from: string, to: string) => each >= from && each <= to;
  const firsts = Array.from({ length: 36 }, (_, n) => addMonths('2023-01-01', n));
  const lasts = firsts.map(first => addDays(addMonths(first, 1), -1));
  const mondays = Array.from({ length: 156 }, (_, week) => addDays('2023-01-02', 7 * week));
  const threeYears = { from: '2023-01-01', to: '2025-12-31' } as const;

  // Eleven windows of 100 days, and a stretch of each in which there must be no row.
  test.each([
    ['the first of a month', firsts, 22],
    ['the last of a month', lasts, 22],
    ['Mondays', mondays, 22],
  ])('of a website that is visited on %s only is what it is', async (_, days, requests) => {
    visitedOn(days, isIn);
    const series = await fixture.api().readSeries('7', 'visitors', threeYears);
    expect(series.filter(({ count }) => count > 0).map(({ day: each }) => each)).toEqual(days);
    expect(queries()).toHaveLength(requests);
  });

  test.each([
    [
      'months',
      'their last day',
      lasts,
      (last: Day, from: string, to: string) => last >= from && `${last.slice(0, 7)}-01` <= to,
    ],
    [
      'weeks',
      'their Mondays',
      mondays,
      (monday: Day, from: string, to: string) => addDays(monday, 6) >= from && monday <= to,
    ],
  ] as const)('is not made up where the rows are %s, labelled by %s', async (given, _, days, isBegun) => {
    visitedOn(days, (each, from, to) => isBegun(parseDay(each) ?? '2023-01-01', from, to));
    const error = await errorOf(fixture.api().readSeries('7', 'visitors', threeYears));
    expect(error.message).toContain(`The service gives ${given} where days are asked for`);
    expect(queries().length).toBeLessThanOrEqual(11 + 64 + 75);
  });

  test('a full window needs no second page to be sure', async () => {
    fixture.server.answerWith(json({ data: days(1, 10) }));
    await fixture.api().readSeries('7', 'visitors', { from: '2026-01-01', to: '2026-01-10' });
    expect(queries()).toHaveLength(1);
  });

  test('one window that fails ends the others', async () => {
    fixture.server.answerWith(never, never, bare(403), never);
    const api = fixture.api({ timeoutMs: 120_000 });
    const error = await errorOf(api.readSeries('7', 'visitors', { from: '2025-01-01', to: '2025-12-31' }));
    expect(error.kind).toBe('forbidden');
    const idle = Promise.withResolvers<void>();
    const check = () => api.activity().inFlight === 0 && idle.resolve();
    api.onActivity(check);
    check();
    await idle.promise;
  });
});

describe('hours', () => {
  test('are 24, midnight first', async () => {
    const data = [
      { value: '00', count: 1 },
      { value: '9', count: 2 },
      { value: '23', count: 3 },
    ];
    fixture.server.answerWith(json({ data }));
    const hours = await fixture.api().readHours('7', 'visitors_hours', january);
    expect(hours).toEqual([1, ...Array(8).fill(0), 2, ...Array(13).fill(0), 3]);
    expect(queries()).toEqual(['name=visitors_hours&from=2026-01-01&to=2026-01-31&per_page=25']);
  });

  test('come from further pages of a service that gives ten rows', async () => {
    const all = Array.from({ length: 24 }, (_, hour) => ({
      value: String(hour).padStart(2, '0'),
      count: hour,
    }));
    fixture.server.answerWith(json(all.slice(0, 10)), json(all.slice(10, 20)), json(all.slice(20)));
    const hours = await fixture.api().readHours('7', 'pageviews_hours', january);
    expect(hours).toEqual(all.map(({ count }) => count));
    expect(queries()).toHaveLength(3);
  });

  test('are not made up where the service gives ten of them and no further page', async () => {
    const some = Array.from({ length: 10 }, (_, hour) => ({ value: String(hour), count: hour }));
    fixture.server.answerWith(json(some));
    const error = await errorOf(fixture.api().readHours('7', 'pageviews_hours', january));
    expect(error.message).toBe(
      'The service gives only some of the hours and no further page: the others are not known.',
    );
  });

  test.each([['noon'], ['0', '24'], ['9', 'afternoon']])(
    'are not made up where rows are %s %s',
    async (...values) => {
      fixture.server.answerWith(json(values.map(value => ({ value, count: 3 }))));
      const error = await errorOf(fixture.api().readHours('7', 'pageviews_hours', january));
      expect(error).toMatchObject({
        kind: 'shape',
        message: 'The service gives other rows where hours are asked for: their numbers would be left out.',
      });
    },
  );
});
