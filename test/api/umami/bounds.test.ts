import { expect, test } from 'vitest';
import { capabilities } from '#api/umami/capabilities.ts';
import { connectUmami, errorOf, useFaultServer } from '../../helpers/apiFixture.ts';
import { addDays, parseDay } from '#model/period/day.ts';
import { whyNoField, whyNoPrivacy, whyNoStatistic } from '#model/service/capabilities.ts';
import { everyPage, noRows, withPage } from '#model/service/paging.ts';
import { windows } from '#model/statistics/series.ts';
import type { Filter } from '#model/service/filter.ts';
import type { StatisticName, StatisticRow } from '#model/statistics/statistics.ts';
import { rowRange } from '#screens/layout.ts';
import { newTable } from '#store/navigation/table.ts';
import { json } from '../../helpers/faultAnswers.ts';
import { exampleSeed } from '../../helpers/umami/example.ts';
import { startUmami } from '../../helpers/umami/server.ts';

const fixture = useFaultServer();
const uuid = (place: number) => `71ea33eb-7000-456a-bd7e-${String(place).padStart(12, '0')}`;
const api = () => connectUmami({ baseUrl: fixture.server.url, apiKey: 'token', timeZone: 'UTC' });
const asked = () => fixture.server.requests.length;

/** Somebody with as many teams as asked for, of which each has one website. */
function withTeams(teams: number) {
  const data = Array.from({ length: teams }, (_, place) => ({ id: uuid(place) }));
  const now = { atOnce: 0, most: 0 };
  fixture.server.answerWith((response, request) => {
    if (request.path === '/api/teams') return json({ data, count: teams })(response, request);
    const id = request.path.split('/')[3] ?? '';
    if (id === '') return json({ data: [], count: 0 })(response, request);
    now.atOnce += 1;
    now.most = Math.max(now.most, now.atOnce);
    response.on('close', () => (now.atOnce -= 1));
    return json({ data: [{ id, domain: `${id}.example` }], count: 1 })(response, request);
  });
  return now;
}

test('of 50,000 teams the first 200 are read, four lists at a time, and the list says so', async () => {
  const now = withTeams(50_000);
  const page = await api().listWebsites({ perPage: 100 });
  expect(asked()).toBe(202);
  expect(now.most).toBeLessThanOrEqual(4);
  expect([page.total, page.isCut, page.whyCut]).toEqual([
    200,
    true,
    'Of 50,000 teams only the first 200 are read: the websites of the others are left out.',
  ]);
});

test('200 teams are read, and nothing is left out', async () => {
  withTeams(200);
  const page = await api().listWebsites({ perPage: 100 });
  expect([asked(), page.total, page.isCut, page.whyCut]).toEqual([202, 200, undefined, undefined]);
});

test('leaving the list ends it: no further teams are asked for', async () => {
  withTeams(200);
  const controller = new AbortController();
  const reading = api().listWebsites({ perPage: 100 }, { signal: controller.signal });
  controller.abort(new Error('left'));
  await expect(reading).rejects.toThrow('left');
  expect(asked()).toBeLessThanOrEqual(2);
});

test('more than 50,000 websites are cut, and the list says so', async () => {
  const data = Array.from({ length: 50_001 }, (_, place) => ({ id: uuid(place) }));
  fixture.server.answerWith((response, request) => {
    const isList = request.path === '/api/websites';
    json(isList ? { data, count: data.length } : { data: [], count: 0 })(response, request);
  });
  const page = await api().listWebsites({ perPage: 100 });
  expect([asked(), page.total, page.isCut]).toEqual([2, 50_000, true]);
  expect(page.whyCut).toBe('Only the first 50,000 websites are read: others are left out.');
});

/** A service that answers with the first of a month for each day, of ranges longer than `days`. */
function coarseAbove(days: number) {
  fixture.server.answerWith((response, request) => {
    const query = new URLSearchParams(request.query);
    const [start, end] = ['startAt', 'endAt'].map(name => Number(query.get(name)));
    const length = Math.round(((end ?? 0) - (start ?? 0)) / 86_400_000);
    const from = new Date(start ?? 0).toISOString().slice(0, 10);
    const pageviews = Array.from({ length }, (_, place) => ({
      x: length > days ? '2026-01-01 00:00:00' : `${addDays(parseDay(from) ?? '2026-01-01', place)} 00:00:00`,
      y: 1,
    }));
    json({ pageviews, sessions: pageviews })(response, request);
  });
}

// Windows of 180 days and their halves; of the last one of a year, which has five days, those that are one day are answered.
test.each([
  ['a year', '2025-01-01', 3 + 6 + 12 + 18],
  ['ten years', '2016-01-01', 21 + 42],
] as const)(
  'a service that labels days by months, however few, is asked at most 64 times more for %s',
  async (_, from, requests) => {
    coarseAbove(1);
    const period = { from, to: '2025-12-31' } as const;
    const error = await errorOf(api().readSeries(uuid(1), 'visitors', period));
    expect([error.kind, error.message]).toEqual([
      'shape',
      'The service gives months where days are asked for, also of shorter periods: choose fewer days.',
    ]);
    expect(asked()).toBe(requests);
    expect(requests).toBeLessThanOrEqual(windows(period, 180).length + 64);
  },
);

test('a service with shorter limits than are known is asked in halves', async () => {
  coarseAbove(90);
  const period = { from: '2025-01-01', to: '2025-12-31' } as const;
  const days = await api().readSeries(uuid(1), 'visitors', period);
  expect(days.map(({ count }) => count)).toEqual(Array(365).fill(1));
  // Two windows of 180 days, whose halves are answered, and one of five.
  expect(asked()).toBe(3 + 4);
});

test('hours of a website with a visit after each midnight are hours; days in their place are not', async () => {
  const period = { from: '2026-01-01', to: '2026-03-01' } as const;
  coarseAbove(90);
  expect(await api().readHours(uuid(1), 'visitors_hours', period)).toEqual([60, ...Array(23).fill(0)]);
  // Two windows of 30 days, and three days of each.
  expect(asked()).toBe(8);

  fixture.server.answerWith((response, request) => {
    const query = new URLSearchParams(request.query);
    const [start = 0, end = 0] = ['startAt', 'endAt'].map(name => Number(query.get(name)));
    const days = Math.round((end - start) / 86_400_000);
    const at = (hour: number) =>
      new Date(start + hour * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const hoursOrDays = days > 1 ? Array.from({ length: days }, (_, day) => 24 * day) : [5, 9];
    const points = hoursOrDays.map(hour => ({ x: at(hour), y: 1 }));
    json({ pageviews: points, sessions: points })(response, request);
  });
  const coarse = await api().readHours(uuid(2), 'visitors_hours', { from: '2026-01-01', to: '2026-01-04' });
  expect([coarse[0], coarse[5], coarse[9]]).toEqual([0, 4, 4]);
});

test('the only visit of a few days is not taken for one at midnight where hours are answered by days', async () => {
  fixture.server.answerWith((response, request) => {
    const query = new URLSearchParams(request.query);
    const [start = 0, end = 0] = ['startAt', 'endAt'].map(name => Number(query.get(name)));
    const x = end - start > 86_400_000 ? '2026-01-02 00:00:00' : '2026-01-02 14:00:00';
    const points = start > Date.parse('2026-01-02') ? [] : [{ x, y: 1 }];
    json({ pageviews: points, sessions: points })(response, request);
  });
  const hours = await api().readHours(uuid(3), 'visitors_hours', { from: '2026-01-02', to: '2026-01-03' });
  expect(hours).toEqual(hours.map((_, hour) => (hour === 14 ? 1 : 0)));
});

test('hours of 40 days are asked in pieces of 30: in one they would be days', async () => {
  const period = { from: '2026-10-12', to: '2026-11-20' } as const;
  const server = await startUmami(exampleSeed);
  const umami = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna'), timeZone: 'UTC' });
  const id = server.world.websites.find(({ name }) => name === 'The shop')?.id ?? '';
  const before = server.asked.length;
  const hours = await umami.readHours(id, 'pageviews_hours', period);
  expect(server.asked.length - before).toBe(2);
  const days = await Promise.all(windows(period, 1).map(day => umami.readHours(id, 'pageviews_hours', day)));
  expect(hours).toEqual(hours.map((_, hour) => days.reduce((sum, counts) => sum + (counts[hour] ?? 0), 0)));
  // 12:00 has one view, at 14 November; 8:00 has those of 30 October and 2 November.
  expect([hours[12], hours[8]]).toEqual([1, 6]);
});

test('what Umami lacks says why', () => {
  expect(whyNoStatistic(capabilities, 'bot')).toBe('Umami does not record bots.');
  expect(whyNoField(capabilities, 'email')).toBe('Umami does not send reports by email.');
  expect(whyNoPrivacy(capabilities, 'password')).toBe(
    'Umami does not have the privacy "password", only public and private.',
  );
});

/** As many rows as a statistic has, and a visitor more than they have. */
function withRows(rows: number) {
  const row = { visitors: 1, pageviews: '1', visits: 1 };
  const list = Array.from({ length: rows }, (_, place) => ({ name: `/${place}`, ...row }));
  fixture.server.answerWith((response, request) => {
    json(request.path.endsWith('/stats') ? { visitors: rows + 1 } : list)(response, request);
  });
}

const fortnight = { from: '2026-11-01', to: '2026-11-14' } as const;

test('as many rows as are asked for are said to be cut', async () => {
  withRows(10_000);
  const umami = api();
  const page = await umami.readStatistic(uuid(1), { name: 'page', period: fortnight, perPage: 100 });
  expect([page.rows.length, page.total, page.next, page.isCut]).toEqual([100, 10_000, 'yes', true]);
  const list = withPage(noRows<StatisticRow>(), { page: 1, perPage: 100 }, page, ({ value }) => value);
  const table = {
    ...newTable<StatisticRow, 'count'>('count', 'desc'),
    list: { loading: false, data: list },
  };
  expect(rowRange(table, 20)).toBe('1-20 of 10,000+');
  const pages = everyPage(
    number => umami.readStatistic(uuid(1), { name: 'page', period: fortnight, perPage: 100, page: number }),
    ({ value }) => value,
  );
  const ends = new Set();
  for await (const { end } of pages) ends.add(end);
  expect([...ends]).toEqual([undefined, 'cut']);
  // What the other visitors have is not known to be nothing.
  const countries = await umami.readStatistic(uuid(1), {
    name: 'country',
    period: fortnight,
    sortBy: 'value',
    sort: 'asc',
  });
  expect(countries.rows[0]?.value).toBe('/0');
});

test('a search is not cut where the service searches as rows are shown, and is told as cut where it does not', async () => {
  const paths = Array.from({ length: 10_001 }, (_, place) => `/item/${place}`);
  const often = { who: 'ada', at: '2026-11-01T00:00:00Z', paths: [...paths, ...paths] } as const;
  const rare = { who: 'ben', at: '2026-11-12T08:00:00Z', paths: ['/Rare\\page_1', '/rare/page%1'] } as const;
  const websites = [{ name: 'Many', domain: 'many.example', owner: 'anna', visits: [often, rare] }];
  const server = await startUmami({ ...exampleSeed, websites });
  const umami = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna'), timeZone: 'UTC' });
  const id = server.world.websites[0]?.id ?? '';
  const read = async (name: StatisticName, search: string, where: Filter = []) => {
    const page = await umami.readStatistic(id, { name, search, period: { ...fortnight, where } });
    return [page.rows.map(({ value, count }) => [value, count]), page.total, page.isCut, page.sum];
  };
  expect(await read('page', 'RARE')).toEqual([
    [
      ['/Rare\\page_1', 1],
      ['/rare/page%1', 1],
    ],
    2,
    undefined,
    undefined,
  ]);
  expect(await read('page', '\\page_1')).toEqual([[['/Rare\\page_1', 1]], 1, undefined, undefined]);
  expect(await read('page', 'page%1')).toEqual([[['/rare/page%1', 1]], 1, undefined, undefined]);
  expect(await read('page', 'nowhere')).toEqual([[], 0, undefined, undefined]);
  // More than are given are found.
  expect((await read('page', 'item')).slice(1)).toEqual([10_000, true, undefined]);
  const paged = { field: 'page', comparison: 'contains', value: 'page' } as const;
  expect(await read('page', 'rare', [paged])).toMatchObject([{ length: 2 }, 2, undefined, 2]);
});

test('one row less is all there are', async () => {
  withRows(9_999);
  const umami = api();
  const page = await umami.readStatistic(uuid(1), {
    name: 'page',
    period: fortnight,
    perPage: 100,
    page: 100,
  });
  expect([page.rows.length, page.total, page.next, page.isCut]).toEqual([99, 9_999, 'no', undefined]);
  const countries = await umami.readStatistic(uuid(1), {
    name: 'country',
    period: fortnight,
    sortBy: 'value',
    sort: 'asc',
  });
  expect(countries.rows[0]).toEqual({ value: '', count: 1 });
});
