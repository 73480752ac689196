import { expect, onTestFinished, test, vi } from 'vitest';
import { createApi } from '#api/createApi.ts';
import type { Store } from '#store/createStore.ts';
import { rowNumbers } from '#store/overviewNumbers.ts';
import { manyWebsites, type Paging } from '../helpers/manyWebsites.ts';
import { storeOver, until } from '../helpers/storeFixture.ts';

async function open(count: number, paging: Paging = 'meta') {
  const service = await manyWebsites(count, paging);
  onTestFinished(() => service.close());
  const api = createApi({ baseUrl: service.url, apiKey: 'key-of-the-tests', random: () => 0 });
  const { store } = storeOver(api);
  onTestFinished(() => store.getState().navigation.push({ screen: 'help' }));
  return { service, api, store };
}

const statsOf = (requests: readonly string[]) => requests.filter(url => url.includes('/stats/'));
const idsOf = (requests: readonly string[]) =>
  statsOf(requests).map(url => Number(/\/stats\/(\d+)/.exec(url)?.[1]));
const byNumber = (a: number, b: number) => a - b;
const read = (store: Store) => Object.values(store.getState().stats.series).filter(slot => slot.data).length;
const settled = ({ activity }: ReturnType<Store['getState']>) => activity.inFlight + activity.queued === 0;

test('rows first, then one request for each row on screen and measure shown, nothing moves', async () => {
  const { service, store } = await open(40);
  await store.getState().websites.load();
  expect(service.requests[0]).toContain('/api/v1/websites?');
  // 16 rows at 80x24; page views have no column there.
  const before = store.getState().websites.rows;
  await until(store, () => read(store) === 16);
  await until(store, settled);
  expect(statsOf(service.requests)).toHaveLength(16);
  expect(statsOf(service.requests)[0]).toContain(
    '/stats/40?name=visitors&from=2026-09-25&to=2026-11-20&sort_by=value&sort=asc&per_page=100',
  );
  expect(service.requests.join('\n')).not.toContain('pageviews');
  expect(store.getState().websites.rows).toBe(before);
  expect(service.mostAtOnce()).toBeLessThanOrEqual(4);
  const [first] = before;
  expect(first && rowNumbers(store.getState(), first)).toMatchObject({
    visitors: { total: 28 * 40, before: 28 * 40 },
    change: { kind: 'same' },
  });
});

test('page views are asked for once there is room for their column', async () => {
  const { service, store } = await open(3);
  store.getState().resize({ columns: 120, rows: 40 });
  await store.getState().websites.load();
  await until(store, () => read(store) === 6);
  expect(statsOf(service.requests).filter(url => url.includes('name=pageviews'))).toHaveLength(3);
  expect(statsOf(service.requests)).toHaveLength(6);
});

test('the rows nearest to the selection go first, those scrolled away are cancelled', async () => {
  const { service, store } = await open(25);
  service.hold();
  await store.getState().websites.load();
  await vi.waitFor(() => expect(service.held()).toBe(4));
  store.getState().websites.move('last');
  await vi.waitFor(() => expect(service.held()).toBe(8));
  // Row 25 of 25 is selected: website 1, then those above it.
  // What is sent together may arrive in any order.
  expect(idsOf(service.requests).slice(0, 4).sort(byNumber)).toEqual([22, 23, 24, 25]);
  expect(idsOf(service.requests).slice(4).sort(byNumber)).toEqual([1, 2, 3, 4]);
  service.release();
  await until(store, state => {
    const shown = state.websites.rows.slice(state.websites.position.top);
    return shown.every(row => rowNumbers(state, row).visitors !== undefined);
  });
  expect(idsOf(service.requests).filter(id => id === 25)).toHaveLength(1);
});

test('leaving the screen cancels what is under way, coming back reads it', async () => {
  const { service, store } = await open(10);
  service.hold();
  await store.getState().websites.load();
  await vi.waitFor(() => expect(service.held()).toBe(4));
  store.getState().navigation.push({ screen: 'help' });
  await until(store, settled);
  expect(statsOf(service.requests)).toHaveLength(4);
  service.release();
  store.getState().navigation.pop();
  await until(store, () => read(store) === 10);
});

test('a website opened from the list shows what the list had read', async () => {
  const { service, store } = await open(2);
  await store.getState().websites.load();
  await until(store, () => read(store) === 2);
  store.getState().navigation.push({ screen: 'dashboard', websiteId: '2' });
  await until(store, settled);
  expect(statsOf(service.requests).filter(url => url.includes('/stats/2?name=visitors&'))).toHaveLength(1);
});

test('a 429 stops the whole queue for its Retry-After; then it goes on and misses nothing', async () => {
  const { service, store } = await open(12);
  service.refuseNext(1);
  await store.getState().websites.load();
  await until(store, ({ activity }) => activity.pausedUntil !== undefined);
  const paused = performance.now();
  // The four that were under way, and no more.
  expect(statsOf(service.requests).length).toBeLessThanOrEqual(4);
  const inPause = statsOf(service.requests).length;
  await until(store, ({ activity }) => activity.pausedUntil === undefined);
  expect(performance.now() - paused).toBeGreaterThan(800);
  expect(statsOf(service.requests).length).toBeLessThanOrEqual(inPause + 4);
  await until(store, () => read(store) === 12);
  await until(store, settled);
  expect(statsOf(service.requests)).toHaveLength(13);
  expect(service.mostAtOnce()).toBeLessThanOrEqual(4);
});

test('a year is split into windows, and still no more than four requests run at once', async () => {
  const { service, store } = await open(3);
  store.getState().period.choose({ kind: 'preset', preset: 'last12Months' });
  await store.getState().websites.load();
  await until(store, () => read(store) === 3);
  // 365 days, as many before, and today: 8 windows of at most 100 days.
  expect(statsOf(service.requests)).toHaveLength(3 * 8);
  expect(service.mostAtOnce()).toBeLessThanOrEqual(4);
});

test('another period reads the numbers again and not the list', async () => {
  const { service, store } = await open(2);
  await store.getState().websites.load();
  await until(store, () => read(store) === 2);
  store.getState().period.choose({ kind: 'preset', preset: 'last7' });
  await until(store, () => read(store) === 4);
  expect(service.requests.filter(url => !url.includes('/stats/'))).toHaveLength(1);
});

test('turned off, nothing is asked', async () => {
  const { service, store } = await open(5);
  store.getState().overview.toggle();
  await store.getState().websites.load();
  await until(store, settled);
  expect(statsOf(service.requests)).toEqual([]);
  store.getState().overview.toggle();
  await until(store, () => read(store) === 5);
});

test('sorting by visitors reads all rows of the page, orders them once, and keeps the selection on its website', async () => {
  const { service, store } = await open(30);
  store.getState().resize({ columns: 80, rows: 14 });
  await store.getState().websites.load();
  service.hold();
  store.getState().websites.sortRows('visitors', 'asc');
  store.getState().websites.select('20');
  const before = store.getState().websites.rows;
  await vi.waitFor(() => expect(service.held()).toBe(4));
  expect(store.getState().websites.rows.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  service.release();
  await until(store, ({ websites }) => websites.rows[0]?.id === '6');
  const { rows, position } = store.getState().websites;
  expect(rows.map(({ id }) => Number(id))).toEqual([...Array(25).keys()].map(index => index + 6));
  expect(rows[position.selected]?.id).toBe('20');
  // Only the page that is here: the service was not asked for another order.
  expect(service.requests.filter(url => !url.includes('/stats/'))).toHaveLength(1);
  store.getState().websites.reverseSort();
  expect(store.getState().websites.rows[0]?.id).toBe('30');
});

test.each<Paging>(['meta', 'flat', 'links', 'silent', 'bare'])(
  'pages a service that pages by %s',
  async paging => {
    const { store } = await open(57, paging);
    const { websites } = store.getState();
    await websites.load();
    for (const page of [2, 3]) {
      websites.turnPage(1);
      await until(store, state => state.websites.list.data?.page === page && !state.websites.list.loading);
    }
    expect(store.getState().websites.rows.map(({ id }) => id)).toEqual(['7', '6', '5', '4', '3', '2', '1']);
    websites.turnPage(1);
    expect(store.getState().websites.page).toBe(3);
  },
);

test('a service that does not page: the first page stays, and that is said', async () => {
  const { store } = await open(60, 'none');
  const { websites } = store.getState();
  await websites.load();
  websites.turnPage(1);
  await until(store, state => state.websites.cannotPage);
  const state = store.getState();
  expect(state.websites.page).toBe(1);
  expect(state.websites.rows[0]?.id).toBe('60');
  expect(state.notices.current?.text).toBe(
    'This service does not page. Press + for more rows, S for the other end, / to search.',
  );
  websites.reverseSort();
  await until(store, ({ websites: { rows } }) => rows[0]?.id === '1');
});
