import { expect, test } from 'vitest';
import { websiteDefaults } from '#model/website/website.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { connectGoatCounter, errorOf } from '../../helpers/apiFixture.ts';
import { allBits, startGoatCounter } from '../../helpers/goatCounter/server.ts';
import type { Seed, Visit } from '../../helpers/goatCounter/world.ts';

const period: Period = { from: '2026-11-01', to: '2026-11-10' };

async function open(seed: Seed, { bits = allBits, window = 0 } = {}) {
  const server = await startGoatCounter(seed, window === 0 ? undefined : { requests: 4, window });
  const apiKey = server.tokenWith(bits);
  return { server, apiKey, api: connectGoatCounter({ baseUrl: server.url, apiKey }) };
}

const manyPages: readonly Visit[] = Array.from({ length: 250 }, (_, page) =>
  Array.from({ length: 1 + (page % 7) }, (__, hour) => ({
    at: `2026-11-0${1 + (page % 9)}T0${hour}:10:00Z`,
    path: `/page/${page}`,
    referrer: `https://r${page}.example`,
  })),
).flat();

test('pages are listed by leaving out those before, only as far as they are shown', async () => {
  const { api, server } = await open({ sites: [{ cname: 'a.example', visits: manyPages }] });
  const read = (page: number) => api.readStatistic('1', { name: 'page', period, perPage: 50, page });
  const [first, second] = [await read(1), await read(2)];
  expect([first.next, first.total, first.rows[0]?.count, second.rows.length]).toEqual([
    'yes',
    undefined,
    7,
    50,
  ]);
  const hits = () => server.asked.filter(line => line.endsWith('/stats/hits')).length;
  expect(hits()).toBe(2);
  const [fifth, sixth] = [await read(5), await read(6)];
  expect([fifth.next, fifth.total, fifth.rows.length, sixth.rows.length]).toEqual(['no', 250, 50, 0]);
  expect(hits()).toBe(3);
  const all = [first, second, await read(3), await read(4), fifth].flatMap(({ rows }) => rows);
  expect(new Set(all.map(({ value }) => value)).size).toBe(250);
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(manyPages.length);
  const { rows } = await api.readStatistic('1', { name: 'page', period, search: '/page/249' });
  expect(rows).toEqual([{ value: '/page/249', count: 5 }]);
});

test('each page is listed once, where as many visits as others have go on over what is read at once', async () => {
  const { api } = await open({ sites: [{ cname: 'a.example', visits: manyPages }] });
  const values: string[] = [];
  for (let page = 1; page <= 25; page += 1) {
    const { rows } = await api.readStatistic('1', { name: 'page', period, perPage: 10, page });
    values.push(...rows.map(({ value }) => value));
  }
  expect([values.length, new Set(values).size]).toEqual([250, 250]);
});

test('a list of pages that is longer than a line of ids is said to be cut', async () => {
  const visits = Array.from({ length: 2000 }, (_, page) => ({
    at: '2026-11-05T10:00:00Z',
    path: `/${page}`,
  }));
  const { api } = await open({ sites: [{ cname: 'a.example', visits }] });
  const page = await api.readStatistic('1', { name: 'page', period, search: '/398' });
  expect([page.isCut, page.rows]).toEqual([true, []]);
  expect(page.whyCut).toBe(
    'Only the 1,300 pages and events with most visits are read: GoatCounter lists them by leaving out those before.',
  );
});

test('of more than 400 referrers the first are read, which is said', async () => {
  const visits = Array.from({ length: 450 }, (_, at) => ({
    at: '2026-11-05T10:00:00Z',
    path: '/',
    referrer: `https://r${at}.example`,
  }));
  const { api } = await open({ sites: [{ cname: 'a.example', visits }] });
  const page = await api.readStatistic('1', { name: 'referrer', period });
  expect(page.isCut).toBe(true);
  expect(page.whyCut).toBe(
    'Only the first 400 rows are read, of which several may be of one referrer: its visits in others are not counted.',
  );
});

test('events are looked for among all paths, and their counts read some at a time', async () => {
  const at = '2026-11-05T10:00:00Z';
  const pages = Array.from({ length: 50 }, (_, page) => ({ at, path: `/${page}` }));
  const events = Array.from({ length: 250 }, (_, event) => ({ at, path: `event ${event}`, isEvent: true }));
  const { api, server } = await open({ sites: [{ cname: 'a.example', visits: [...pages, ...events] }] });
  const read = async (page: number) => {
    const query = { name: 'event', period, perPage: 100, page } as const;
    const { rows, total, sum } = await api.readStatistic('1', query);
    expect([total, sum]).toEqual([250, 250]);
    return rows.map(({ value }) => value);
  };
  const values = [...(await read(1)), ...(await read(2)), ...(await read(3))];
  expect(values.toSorted()).toEqual(events.map(({ path }) => path).toSorted());
  const asked = (route: string) => server.asked.filter(line => line.endsWith(route)).length;
  // 300 paths, 200 at a time; 250 events, 100 at a time.
  expect([asked('/api/v0/paths'), asked('/stats/hits')]).toEqual([2, 3]);
});

test('events of more than 4,000 paths are looked for among the first, which is said', async () => {
  const at = '2026-11-05T10:00:00Z';
  const visits = Array.from({ length: 4_001 }, (_, number) => ({
    at,
    path: `/${number}`,
    isEvent: number >= 3_999,
  }));
  const { api } = await open({ sites: [{ cname: 'a.example', visits }] });
  const page = await api.readStatistic('1', { name: 'event', period });
  expect(page.rows).toEqual([{ value: '/3999', count: 1 }]);
  expect([page.isCut, page.whyCut]).toEqual([
    true,
    'Events are looked for among the first 4,000 paths only.',
  ]);
});

test('pages that go on without any are at their end', async () => {
  const { server, apiKey } = await open({ sites: [{ cname: 'a.example', visits: manyPages }] });
  const fetchNone = async (request: Request) =>
    request.url.includes('exclude_paths') ? Response.json({ hits: [], more: true }) : await fetch(request);
  const api = connectGoatCounter({ baseUrl: server.url, apiKey, fetch: fetchNone });
  const page = await api.readStatistic('1', { name: 'page', period, perPage: 100, page: 2 });
  expect([page.rows, page.next, page.total]).toEqual([[], 'no', 100]);
});

test('what somebody waits for does not wait for the same read in the background', async () => {
  const { server, apiKey } = await open({ sites: [{ cname: 'a.example', visits: manyPages }] });
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  let totals = 0;
  const fetchLater = async (request: Request) => {
    if (request.url.includes('/stats/total') && (totals += 1) === 1) await isFree;
    return await fetch(request);
  };
  const api = connectGoatCounter({ baseUrl: server.url, apiKey, fetch: fetchLater });
  const behind = api.readVisitors('1', period, { urgency: 'background' });
  await expect.poll(() => totals).toBe(1);
  expect(await api.readVisitors('1', period)).toBe(manyPages.length);
  free();
  expect([await behind, totals]).toEqual([manyPages.length, 2]);
});

test('a list of paths that goes on without any is at its end', async () => {
  const visits = [{ at: '2026-11-05T10:00:00Z', path: 'sale', isEvent: true }];
  const { server, apiKey } = await open({ sites: [{ cname: 'a.example', visits }] });
  let lists = 0;
  const fetchMore = async (request: Request) => {
    const answer = await fetch(request);
    if (!request.url.includes('/api/v0/paths')) return answer;
    lists += 1;
    const list: object = JSON.parse(await answer.text());
    return Response.json({ ...list, ...(lists > 1 && { paths: [] }), more: true });
  };
  const api = connectGoatCounter({ baseUrl: server.url, apiKey, fetch: fetchMore });
  const page = await api.readStatistic('1', { name: 'event', period });
  expect([page.rows, page.isCut, lists]).toEqual([[{ value: 'sale', count: 1 }], undefined, 2]);
});

test('of a long period few pages are in one answer, which has the hours of each of its days', async () => {
  const at = '2026-11-05T10:00:00Z';
  const visits = Array.from({ length: 60 }, (_, number) => ({ at, path: `/${number}` }));
  const { api, server } = await open({ sites: [{ cname: 'a.example', visits }] });
  // 400 days: 27 pages an answer, of which two have the 50 that are shown, and one more.
  const long = { from: '2025-10-13', to: '2026-11-16' } as const;
  const { rows } = await api.readStatistic('1', { name: 'page', period: long, perPage: 50 });
  expect(rows).toHaveLength(50);
  const hits = () => server.asked.filter(line => line.endsWith('/stats/hits')).length;
  expect(hits()).toBe(2);
  const events = visits.map(visit => ({ ...visit, isEvent: true }));
  const { api: other } = await open({ sites: [{ cname: 'a.example', visits: events }] });
  const all = await other.readStatistic('1', { name: 'event', period: long, perPage: 100 });
  expect(all.rows).toHaveLength(60);
});

test('rows are ordered here, by what is asked for', async () => {
  const at = (hour: number) => `2026-11-05T${String(hour).padStart(2, '0')}:00:00Z`;
  const times = (path: string, count: number) =>
    Array.from({ length: count }, (_, hour) => ({ at: at(hour), path }));
  const visits = [...times('/b', 3), ...times('/c', 1), ...times('/a', 2)];
  const { api } = await open({ sites: [{ cname: 'a.example', visits }] });
  const values = async (sortBy: 'count' | 'value', sort: 'asc' | 'desc') => {
    const { rows } = await api.readStatistic('1', { name: 'page', period, sortBy, sort });
    return rows.map(({ value }) => value);
  };
  expect(await values('count', 'desc')).toEqual(['/b', '/a', '/c']);
  expect(await values('count', 'asc')).toEqual(['/c', '/a', '/b']);
  expect(await values('value', 'desc')).toEqual(['/c', '/b', '/a']);
  expect(await values('value', 'asc')).toEqual(['/a', '/b', '/c']);
});

test('four requests a second are never more, whoever waits for them', async () => {
  const sites = [{ cname: 'a.example', visits: manyPages }, { cname: 'b.example' }];
  const { api, server } = await open({ sites }, { window: 1000 });
  const names = ['page', 'referrer', 'country', 'browser', 'os', 'device', 'language', 'campaign'] as const;
  await Promise.all([
    ...names.map(name => api.readStatistic('1', { name, period })),
    api.readSeries('2', 'visitors', period),
  ]);
  expect(server.asked).toHaveLength(13);
  expect(server.refused()).toBe(0);
});

test('requests about another website go to the same address, with its name', async () => {
  const visit = { at: '2026-11-05T10:00:00Z', path: '/' };
  const { api, server } = await open({
    sites: [{ cname: 'a.example' }, { cname: 'b.example', visits: [visit, { ...visit, path: '/b' }] }],
  });
  expect(await api.readVisitors('2', period)).toBe(2);
  expect(await api.readVisitors('1', period)).toBe(0);
  expect(server.asked.slice(2)).toEqual([
    'b.example GET /api/v0/stats/total',
    '127.0.0.1 GET /api/v0/stats/total',
  ]);
  expect(await api.pageOf?.('2')).toBe(`http://b.example:${new URL(server.url).port}/`);
  expect((await errorOf(api.readVisitors('7', period))).kind).toBe('notFound');
});

test('a website without an address, or with one that is no host, is asked for nothing', async () => {
  const { api, server } = await open({ sites: [{ cname: 'a.example' }, { cname: 'b.example\r\nx: y' }] });
  expect((await errorOf(api.readVisitors('2', period))).kind).toBe('notFound');
  expect(server.asked.filter(line => line.includes('stats'))).toEqual([]);
});

test('for how many days visits are kept is read and written, and for ever is none', async () => {
  const { api, server } = await open({ sites: [{ cname: 'a.example' }] });
  const kept = () => server.world.sites[0]?.settings['data_retention'];
  expect((await api.showWebsite('1')).retention).toBe('');
  const { fields } = await api.showWebsite('1');
  expect(await api.updateWebsite('1', { retention: '400' })).toBe(undefined);
  expect((await api.showWebsite('1')).fields['code']).toBe(fields['code']);
  expect([kept(), (await api.showWebsite('1')).retention]).toEqual([400, '400']);
  const error = await errorOf(api.updateWebsite('1', { retention: '7' }));
  expect([error.kind, error.message, kept()]).toEqual(['validation', 'retention: must be 31 or higher', 400]);
  await api.updateWebsite('1', { retention: '' });
  expect(kept()).toBe(0);
  const made = await api.createWebsite({ ...websiteDefaults, domain: 'b.example', retention: '31' });
  expect([made?.retention, server.world.sites[1]?.settings['data_retention']]).toEqual(['31', 31]);
});

test('what GoatCounter would split is counted by its rows, and refused as a filter', async () => {
  const visit = { at: '2026-11-05T10:00:00Z', path: 'download pdf', isEvent: true };
  const { api } = await open({ sites: [{ cname: 'a.example', visits: [visit, { ...visit, path: 'pdf' }] }] });
  const row = (value: string) => api.readCount('1', { name: 'event', value, span: period }, period);
  expect([await row('download pdf'), await row('pdf'), await row('none')]).toEqual([1, 1, 0]);
  const where = [{ field: 'page', comparison: 'is', value: '/a b' }] as const;
  expect((await errorOf(api.readVisitors('1', { ...period, where }))).kind).toBe('validation');
});

test('a key that may not read statistics says so without a request for them', async () => {
  const { api, server } = await open({ sites: [{ cname: 'a.example' }] }, { bits: 8 });
  await api.listWebsites({});
  expect(Object.keys(api.capabilities.statistics)).toEqual(['visitors', 'pageviews', 'page']);
  const error = await errorOf(api.readStatistic('1', { name: 'page', period }));
  expect([error.kind, error.message]).toEqual([
    'forbidden',
    'This key may not read statistics: allow it in GoatCounter at your name > API, or make another one.',
  ]);
  expect(server.asked.filter(line => line.includes('stats'))).toEqual([]);
});

const twice = (time: string) => [time, time];

test.each([
  // The clock went from 2 to 3 on the 4th: that day has 23 hours.
  [
    'AU.Australia/Sydney',
    ['2026-10-03T13:59:00Z', '2026-10-03T14:00:00Z', '2026-10-04T12:59:00Z', '2026-10-04T13:00:00Z'],
    '2026-10-04',
    2,
  ],
  // It went back on the 25th, which has 25.
  [
    'DE.Europe/Berlin',
    ['2026-10-24T21:59:00Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:00Z', '2026-10-25T23:00:00Z'],
    '2026-10-25',
    2,
  ],
  [
    'US.America/New_York',
    ['2026-11-01T03:59:00Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:00Z', '2026-11-02T05:00:00Z'],
    '2026-11-01',
    2,
  ],
  // It keeps hours of UTC: the one from 18:00 ends at 0:30 of this day.
  [
    'IN.Asia/Kolkata',
    [
      '2026-11-03T17:59:00Z',
      ...twice('2026-11-03T18:00:00Z'),
      '2026-11-04T17:59:00Z',
      '2026-11-04T18:00:00Z',
    ],
    '2026-11-04',
    3,
  ],
  [
    'KI.Pacific/Kiritimati',
    [
      '2026-11-03T09:59:00Z',
      ...twice('2026-11-03T10:00:00Z'),
      '2026-11-04T09:59:00Z',
      '2026-11-04T10:00:00Z',
    ],
    '2026-11-04',
    3,
  ],
  // One of the two days is in the other half of a year than today: its last hour stands on the next day of an answer.
  [
    'AU.Australia/Sydney',
    [
      '2026-07-07T13:59:00Z',
      '2026-07-07T14:00:00Z',
      ...twice('2026-07-08T13:59:00Z'),
      '2026-07-08T14:00:00Z',
    ],
    '2026-07-08',
    3,
  ],
  [
    'DE.Europe/Berlin',
    [
      '2026-01-07T22:59:00Z',
      '2026-01-07T23:00:00Z',
      ...twice('2026-01-08T22:59:00Z'),
      '2026-01-08T23:00:00Z',
    ],
    '2026-01-08',
    3,
  ],
] as const)('%s: a day begins and ends where it does there', async (timeZone, times, day, count) => {
  const visits = times.map(at => ({ at, path: '/' }));
  const { api } = await open({ timeZone, sites: [{ cname: 'a.example', visits }] });
  const one = { from: day, to: day } as const;
  expect(await api.readVisitors('1', one)).toBe(count);
  expect((await api.readStatistic('1', { name: 'page', period: one })).rows).toEqual([{ value: '/', count }]);
  expect((await api.readStatistic('1', { name: 'referrer', period: one })).rows).toEqual([
    { value: '', count },
  ]);
});

test('a day of 23 hours that is one of UTC is read whole by one request, another one by two', async () => {
  // Algeria went from the clock of UTC to an hour later as this day began, and stayed there.
  const visits = [
    '1981-04-30T23:59:00Z',
    '1981-05-01T00:00:00Z',
    '1981-05-01T22:59:00Z',
    '1981-05-01T23:00:00Z',
  ].map(at => ({ at, path: '/' }));
  const { api, server } = await open({
    timeZone: 'DZ.Africa/Algiers',
    sites: [{ cname: 'a.example', visits }],
  });
  const read = async (day: Day) => {
    const before = server.asked.length;
    const { rows } = await api.readStatistic('1', { name: 'page', period: { from: day, to: day } });
    return [rows, server.asked.slice(before).filter(line => line.endsWith('/stats/hits')).length];
  };
  expect(await read('1981-05-01')).toEqual([[{ value: '/', count: 2 }], 1]);
  expect(await read('1981-04-30')).toEqual([[{ value: '/', count: 1 }], 2]);
});
