import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { request } from '#queries/answers/request.ts';
import { shownDays } from '#store/queries/question.ts';
import { createApi, openFaultServer } from '../../helpers/apiFixture.ts';
import { dispatchKey } from '#commands/registry.ts';
import { isTodayChanged, numberKey, ofTable } from '#store/reading/reading.ts';
import { json } from '../../helpers/faultAnswers.ts';
import { storeOver, until } from '../../helpers/storeFixture.ts';
import { storeWithStatistics } from '../statistics/statisticsFixture.ts';

const timers = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;

beforeEach(() => void vi.useFakeTimers({ toFake: [...timers] }));
afterEach(() => void vi.useRealTimers());

const halfMinute = () => vi.advanceTimersByTime(30_000);

test('asks for today alone, and marks what it changed', async () => {
  const { store, services, websiteId, add, requests, show } = await storeWithStatistics();
  await add('visitors', [
    ['2026-11-19', '2026-11-19', 30],
    ['2026-11-20', '2026-11-20', 7],
  ]);
  await add('page', [['2026-11-19', '/', 30]]);
  await show({ screen: 'dashboard', websiteId });
  requests();
  dispatchKey('R', store, services);
  expect(store.getState().autoRefresh.on).toBe(true);
  await add('visitors', [['2026-11-20', '2026-11-20', 2]]);
  halfMinute();
  const state = await until(store, ({ autoRefresh }) => autoRefresh.changed.size > 0);
  expect(requests()).toEqual([
    'name=pageviews&from=2026-11-20&to=2026-11-20&sort_by=value&sort=asc&per_page=100',
    'name=visitors&from=2026-11-20&to=2026-11-20&sort_by=value&sort=asc&per_page=100',
    'name=visitors_hours&from=2026-11-20&to=2026-11-20&per_page=25',
  ]);
  expect(isTodayChanged(state, websiteId, 'visitors')).toBe(true);
  expect(isTodayChanged(state, websiteId, 'pageviews')).toBe(false);
  const { data: points } = state.answers.get(websiteId, request.series('visitors', shownDays(state).span));
  expect(points?.slice(-2)).toEqual([
    { day: '2026-11-19', count: 30 },
    { day: '2026-11-20', count: 9 },
  ]);
  vi.advanceTimersByTime(4_000);
  expect(store.getState().autoRefresh.changed.size).toBe(0);
});

test('asks for rows only where today is among their days', async () => {
  const { store, services, websiteId, add, requests, idle, show } = await storeWithStatistics();
  await add('page', [['2026-11-20', '/', 3]]);
  await show({ screen: 'statistic', websiteId, name: 'page' });
  dispatchKey('R', store, services);
  requests();
  halfMinute();
  await idle();
  expect(requests()).toEqual([]);

  store.getState().period.choose({ kind: 'preset', preset: 'today' });
  await until(store, ({ statistic }) => statistic.list.data?.rows.length === 1 && !statistic.list.loading);
  await idle();
  await add('page', [['2026-11-20', '/', 1]]);
  requests();
  halfMinute();
  const { autoRefresh } = await until(store, state => state.autoRefresh.changed.size > 0);
  expect([...autoRefresh.changed]).toEqual([numberKey(ofTable, '/')]);
  await idle();
  // The rows, and today's page views, which their shares are of.
  expect(requests()).toEqual([
    'name=page&from=2026-11-20&to=2026-11-20&sort_by=count&sort=desc&per_page=25',
    'name=pageviews&from=2026-11-20&to=2026-11-20&sort_by=value&sort=asc&per_page=100',
  ]);
});

test('asks nothing behind a menu or a form, and has no timer when off', async () => {
  const { store, services, websiteId, requests, idle, show } = await storeWithStatistics();
  await show({ screen: 'dashboard', websiteId });
  const timers = vi.getTimerCount();
  dispatchKey('R', store, services);
  expect(store.getState().notices.current?.text).toBe('Auto-refresh on: today, every 30 s.');
  store.getState().notices.clear();
  expect(vi.getTimerCount()).toBe(timers + 1);
  store.getState().navigation.push({ screen: 'period' });
  requests();
  halfMinute();
  await idle();
  expect(requests()).toEqual([]);
  store.getState().navigation.pop();
  halfMinute();
  await idle();
  expect(requests()).toHaveLength(3);
  const running = vi.getTimerCount();
  dispatchKey('R', store, services);
  expect(store.getState().autoRefresh.on).toBe(false);
  store.getState().notices.clear();
  expect(vi.getTimerCount()).toBe(running - 1);
});

test('asks for today of the websites on screen, not for the list', async () => {
  const { store, services, add, requests, idle } = await storeWithStatistics();
  await add('visitors', [['2026-11-20', '2026-11-20', 7]]);
  await store.getState().websites.load();
  await idle();
  requests();
  const list = store.getState().websites.list;
  dispatchKey('R', store, services);
  await add('visitors', [['2026-11-20', '2026-11-20', 1]]);
  halfMinute();
  await idle();
  const today = requests().map(query => query.replace(/^name=|&sort_by.*$/g, ''));
  expect(new Set(today)).toEqual(new Set(['visitors&from=2026-11-20&to=2026-11-20']));
  expect(store.getState().websites.list).toBe(list);
});

test('turned on from the start it reads as often as asked, and R turns it off and on', async () => {
  const { store, services, websiteId, requests, idle, show } = await storeWithStatistics({
    refreshEvery: 90,
  });
  expect(store.getState().autoRefresh).toMatchObject({ on: true, every: 90 });
  await show({ screen: 'dashboard', websiteId });
  store.getState().autoRefresh.begin();
  requests();
  vi.advanceTimersByTime(89_000);
  await idle();
  expect(requests()).toEqual([]);
  vi.advanceTimersByTime(1_000);
  await idle();
  expect(requests()).toHaveLength(3);
  dispatchKey('R', store, services);
  expect(store.getState().notices.current?.text).toBe('Auto-refresh off.');
  vi.advanceTimersByTime(180_000);
  await idle();
  expect(requests()).toEqual([]);
  dispatchKey('R', store, services);
  expect(store.getState().notices.current?.text).toBe('Auto-refresh on: today, every 90 s.');
});

test('a list that could not be read is read with the next refresh', async () => {
  const server = await openFaultServer();
  server.answerWith(json({ message: 'down' }, 500));
  const api = createApi({ baseUrl: server.url, apiKey: 'any' });
  const { store } = storeOver(api, { refreshEvery: 30 });
  await store.getState().websites.load();
  expect(store.getState().websites.list.error?.kind).toBe('server');
  store.getState().autoRefresh.begin();
  server.answerWith((response, request) =>
    json({ data: request.path.endsWith('/websites') ? [{ id: 1, domain: 'one.example.com' }] : [] })(
      response,
      request,
    ),
  );
  halfMinute();
  const { websites } = await until(store, state => state.websites.rows.length === 1);
  expect(websites.list.error).toBeUndefined();
});
