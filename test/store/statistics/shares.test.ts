import { ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { type State } from '#store/state.ts';
import { exportSource } from '#store/viewRules.ts';
import { expect, test } from 'vitest';
import { textAtEnd } from '#text/textField.ts';
import { dashboardDetail } from '#screens/dashboard/index.ts';
import { panelNames } from '#model/service/capabilities.ts';
import { statisticDetail } from '#screens/statistic/index.ts';
import { markedRows, tableCells } from '#screens/statistic/RowsView.tsx';
import { storeWithStatistics } from './statisticsFixture.ts';

const march = { kind: 'range', from: '2026-03-01', to: '2026-03-02' } as const;
const page = { screen: 'statistic', name: 'page' } as const;

/**
 * 12 pages of 100 + 1, 100 + 2 ... 100 + 12 views: 1,278 in all, of 2,000 page views. /p12 has 112: 5.6%, 6% in words.
 * Of its 10 rows (1,078 or fewer) it would be 10%.
 */
async function withPages() {
  const fixture = await storeWithStatistics();
  const rows = Array.from({ length: 12 }, (_, at) => ['2026-03-01', `/p${at + 1}`, 101 + at] as const);
  await fixture.add('page', rows);
  await fixture.add('pageviews', [
    ['2026-03-01', '', 1500],
    ['2026-03-02', '', 500],
    ['2026-03-03', '', 777],
  ]);
  fixture.store.getState().period.choose(march);
  fixture.store.getState().comparison.choose(undefined);
  return fixture;
}

function shareCells(state: State): (string | undefined)[] {
  const view = { top: 0, height: 100, barWidth: 0 };
  return tableCells(state, markedRows(state, false), view).map(({ cells }) => cells.share?.text);
}

test('a page has the same share on the dashboard, in the table, on the next page, in a search and exported', async () => {
  const { store, websiteId, idle, show } = await withPages();
  const { navigation, statistic } = store.getState();
  navigation.push({ screen: 'dashboard', websiteId });
  store.getState().dashboard.focusPanel(0);
  await idle();
  expect(dashboardDetail(store.getState(), websiteId).text).toBe(
    'Pages: /p12   112 page views, 6% of 2,000 page views',
  );
  const panel = exportSource(store.getState())?.table;
  expect(panel?.rows.find(([name]) => name === 'page')).toEqual(['page', '/p12', 112, 0.056, 'page views']);

  await show({ ...page, websiteId });
  expect(statisticDetail(store.getState()).text).toBe('/p12   112 page views, 6% of 2,000 page views');
  expect(shareCells(store.getState())[0]).toBe('6%');
  statistic.resize(1);
  await idle();
  expect(shareCells(store.getState())).toHaveLength(10);
  expect(shareCells(store.getState())[0]).toBe('6%');
  expect(exportSource(store.getState())?.table.rows[0]).toEqual(['/p12', 112, 0.056, 'page views']);
  statistic.turnPage(1);
  await idle();
  // /p2 with 102 views and /p1 with 101, of 2,000.
  expect(shareCells(store.getState())).toEqual(['5%', '5%']);
  statistic.openSearch();
  statistic.editSearch(textAtEnd('/p12'));
  statistic.leaveSearch();
  await idle();
  expect(shareCells(store.getState())).toEqual(['6%']);
});

test('a total is read with a statistic that is opened first; no share stands there before it', async () => {
  const { store, websiteId, show } = await withPages();
  const seen = new Set<string>();
  store.subscribe(state => {
    if (state.statistic.list.data === undefined) return;
    const [share] = shareCells(state);
    if (share !== undefined && share !== '') seen.add(share);
  });
  await show({ ...page, websiteId });
  expect([...seen]).toEqual(['6%']);
});

test('sessions have no total: shares are of all rows, on the dashboard and in the table, on every page and in a search', async () => {
  const { store, websiteId, idle, add, show, requests } = await storeWithStatistics();
  // 11 landing pages with 20, 19 ... 10 sessions: 165; the first ten 155.
  await add(
    'landing_page',
    Array.from({ length: 11 }, (_, at) => ['2026-03-01', `/l${at}`, 20 - at] as const),
  );
  store.getState().period.choose(march);
  store.getState().comparison.choose(undefined);
  await show({ screen: 'statistic', websiteId, name: 'landing_page' });
  const said = () => statisticDetail(store.getState()).text;
  expect(said()).toBe('/l0   20 sessions, 12% of all 165 sessions');
  requests();
  const { statistic } = store.getState();
  statistic.resize(1);
  await idle();
  expect(said()).toBe('/l0   20 sessions, 12% of all 165 sessions');
  const days = 'name=landing_page&from=2026-03-01&to=2026-03-02';
  expect(requests().sort()).toEqual(
    [`${days}&per_page=100`, `${days}&sort_by=count&sort=desc&per_page=10`].sort(),
  );
  expect(exportSource(store.getState())?.table.rows[0]).toEqual(['/l0', 20, 20 / 165, 'all rows']);
  statistic.turnPage(1);
  await idle();
  expect(said()).toBe('/l10   10 sessions, 6% of all 165 sessions');
  statistic.openSearch();
  statistic.editSearch(textAtEnd('/l10'));
  statistic.leaveSearch();
  await idle();
  expect(said()).toBe('/l10   10 sessions, 6% of all 165 sessions');
  await show({ screen: 'dashboard', websiteId });
  store.getState().dashboard.focusPanel(panelNames.indexOf('landing_page'));
  await idle();
  expect(dashboardDetail(store.getState(), websiteId).text).toBe(
    'Landing pages: /l0   20 sessions, 12% of all 165 sessions',
  );
  const panel = exportSource(store.getState())?.table.rows.filter(([name]) => name === 'landing_page');
  expect(panel?.length).toBe(10);
  expect(panel?.[0]).toEqual(['landing_page', '/l0', 20, 20 / 165, 'all rows']);
});

test('of more than a hundred rows the table reads on to their sum, and a panel says of how many its shares are', async () => {
  const { store, websiteId, idle, add, show, requests } = await storeWithStatistics();
  // 50 with 5 referrals each and 100 with one: 350, of the first hundred 250 + 50 = 300.
  const rows = Array.from(
    { length: 150 },
    (_, at) => ['2026-03-01', `r${at}.example`, at < 50 ? 5 : 1] as const,
  );
  await add('referrer', [...rows.slice(1), ['2026-03-01', 'a.example', 5]]);
  store.getState().period.choose(march);
  store.getState().comparison.choose(undefined);
  await show({ screen: 'dashboard', websiteId });
  store.getState().dashboard.focusPanel(panelNames.indexOf('referrer'));
  await idle();
  expect(dashboardDetail(store.getState(), websiteId).text).toBe(
    'Referrers: a.example   5 sessions, 2% of the 300 sessions of the top 100',
  );
  requests();
  await show({ screen: 'statistic', websiteId, name: 'referrer' });
  expect(statisticDetail(store.getState()).text).toBe('a.example   5 sessions, 1% of all 350 sessions');
  expect(requests().filter(query => query.includes('per_page=100'))).toEqual([
    'name=referrer&from=2026-03-01&to=2026-03-02&per_page=100&page=2',
  ]);
});

test('what a statistic of logs counts is said beside its count', async () => {
  const { store, websiteId, add, show } = await storeWithStatistics({}, ownCapabilities);
  await add('bot', [['2026-03-01', 'Googlebot', 3]]);
  store.getState().period.choose(march);
  store.getState().comparison.choose(undefined);
  await show({ screen: 'statistic', websiteId, name: 'bot' });
  expect(statisticDetail(store.getState()).text).toBe(
    'Googlebot   3 requests (every request of a bot), 100% of all 3 requests',
  );
});
