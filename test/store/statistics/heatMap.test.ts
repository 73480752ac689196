import { expect, test } from 'vitest';
import { textOf } from '#charts/canvas.ts';
import { ApiError } from '#model/failure.ts';
import { panelContent } from '#screens/dashboard/panels.ts';
import { weekMessage } from '#screens/heatMap/index.ts';
import { weekHours } from '#model/statistics/series.ts';
import { heatMapPeriod, heatMapRead } from '#store/queries/series.ts';
import { until } from '../../helpers/storeFixture.ts';
import { storeWithStatistics } from './statisticsFixture.ts';

const today = '2026-11-20';

test.each([
  ['four whole weeks of more', '2026-10-21', '2026-11-19', '2026-10-23', '2026-11-19'],
  ['the whole weeks there are', '2026-11-01', '2026-11-19', '2026-11-06', '2026-11-19'],
  ['without today, which is not over', '2026-11-07', '2026-11-20', '2026-11-13', '2026-11-19'],
  ['a week for less than one', '2026-11-20', '2026-11-20', '2026-11-13', '2026-11-19'],
  ['a week for a day long ago', '2025-03-05', '2025-03-05', '2025-02-27', '2025-03-05'],
] as const)('takes %s', (_, from, to, first, last) => {
  expect(heatMapPeriod({ from, to }, today)).toEqual({ from: first, to: last });
});

test('asks for each day once, keeps the settled ones, and averages by weekday', async () => {
  const { store, websiteId, add, requests, show } = await storeWithStatistics();
  await add('visitors_hours', [
    // Two Mondays and a Tuesday of the four weeks.
    ['2026-11-16', '20', 12],
    ['2026-11-09', '20', 4],
    ['2026-11-17', '0', 8],
  ]);
  const route = { screen: 'heatMap', websiteId, name: 'visitors_hours' } as const;
  await show(route);
  const asked = requests();
  // Some days have zeros only: whether these are data is asked once.
  expect(asked).toHaveLength(28 + 1);
  expect(asked[0]).toBe('name=visitors&from=1990-01-01&to=2026-11-20&sort_by=value&sort=asc&per_page=10');
  expect(asked[1]).toBe('name=visitors_hours&from=2026-10-23&to=2026-10-23&per_page=25');
  const read = heatMapRead(store.getState(), websiteId, 'visitors_hours');
  expect(read).toMatchObject({ read: 28, failed: 0, loading: false });
  const week = weekHours(read.days);
  expect(week[0]?.[20]).toBe(4);
  expect(week[1]?.[0]).toBe(2);
  expect(week[6]?.[20]).toBe(0);
  store.getState().navigation.pop();
  await show(route);
  expect(requests()).toEqual([]);
});

test('leaving cancels it; what was read stays, and the rest is asked for on return', async () => {
  const { store, websiteId, requests, idle, show } = await storeWithStatistics();
  const route = { screen: 'heatMap', websiteId, name: 'visitors_hours' } as const;
  const readDays = () => heatMapRead(store.getState(), websiteId, 'visitors_hours').read;
  store.getState().navigation.push(route);
  await until(store, () => readDays() >= 2);
  store.getState().navigation.pop();
  await idle();
  const read = readDays();
  expect(read).toBeLessThan(28);
  requests();
  await show(route);
  expect(readDays()).toBe(28);
  expect(requests()).toHaveLength(28 - read);
});

test('that its days could not be read is said of weekdays of which none could, not while others of them may come', async () => {
  const { store, websiteId } = await storeWithStatistics();
  const all = heatMapRead(store.getState(), websiteId, 'visitors_hours');
  const some = { ...all, read: 3, failed: 1, error: new ApiError('server', 'Server Error') };
  const messageOf = (unreadWeekdays: readonly number[]) =>
    weekMessage(store.getState(), { ...some, unreadWeekdays }, 'visitors_hours')?.title;
  expect(all.unreadWeekdays).toEqual([]);
  expect(messageOf([])).toBeUndefined();
  expect(messageOf([6])).toBe('The days could not be read');
});

test('where the week before today has nobody, the panel of the dashboard draws the hours of today, and names those that are over', async () => {
  const { store, websiteId, add, idle, show } = await storeWithStatistics();
  await add('visitors_hours', [
    [today, '0', 5],
    [today, '1', 3],
    [today, '2', 1],
  ]);
  store.getState().period.choose({ kind: 'range', from: today, to: today });
  store.getState().resize({ columns: 200, rows: 50 });
  await show({ screen: 'dashboard', websiteId });
  await show({ screen: 'heatMap', websiteId, name: 'visitors_hours' });
  await idle();
  expect(heatMapRead(store.getState(), websiteId, 'visitors_hours').read).toBe(7);
  const asked = { values: 5, hasChanges: true, hasWeek: true };
  const { activity } = store.getState();
  const lastAnswer = Date.parse(`${today}T02:30:00Z`);
  const state = { ...store.getState(), activity: { ...activity, lastAnswer } };
  const { draw } = panelContent(state, websiteId, 'visitors_hours', asked);
  const lines = draw?.(60, 9).map(textOf).join('\n') ?? '';
  expect(lines).toMatch(/[▁-█]/);
  expect(lines).not.toContain('Mon');
  // Neither the hour that goes on nor those to come.
  expect(lines).toContain('busiest 00:00  5   quietest 01:00  3');
});
