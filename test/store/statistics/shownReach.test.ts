import { capabilities as ofInterface } from '#api/phpAnalytics/capabilities.ts';
import { exportSource } from '#store/viewRules.ts';
import { expect, test } from 'vitest';
import { dashboardDetail } from '#screens/dashboard/index.ts';
import { panelContent } from '#screens/dashboard/panels.ts';
import { statisticDetail } from '#screens/statistic/index.ts';
import { dashboardLayout } from '#store/views/dashboardLayout.ts';
import { shownWhy } from '#store/views/why.ts';
import { formatMark } from '#model/comparison/rows.ts';
import { tableComparison } from '#store/queries/rows.ts';
import { storeWithStatistics } from './statisticsFixture.ts';

/** 23 Oct to 19 Nov beside 25 Sep to 22 Oct: page views of all days, pages since 20 Oct only. */
async function withShortDetail(capabilities = ofInterface) {
  const fixture = await storeWithStatistics({}, capabilities);
  await fixture.add('pageviews', [
    ['2026-11-01', '', 400],
    ['2026-10-01', '', 380],
    ['2026-10-20', '', 20],
  ]);
  await fixture.add('visitors', [
    ['2026-11-01', '', 200],
    ['2026-10-01', '', 190],
    ['2026-10-20', '', 10],
  ]);
  await fixture.add('page', [
    ['2026-11-01', '/', 300],
    ['2026-11-01', '/shop', 100],
    ['2026-10-20', '/', 20],
  ]);
  await fixture.add('campaign', [['2026-11-01', 'spring', 9]]);
  return fixture;
}

test('rows that do not reach as far as the total have no change, and the line below says why', async () => {
  const { store, websiteId, idle } = await withShortDetail();
  store.getState().resize({ columns: 200, rows: 50 });
  store.getState().navigation.push({ screen: 'dashboard', websiteId });
  store.getState().dashboard.focusPanel(0);
  await idle();
  const layout = dashboardLayout(store.getState());
  const pages = panelContent(store.getState(), websiteId, 'page', layout);
  expect(pages.rows.map(({ value, mark }) => [value, mark?.text])).toEqual([
    ['/', '?'],
    ['/shop', '?'],
  ]);
  expect(pages.note?.text).toBe('detail since 20 Oct ');
  expect(dashboardDetail(store.getState(), websiteId).text).toMatch(
    /changes unknown: detail of pages only since 20 Oct 2026$/,
  );
  // No campaign before says nothing: the pages of those days are missing too.
  const campaigns = panelContent(store.getState(), websiteId, 'campaign', layout);
  expect(campaigns.rows.map(({ mark }) => mark?.text)).toEqual(['?']);
});

test.each(['page', 'campaign'] as const)('the opened statistic and its export: %s', async name => {
  const { store, websiteId, show } = await withShortDetail();
  await show({ screen: 'statistic', websiteId, name });
  expect(statisticDetail(store.getState()).text).toContain(
    `changes unknown: detail of ${name}s only since 20 Oct 2026`,
  );
  const table = exportSource(store.getState())?.table;
  const at = table?.columns.findIndex(({ key }) => key === 'count_before') ?? -1;
  expect(table?.rows.length).toBeGreaterThan(0);
  expect(table?.rows.map(cells => cells[at])).toEqual(table?.rows.map(() => undefined));
});

test('what cannot be known explains nothing, and is said once', async () => {
  const { store, websiteId, add, show } = await withShortDetail();
  await add('country', [
    ['2026-11-01', 'DE', 200],
    ['2026-10-01', 'DE', 200],
    ['2026-10-01', 'FR', 5],
  ]);
  await show({ screen: 'why', websiteId });
  const { groups, missing } = shownWhy(store.getState(), { websiteId });
  expect(missing.map(same => same.map(({ part, incomplete, rows }) => [part, incomplete, rows]))).toEqual([
    [
      ['campaign', 'noEarlierRows', []],
      ['page', 'noEarlierRows', []],
    ],
  ]);
  const countries = groups.find(({ part }) => part === 'country');
  expect(countries?.rows.map(({ value, kind }) => [value, kind])).toEqual([['FR', 'gone']]);
});

test('a campaign that is the first one is new', async () => {
  const { store, websiteId, add, show } = await withShortDetail();
  await add('page', [['2026-10-01', '/', 380]]);
  await show({ screen: 'statistic', websiteId, name: 'campaign' });
  expect(statisticDetail(store.getState()).text).toMatch(/ {3}new$/);
});

test('since when there is detail is asked for once, by as many questions as halving 56 days takes', async () => {
  const { store, websiteId, requests, idle } = await withShortDetail();
  const open = async () => {
    store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'page' });
    await idle();
    return requests().filter(query => query.startsWith('name=page&') && query.endsWith('&per_page=10'));
  };
  const asked = await open();
  expect(asked.filter(query => query.includes('from=2026-09-25&to=2026-11-19'))).toHaveLength(1);
  expect(asked.length).toBeLessThanOrEqual(7);
  store.getState().navigation.pop();
  expect(await open()).toEqual([]);
});

test('where the first of the days before has rows too, it is not said since when', async () => {
  const { store, websiteId, add, show } = await withShortDetail();
  await add('page', [['2026-09-25', '/', 1]]);
  await show({ screen: 'statistic', websiteId, name: 'page' });
  expect(statisticDetail(store.getState()).text).toContain(
    'changes unknown: there are no or not all pages of 25 Sep - 22 Oct 2026',
  );
});

test('on a service that keeps all detail the same rows are new, and it is not asked since when there are any', async () => {
  const { store, websiteId, show, requests } = await withShortDetail({
    ...ofInterface,
    keepsAllDetail: true,
  });
  const marks = async (name: 'page' | 'campaign') => {
    await show({ screen: 'statistic', websiteId, name });
    const { compared, isUnknown } = tableComparison(store.getState());
    return [
      isUnknown,
      ...(compared ?? []).map(({ value, before, mark }) => [value, before, formatMark(mark)]),
    ];
  };
  // 300 after 20, and what was not there before.
  expect(await marks('page')).toEqual([false, ['/', 20, 'x15'], ['/shop', undefined, 'new']]);
  expect(await marks('campaign')).toEqual([false, ['spring', undefined, 'new']]);
  const table = exportSource(store.getState())?.table;
  expect(
    table?.rows.map(cells => cells[table.columns.findIndex(({ key }) => key === 'count_before')]),
  ).toEqual([0]);
  // The rows and those before, of each; the page views of pages and the visitors of campaigns.
  const asked = requests().map(query => query.slice(0, query.indexOf('&')));
  expect(asked.filter(name => name === 'name=page')).toHaveLength(2);
  expect(asked.filter(name => name === 'name=campaign')).toHaveLength(2);
});
