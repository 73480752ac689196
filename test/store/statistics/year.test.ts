import { expect, test } from 'vitest';
import { dispatchKey, screenOf } from '#commands/registry.ts';
import { formatChange } from '#model/comparison/change.ts';
import { addDays } from '#model/period/day.ts';
import { exportText } from '#model/export/dataTable.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { summaryChange } from '#model/statistics/summary.ts';
import { exportSource, selected } from '#store/viewRules.ts';
import { hideNames } from '#app/picture/hideNames.ts';
import { hiddenYear } from '#queries/year.ts';
import { shownSeries, shownYear } from '#store/queries/series.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { Route } from '#store/navigation/route.ts';
import { until } from '../../helpers/storeFixture.ts';
import { type StatisticsFixture, storeWithStatistics } from './statisticsFixture.ts';

// Today is Friday 20 November 2026: the year begins on Monday 17 November 2025.
const first: Day = '2025-11-17';
const wednesday: Day = '2026-11-18';

/**
 * Wednesdays of 4, 6, 8 and 10 visitors, whose usual one has 6, before one of 12; the same in the first week of the year. A Friday
 * each tells that they are no weeks.
 */
const counts = ([wednesday, '2025-11-19'] satisfies Day[]).flatMap(day => [
  [day, 12] as const,
  ...[4, 6, 8, 10].map((count, week) => [addDays(day, -7 * (week + 1)), count] as const),
  [addDays(day, -5), 1] as const,
]);

async function openYear(change: Parameters<typeof storeWithStatistics>[0] = {}) {
  const fixture = await storeWithStatistics(change);
  await fixture.add(
    'visitors',
    counts.map(([day, count]) => [day, day, count]),
  );
  const route: Route = { screen: 'year', websiteId: fixture.websiteId };
  await fixture.show(route);
  return { ...fixture, route };
}

function detail({ store }: Pick<StatisticsFixture, 'store'>): string {
  const state = store.getState();
  const top = topRoute(state.navigation.stack);
  return screenOf(top.screen).detail?.(state, top)?.text ?? '';
}

test('one series of 53 weeks and the four before, and the countries of its months, are read once, and kept', async () => {
  const { store, websiteId, requests, show, route } = await openYear();
  const asked = requests();
  const days = (isOf: (query: string) => boolean) =>
    asked.filter(isOf).map(query => /from=(\S+?)&to=([\d-]+)/.exec(query)?.slice(1));
  const isOfCountries = (query: string) => query.includes('country');
  expect(days(isOfCountries)).toEqual([
    ['2024-11-17', '2025-11-16'],
    ['2025-11-17', '2025-11-30'],
    ['2025-12-01', '2025-12-31'],
    ...['01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31'].map(end => [
      `2026-${end.slice(0, 2)}-01`,
      `2026-${end}`,
    ]),
    ['2026-11-01', '2026-11-20'],
  ]);
  expect(days(query => !isOfCountries(query))).toEqual([
    // Whether the days of zeros have data.
    ['1990-01-01', '2026-11-20'],
    ['2025-10-20', '2026-01-27'],
    ['2026-01-28', '2026-05-07'],
    ['2026-05-08', '2026-08-15'],
    ['2026-08-16', '2026-11-20'],
  ]);
  const { summary } = shownYear(store.getState(), websiteId);
  expect(summary?.points).toHaveLength(52 * 7 + 5);
  expect(summary?.points[0]).toEqual({ day: first, count: 0 });
  // Of the four Wednesdays before the first week none is in it.
  expect(summary?.total).toBe(12 + 4 + 6 + 8 + 10 + 1 + 12);
  store.getState().navigation.pop();
  await show(route);
  expect(requests()).toEqual([]);
});

test('the cursor says of a day what it says of itself when it is opened', async () => {
  const fixture = await openYear();
  const { store, services, websiteId, idle } = fixture;
  const press = (...keys: string[]) => keys.forEach(key => dispatchKey(key, store, services));
  // The best day is told above the calendar.
  expect(detail(fixture)).toBe('');
  press('Left');
  expect(detail(fixture)).toBe('Fri 20 Nov 2026: 0 visitors so far');
  press('Up', 'k');
  expect(detail(fixture)).toBe(
    'Wed 18 Nov 2026: 12 visitors   +100% against 6 on Wed 4 Nov, a usual Wednesday',
  );
  expect(selected(store.getState())).toEqual({ value: wednesday, url: undefined });
  press('Home', 'j', 'Down');
  expect(detail(fixture)).toBe(
    'Wed 19 Nov 2025: 12 visitors   +100% against 6 on Wed 5 Nov, a usual Wednesday',
  );
  press('Right', 'l', ')', 'Left', 'h', '(');
  expect(selected(store.getState())?.value).toBe('2025-11-19');

  press('Enter');
  await idle();
  expect(store.getState().navigation.view).toMatchObject({
    screen: 'dashboard',
    days: { from: '2025-11-19', to: '2025-11-19' },
  });
  const opened = shownSeries(store.getState(), websiteId, 'visitors').summary;
  expect(formatChange(summaryChange(opened))).toBe('+100%');
  press('Esc');
  expect(store.getState().navigation.view).toMatchObject({ screen: 'year', cursor: '2025-11-19' });
  expect(store.getState().period.choice.kind).toBe('preset');
  press('Esc', 'Esc');
  expect(store.getState().navigation.view.screen).toBe('websites');
});

test('a picture without numbers has the index of the command: 100 for the first day of the year with any', async () => {
  const { store, websiteId } = await openYear();
  const state = store.getState();
  const inApp = shownYear(hideNames(state), websiteId).summary;
  const inCommand = hiddenYear(shownYear(state, websiteId)).summary;
  const begun = inApp?.points.find(({ count = 0 }) => count > 0);
  expect(begun?.day).toBe('2025-11-19');
  expect(begun?.count).toBeCloseTo(100, 5);
  expect(inCommand?.points).toEqual(inApp?.points);
  expect(inCommand?.total).toBe(inApp?.total);
});

test('its days are exported, with none for those without data', async () => {
  const { store, add, show, websiteId } = await storeWithStatistics({}, undefined, true);
  await add('visitors', [['2026-11-17', '2026-11-17', 3]]);
  await show({ screen: 'year', websiteId });
  const source = exportSource(store.getState());
  const lines = exportText(source?.table ?? { title: '', about: {}, columns: [], rows: [] }, 'csv').split(
    '\n',
  );
  expect(lines[0]).toBe('day,count');
  expect(lines.slice(1, 3)).toEqual(['2025-11-17,', '2025-11-18,']);
  expect(lines.slice(-6, -1)).toEqual([
    '2026-11-16,',
    '2026-11-17,3',
    '2026-11-18,0',
    '2026-11-19,0',
    '2026-11-20,0',
  ]);
});

test('leaving cancels the reading', async () => {
  const { store, services, websiteId, idle } = await storeWithStatistics();
  store.getState().navigation.push({ screen: 'year', websiteId });
  await until(store, ({ activity }) => activity.inFlight > 0);
  dispatchKey('Esc', store, services);
  await idle();
  expect(store.getState().navigation.view.screen).toBe('websites');
  expect(shownYear(store.getState(), websiteId)).toMatchObject({ summary: undefined, error: undefined });
});
