import { expect, test } from 'vitest';
import { dispatchKey } from '#commands/dispatch.ts';
import { moversRead } from '#store/statistics/movers.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { State } from '#store/core/state.ts';
import { bare, json } from '../../helpers/faultAnswers.ts';
import { useFaultServer } from '../../helpers/apiFixture.ts';
import { storeOver, until } from '../../helpers/storeFixture.ts';
import { storeWithStatistics } from './statisticsFixture.ts';

const lines = (state: State) =>
  moversRead(state).movers.map(
    ({ name, value, change, share }) => `${name} ${value} ${change} ${Math.round(share * 100)}%`,
  );
const isRead = (state: State) => {
  const { asked, read, loading } = moversRead(state);
  return asked > 0 && read === asked && !loading;
};

test('hold the period against the one before and are read once', async () => {
  const { store, services, websiteId, add, requests, idle } = await storeWithStatistics();
  await add('page', [
    ['2026-11-03', '/a', 10],
    ['2026-11-08', '/a', 40],
    ['2026-11-09', '/b', 10],
    ['2026-11-04', '/gone', 20],
  ]);
  await add('country', [
    ['2026-11-03', 'DE', 5],
    ['2026-11-08', 'DE', 5],
  ]);
  const { navigation, period } = store.getState();
  // From so many columns on the panels compare their rows.
  store.getState().resize({ columns: 100, rows: 30 });
  period.choose({ kind: 'range', from: '2026-11-08', to: '2026-11-14' });
  navigation.push({ screen: 'dashboard', websiteId });
  await idle();
  requests();
  dispatchKey('M', store, services);
  expect(lines(await until(store, isRead))).toEqual([
    'page /a 30 50%',
    'page /gone -20 33%',
    'page /b 10 17%',
  ]);
  expect(requests()).toEqual(
    ['campaign', 'country', 'page', 'referrer'].flatMap(name => [
      // What the panels on screen are compared with was read with them.
      ...(name !== 'country' ? [] : [`name=${name}&from=2026-11-01&to=2026-11-07&per_page=100`]),
      `name=${name}&from=2026-11-08&to=2026-11-14&per_page=100`,
    ]),
  );

  dispatchKey('Enter', store, services);
  expect(topRoute(store.getState().navigation.stack)).toMatchObject({
    screen: 'history',
    name: 'page',
    value: '/a',
  });
  await idle();
  requests();
  navigation.pop();
  expect(lines(store.getState())).toHaveLength(3);
  expect(requests()).toEqual([]);
});

test('leave today out and say where there is nothing to compare', async () => {
  const { store, websiteId, idle, requests } = await storeWithStatistics();
  store.getState().period.choose({ kind: 'preset', preset: 'today' });
  store.getState().navigation.push({ screen: 'movers', websiteId });
  expect(moversRead(store.getState())).toMatchObject({ periods: undefined, movers: [], asked: 0 });
  store.getState().period.choose({ kind: 'preset', preset: 'thisMonth' });
  await idle();
  expect(requests()[0]).toBe('name=campaign&from=2026-10-01&to=2026-10-19&per_page=100');
  expect(requests()).toEqual([]);
});

const fixture = useFaultServer();

test('rank what could be read, and say what could not and what was cut', async () => {
  fixture.server.answerWith((response, request) => {
    const asked = new URLSearchParams(request.query);
    const rows = Array.from({ length: 100 }, (_, place) => ({ value: `/${place}`, count: 300 - place }));
    const isNow = asked.get('from') === '2026-11-08';
    if (asked.get('name') === 'referrer') return bare(403)(response, request);
    if (asked.get('name') !== 'page') return json({ data: [] })(response, request);
    json({ data: isNow ? [{ value: '/new', count: 999 }, ...rows.slice(0, 99)] : rows })(response, request);
  });
  const { store } = storeOver(fixture.api());
  store.getState().period.choose({ kind: 'range', from: '2026-11-08', to: '2026-11-14' });
  store.getState().navigation.push({ screen: 'movers', websiteId: '7' });
  const state = await until(store, state => moversRead(state).movers.length > 0);
  const { movers, cut, failed } = moversRead(state);
  expect(cut).toEqual(['page']);
  expect(failed).toEqual(['referrer']);
  // The last page read before had 201: /new has risen by at least 798.
  expect(movers[0]).toMatchObject({ value: '/new', now: 999, before: undefined, change: 798, atMost: 201 });
});
