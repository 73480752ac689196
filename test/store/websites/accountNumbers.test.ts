import { expect, onTestFinished, test, vi } from 'vitest';
import { overviewTotals, rowNumbers } from '#store/queries/overview.ts';
import type { State } from '#store/state.ts';
import { clockByHand } from '../../helpers/clockByHand.ts';
import { until } from '../../helpers/storeFixture.ts';
import { byNumber, isIdle, isRead, numbers, openMany } from './manyFixture.ts';

const minute = 60_000;

async function open(count: number) {
  const clock = clockByHand();
  return { clock, ...(await openMany(count, { connection: { now: clock.now, after: clock.after } })) };
}

const isHeld = ({ activity }: State) => activity.isHeldBack && activity.inFlight === 0;
const isAsking = ({ overview, activity }: State) =>
  overview.progress.requests !== undefined && activity.inFlight === 0;

test('two at once and no more, behind what a key asks for; leaving ends them, coming back goes on', async () => {
  const { service, store, idsFrom } = await open(137);
  await store.getState().websites.load();
  await until(store, ({ overview }) => overview.progress.read >= 16);
  service.hold();
  await expect.poll(() => service.held()).toBe(2);
  expect(store.getState().activity).toMatchObject({ inFlight: 2, background: 2 });
  // Rows that come on screen have the other two.
  const before = service.requests.length;
  store.getState().websites.move('last');
  await expect.poll(() => service.held()).toBe(4);
  expect(idsFrom(before).toSorted(byNumber)).toEqual([1, 2]);
  store.getState().navigation.push({ screen: 'sideBySide', websiteId: '1', websiteIds: [] });
  await until(store, isIdle);
  expect(service.requests).toHaveLength(before + 2);
  service.release();
  store.getState().navigation.pop();
  await until(store, isRead(137));
  // Those four were asked twice, the others once.
  expect(idsFrom(0)).toHaveLength(137 + 4);
  expect(service.mostAtOnce()).toBeLessThanOrEqual(4);
});

test('numbers that come when the period is another one by then do not count as those of the new one', async () => {
  const { service, store } = await open(137);
  await store.getState().websites.load();
  await until(store, ({ overview }) => overview.progress.read >= 16);
  service.hold();
  await expect.poll(() => service.held()).toBe(2);
  store.getState().period.step(-1);
  service.release();
  await until(store, isRead(137));
  expect(overviewTotals(store.getState()).read).toBe(137);
});

test('60 requests a minute: half of them are left to keys, and a dashboard opened meanwhile is served first', async () => {
  const { service, clock, store, idsFrom } = await open(137);
  service.allow(60, clock.now);
  await store.getState().websites.load();
  await until(store, isHeld);
  // The list and its 16 rows, two pages of records, and in the background while 30 remain: 29 remain now.
  expect(service.requests).toHaveLength(31);
  expect(store.getState().activity.rateLimit).toEqual({ limit: 60, remaining: 29 });
  store.getState().navigation.push({ screen: 'dashboard', websiteId: '5' });
  // Visitors, page views, the hours of today and of the period, and four panels with what their rows are compared with.
  await until(
    store,
    ({ activity }) => idsFrom(31).length === 12 && activity.inFlight + activity.queued === 0,
  );
  expect(idsFrom(31)).toEqual(Array(12).fill(5));
  store.getState().navigation.pop();
  await until(store, isHeld);
  // A minute later the service counts anew: what is known by then is kept, and each minute brings at least 30 more.
  for (let minutes = 0; !isRead(137)(store.getState()); minutes += 1) {
    expect(minutes).toBeLessThan(6);
    clock.pass(minute);
    await until(store, state => isHeld(state) || isRead(137)(state));
  }
  expect(service.refused()).toBe(0);
  expect(overviewTotals(store.getState())).toMatchObject({ read: 137, visitors: 28 * 9453 });
});

test('a 429 in the background is no error: none for its wait and a minute more, keys go on after the wait', async () => {
  const { service, clock, store, idsFrom } = await open(60);
  await store.getState().websites.load();
  await until(store, ({ overview }) => overview.progress.read >= 16);
  service.refuseNext(20);
  await until(store, isHeld);
  expect(store.getState().activity.pausedUntil).toBe(clock.now() + 20_000);
  const refusedAt = service.requests.length;
  clock.pass(20_000);
  await until(store, ({ activity }) => activity.pausedUntil === undefined);
  store.getState().navigation.push({ screen: 'record', websiteId: '60' });
  await until(store, ({ records }) => records.byId.get('60')?.data !== undefined);
  store.getState().navigation.pop();
  await until(store, isHeld);
  expect(idsFrom(refusedAt)).toEqual([]);
  clock.pass(minute - 1);
  expect(store.getState().activity.inFlight).toBe(0);
  clock.pass(1);
  const state = await until(store, isRead(60));
  expect(state.websites.list.error).toBeUndefined();
  expect(state.websites.rows.filter(row => rowNumbers(state, row).error !== undefined)).toEqual([]);
  expect(new Set(idsFrom(0)).size).toBe(60);
});

test('up to 300 requests are sent, of more the number is said, and N sends them', async () => {
  // 16 are on screen; 296 more, and four pages of records.
  const few = await open(312);
  await few.store.getState().websites.load();
  await until(few.store, isRead(312));
  expect(few.service.requests).toHaveLength(17 + 300);

  const { service, store } = await open(313);
  await store.getState().websites.load();
  const { overview } = await until(store, isAsking);
  expect(overview.progress).toEqual({ read: 16, total: 313, isReading: false, requests: 301 });
  expect(service.requests).toHaveLength(17);
  // An order by numbers is of those that are known.
  store.getState().websites.sortRows('visitors', 'asc');
  expect(store.getState().websites.numbered).toBe(16);
  store.getState().overview.readAll();
  await until(store, isRead(313));
  expect(store.getState().websites.rows[0]?.id).toBe('1');
});

test('a year takes eight requests a website: 60 websites are asked about', async () => {
  const { store } = await open(60);
  store.getState().period.choose({ kind: 'preset', preset: 'last12Months' });
  await store.getState().websites.load();
  // 44 that are not on screen, and a page of records.
  const { overview } = await until(store, isAsking);
  expect(overview.progress.requests).toBe(44 * 8 + 1);
});

test('refreshed by itself, only the rows on screen are read again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { service, store, idsFrom } = await open(40);
  await store.getState().websites.load();
  await until(store, isRead(40));
  const before = service.requests.length;
  store.getState().autoRefresh.toggle();
  onTestFinished(() => store.getState().autoRefresh.toggle());
  vi.advanceTimersByTime(30_000);
  await until(store, () => service.requests.length >= before + 16);
  await until(store, isRead(40));
  expect(idsFrom(before).toSorted(byNumber)).toEqual(numbers(25, 40));
});

test('r reads all again: those on screen first, what is known stays until then', async () => {
  const { service, store, idsFrom } = await open(40);
  await store.getState().websites.load();
  await until(store, isRead(40));
  const before = service.requests.length;
  store.getState().refresh();
  expect(overviewTotals(store.getState()).visitors).toBe(28 * 820);
  await until(store, state => idsFrom(before).length === 40 && isRead(40)(state));
  expect(idsFrom(before).slice(0, 16).toSorted(byNumber)).toEqual(numbers(25, 40));
});

test('! looks at all websites', async () => {
  const { store } = await open(60);
  await store.getState().websites.load();
  store.getState().websites.toggleAttention();
  const state = await until(store, isRead(60));
  // The same number of visitors on every day: nothing to see, but everything was looked at.
  expect(state.websites.rows).toEqual([]);
  expect(state.overview.progress).toMatchObject({ read: 60, total: 60 });
});
