import { type State } from '#store/state.ts';
import { exportSource } from '#store/viewRules.ts';
import { expect, test } from 'vitest';
import { demoCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { dispatchKey } from '#commands/registry.ts';
import { shownChart } from '#screens/chart/cursor.ts';
import { partColumns, partRows } from '#screens/history/index.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import {
  historyBefore,
  historyChange,
  historyComparisons,
  historyHasChanges,
  shownHistory,
} from '#store/views/history.ts';
import { useFaultServer } from '../../helpers/apiFixture.ts';
import { bare, json, never } from '../../helpers/faultAnswers.ts';
import { storeOver, until } from '../../helpers/storeFixture.ts';
import { storeWithStatistics } from './statisticsFixture.ts';

const counts = (state: State) => shownHistory(state).parts.map(({ count }) => count);
const isRead = (state: State) =>
  shownHistory(state).parts.every(part => part.isRead) && !state.history.reading.loading;
/** The column of changes. */
function changes(state: State) {
  const columns = partColumns(
    shownHistory(state),
    100,
    state.capabilities,
    historyHasChanges(state) ? 'change' : 'nothing',
  );
  expect(columns.map(({ title }) => title)).toEqual(['DAY', 'PAGE VIEWS', 'CHANGE']);
  const rows = partRows(shownHistory(state), state.today(), historyComparisons(state)).toReversed();
  return rows.map(({ cells }) => cells.change?.text);
}
const days = { kind: 'range', from: '2026-11-01', to: '2026-11-04' } as const;

test('is read day by day, matched exactly, and remembered', async () => {
  const { store, websiteId, add, requests } = await storeWithStatistics();
  store.getState().comparison.choose(undefined);
  await add('page', [
    ['2026-11-01', '/pricing', 4],
    ['2026-11-02', '/pricing/old', 9],
    ['2026-11-03', '/pricing', 2],
    ['2026-11-03', '/', 100],
  ]);
  store.getState().period.choose(days);
  const route = { screen: 'history', websiteId, name: 'page', value: '/pricing' } as const;
  store.getState().navigation.push(route);
  expect(counts(await until(store, isRead))).toEqual([4, 0, 2, 0]);
  expect(requests()).toEqual(
    [1, 2, 3, 4].map(
      day => `name=page&from=2026-11-0${day}&to=2026-11-0${day}&search=/pricing&search_by=value&per_page=100`,
    ),
  );

  store.getState().navigation.pop();
  store.getState().navigation.push(route);
  expect(counts(await until(store, isRead))).toEqual([4, 0, 2, 0]);
  expect(requests()).toEqual([]);
  store.getState().refresh();
  await until(store, isRead);
  expect(requests()).toHaveLength(4);
});

test('is read by week where days are many, by month where weeks are', async () => {
  const { store, websiteId, add, requests } = await storeWithStatistics();
  store.getState().comparison.choose(undefined);
  await add('country', [
    ['2026-09-01', 'DE', 5],
    ['2026-10-31', 'DE', 7],
  ]);
  const choose = store.getState().period.choose;
  choose({ kind: 'range', from: '2026-09-01', to: '2026-10-31' });
  store.getState().navigation.push({ screen: 'history', websiteId, name: 'country', value: 'DE' });
  const history = shownHistory(await until(store, isRead));
  expect(history.unit).toBe('week');
  expect(history.parts.map(({ from, to }) => `${from} ${to}`).slice(0, 2)).toEqual([
    '2026-09-01 2026-09-06',
    '2026-09-07 2026-09-13',
  ]);
  expect(counts(store.getState())).toEqual([5, 0, 0, 0, 0, 0, 0, 0, 7]);
  expect(requests()).toHaveLength(9);
  choose({ kind: 'range', from: '2024-01-01', to: '2026-10-31' });
  expect(shownHistory(store.getState()).unit).toBe('month');
  await until(store, isRead);
  expect(requests()).toHaveLength(34);
});

const fixture = useFaultServer();

function open(value = '/a') {
  const { store, services } = storeOver(fixture.api());
  store.getState().comparison.choose(undefined);
  // Its title is known, so that only statistics are asked.
  store.getState().records.put({ id: '7', domain: 'shop.example.com', fields: {} });
  store.getState().period.choose(days);
  store.getState().navigation.push({ screen: 'history', websiteId: '7', name: 'page', value });
  return { store, services };
}

test('reads on behind near matches, and does not know where the service repeats them', async () => {
  const near = Array.from({ length: 100 }, (_, place) => ({ value: `/a${place}`, count: 200 - place }));
  const found = json({ data: [{ value: '/a', count: 3 }] });
  fixture.server.answerWith((response, request) => {
    const asked = new URLSearchParams(request.query);
    const isFirst = asked.get('page') === null;
    const isRepeating = asked.get('from') === '2026-11-02';
    (isFirst || isRepeating ? json({ data: near }) : found)(response, request);
  });
  expect(counts(await until(open().store, isRead))).toEqual([3, undefined, 3, 3]);
});

test('stops where the person says so, keeps what was read and goes on from there', async () => {
  const answer = json({ data: [{ value: '/a', count: 3 }] });
  fixture.server.answerWith(answer, answer, never);
  const { store, services } = open();
  await until(store, state => shownHistory(state).parts.filter(part => part.isRead).length === 2);
  await fixture.server.arrived(4);
  dispatchKey('Esc', store, services);
  const stopped = await until(store, ({ history }) => !history.reading.loading);
  expect(stopped.history.stopped).toBe(true);
  expect(topRoute(stopped.navigation.stack).screen).toBe('history');
  expect(counts(stopped).filter(count => count === 3)).toHaveLength(2);
  fixture.server.answerWith(answer);
  store.getState().history.open(stopped.history);
  expect(counts(await until(store, isRead))).toEqual([3, 3, 3, 3]);
  expect(fixture.server.requests).toHaveLength(6);
  dispatchKey('Esc', store, services);
  expect(topRoute(store.getState().navigation.stack).screen).toBe('websites');
});

test('says what failed, keeps what was read, and never asks for more than four at once', async () => {
  const answer = json({ data: [{ value: '/a', count: 3 }] });
  fixture.server.answerWith(answer, bare(403));
  const { store } = open();
  const { history } = await until(store, state => state.history.reading.error !== undefined);
  expect(history.reading.error?.kind).toBe('forbidden');
  expect(fixture.server.mostAtOnce()).toBeLessThanOrEqual(4);
});

test('a long value is searched by its start and matched whole', async () => {
  const value = `/${'x'.repeat(500)}`;
  fixture.server.answerWith(
    json({
      data: [
        { value: `${value}y`, count: 8 },
        { value, count: 3 },
      ],
    }),
  );
  expect(counts(await until(open(value).store, isRead))).toEqual([3, 3, 3, 3]);
  const [first] = fixture.server.requests;
  expect(new URLSearchParams(first?.query).get('search')).toBe(value.slice(0, 300));
});

test('is compared as a whole: its count on the days compared with, one question more for each side', async () => {
  const { store, websiteId, add, idle, show } = await storeWithStatistics();
  // 28 days from 23 October, 28 before from 25 September.
  await add('page', [
    ['2026-11-01', '/', 30],
    ['2026-11-19', '/', 15],
    ['2026-10-22', '/', 30],
    ['2026-09-25', '/other', 8],
  ]);
  await add('pageviews', [
    ['2026-11-01', '', 45],
    ['2026-10-22', '', 38],
  ]);
  await show({ screen: 'history', websiteId, name: 'page', value: '/' });
  const state = store.getState();
  expect(shownHistory(state).sides).toEqual({ now: 45, before: 30 });
  expect(historyChange(state)).toMatchObject({ kind: 'percent', ratio: 0.5 });
  expect(exportSource(state)?.table.about).toMatchObject({
    before_from: '2026-09-25',
    before_to: '2026-10-22',
    count_compared: 45,
    count_before: 30,
  });
  store.getState().comparison.choose(undefined);
  await idle();
  expect(historyChange(store.getState())).toEqual({ kind: 'none' });
});

test('the days compared with stand beside its days: read where no request leaves this machine, else what was read before', async () => {
  const open = async (of?: typeof demoCapabilities) => {
    const fixture = await storeWithStatistics({}, of);
    await fixture.add('page', [
      ['2026-11-19', '/', 15],
      ['2026-11-05', '/', 20],
      ['2026-10-22', '/', 30],
      ['2026-09-25', '/', 8],
    ]);
    // Thursdays: the usual one of 19 November is that of 5 November.
    await fixture.add('visitors', [
      ['2026-11-12', '', 20],
      ['2026-11-05', '', 25],
      ['2026-10-29', '', 25],
      ['2026-10-22', '', 30],
    ]);
    await fixture.add('pageviews', [
      ['2026-11-19', '', 15],
      ['2026-11-05', '', 20],
      ['2026-10-22', '', 30],
      ['2026-09-25', '', 8],
    ]);
    const { websiteId, show } = fixture;
    await show({ screen: 'history', websiteId, name: 'page', value: '/' });
    return fixture;
  };
  const earlier = { from: '2026-09-25', counts: [8, ...Array<number>(26).fill(0), 30] };
  const demo = await open(demoCapabilities);
  expect(historyBefore(demo.store.getState())).toEqual(earlier);
  const last = shownChart(demo.store.getState())?.points.at(-1);
  expect(last).toMatchObject({ count: 15, before: { count: 30, name: 'Thu 22 Oct' } });
  // In the table the last day comes first, each against its usual day: 15 after 20, 0 after 20, 20 after 0, 0 after 0.
  const marks: Readonly<Record<number, string>> = { 0: '-25%', 7: '-100%', 14: 'new' };
  expect(changes(demo.store.getState())).toEqual(Array.from({ length: 28 }, (_, row) => marks[row] ?? ''));
  // Of two days the usual ones lie before both sides of the comparison.
  demo.store.getState().period.choose({ kind: 'range', from: '2026-11-18', to: '2026-11-19' });
  await until(demo.store, state => isRead(state) && changes(state)[0] !== '');
  expect(changes(demo.store.getState())).toEqual(['-25%', '']);

  const { store, requests, idle } = await open();
  expect(historyBefore(store.getState())).toBeUndefined();
  expect(historyHasChanges(store.getState())).toBe(true);
  expect(shownChart(store.getState())?.points.at(-1)?.before?.name).toBe('Thu 12 Nov');
  store.getState().period.step(-1);
  await idle();
  requests();
  store.getState().period.step(1);
  await idle();
  expect(historyBefore(store.getState())).toEqual(earlier);
  expect(historyHasChanges(store.getState())).toBe(true);
  expect(requests()).toEqual([]);
});

test('its export has a file name of its own, also for a value without letters', async () => {
  const { store, websiteId, add } = await storeWithStatistics();
  await add('page', [['2026-11-01', '/', 4]]);
  store.getState().period.choose(days);
  const fileName = () => store.getState().exporting.path.value;
  store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'page' });
  await until(store, ({ statistic }) => statistic.list.data !== undefined);
  store.getState().exporting.open(exportSource(store.getState()), undefined);
  const ofStatistic = fileName();
  store.getState().navigation.pop();
  store.getState().navigation.push({ screen: 'history', websiteId, name: 'page', value: '/' });
  await until(store, isRead);
  store.getState().exporting.open(exportSource(store.getState()), undefined);
  expect(fileName()).toBe(ofStatistic.replace('-page-', '-page-history-'));
  expect(fileName()).toContain('-page-history-2026-11-01-to-2026-11-04.csv');
});
