import { expect, test } from 'vitest';
import { shownHistory } from '#store/views/history.ts';
import { heatMapRead } from '#store/queries/series.ts';
import { connectGoatCounter } from '../../helpers/apiFixture.ts';
import { allBits, startGoatCounter } from '../../helpers/goatCounter/server.ts';
import type { SeedSite } from '../../helpers/goatCounter/world.ts';
import { isSettled } from '../../helpers/rowsOfToday.ts';
import { chosen, storeOver, today, until } from '../../helpers/storeFixture.ts';

const common = { browser: 'Firefox', system: 'Linux', language: 'eng', width: 1366, campaign: 'autumn' };
const visits = [
  { ...common, at: '2026-11-02T08:10:00Z', path: '/', location: 'DE', referrer: 'https://a.example' },
  { ...common, at: '2026-11-02T09:10:00Z', path: '/shop', location: 'FR', referrer: '' },
  { ...common, at: '2026-11-09T21:05:00Z', path: '/shop', location: 'DE', referrer: 'https://b.example' },
  { ...common, at: '2026-11-09T21:06:00Z', path: 'signup', isEvent: true, location: 'DE' },
];

/** The application at a size, over a service whose limit is far away. */
async function open(columns: number, rows: number, sites: readonly SeedSite[], isCompared = false) {
  const server = await startGoatCounter({ sites });
  const api = connectGoatCounter({ baseUrl: server.url, apiKey: server.tokenWith(allBits) });
  const noon = Date.parse(`${today}T12:00:00Z`);
  const choices = chosen({ compareWith: isCompared ? 'previous' : 'none' });
  const { store } = storeOver(api, { now: () => noon, choices });
  store.getState().resize({ columns, rows });
  await store.getState().websites.load();
  /** What it asks during some work. */
  const askedBy = async (work: () => void) => {
    await until(store, isSettled);
    const before = server.asked.length;
    work();
    await until(store, isSettled);
    return server.asked.slice(before).map(line => line.replace(/^.*\/api\/v0\//, ''));
  };
  return { server, store, askedBy };
}

const one: readonly SeedSite[] = [{ cname: 'a.example', visits }];
const websiteId = '1';

test('before the first number it is asked whose the key is, and for its websites', async () => {
  const { server } = await open(120, 40, one);
  expect(server.asked.map(line => line.replace(/^.*\/api\/v0\//, ''))).toEqual(['me', 'sites']);
});

/** Events are paths, of which those are asked for by their numbers. */
const panels = [
  'paths',
  'stats/browsers',
  'stats/campaigns',
  'stats/hits',
  'stats/hits',
  'stats/locations',
  'stats/toprefs',
];
/** The panels of the days before, where there are no events. */
const before = ['stats/browsers', 'stats/campaigns', 'stats/hits', 'stats/locations', 'stats/toprefs'];
const totals = (times: number) => Array.from({ length: times }, () => 'stats/total');

test.each([
  // The days of the list, since when there is data, the hours of today, and how many events there are.
  [false, [...panels, ...totals(4)]],
  // And those of the days before, and of those by now.
  [true, [...panels, ...before, ...totals(6)].toSorted()],
] as const)('the dashboard at 120x40, compared: %s', async (isCompared, asked) => {
  const { askedBy, store } = await open(120, 40, one, isCompared);
  const found = await askedBy(() => store.getState().navigation.push({ screen: 'dashboard', websiteId }));
  expect(found.toSorted()).toEqual(asked);
});

test.each([
  ['page', '/shop'],
  ['event', 'signup'],
] as const)('a row of %s over 28 days takes one request', async (name, value) => {
  // No room for the lists of the day under the cursor, which are read later.
  const { askedBy, store } = await open(80, 24, one);
  const asked = await askedBy(() =>
    store.getState().navigation.push({ screen: 'history', websiteId, name, value }),
  );
  expect(asked).toEqual(['stats/total']);
  const days = shownHistory(store.getState()).parts.flatMap(({ from, count }) =>
    count === 0 || count === undefined ? [] : [[from, count]],
  );
  expect(days).toEqual(
    name === 'page'
      ? [
          ['2026-11-02', 1],
          ['2026-11-09', 1],
        ]
      : [['2026-11-09', 1]],
  );
});

test('the hours of the weekdays of four weeks take one request, and one says since when there is data', async () => {
  const { askedBy, store } = await open(120, 40, one);
  const route = { screen: 'heatMap', websiteId, name: 'visitors_hours' } as const;
  expect(await askedBy(() => store.getState().navigation.push(route))).toEqual([
    'stats/total',
    'stats/total',
  ]);
  const { days, read } = heatMapRead(store.getState(), websiteId, route.name);
  const hours = days.flatMap(({ day, hours: ofDay = [] }) =>
    ofDay.flatMap((count, hour) => (count === 0 ? [] : `${day} ${hour}: ${count}`)),
  );
  expect([read, hours]).toEqual([28, ['2026-11-02 8: 1', '2026-11-02 9: 1', '2026-11-09 21: 2']]);
});

test('the list of 40 websites asks twice for each: for its days, and since when it has any', async () => {
  const sites = Array.from({ length: 40 }, (_, at) => ({ cname: `s${at}.example`, visits }));
  const { server, askedBy, store } = await open(80, 24, sites);
  await askedBy(() => store.getState().overview.follow());
  await until(store, ({ overview }) => overview.progress.read === 40);
  const asked = server.asked.filter(line => line.endsWith('/stats/total'));
  const times = sites.map(
    ({ cname }, at) => asked.filter(line => line.startsWith(`${at === 0 ? '127.0.0.1' : cname} `)).length,
  );
  expect(times).toEqual(sites.map(() => 2));
});
