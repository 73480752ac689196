import { expect, test } from 'vitest';
import { goatCounter } from '#api/goatCounter/adapter.ts';
import { createConnection } from '#api/http/client.ts';
import { websiteDefaults } from '#model/website/website.ts';
import type { Period, StatisticName } from '#model/statistics/statistics.ts';
import { connectGoatCounter, errorOf } from '../../helpers/apiFixture.ts';
import { startReplay } from '../../helpers/goatCounter/replay.ts';

// Answers of GoatCounter 2.7.0 to a user in Berlin, of whose second website this is what was sent, counted by itself.

const period: Period = { from: '2026-10-19', to: '2026-11-01' };
const site = '2';

async function open(as = 'all') {
  const replay = await startReplay(as);
  return { replay, api: connectGoatCounter({ baseUrl: replay.url, apiKey: 'TOKEN' }) };
}

test('websites have the domain they link to, and their address at GoatCounter as a name', async () => {
  const { api } = await open();
  const { rows } = await api.listWebsites({ sortBy: 'id', sort: 'asc' });
  expect(
    rows.map(({ id, domain, name, privacy, excludeIps }) => [id, domain, name, privacy, excludeIps]),
  ).toEqual([
    ['1', 'www.a-shop.example', 'a.test', 'private', ''],
    ['2', 'www.b-shop.example', 'b.test', 'private', ''],
  ]);
  expect((await api.showWebsite('2')).domain).toBe('www.b-shop.example');
  expect((await errorOf(api.showWebsite('9'))).kind).toBe('notFound');
});

test('days around the end of summer time, and the three days before and on which the first hit came', async () => {
  const { api } = await open();
  const counts = async (of: Period) => (await api.readSeries(site, 'visitors', of)).map(({ count }) => count);
  expect(await counts(period)).toEqual([8, 2, 6, 5, 0, 1, 3, 13, 10, 11, 8, 6, 14, 1]);
  expect(await counts({ from: '2026-10-25', to: '2026-10-25' })).toEqual([3]);
  expect(await counts({ from: '2026-09-26', to: '2026-09-29' })).toEqual([0, 0, 0, 7]);
  expect(await api.readDataDays(site, '2026-11-28')).toEqual({ from: '2026-09-29', gaps: [] });
});

test('hours of three days of which one has 25', async () => {
  const { api } = await open();
  expect(await api.readHours(site, 'visitors_hours', { from: '2026-10-24', to: '2026-10-26' })).toEqual([
    0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 2, 0, 2, 0, 0, 3, 0, 3,
  ]);
});

const sent: readonly (readonly [StatisticName, Readonly<Record<string, number>>])[] = [
  ['page', { '/': 32, '/about': 24, '/shop': 11, '/shop/tea': 7, '/cart': 4 }],
  ['event', { 'download pdf': 4, signup: 3, 'play:video': 3 }],
  [
    'referrer',
    {
      '': 19,
      'https://www.google.com/search?q=x': 5,
      'https://www.b-shop.example': 13,
      'https://www.b-shop.example/about': 14,
      'https://blog.example.org/post?utm=1': 10,
      'https://news.ycombinator.com/item?id=1': 8,
      'https://blog.example.org': 5,
      'Mail of friends': 3,
      'https://www.b-shop.example/shop/tea': 5,
      letter: 3,
      'https://www.b-shop.example/shop': 2,
      'https://www.b-shop.example/cart': 1,
    },
  ],
  ['campaign', { 'newsletter, weekly': 3, autumn: 2, ümlaut: 1 }],
  ['country', { GB: 5, US: 17, '': 5, DE: 17, RU: 16, BR: 11, FR: 7, CH: 2, JP: 3, IN: 4, AU: 1 }],
  [
    'continent',
    {
      'EU:Europe': 47,
      'NA:North America': 17,
      '': 5,
      'SA:South America': 11,
      'AS:Asia': 7,
      'OC:Oceania': 1,
    },
  ],
  ['browser', { Firefox: 11, Chrome: 45, Safari: 32 }],
  ['os', { Linux: 11, Android: 14, Windows: 31, iOS: 18, macOS: 14 }],
  ['device', { phone: 24, tablet: 18, 'large desktop': 7, desktop: 32, '': 7 }],
];

test.each(sent)('%s: the visits of each, most first', async (name, counts) => {
  const { api } = await open();
  const { rows, next, total, sum } = await api.readStatistic(site, { name, period, perPage: 100 });
  const all = Object.values(counts).reduce((one, other) => one + other, 0);
  expect([next, total, sum]).toEqual(['no', rows.length, all]);
  expect(Object.fromEntries(rows.map(({ value, count }) => [value, count]))).toEqual(counts);
  expect(rows.map(({ count }) => count)).toEqual(rows.map(({ count }) => count).toSorted((a, b) => b - a));
});

test('languages have two letters, and none of whom none is known', async () => {
  const { api } = await open();
  const today: Period = { from: '2026-11-27', to: '2026-11-27' };
  const { rows } = await api.readStatistic(site, { name: 'language', period: today });
  expect(rows).toEqual([
    { value: 'en', count: 4 },
    { value: 'pt', count: 3 },
    { value: '', count: 1 },
    { value: 'fr', count: 1 },
    { value: 'ja', count: 1 },
  ]);
});

test('within a page, whatever its capitals, which GoatCounter compares in small letters', async () => {
  const { api, replay } = await open();
  const within = { ...period, where: [{ field: 'page', comparison: 'is', value: '/SHOP' }] } as const;
  const days = await api.readSeries(site, 'visitors', within);
  expect(days.map(({ count }) => count)).toEqual([2, 1, 2, 0, 0, 0, 0, 2, 0, 2, 0, 2, 0, 0]);
  const { rows } = await api.readStatistic(site, { name: 'country', period: within });
  expect(rows.slice(0, 2)).toEqual([
    { value: 'DE', count: 5 },
    { value: 'US', count: 2 },
  ]);
  expect(replay.asked.at(-1)).toContain('include_paths=%2Fshop&path_by_name=true');
  const comma = { ...period, where: [{ field: 'page', comparison: 'is', value: '/a,b' }] } as const;
  const before = replay.asked.length;
  expect((await errorOf(api.readVisitors(site, comma))).message).toContain(
    'splits a value at its commas and spaces',
  );
  expect(replay.asked).toHaveLength(before);
});

test('days in winter need one request, days that are shown an hour off today a second one', async () => {
  const { api, replay } = await open();
  await api.readStatistic(site, { name: 'page', period: { from: '2026-11-02', to: '2026-11-05' } });
  expect(replay.asked).toHaveLength(3);
  await api.readStatistic(site, { name: 'page', period });
  expect(replay.asked.slice(3).map(line => line.includes('include_paths'))).toEqual([false, true]);
});

test('a website is added with its settings, which are changed one by one; a wrong one is said by its field', async () => {
  const { api, replay } = await open();
  const fields = { ...websiteDefaults, domain: 'new.test', privacy: 'public' } as const;
  const made = await api.createWebsite({ ...fields, excludeIps: '192.0.2.1\n192.0.2.2' });
  expect(made).toMatchObject({ domain: 'new.test', privacy: 'public', excludeIps: '192.0.2.1\n192.0.2.2' });
  expect((await errorOf(api.createWebsite(fields))).message).toBe('domain: already exists');
  const id = made?.id ?? '';
  // The code of its answer is not kept.
  expect(await api.updateWebsite(id, { privacy: 'private', excludeIps: '' })).toBe(undefined);
  expect((await errorOf(api.updateWebsite(id, { excludeIps: 'nonsense' }))).message).toBe(
    'exclude_ips: must be a valid IPv4 or IPv6 address',
  );
  expect(replay.asked.map(line => line.split(' ')[1])).toEqual(['PUT', 'PUT', 'PATCH', 'PATCH']);
});

test('what a key may not do is not offered, once it is known', async () => {
  const { api, replay } = await open('read');
  await api.listWebsites({});
  expect([api.capabilities.fields, api.capabilities.privacies]).toEqual([[], []]);
  expect(await api.readVisitors('2', { from: '2026-10-25', to: '2026-10-25' })).toBe(3);
  expect(replay.asked.map(line => line.split('?')[0])).toEqual([
    '127.0.0.1 GET /api/v0/me',
    '127.0.0.1 GET /api/v0/sites',
    'b.test GET /api/v0/stats/total',
  ]);
});

test('a key that may not list websites reads the one of its address', async () => {
  const { api, replay } = await open('noread');
  const { rows } = await api.listWebsites({});
  expect(rows.map(({ id, domain }) => [id, domain])).toEqual([['own', '127.0.0.1']]);
  expect(await api.showWebsite('own')).toMatchObject({ id: 'own' });
  await api.readSeries('own', 'visitors', { from: '2026-10-25', to: '2026-10-25' });
  expect(replay.asked.map(line => line.split('?')[0])).toEqual([
    '127.0.0.1 GET /api/v0/me',
    '127.0.0.1 GET /api/v0/stats/total',
  ]);
});

test('a key that is not known is refused, and the service known without one', async () => {
  const { api, replay } = await open('wrong');
  expect((await errorOf(api.listWebsites({}))).kind).toBe('auth');
  expect(await goatCounter.recognise(createConnection({ apiKey: '' }).http(replay.url).send)).toBe(true);
});
