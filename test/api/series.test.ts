import type { Answer } from '../helpers/faultServer.ts';
import { describe, expect, test } from 'vitest';
import { errorOf, useFaultServer } from '../helpers/apiFixture.ts';
import { bare, json, never } from '../helpers/faultAnswers.ts';

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
    fixture.server.answerWith(json({ data: [{ value: '2025-12-31', count: 9 }] }));
    const series = await fixture.api().readSeries('7', 'pageviews', { from: '2025-01-01', to: '2025-12-31' });
    expect(series).toHaveLength(365);
    expect(series.at(-1)).toEqual({ day: '2025-12-31', count: 9 });
    expect(series.slice(0, -1).every(({ count }) => count === 0)).toBe(true);
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

  test('is not made up where no row is of a day', async () => {
    fixture.server.answerWith(json({ data: [{ value: '2025-12', count: 9 }] }));
    const error = await errorOf(
      fixture.api().readSeries('7', 'visitors', { from: '2025-01-01', to: '2025-12-31' }),
    );
    expect(error).toMatchObject({
      kind: 'shape',
      message: 'The service gives no days where days are asked for: its rows are of something else.',
    });
    expect(queries().length).toBeLessThanOrEqual(4);
  });

  test.each([
    ['a year', '2025-01-01', '2025-12-31', 58],
    ['a month', '2025-11-01', '2025-11-30', 17],
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

  test('of a website that was visited on the first of a month only is what it is', async () => {
    fixture.server.answerWith((response, request) => {
      const asked = new URLSearchParams(request.query);
      const isIn = (asked.get('from') ?? '') <= day(1) && (asked.get('to') ?? '') >= day(1);
      json({ data: isIn ? days(1, 1) : [] })(response, request);
    });
    const series = await fixture.api().readSeries('7', 'visitors', january);
    expect(series.map(({ count }) => count)).toEqual([1, ...Array(30).fill(0)]);
    expect(queries()).toHaveLength(3);
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

  test('are not made up where no row is of an hour', async () => {
    fixture.server.answerWith(json([{ value: 'noon', count: 3 }]));
    const error = await errorOf(fixture.api().readHours('7', 'pageviews_hours', january));
    expect(error).toMatchObject({
      kind: 'shape',
      message: 'The service gives no hours where hours are asked for: its rows are of something else.',
    });
  });
});
