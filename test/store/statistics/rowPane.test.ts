import { expect, test } from 'vitest';
import { ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { textOf } from '#charts/canvas.ts';
import { rowsBelow } from '#screens/statistic/RowPane.tsx';
import { rowPaneLines } from '#screens/statistic/pane.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { readAfterMs, shownAfterMs } from '#store/reading/reading.ts';
import { textAtEnd } from '#text/textField.ts';
import { shownTableRows } from '#store/queries/rows.ts';
import type { State } from '#store/state.ts';
import { rowPaneWidth } from '#store/views/rowPane.ts';
import { clockByHand } from '../../helpers/clockByHand.ts';
import { storeWithStatistics } from './statisticsFixture.ts';

const days = { kind: 'range', from: '2026-11-01', to: '2026-11-04' } as const;
const days1to4 = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];

/** The pages of four days, in a terminal of 120 columns whose clock stands still, once they are read. */
async function open(capabilities?: typeof ownCapabilities, name: StatisticName = 'page') {
  const clock = clockByHand();
  const opened = await storeWithStatistics({ after: clock.after }, capabilities);
  const { store, websiteId, add, show, requests } = opened;
  store.getState().comparison.choose(undefined);
  store.getState().period.choose(days);
  store.getState().resize({ columns: 120, rows: 40 });
  await add('page', [
    ['2026-11-01', '/pricing', 4],
    ['2026-11-03', '/pricing', 2],
    ['2026-11-02', '/docs', 3],
  ]);
  await show({ screen: 'statistic', websiteId, name });
  requests();
  return { ...opened, clock };
}

const ofDays = (value: string) =>
  days1to4.map(day => `name=page&from=${day}&to=${day}&search=${value}&search_by=value&per_page=100`);
const lines = (state: State, width = 45, height = 33) =>
  rowPaneLines(state, { width, height }).map(line => textOf(line).trimEnd());

test('nothing is asked before 200 ms of rest, then the days of the row, one request each', async () => {
  const { store, clock, idle, requests } = await open();
  clock.pass(readAfterMs - 1);
  await idle();
  expect(requests()).toEqual([]);
  clock.pass(1);
  expect(lines(store.getState())).toContain('Reading its days: 0 of 4');
  await idle();
  expect(requests()).toEqual(ofDays('/pricing'));
  const shown = lines(store.getState());
  expect(shown.slice(0, 2)).toEqual(['/pricing', '6 page views']);
  expect(shown.slice(shown.indexOf('BEST DAYS  page views'))).toEqual([
    'BEST DAYS  page views',
    expect.stringMatching(/^Sun 1 Nov_+ 4$/),
    expect.stringMatching(/^Tue 3 Nov_+ +2$/),
  ]);
});

test('while one moves nothing is asked; another row aborts what is under way; what was read is kept', async () => {
  const { store, clock, idle, requests } = await open();
  clock.pass(readAfterMs);
  store.getState().statistic.move('down');
  await idle();
  const aborted = requests();
  expect(aborted.length).toBeLessThanOrEqual(2);
  expect(ofDays('/pricing')).toEqual(expect.arrayContaining(aborted));
  clock.pass(shownAfterMs);
  expect(lines(store.getState())[0]).toBe('/docs');
  expect(requests()).toEqual([]);
  clock.pass(readAfterMs - shownAfterMs);
  await idle();
  expect(requests()).toEqual(ofDays('/docs'));
  store.getState().statistic.move('up');
  store.getState().statistic.move('down');
  clock.pass(readAfterMs);
  await idle();
  expect(requests()).toEqual([]);
});

test('a search without matches leaves the pane its row, whose days are read on', async () => {
  const { store, clock, idle, requests } = await open();
  clock.pass(readAfterMs);
  store.getState().statistic.editSearch(textAtEnd('nothing has this'));
  store.getState().statistic.leaveSearch();
  clock.pass(readAfterMs);
  await idle();
  expect(shownTableRows(store.getState())).toEqual([]);
  expect(requests()).toEqual(expect.arrayContaining(ofDays('/pricing')));
  const shown = lines(store.getState());
  expect(shown[0]).toBe('/pricing');
  expect(shown.filter(line => line.includes('Reading'))).toEqual([]);
});

test('r reads the days again once the selection rests, and the row over time finds them read', async () => {
  const { store, websiteId, clock, idle, requests, show } = await open();
  clock.pass(readAfterMs);
  await idle();
  requests();
  store.getState().refresh();
  await idle();
  expect(requests().filter(query => query.includes('search='))).toEqual([]);
  clock.pass(readAfterMs);
  await idle();
  expect(requests()).toEqual(ofDays('/pricing'));
  await show({ screen: 'history', websiteId, name: 'page', value: '/pricing' });
  expect(requests()).toEqual([]);
});

test('a service that filters is asked for what came with the row, too, and on this machine for more of it', async () => {
  const { clock, idle, requests } = await open(ownCapabilities);
  const ofRows = (name: string) =>
    `name=${name}&from=2026-11-01&to=2026-11-04&per_page=100&where=page=/pricing`;
  clock.pass(readAfterMs);
  await idle();
  expect(requests().filter(query => !query.includes('search='))).toEqual([
    ...['country', 'device', 'landing_page'].map(ofRows),
    'name=pageviews_hours&from=2026-11-01&to=2026-11-04&per_page=25&where=page=/pricing',
    ofRows('referrer'),
  ]);
});

test('with fewer than 100 columns the pane stands below few rows, of a single day there is none, and beside days one is asked for its hours', async () => {
  const { store, websiteId, clock, idle, requests, show } = await open();
  expect(rowPaneWidth(store.getState())).toBe(69);
  store.getState().resize({ columns: 99, rows: 40 });
  expect(rowPaneWidth(store.getState())).toBe(99);
  expect(rowsBelow(store.getState(), 20, 99).map(textOf)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^0 └/)]),
  );
  store.getState().resize({ columns: 99, rows: 9 });
  expect(rowPaneWidth(store.getState())).toBe(0);
  store.getState().resize({ columns: 120, rows: 40 });
  store.getState().period.choose({ kind: 'range', from: '2026-11-01', to: '2026-11-01' });
  await idle();
  expect(rowPaneWidth(store.getState())).toBe(0);
  store.getState().period.choose(days);
  await show({ screen: 'statistic', websiteId, name: 'visitors' });
  expect(rowPaneWidth(store.getState())).toBe(55);
  requests();
  clock.pass(readAfterMs);
  await idle();
  expect(requests()).toEqual(['name=visitors_hours&from=2026-11-04&to=2026-11-04&per_page=25']);
});
