import { expect, test } from 'vitest';
import { dispatchKey, liveCommands } from '#commands/registry.ts';
import { textAtEnd } from '#text/textField.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { shownTableRows, tableComparison } from '#store/queries/rows.ts';
import { until } from '../../helpers/storeFixture.ts';
import { storeWithStatistics } from './statisticsFixture.ts';

const marks = (state: Parameters<typeof tableComparison>[0]) => {
  const { compared, gone } = tableComparison(state);
  return [...(compared ?? []), ...gone].map(({ value, count, before, mark }) => [
    value,
    count,
    before,
    mark.kind,
  ]);
};

test('every row has its mark, and rows that are gone stand behind', async () => {
  const { store, websiteId, add, requests, show } = await storeWithStatistics();
  await add('referrer', [
    ['2026-11-01', 'a.example', 30],
    ['2026-10-01', 'a.example', 20],
    ['2026-11-01', 'new.example', 5],
    ['2026-10-01', 'gone.example', 7],
  ]);
  store.getState().comparison.choose('previous');
  await show({ screen: 'statistic', websiteId, name: 'referrer' });
  expect(requests()).toEqual([
    'name=referrer&from=2026-09-25&to=2026-10-22&per_page=100',
    'name=referrer&from=2026-10-23&to=2026-11-19&sort_by=count&sort=desc&per_page=25',
    // None of the days read has a visitor: whether they are zeros.
    'name=visitors&from=1990-01-01&to=2026-11-20&sort_by=value&sort=asc&per_page=10',
    // Whether the earlier rows are all there were.
    'name=visitors&from=2026-09-25&to=2026-11-20&sort_by=value&sort=asc&per_page=100',
  ]);
  expect(marks(store.getState())).toEqual([
    ['a.example', 30, 20, 'change'],
    ['new.example', 5, undefined, 'new'],
    ['gone.example', undefined, 7, 'gone'],
  ]);
  store.getState().statistic.move('last');
  const { statistic } = store.getState();
  expect(shownTableRows(store.getState())[statistic.position.selected]).toMatchObject({
    value: 'gone.example',
    count: 0,
  });
});

test('the rows compared with are searched in the same way', async () => {
  const { store, websiteId, add, requests, idle, show } = await storeWithStatistics();
  await add('page', [
    ['2026-11-01', '/shop', 9],
    ['2026-10-01', '/shop', 3],
    ['2026-10-01', '/about', 3],
  ]);
  store.getState().comparison.choose('previous');
  await show({ screen: 'statistic', websiteId, name: 'page' });
  requests();
  store.getState().statistic.editSearch(textAtEnd('shop'));
  store.getState().statistic.leaveSearch();
  await idle();
  expect(requests()).toEqual([
    'name=page&from=2026-09-25&to=2026-10-22&search=shop&search_by=value&per_page=100',
    'name=page&from=2026-10-23&to=2026-11-19&search=shop&search_by=value&sort_by=count&sort=desc&per_page=25',
  ]);
  expect(marks(store.getState())).toEqual([['/shop', 9, 3, 'change']]);
});

test('a row is new only where the earlier rows were read to their end', async () => {
  const { store, websiteId, add, show } = await storeWithStatistics();
  await add('page', [
    ['2026-11-01', '/now', 9],
    ...Array.from({ length: 101 }, (_, index) => ['2026-10-01', `/before-${index}`, 2] as const),
  ]);
  store.getState().comparison.choose('previous');
  await show({ screen: 'statistic', websiteId, name: 'page' });
  const { compared, gone } = tableComparison(store.getState());
  expect(compared?.map(({ mark }) => mark)).toEqual([{ kind: 'notInTop', top: 100 }]);
  // All rows of now were read: those before are gone.
  expect(gone).toHaveLength(100);
});

test('rows of other days never stand under the dates of a period', async () => {
  const { store, websiteId, add, show } = await storeWithStatistics();
  await add('page', [['2026-11-01', '/', 9]]);
  await show({ screen: 'statistic', websiteId, name: 'page' });
  store.getState().period.step(-1);
  expect(store.getState().statistic.list.data).toBeUndefined();
  await until(store, ({ statistic }) => statistic.list.data?.rows.length === 0);
});

test('the days of a series scroll and have an order, and nothing is asked for that', async () => {
  const { store, websiteId, requests, idle, show } = await storeWithStatistics();
  await show({ screen: 'statistic', websiteId, name: 'visitors' });
  expect(requests()).toEqual([
    'name=visitors&from=1990-01-01&to=2026-11-20&sort_by=value&sort=asc&per_page=10',
    'name=visitors&from=2026-09-25&to=2026-11-20&sort_by=value&sort=asc&per_page=100',
  ]);
  const { statistic } = store.getState();
  expect([statistic.sortBy, statistic.sort]).toEqual(['value', 'desc']);
  statistic.move('down');
  expect(store.getState().statistic.position.selected).toBe(3);
  statistic.move('last');
  expect(store.getState().statistic.position.selected).toBe(28 - 7);
  statistic.sortRows('count', 'desc');
  statistic.reverseSort();
  expect(store.getState().statistic).toMatchObject({
    sortBy: 'count',
    sort: 'asc',
    position: { selected: 0 },
  });
  await idle();
  expect(requests()).toEqual([]);
});

test('{ and } lead to the same view of the neighbour in the list', async () => {
  const { store, services, websiteId, requests, idle, show } = await storeWithStatistics();
  store.getState().comparison.choose(undefined);
  await services.api.createWebsite({ ...websiteDefaults, domain: 'blog.example.com' });
  await store.getState().websites.load();
  await idle();
  store.getState().navigation.push({ screen: 'dashboard', websiteId });
  await show({ screen: 'statistic', websiteId, name: 'page' });
  requests();
  // The newest website stands first.
  dispatchKey('{', store, services);
  const [, dashboard, statistic] = store.getState().navigation.stack;
  expect(dashboard).toMatchObject({ screen: 'dashboard', websiteId: '2' });
  expect(statistic).toMatchObject({ screen: 'statistic', websiteId: '2', name: 'page' });
  expect(store.getState().websites.selectedId).toBe('2');
  await idle();
  expect(requests().map(query => query.split('&')[0])).toEqual(['name=page', 'name=pageviews']);
  dispatchKey('{', store, services);
  expect(store.getState().notices.current?.text).toBe('No website before it.');
  // The footer offers only what leads somewhere.
  const offered = () =>
    liveCommands(store.getState()).flatMap(({ id }) => (id.endsWith('Website') ? [id] : []));
  expect(offered()).toEqual(['statistic.nextWebsite']);
  dispatchKey('}', store, services);
  expect(store.getState().navigation.stack.at(-1)).toMatchObject({ websiteId });
  expect(offered()).toEqual(['statistic.previousWebsite']);
});
