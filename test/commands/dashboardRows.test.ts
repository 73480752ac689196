import { selected } from '#store/viewRules.ts';
import { expect, test } from 'vitest';
import { dispatchKey } from '#commands/registry.ts';
import { arrangementOf } from '#screens/dashboard/arrangement.ts';
import { dashboardDetail } from '#screens/dashboard/index.ts';
import { storeWithStatistics } from '../store/statistics/statisticsFixture.ts';

async function openDashboard() {
  const { store, services, websiteId, add, idle } = await storeWithStatistics();
  await add('page', [
    ['2026-11-01', '/a', 30],
    ['2026-11-01', '/b', 20],
    ['2026-11-01', '/c', 10],
    ['2026-11-01', '/d', 5],
  ]);
  // Three rows of values in a panel.
  store.getState().resize({ columns: 80, rows: 24 });
  store.getState().navigation.push({ screen: 'dashboard', websiteId });
  await idle();
  const press = (...keys: string[]) => {
    for (const key of keys) dispatchKey(key, store, services);
  };
  return { state: () => store.getState(), press, websiteId };
}

test('Enter goes into a panel, arrows move over its rows, Enter opens the history of one', async () => {
  const { state, press, websiteId } = await openDashboard();
  press('1', 'Enter');
  expect(state().dashboard.row).toBe(0);
  press('Down', 'j', 'Down', 'Down');
  expect(state().dashboard.row).toBe(2);
  press('k');
  expect(selected(state())?.value).toBe('/b');
  press('Enter');
  expect(state().navigation.view).toEqual({ screen: 'history', websiteId, name: 'page', value: '/b' });
  press('q');
  expect(state().navigation.view.screen).toBe('dashboard');
  expect(state().dashboard.row).toBe(1);
});

test('the ends of a panel, and Esc out of it before out of the dashboard', async () => {
  const { state, press } = await openDashboard();
  press('1', 'Enter', 'G');
  expect([state().dashboard.panel, state().dashboard.row]).toEqual([0, 2]);
  press('g');
  expect([state().dashboard.panel, state().dashboard.row]).toEqual([0, 0]);
  press('Esc');
  expect(state().dashboard.row).toBeUndefined();
  expect(state().navigation.view.screen).toBe('dashboard');
  expect(selected(state())?.value).toBe('shop.example.com');
  press('Enter', 'Tab');
  expect([state().dashboard.panel, state().dashboard.row]).toEqual([1, undefined]);
});

test('z opens all rows of a panel, from inside too', async () => {
  const { state, press, websiteId } = await openDashboard();
  press('1', 'Enter', 'z');
  expect(state().navigation.view).toEqual({ screen: 'statistic', websiteId, name: 'page' });
});

test('the key of a panel that has nothing goes to it, and Enter opens it whole', async () => {
  const { state, press, websiteId } = await openDashboard();
  press('2');
  expect(state().dashboard.panel).toBe(1);
  expect(dashboardDetail(state(), websiteId).text).toBe('Referrers: Nothing in this period');
  press('Enter');
  expect(state().navigation.view).toEqual({ screen: 'statistic', websiteId, name: 'referrer' });
});

test('panels that have nothing stand on a line below the others: one goes through them as they stand', async () => {
  const { state, press, websiteId } = await openDashboard();
  expect(arrangementOf(state(), websiteId)).toEqual({ rows: [[0]], empty: [1, 2, 3] });
  const places = (key: string, count: number) =>
    Array.from({ length: count }, () => {
      press(key);
      return state().dashboard.panel;
    });
  expect(places('Down', 3)).toEqual([0, 1, 4]);
  expect(places('Up', 3)).toEqual([2, 0, -1]);
});
