import { expect, test } from 'vitest';
import { byTimer } from '#api/limiter.ts';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import { addDays } from '#model/period/day.ts';
import { summaryChange } from '#model/statistics/summary.ts';
import { todayByHour } from '#store/queries/series.ts';
import { maxVisitors, overviewTotals, rowNumbers } from '#store/queries/overview.ts';
import { type State } from '#store/state.ts';
import { exportSource } from '#store/viewRules.ts';
import { shownPreview } from '#store/websites/previewContent.ts';
import { numberCells, websiteRows } from '#screens/websites/cells.ts';
import { listLayout } from '#store/websites/listLayout.ts';
import { isRead } from './manyFixture.ts';
import { until } from '../../helpers/storeFixture.ts';
import { storeWithStatistics } from '../statistics/statisticsFixture.ts';

/** Of a website whose counts begin with the first that is added. */
const atNoon = () =>
  storeWithStatistics(
    { now: () => Date.parse('2026-11-20T12:30:00Z'), timeZone: 'UTC', after: byTimer },
    capabilities,
    true,
  );

const oneLine = { lines: 1, isCompared: true, about: undefined, name: undefined } as const;

/** What the rows of the list say under CHANGE. */
const changes = (state: State) =>
  state.websites.rows.map(row => {
    const view = { ...oneLine, trendWidth: 10 };
    return numberCells(rowNumbers(state, row), view).cells.change.text;
  });

test('the pane and the dashboard say the same of today: its hours that are over beside those of its usual day', async () => {
  const { store, websiteId, add, show } = await atNoon();
  await add('visitors', [
    ['2026-11-13', '2026-11-13', 120],
    ['2026-11-06', '2026-11-06', 80],
    ['2026-11-12', '2026-11-12', 500],
    ['2026-11-20', '2026-11-20', 21],
  ]);
  await add('visitors_hours', [
    ['2026-11-13', '09', 40],
    ['2026-11-13', '12', 20],
    ['2026-11-13', '18', 20],
    ['2026-11-06', '09', 30],
    ['2026-11-06', '12', 5],
    ['2026-11-20', '08', 20],
    ['2026-11-20', '12', 1],
  ]);
  store.getState().resize({ columns: 120, rows: 40 });
  await store.getState().websites.load();
  const state = await until(store, ({ preview }) => preview.asked > 0 && preview.answered === preview.asked);
  // It has no data before the first of both: of 80 and 120 the lower; the hour of noon is not over.
  const hoursSoFar = { hours: 12, now: 20, before: 30 };
  expect(shownPreview(state)).toMatchObject({
    visitors: { today: 21 },
    todayComparison: { compared: { before: { from: '2026-11-06', to: '2026-11-06' }, among: 2 }, hoursSoFar },
  });
  await show({ screen: 'dashboard', websiteId });
  const today = todayByHour(store.getState(), websiteId);
  expect(today).toMatchObject({ hoursSoFar, hour: 12 });
  expect(today?.hours?.[8]).toBe(20);
});

test('the list says "-" of a website whose day has no usual one', async () => {
  const { store, add } = await atNoon();
  await add('visitors', [['2026-11-19', '', 40]]);
  store.getState().period.choose({ kind: 'preset', preset: 'yesterday' });
  await store.getState().websites.load();
  const state = await until(store, now => isRead(1)(now) && changes(now)[0] !== '···');
  expect(changes(state)).toEqual(['-']);
});

test('the last bar of a row has the colour of its own day, whatever the period did', async () => {
  const { store, add } = await atNoon();
  await add(
    'visitors',
    Array.from({ length: 56 }, (_, back) => [
      addDays('2026-11-19', -back),
      '',
      back === 0 ? 300 : back < 28 ? 100 : 200,
    ]),
  );
  await store.getState().websites.load();
  const lastTone = (state: State) => {
    const [row] = state.websites.rows;
    const view = { ...oneLine, trendWidth: 28 };
    const cells = row && numberCells(rowNumbers(state, row), view).cells;
    const trend = cells?.days;
    return {
      change: cells?.change,
      last: [trend ?? []].flat().at(-1)?.tone,
    };
  };
  const state = await until(store, now => lastTone(now).last === 'good');
  // 27 days of 100 and one of 300 beside 28 of 200.
  expect(lastTone(state).change).toEqual({ text: '-46%', tone: 'bad' });
});

test('the list compares today by its hours that are over: two requests more for each row on screen, none without the column', async () => {
  const { store, add, requests, idle } = await atNoon();
  await add('visitors', [
    ['2026-11-13', '', 80],
    ['2026-11-20', '', 21],
  ]);
  await add('visitors_hours', [
    ['2026-11-13', '09', 30],
    ['2026-11-13', '12', 50],
    ['2026-11-20', '08', 20],
    ['2026-11-20', '12', 1],
  ]);
  const hours = () => requests().filter(query => query.includes('visitors_hours'));
  store.getState().period.choose({ kind: 'preset', preset: 'today' });
  store.getState().resize({ columns: 30, rows: 24 });
  await store.getState().websites.load();
  await until(store, isRead(1));
  await idle();
  expect(hours()).toEqual([]);
  const unread = exportSource(store.getState())?.table;
  const why = unread?.columns.findIndex(({ key }) => key === 'no_comparison') ?? -1;
  expect(unread?.rows.map(row => row[why])).toEqual(['not read']);
  store.getState().resize({ columns: 80, rows: 24 });
  const state = await until(store, now => changes(now)[0] !== '···');
  // The hour of noon is not over: 20 beside 30.
  expect(changes(state)).toEqual(['-33%']);
  expect(summaryChange(overviewTotals(state).compared)).toMatchObject({ kind: 'percent', ratio: -1 / 3 });
  expect(overviewTotals(state)).toMatchObject({ visitors: 21, compared: { count: 20, countBefore: 30 } });
  await idle();
  expect(hours()).toHaveLength(2);
  const exported = exportSource(store.getState())?.table;
  const [row = []] = exported?.rows ?? [];
  const told = Object.fromEntries((exported?.columns ?? []).map(({ key }, at) => [key, row[at]]));
  expect(exported?.about).toMatchObject({ from: '2026-11-20', up_to: '12:00' });
  expect(told).toMatchObject({
    visitors: 21,
    visitors_compared: 20,
    visitors_before: 30,
    before_day: '2026-11-13',
    change: -1 / 3,
  });
  store.getState().comparison.choose(undefined);
  await idle();
  expect(hours()).toEqual([]);
});

test('of one day a row has a bar as long as its visitors are beside those of the other websites, and the pane its hours', async () => {
  const { store, add } = await atNoon();
  await add('visitors', [['2026-11-19', '', 40]]);
  await add('visitors_hours', [['2026-11-19', '09', 40]]);
  store.getState().resize({ columns: 120, rows: 40 });
  store.getState().period.choose({ kind: 'preset', preset: 'yesterday' });
  await store.getState().websites.load();
  const state = await until(store, ({ preview }) => preview.asked > 0 && preview.answered === preview.asked);
  expect(maxVisitors(state)).toBe(40);
  const { columns, rows } = websiteRows(state, listLayout(state), 0);
  expect(rows.map(({ bar }) => bar)).toEqual([{ count: 40, max: 40, hue: 'content' }]);
  expect(columns.map(({ key }) => key)).not.toContain('days');
  const { hours, todayComparison } = shownPreview(state) ?? {};
  expect(hours?.counts).toEqual(Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 40 : 0)));
  expect([hours?.openFrom, todayComparison]).toEqual([24, undefined]);
});
