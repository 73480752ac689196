import { expect, test } from 'vitest';
import { rowsOf } from '#api/umami/values.ts';
import { connectUmami } from '../../helpers/apiFixture.ts';
import type { Period, StatisticName } from '#model/statistics/statistics.ts';
import { exampleSeed } from '../../helpers/umami/example.ts';
import { jsonLines, startReplay } from '../../helpers/umami/replay.ts';
import { startUmami } from '../../helpers/umami/server.ts';

const alpha = '71ea33eb-7000-456a-bd7e-215c5995e797';
const period: Period = { from: '2026-10-12', to: '2026-11-20' };
const week: Period = { from: '2026-11-02', to: '2026-11-08' };

interface Truth {
  readonly of: string;
  readonly what: string;
  readonly counts: Readonly<Record<string, Readonly<Record<'views' | 'sessions' | 'visits', number>>>>;
}

const truth = jsonLines<Truth>('../../api/umami/truth.jsonl');

/** What the traffic was, by the list of what was sent. */
function sent(what: string, of = 'alpha'): Truth['counts'] {
  const found = truth.find(line => line.what === what && line.of === of);
  if (found === undefined) throw new Error(`There is no ${what} of ${of}.`);
  return found.counts;
}

function totalsSent(of: string): Readonly<Record<string, number>> {
  const found = truth.find(line => line.what === 'totals' && line.of === of);
  // Of the totals the counts are numbers themselves.
  return JSON.parse(JSON.stringify(found?.counts ?? {}));
}

async function open() {
  const replay = await startReplay('admin');
  return { replay, api: connectUmami({ baseUrl: replay.url, apiKey: 'TOKEN', timeZone: 'UTC' }) };
}

/** All rows of a statistic as an object. */
async function readRows(name: StatisticName): Promise<Record<string, number>> {
  const { api } = await open();
  const { rows, next, total } = await api.readStatistic(alpha, { name, period, perPage: 100 });
  expect([next, total]).toEqual(['no', rows.length]);
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
}

/** The counts of one kind, by value. */
function counts(what: string, kind: 'views' | 'sessions' | 'visits', name = (value: string) => value) {
  return Object.fromEntries(Object.entries(sent(what)).map(([value, one]) => [name(value), one[kind]]));
}

const byMost = (rows: Record<string, number>) =>
  Object.entries(rows).toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));

/** Those of 115 visitors who have no value. */
const without = (rows: Record<string, number>) =>
  115 - Object.values(rows).reduce((sum, one) => sum + one, 0);

test.each([
  ['page', 'path', 'views'],
  ['landing_page', 'entry', 'visits'],
  ['exit_page', 'exit', 'visits'],
  ['referrer', 'referrer', 'visits'],
  ['campaign', 'utmCampaign', 'visits'],
] as const)('%s: the %s of all that was sent, in %s, most first', async (name, what, kind) => {
  const rows = await readRows(name);
  expect(Object.entries(rows)).toEqual(byMost(counts(what, kind)));
});

test('events: how many there were of each', async () => {
  expect(await readRows('event')).toEqual(counts('event', 'views'));
});

test.each([
  ['country', 'country', 2],
  ['language', 'language', 2],
  ['device', 'device', 0],
  ['resolution', 'screen', 0],
] as const)('%s: visitors, and the %s of nobody is that of the rest', async (name, what, rest) => {
  const known = counts(what, 'sessions');
  expect(without(known)).toBe(rest);
  expect(await readRows(name)).toEqual(rest === 0 ? known : { ...known, '': rest });
});

test('cities have the country before them: London is two', async () => {
  const known = counts('city_country', 'sessions', value => value.split('|').toReversed().join(':'));
  const rows = await readRows('city');
  expect(rows).toEqual({ ...known, '': 10 });
  expect([rows['GB:London'], rows['CA:London']]).toEqual([
    sent('city_country')['London|GB']?.sessions,
    sent('city_country')['London|CA']?.sessions,
  ]);
});

test('continents are made of countries', async () => {
  expect(await readRows('continent')).toEqual({
    'EU:Europe': 55,
    'NA:North America': 22,
    'AS:Asia': 18,
    'SA:South America': 8,
    'OC:Oceania': 4,
    'AF:Africa': 4,
    // Two of a proxy's code that is no country, two of none.
    '': 4,
  });
});

test('browsers and systems have names', async () => {
  const named: Record<string, string> = {
    chrome: 'Chrome',
    firefox: 'Firefox',
    safari: 'Safari',
    ios: 'Safari on iOS',
    crios: 'Chrome on iOS',
    samsung: 'Samsung Internet',
    'edge-chromium': 'Edge',
    opera: 'Opera',
  };
  expect(await readRows('browser')).toEqual(counts('browser', 'sessions', key => named[key] ?? '?'));
  const windows = (name: string) => (name === 'Windows 10' ? 'Windows 10 or 11' : name);
  expect(await readRows('os')).toEqual(counts('os', 'sessions', windows));
});

test('both series: each day of the 40, zero on the days without; one request', async () => {
  const { api, replay } = await open();
  const [visitors, views] = await Promise.all([
    api.readSeries(alpha, 'visitors', period),
    api.readSeries(alpha, 'pageviews', period),
  ]);
  expect(visitors).toHaveLength(40);
  const days = sent('days');
  expect(visitors.map(({ count }) => count)).toEqual(visitors.map(({ day }) => days[day]?.sessions ?? 0));
  expect(views.map(({ count }) => count)).toEqual(views.map(({ day }) => days[day]?.views ?? 0));
  expect(visitors.find(({ day }) => day === '2026-10-29')?.count).toBe(0);
  expect(visitors.reduce((sum, { count }) => sum + count, 0)).toBe(799);
  expect(replay.asked).toHaveLength(1);
});

test('the visitors of a period are exact, not the sum of its days', async () => {
  const { api, replay } = await open();
  expect(await api.readVisitors(alpha, period)).toBe(115);
  expect(await api.readVisitors(alpha, week)).toBe(50);
  expect(replay.asked).toEqual([
    `GET /api/websites/${alpha}/stats?startAt=1791763200000&endAt=1795219199999`,
    `GET /api/websites/${alpha}/stats?startAt=1793577600000&endAt=1794182399999`,
  ]);
});

test('the visits of a period: how many, with one view, and how long; no request beside that of the visitors', async () => {
  const { api, replay } = await open();
  for (const [asked, of] of [
    [period, 'alpha'],
    [week, 'alpha_week'],
  ] as const) {
    const { views, visits, bounces, totaltime } = totalsSent(of);
    const sums = { sessions: visits, bounces, seconds: totaltime, pageviews: views };
    expect(await api.readSessions(alpha, asked)).toEqual({ sums });
    await api.readVisitors(alpha, asked);
  }
  expect(replay.asked).toHaveLength(2);
});

test('hours of a week: the sum over its days', async () => {
  const { api } = await open();
  const sums = (kind: 'views' | 'sessions') =>
    Array.from({ length: 24 }, (_, hour) => {
      const of = Object.entries(sent('hours', 'alpha_week')).filter(
        ([key]) => Number(key.slice(11)) === hour,
      );
      return of.reduce((sum, [, one]) => sum + one[kind], 0);
    });
  expect(await api.readHours(alpha, 'visitors_hours', week)).toEqual(sums('sessions'));
  expect(await api.readHours(alpha, 'pageviews_hours', week)).toEqual(sums('views'));
});

test.each(['visitors', 'pageviews'] as const)('%s by value are in the order of the days', async name => {
  const { api } = await open();
  const days = (await api.readSeries(alpha, name, period)).map(({ day }) => day);
  const values = async (sort: 'asc' | 'desc') => {
    const query = { name, period, sortBy: 'value', sort, perPage: 100 } as const;
    return (await api.readStatistic(alpha, query)).rows.map(({ value }) => value);
  };
  expect(await values('asc')).toEqual(days);
  expect(await values('desc')).toEqual(days.toReversed());
});

test('3.0, which has rows of visitors without a value, gives the same rows as 3.1', async () => {
  const names = [
    'country',
    'city',
    'continent',
    'language',
    'browser',
    'os',
    'device',
    'resolution',
  ] as const;
  const read = async (version: '3.0' | '3.1') => {
    const server = await startUmami({ ...exampleSeed, version });
    const api = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna'), timeZone: 'UTC' });
    const id = server.world.websites[0]?.id ?? '';
    const days = { from: '2026-10-30', to: '2026-11-20' } as const;
    const pages = await Promise.all(names.map(name => api.readStatistic(id, { name, period: days })));
    return pages.map(({ rows }) => rows);
  };
  const [earlier, later] = [await read('3.0'), await read('3.1')];
  expect(earlier).toEqual(later);
  expect(earlier[names.indexOf('city')]).toEqual([
    { value: '', count: 2 },
    { value: 'DE:München', count: 2 },
    { value: 'CA:London', count: 1 },
    { value: 'GB:London', count: 1 },
  ]);
});

test('an empty period has days, and no rows', async () => {
  const { api } = await open();
  const day: Period = { from: '2020-01-01', to: '2020-01-01' };
  expect(await api.readSeries(alpha, 'visitors', day)).toEqual([{ day: '2020-01-01', count: 0 }]);
  expect(await api.readVisitors(alpha, day)).toBe(0);
});

test('rows are read once, then searched, sorted and paged here', async () => {
  const { api, replay } = await open();
  const read = async (more: object) => {
    const page = await api.readStatistic(alpha, { name: 'page', period, perPage: 10, ...more });
    return { ...page, rows: page.rows.map(({ value }) => value) };
  };
  const [first, second] = [await read({}), await read({ page: 2 })];
  expect([first.next, first.total, second.next]).toEqual(['yes', 19, 'no']);
  expect(new Set([...first.rows, ...second.rows]).size).toBe(19);
  expect((await read({ search: 'BLOG', sortBy: 'value', sort: 'asc' })).rows).toEqual([
    '/Blog',
    '/blog',
    '/blog/',
    '/blog/first-post',
    '/blog/second-post',
  ]);
  expect((await read({ search: '_' })).rows).toEqual(['/shop/under_score']);
  expect((await read({ search: '100%' })).rows).toEqual(['/shop/100%-off']);
  expect((await read({ page: 9 })).rows).toEqual([]);
  expect(replay.asked).toHaveLength(1);
  api.forget();
  await read({});
  expect(replay.asked).toHaveLength(2);
});

test('countries are found by their names, and read once with continents', async () => {
  const { api, replay } = await open();
  const search = async (text: string) => {
    const { rows } = await api.readStatistic(alpha, { name: 'country', period, search: text });
    return rows.map(({ value }) => value);
  };
  expect(await search('germany')).toEqual(['DE']);
  expect(await search('de')).toContain('DE');
  await api.readStatistic(alpha, { name: 'continent', period });
  expect(replay.asked).toHaveLength(2);
});

test('rows of one count are in the order of their values, whatever order they come in', () => {
  const row = (name: string) => ({ name, country: '', pageviews: 1, visitors: 2, visits: 1 });
  const inOrder = [
    { value: 'Chrome', count: 2 },
    { value: 'Firefox', count: 2 },
    { value: 'Safari', count: 2 },
  ];
  expect(rowsOf('browser', ['safari', 'firefox', 'chrome'].map(row), undefined)).toEqual(inOrder);
  expect(rowsOf('browser', ['chrome', 'safari', 'firefox'].map(row), undefined)).toEqual(inOrder);
});
