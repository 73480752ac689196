import { expect, test } from 'vitest';
import type { PageSize } from '#model/service/paging.ts';
import { listedDays } from '#screens/websites/below.ts';
import { overviewTotals, rowNumbers } from '#store/queries/overview.ts';
import type { Paging } from '../../helpers/manyWebsites.ts';
import { chosen, until } from '../../helpers/storeFixture.ts';
import { byNumber, isIdle, isRead, numbers, openMany, statsOf } from './manyFixture.ts';

const open = (count: number, paging?: Paging, perPage: PageSize = 'fit') =>
  openMany(count, { ...(paging && { paging }), services: { choices: chosen({ perPage }) } });

test('rows first, then the numbers of those on screen, then those of all others, once each; nothing moves', async () => {
  const { service, store, idsFrom } = await open(137);
  await store.getState().websites.load();
  expect(service.requests[0]).toContain('/api/v1/websites?');
  // 16 rows at 80x24; page views have no column there.
  const before = store.getState().websites.rows.slice(0, 16);
  await until(store, isRead(137));
  const ids = idsFrom(0);
  expect(ids.slice(0, 16).sort(byNumber)).toEqual(numbers(122, 137));
  expect(ids.slice(16).toSorted(byNumber)).toEqual(numbers(1, 121));
  expect(statsOf(service.requests)[0]).toContain(
    '/stats/137?name=visitors&from=2026-09-25&to=2026-11-20&sort_by=value&sort=asc&per_page=100',
  );
  // The window of 16 rows, the records of all behind the numbers on screen, and nothing twice.
  expect(service.requests.filter(url => !url.includes('/stats/'))).toEqual([
    '/api/v1/websites?sort_by=id&sort=desc&per_page=25',
    '/api/v1/websites?sort_by=id&sort=desc&per_page=100',
    '/api/v1/websites?sort_by=id&sort=desc&per_page=100&page=2',
  ]);
  expect(service.requests.findIndex(url => url.includes('per_page=100&page=2'))).toBeGreaterThan(16);
  expect(service.requests.join('\n')).not.toContain('pageviews');
  expect(store.getState().websites.rows.slice(0, 16)).toEqual(before);
  expect(service.mostAtOnce()).toBeLessThanOrEqual(4);
  const [first] = before;
  expect(first && rowNumbers(store.getState(), first)).toMatchObject({
    visitors: { total: 28 * 137, countBefore: 28 * 137 },
    change: { kind: 'same' },
  });
});

test('the days of all websites are the sums of theirs, and ask nothing', async () => {
  const { service, store } = await open(3);
  store.getState().resize({ columns: 200, rows: 50 });
  await store.getState().websites.load();
  const state = await until(store, isRead(3));
  const asked = service.requests.length;
  const { websites, all } = listedDays(state);
  expect(websites.map(({ website }) => website.id)).toEqual(['3', '2', '1']);
  expect(websites.map(({ days }) => days.points[0])).toEqual(
    [3, 2, 1].map(count => ({ day: '2026-10-23', count })),
  );
  expect([all.points.length, all.points[0], all.before.length, all.before[0]]).toEqual([
    28,
    { day: '2026-10-23', count: 6 },
    28,
    { day: '2026-09-25', count: 6 },
  ]);
  expect(service.requests).toHaveLength(asked);
});

test('the sums count the websites that are in them: page views that are still read change nothing of it', async () => {
  const { service, store } = await open(3);
  await store.getState().websites.load();
  await until(store, isRead(3));
  service.hold();
  // Only there page views have a place.
  store.getState().resize({ columns: 120, rows: 40 });
  await expect.poll(() => service.held()).toBeGreaterThan(0);
  expect(overviewTotals(store.getState())).toMatchObject({ read: 3, visitors: 28 * 6, pageviews: undefined });
  service.release();
  await until(store, state => overviewTotals(state).pageviews === 28 * 6);
});

test('page views are asked for once there is room for their column, behind the visitors of all', async () => {
  const { service, store } = await open(60);
  store.getState().resize({ columns: 250, rows: 40 });
  await store.getState().websites.load();
  await until(store, isRead(60));
  // 32 rows on screen have both; of the 28 others the visitors come first.
  const names = statsOf(service.requests)
    .map(url => /name=(\w+)/.exec(url)?.[1])
    // The pane beside the list asks for rows of the selected website.
    .filter(name => name === 'visitors' || name === 'pageviews');
  expect(names).toHaveLength(120);
  expect(names.slice(64, 91)).toEqual(Array(27).fill('visitors'));
  expect(names.slice(93)).toEqual(Array(27).fill('pageviews'));
});

test('the rows nearest to the selection go first, those scrolled away are cancelled', async () => {
  const { service, store, idsFrom } = await open(25);
  service.hold();
  await store.getState().websites.load();
  await expect.poll(() => service.held()).toBe(4);
  store.getState().websites.move('last');
  await expect.poll(() => service.held()).toBe(8);
  // Row 25 of 25 is selected: website 1, then those above it.
  // What is sent together may arrive in any order.
  expect(idsFrom(0).slice(0, 4).sort(byNumber)).toEqual([22, 23, 24, 25]);
  expect(idsFrom(0).slice(4).sort(byNumber)).toEqual([1, 2, 3, 4]);
  service.release();
  await until(store, state => {
    const shown = state.websites.rows.slice(state.websites.position.top);
    return shown.every(row => rowNumbers(state, row).visitors !== undefined);
  });
  expect(idsFrom(0).filter(id => id === 25)).toHaveLength(1);
});

test('leaving the screen cancels what is under way, coming back reads it', async () => {
  const { service, store } = await open(10);
  service.hold();
  await store.getState().websites.load();
  await expect.poll(() => service.held()).toBe(4);
  store.getState().navigation.push({ screen: 'sideBySide', websiteId: '1', websiteIds: [] });
  await until(store, isIdle);
  expect(statsOf(service.requests)).toHaveLength(4);
  service.release();
  store.getState().navigation.pop();
  await until(store, isRead(10));
});

test('a website opened from the list shows what the list had read', async () => {
  const { service, store } = await open(2);
  await store.getState().websites.load();
  await until(store, isRead(2));
  store.getState().navigation.push({ screen: 'dashboard', websiteId: '2' });
  await until(store, isIdle);
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
  await until(store, isRead(12));
  expect(statsOf(service.requests)).toHaveLength(13);
  expect(service.mostAtOnce()).toBeLessThanOrEqual(4);
});

test('a year is split into windows, and still no more than four requests run at once', async () => {
  const { service, store } = await open(3);
  store.getState().period.choose({ kind: 'preset', preset: 'last12Months' });
  await store.getState().websites.load();
  await until(store, isRead(3));
  // 365 days, as many before, and today: 8 windows of at most 100 days.
  expect(statsOf(service.requests)).toHaveLength(3 * 8);
  expect(service.mostAtOnce()).toBeLessThanOrEqual(4);
});

test('another period reads the numbers again and not the list', async () => {
  const { service, store } = await open(2);
  await store.getState().websites.load();
  await until(store, isRead(2));
  store.getState().period.choose({ kind: 'preset', preset: 'last7' });
  await until(store, () => statsOf(service.requests).length === 4);
  await until(store, isRead(2));
  expect(service.requests.filter(url => !url.includes('/stats/'))).toHaveLength(1);
});

test('turned off, nothing is asked', async () => {
  const { service, store } = await open(5);
  store.getState().overview.toggle();
  await store.getState().websites.load();
  await until(store, isIdle);
  expect(statsOf(service.requests)).toEqual([]);
  store.getState().overview.toggle();
  await until(store, isRead(5));
});

test('sorting by visitors is of all websites: what is known at once, all once they are read, the selection on its line', async () => {
  const { service, store } = await open(137);
  await store.getState().websites.load();
  await until(store, () => store.getState().overview.progress.read === 16);
  service.hold();
  store.getState().websites.sortRows('visitors', 'asc');
  expect(store.getState().websites).toMatchObject({ numbered: 16 });
  const order = () => store.getState().websites.rows.map(({ id }) => Number(id));
  // The 16 newest have numbers, the lowest first; the others stand behind them as they were.
  expect(order().slice(0, 18)).toEqual([...numbers(122, 137), 121, 120]);
  for (let move = 0; move < 20; move++) store.getState().websites.move('down');
  const { position, selectedId } = store.getState().websites;
  const before = order().slice(0, 25);
  await expect.poll(() => service.held()).toBeGreaterThan(0);
  expect(order().slice(0, 25)).toEqual(before);
  service.release();
  await until(store, state => isRead(137)(state) && state.websites.numbered === 137);
  expect(order()).toEqual(numbers(1, 137));
  const now = store.getState().websites;
  expect(now.selectedId).toBe(selectedId);
  expect(now.position.selected - now.position.top).toBe(position.selected - position.top);
  // Nothing was asked for it that was not asked for anyway.
  expect(statsOf(service.requests)).toHaveLength(137);
  now.reverseSort();
  expect(order()).toEqual(numbers(1, 137).toReversed());
});

test('days that were read with others are sorted by at once: nothing is asked for them', async () => {
  const { service, store } = await open(20);
  await store.getState().websites.load();
  store.getState().period.choose({ kind: 'preset', preset: 'yesterday' });
  store.getState().websites.sortRows('visitors', 'desc');
  await until(store, state => isRead(20)(state) && state.websites.numbered === 20);
  const asked = statsOf(service.requests).length;
  const seen = new Set<number>();
  store.subscribe(({ websites }) => seen.add(websites.numbered));
  store.getState().period.choose({ kind: 'preset', preset: 'last7' });
  // The order of other days is forgotten, and made anew.
  await expect.poll(() => seen).toContain(0);
  await expect.poll(() => store.getState().websites.numbered).toBe(20);
  expect(statsOf(service.requests)).toHaveLength(asked);
});

test('pages of ten: the order by visitors and the sums are of all, the pages are of that order', async () => {
  const { store } = await open(34, 'meta', 10);
  await store.getState().websites.load();
  await until(store, isRead(34));
  expect(store.getState().websites.rows).toHaveLength(10);
  store.getState().websites.sortRows('visitors', 'asc');
  expect(store.getState().websites.rows.map(({ id }) => Number(id))).toEqual(numbers(1, 10));
  for (const page of [2, 3, 4]) {
    store.getState().websites.turnPage(1);
    expect(store.getState().websites.page).toBe(page);
  }
  expect(store.getState().websites.rows.map(({ id }) => Number(id))).toEqual(numbers(31, 34));
  // 28 days of 1 + 2 + ... + 34.
  expect(overviewTotals(store.getState())).toMatchObject({ read: 34, visitors: 28 * 595 });
});

test.each<Paging>(['meta', 'flat', 'links', 'silent', 'bare'])(
  'pages a service that pages by %s',
  async paging => {
    const { store } = await open(57, paging, 25);
    const { websites } = store.getState();
    await websites.load();
    for (const page of [2, 3]) {
      websites.turnPage(1);
      await until(store, state => state.websites.page === page && !state.websites.list.loading);
    }
    await until(store, isRead(57));
    expect(store.getState().websites.rows.map(({ id }) => id)).toEqual(['7', '6', '5', '4', '3', '2', '1']);
    websites.turnPage(1);
    expect(store.getState().websites.page).toBe(3);
  },
);

test('a service that does not page: the first hundred, once each, and that is said', async () => {
  const { service, store } = await open(137, 'none');
  const { websites } = store.getState();
  await websites.load();
  const notice = 'This service does not page. Press S for the other end, / to search.';
  await until(store, ({ notices }) => notices.current?.text === notice);
  const state = await until(store, isRead(100));
  expect(state.websites.cannotPage).toBe(true);
  expect(state.websites.rows.map(({ id }) => Number(id))).toEqual(numbers(38, 137).toReversed());
  const asked = service.requests.length;
  websites.move('last');
  await until(store, isIdle);
  expect(service.requests).toHaveLength(asked);
  websites.reverseSort();
  await until(store, ({ websites: { rows } }) => rows[0]?.id === '1');
});

test('G goes to the last of many websites, page after page, and any other move ends it', async () => {
  const { store, service } = await openMany(2_500, { services: { choices: chosen({ overview: false }) } });
  const { websites } = store.getState();
  await websites.load();
  websites.move('last');
  const last = await until(store, ({ websites }) => websites.selectedId === '1');
  expect(last.websites.position.selected).toBe(2_499);
  expect(service.requests.filter(url => url.includes('/websites?')).length).toBeLessThanOrEqual(27);
});
