import { expect, test } from 'vitest';
import { connectUmami } from '../../helpers/apiFixture.ts';
import { metricsOf } from '#api/umami/values.ts';
import { hasStatistic, panelsOf, whyNoStatistic } from '#model/service/capabilities.ts';
import { isHours } from '#model/statistics/statistics.ts';
import { shownHistory } from '#store/views/history.ts';
import { heatMapRead } from '#store/queries/series.ts';
import { overviewTotals } from '#store/queries/overview.ts';
import { shownDays } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { dashboardLayout, panelsOnScreen } from '#store/views/dashboardLayout.ts';
import { isSettled } from '../../helpers/rowsOfToday.ts';
import { chosen, storeOver, today, until } from '../../helpers/storeFixture.ts';
import { exampleSeed } from '../../helpers/umami/example.ts';
import { startUmami } from '../../helpers/umami/server.ts';
import type { Seed } from '../../helpers/umami/world.ts';

/** Anna's application at a size, over the small service. */
async function open(columns: number, rows: number, seed: Seed = exampleSeed, isCompared = false) {
  const server = await startUmami(seed);
  const api = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna'), timeZone: 'UTC' });
  const noon = Date.parse(`${today}T12:00:00Z`);
  const choices = chosen({ compareWith: isCompared ? 'previous' : 'none' });
  const { store } = storeOver(api, { now: () => noon, choices });
  store.getState().resize({ columns, rows });
  await store.getState().websites.load();
  const settled = () => until(store, isSettled);
  /** What it asks during some work, without the address of the website. */
  const askedBy = async (work: () => void) => {
    await settled();
    const before = server.asked.length;
    work();
    await settled();
    return server.asked.slice(before).map(({ path }) => path.replace(/^\/api\/websites\/[^/]+\//, ''));
  };
  return { server, store, settled, askedBy };
}

const id = (store: { getState(): State }, domain: string) =>
  store.getState().websites.rows.find(website => website.domain === domain)?.id ?? '';

test.each([
  // Both series, since when there is data, the visitors of the period, five panels of rows, and the hours of today.
  [false, 10],
  // And the panels of the period before, its visitors, and those of today and of the day before by now.
  [true, 19],
] as const)('the dashboard at 120x40, compared: %s, asks %i times', async (isCompared, times) => {
  const { server, store, askedBy } = await open(120, 40, exampleSeed, isCompared);
  const websiteId = id(store, exampleSeed.websites[0]?.domain ?? '');
  const asked = await askedBy(() => store.getState().navigation.push({ screen: 'dashboard', websiteId }));
  expect(asked).toHaveLength(times);
  expect(server.mostAtOnce()).toBeLessThanOrEqual(4);
  // Since when there is data is not asked again.
  const filtered = await askedBy(() =>
    store.getState().filter.add([
      { field: 'country', comparison: 'is', value: 'DE' },
      { field: 'country', comparison: 'is', value: 'GB' },
      { field: 'device', comparison: 'is not', value: 'tablet' },
    ]),
  );
  expect(filtered.toSorted()).toEqual(asked.filter(path => path !== 'daterange').toSorted());
  expect(server.asked.slice(-filtered.length).map(({ query }) => query.get('country'))).toEqual(
    filtered.map(() => 'eq.DE,GB'),
  );
});

test('what turns out not to be there is said and leaves its place on the dashboard, with the cursor where it was', async () => {
  const { server, store, settled } = await open(200, 50, { ...exampleSeed, version: '3.0' }, true);
  const websiteId = id(store, exampleSeed.websites[0]?.domain ?? '');
  const panels = () => panelsOf(store.getState().capabilities);
  const browser = panels().indexOf('browser');
  store.getState().dashboard.focusPanel(browser);
  store.getState().navigation.push({ screen: 'dashboard', websiteId });
  await until(store, ({ capabilities }) => !hasStatistic(capabilities, 'campaign'));
  await settled();
  const { dashboard, notices, capabilities } = store.getState();
  expect(panels()[dashboard.panel]).toBe('browser');
  expect(dashboard.panel).toBe(browser - 1);
  expect(notices.current?.text).toBe('This Umami does not record campaigns: version 3.1 does.');
  expect(whyNoStatistic(capabilities, 'campaign')).toBe(notices.current?.text);
  // Every panel that is on screen by now is read.
  const layout = dashboardLayout(store.getState());
  const shown = panelsOnScreen(dashboard.panel, layout).filter(name => !isHours(name));
  const types = new Set(server.asked.map(({ query }) => query.get('type')));
  const asked = Object.entries(metricsOf).filter(([, { type }]) => types.has(type));
  expect(asked.map(([name]) => name)).toEqual(expect.arrayContaining(shown));
  const refused = () => server.asked.filter(({ query }) => query.get('type') === 'utmCampaign').length;
  expect(refused()).toBeLessThanOrEqual(2);
  const before = refused();
  store.getState().refresh();
  await settled();
  store.getState().navigation.push({ screen: 'why', websiteId });
  await settled();
  expect(refused()).toBe(before);
});

test('a row over the 28 days of the period takes one request, and one more for the days that are compared', async () => {
  const { server, store, settled, askedBy } = await open(99, 40, exampleSeed, true);
  const websiteId = id(store, exampleSeed.websites[0]?.domain ?? '');
  const row = { websiteId, name: 'country', value: 'DE' } as const;
  store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'country' });
  await settled();
  const asked = await askedBy(() => store.getState().navigation.push({ screen: 'history', ...row }));
  // The whole period and the one before are counted as such: somebody who came on two days is one visitor.
  expect(asked.toSorted()).toEqual(['pageviews', 'stats', 'stats']);
  const days = shownHistory(store.getState()).parts.map(({ from, count }) => [from, count]);
  expect(days.filter(([, count = 0]) => Number(count) > 0)).toEqual([
    ['2026-10-30', 1],
    ['2026-11-02', 1],
    // The third page of a visit that began at 23:58.
    ['2026-11-03', 1],
  ]);
  // Beside them the last day by its hours, and where it came from, as its usual day.
  const before = server.asked.length;
  store.getState().resize({ columns: 120, rows: 40 });
  await expect
    .poll(() =>
      server.asked
        .slice(before)
        .map(({ path }) => path.split('/').at(-1))
        .toSorted((a = '', b = '') => a.localeCompare(b)),
    )
    .toEqual(['expanded', 'expanded', 'pageviews', 'pageviews']);
  expect(server.mostAtOnce()).toBeLessThanOrEqual(4);
});

test('the hours of the weekdays of four weeks take one request, and another one after a refresh', async () => {
  const { store, askedBy } = await open(120, 40);
  const websiteId = id(store, exampleSeed.websites[0]?.domain ?? '');
  const route = { screen: 'heatMap', websiteId, name: 'visitors_hours' } as const;
  const read = () => heatMapRead(store.getState(), websiteId, route.name);
  expect(await askedBy(() => store.getState().navigation.push(route))).toEqual(['pageviews', 'daterange']);
  expect(read()).toMatchObject({ read: 28, failed: 0, period: { from: '2026-10-23', to: '2026-11-19' } });
  const hours = read().days.flatMap(({ day, hours: ofDay = [] }) =>
    ofDay.flatMap((count, hour) => (count === 0 ? [] : `${day} ${hour}: ${count}`)),
  );
  expect(hours).toEqual([
    '2026-10-30 8: 1',
    '2026-11-02 8: 2',
    '2026-11-02 23: 1',
    '2026-11-03 0: 1',
    '2026-11-09 21: 1',
    '2026-11-10 0: 1',
    '2026-11-10 15: 1',
    '2026-11-12 15: 1',
    '2026-11-14 12: 1',
  ]);
  expect(await askedBy(() => store.getState().refresh())).toEqual(['pageviews']);
});

test('the list of 40 websites asks at most twice for each', async () => {
  const websites = Array.from({ length: 40 }, (_, index) => ({
    name: `Site ${index}`,
    domain: `site-${index}.example`,
    owner: 'anna',
    visits: exampleSeed.websites[0]?.visits ?? [],
  }));
  const { server, store, settled } = await open(120, 40, { ...exampleSeed, websites });
  store.getState().overview.follow();
  await settled();
  await until(store, ({ overview }) => overview.progress.read === 40);
  await settled();
  const series = server.asked.filter(({ query }) => query.get('unit') === 'day');
  const counts = server.asked.filter(({ path }) => path.endsWith('/stats'));
  expect([series.length, counts.length]).toEqual([40, 40]);
  const days = shownDays(store.getState());
  const totals = overviewTotals(store.getState());
  expect([days.period.from, days.period.to]).toEqual(['2026-10-23', '2026-11-19']);
  // Of each six: five people, one of them in two months. The sum of the days would be eight.
  expect(totals).toMatchObject({ read: 40, isExact: true, visitors: 40 * 6 });
  expect(server.mostAtOnce()).toBeLessThanOrEqual(4);
});
