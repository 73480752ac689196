import { isReading, until } from '../../helpers/storeFixture.ts';
import { expect, test } from 'vitest';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import { panelsOf } from '#model/service/capabilities.ts';
import { dashboardDetail, dashboardScreen } from '#screens/dashboard/index.ts';
import { nothingMessage, panelContent } from '#screens/dashboard/panels.ts';
import { shownSeries } from '#store/queries/series.ts';
import { dashboardLayout, showsToday } from '#store/views/dashboardLayout.ts';
import { storeWithStatistics } from './statisticsFixture.ts';

const small = { columns: 80, rows: 24 };
/** The least where each row says its change. */
const wide = { columns: 100, rows: 30 };
const large = { columns: 200, rows: 50 };

test('asks once for each panel on screen, and twice for the series', async () => {
  const { store, websiteId, requests, idle, show } = await storeWithStatistics();
  store.getState().comparison.choose(undefined);
  store.getState().resize(small);
  await show({ screen: 'dashboard', websiteId });
  // The hours of today are the tile's.
  expect(requests()).toEqual([
    // Of sessions there is no total: as many rows as one request returns are what shares are of.
    'name=country&from=2026-10-23&to=2026-11-19&per_page=10',
    'name=landing_page&from=2026-10-23&to=2026-11-19&per_page=100',
    'name=page&from=2026-10-23&to=2026-11-19&per_page=10',
    'name=pageviews&from=2026-09-25&to=2026-11-20&sort_by=value&sort=asc&per_page=100',
    'name=referrer&from=2026-10-23&to=2026-11-19&per_page=100',
    // None of the days read has a visitor: whether they are zeros.
    'name=visitors&from=1990-01-01&to=2026-11-20&sort_by=value&sort=asc&per_page=10',
    'name=visitors&from=2026-09-25&to=2026-11-20&sort_by=value&sort=asc&per_page=100',
    'name=visitors_hours&from=2026-11-20&to=2026-11-20&per_page=25',
  ]);
  store.getState().resize(large);
  await idle();
  // The panels that were not there, and the countries of the map; no request for each day of the weekdays by hours.
  const more = requests();
  expect(more).toHaveLength(panelsOf(capabilities).length - 4 + 1);
  expect(more).toContain('name=country&from=2026-10-23&to=2026-11-19&per_page=100');
  store.getState().navigation.pop();
  await show({ screen: 'dashboard', websiteId });
  expect(requests()).toEqual([]);
});

test('asks for panels as the focus brings them on screen', async () => {
  const { store, websiteId, requests, idle, show } = await storeWithStatistics();
  store.getState().comparison.choose(undefined);
  store.getState().resize(small);
  await show({ screen: 'dashboard', websiteId });
  requests();
  store.getState().dashboard.focusPanel(13);
  await idle();
  expect(requests().map(query => query.split('&')[0])).toEqual([
    'name=continent',
    'name=language',
    'name=resolution',
    'name=visitors_hours',
  ]);
});

test('a move among panels that are all on screen asks again for what is a minute old, once its frame is drawn', async () => {
  let now = Date.parse('2026-11-20T12:30:00Z');
  const { store, websiteId, requests, idle, show } = await storeWithStatistics({ now: () => now });
  store.getState().resize(wide);
  await show({ screen: 'dashboard', websiteId });
  store.getState().dashboard.focusPanel(0);
  await idle();
  requests();
  now += 61_000;
  store.getState().dashboard.focusPanel(1);
  expect([store.getState().dashboard.panel, isReading(store.getState())]).toEqual([1, false]);
  await idle();
  expect(requests().map(query => query.split('&to=')[0])).toEqual([
    'name=pageviews&from=2026-09-25',
    'name=visitors&from=2026-09-25',
    'name=visitors_hours&from=2026-11-20',
  ]);
});

test('compared, asks once more for each panel and for hours beside today; the period before is in the series already', async () => {
  const { store, websiteId, add, requests, idle, show } = await storeWithStatistics();
  store.getState().comparison.choose(undefined);
  await add('page', [
    ['2026-11-01', '/', 30],
    ['2026-10-01', '/', 20],
    ['2026-11-01', '/new', 5],
  ]);
  store.getState().resize(wide);
  await show({ screen: 'dashboard', websiteId });
  requests();
  store.getState().comparison.choose('previous');
  await idle();
  expect(requests()).toEqual([
    'name=country&from=2026-09-25&to=2026-10-22&per_page=100',
    'name=landing_page&from=2026-09-25&to=2026-10-22&per_page=100',
    'name=page&from=2026-09-25&to=2026-10-22&per_page=100',
    'name=referrer&from=2026-09-25&to=2026-10-22&per_page=100',
    // Today's tile: the day before it.
    'name=visitors_hours&from=2026-11-19&to=2026-11-19&per_page=25',
  ]);
  const { rows } = panelContent(store.getState(), websiteId, 'page', dashboardLayout(store.getState()));
  expect(rows.map(({ value, countText, mark }) => [value, countText, mark?.text, mark?.tone])).toEqual([
    // Ten more are within chance.
    ['/', '30', '+50%', 'dim'],
    ['/new', '5', 'new', 'good'],
  ]);
});

test('below 76 columns rows have no change: only of the focused panel is it asked, which the line below says in full', async () => {
  const { store, websiteId, add, requests, idle, show } = await storeWithStatistics();
  await add('page', [
    ['2026-11-01', '/', 30],
    ['2026-10-01', '/', 20],
  ]);
  store.getState().resize({ columns: 75, rows: 30 });
  await show({ screen: 'dashboard', websiteId });
  const before = () => requests().filter(query => query.endsWith('to=2026-10-22&per_page=100'));
  expect(before()).toEqual([]);
  store.getState().dashboard.focusPanel(0);
  await idle();
  expect(before()).toEqual(['name=page&from=2026-09-25&to=2026-10-22&per_page=100']);
  const { rows } = panelContent(store.getState(), websiteId, 'page', dashboardLayout(store.getState()));
  expect(rows.map(({ countText, mark }) => [countText, mark])).toEqual([['30', undefined]]);
  expect(dashboardDetail(store.getState(), websiteId).text).toBe(
    'Pages: /   30 page views, 100% of all 30 page views   +50%',
  );
});

test('compared with the weekdays of last year, asks for those days of the series too', async () => {
  const { store, websiteId, add, requests, idle, show } = await storeWithStatistics();
  store.getState().comparison.choose('previous');
  await add('visitors', [
    ['2026-11-19', '2026-11-19', 12],
    ['2025-11-20', '2025-11-20', 8],
    ['2026-10-20', '2026-10-20', 100],
  ]);
  await show({ screen: 'dashboard', websiteId });
  expect(shownSeries(store.getState(), websiteId, 'visitors').summary).toMatchObject({
    count: 12,
    countBefore: 100,
  });
  requests();
  store.getState().comparison.choose('year');
  expect(shownSeries(store.getState(), websiteId, 'visitors').summary?.countBefore).toBeUndefined();
  await idle();
  expect(requests().filter(query => query.includes('visitors&') || query.includes('pageviews&'))).toEqual([
    'name=pageviews&from=2025-10-24&to=2025-11-20&sort_by=value&sort=asc&per_page=100',
    'name=visitors&from=2025-10-24&to=2025-11-20&sort_by=value&sort=asc&per_page=100',
  ]);
  expect(shownSeries(store.getState(), websiteId, 'visitors').summary).toMatchObject({
    count: 12,
    countBefore: 8,
  });
});

test('with today among the days, compares rows of the days that are over', async () => {
  const { store, websiteId, requests, idle, show } = await storeWithStatistics();
  store.getState().comparison.choose(undefined);
  store.getState().resize(wide);
  store.getState().period.choose({ kind: 'preset', preset: 'thisMonth' });
  await show({ screen: 'dashboard', websiteId });
  expect(requests()).toContain('name=page&from=2026-11-01&to=2026-11-20&per_page=10');
  store.getState().comparison.choose('previous');
  await idle();
  expect(requests().filter(query => query.startsWith('name=page&'))).toEqual([
    'name=page&from=2026-10-01&to=2026-10-19&per_page=100',
    'name=page&from=2026-11-01&to=2026-11-19&per_page=10',
  ]);
});

test('today alone is compared with nothing', async () => {
  const { store, websiteId, requests, show } = await storeWithStatistics();
  store.getState().comparison.choose('previous');
  store.getState().period.choose({ kind: 'preset', preset: 'today' });
  await show({ screen: 'dashboard', websiteId });
  const ofRows = requests().filter(query => !query.includes('sort=asc') && !query.includes('_hours'));
  expect(ofRows.filter(query => !query.includes('from=2026-11-20&to=2026-11-20'))).toEqual([]);
  expect(shownSeries(store.getState(), websiteId, 'visitors').summary?.countBefore).toBeUndefined();
});

test('a period that is over asks for no hours of today', async () => {
  const { store, websiteId, requests, show } = await storeWithStatistics();
  store.getState().period.choose({ kind: 'range', from: '2026-08-01', to: '2026-08-31' });
  store.getState().resize(small);
  await show({ screen: 'dashboard', websiteId });
  expect(requests().filter(query => query.startsWith('name=visitors_hours'))).toEqual([]);
  expect(showsToday(store.getState())).toBe(false);
});

test('where nobody came one sentence says what to do, and the footer names it; a row of any panel brings the panels back', async () => {
  const { store, websiteId, add, show } = await storeWithStatistics();
  store.getState().resize(small);
  const route = { screen: 'dashboard', websiteId } as const;
  await show(route);
  const nothing = () => {
    const state = store.getState();
    return nothingMessage(state, websiteId, dashboardLayout(state));
  };
  expect(nothing()).toMatchObject({
    title: 'No page views in this period',
    press: 'Press t for another period, < for an earlier period.',
  });
  expect(dashboardScreen.keyHints?.(store.getState(), route).map(({ key }) => key)).toEqual(['t', '<']);
  await add('referrer', [['2026-11-01', 'example.org', 1]]);
  store.getState().refresh();
  await until(store, state => !isReading(state));
  expect(nothing()).toBeUndefined();
});
