import { expect, test } from 'vitest';
import type { Api } from '#api/api.ts';
import { todayIn } from '#model/period/day.ts';
import { asOf } from '#store/reading/lastSeen.ts';
import { historyChange, shownHistory } from '#store/views/history.ts';
import type { State } from '#store/state.ts';
import { useFaultServer } from '../../helpers/apiFixture.ts';
import { bare } from '../../helpers/faultAnswers.ts';
import { lastSeenFolder } from '../../helpers/lastSeenFolder.ts';
import { storedIdentity } from '../../helpers/serviceIdentity.ts';
import { storeOver, until } from '../../helpers/storeFixture.ts';
import { storeWithStatistics } from '../statistics/statisticsFixture.ts';

const nobody = useFaultServer();

/** Sessions of one profile over a service with a page of 28 days and of the 28 before them. */
async function profileOver() {
  const { services, websiteId, add, idle, requests } = await storeWithStatistics();
  const seen = lastSeenFolder();
  await add('page', [
    ['2026-10-01', '/', 9],
    ['2026-10-23', '/', 5],
    ['2026-11-18', '/', 7],
    ['2026-11-19', '/', 3],
  ]);
  await add('pageviews', [
    ['2026-10-01', '', 9],
    ['2026-10-23', '', 5],
    ['2026-11-18', '', 7],
    ['2026-11-19', '', 3],
  ]);
  const start = (at: string, api: Api = services.api) => {
    const now = () => Date.parse(at);
    const of = storedIdentity('work');
    const lastSeen = seen.open(of);
    const { store } = storeOver(api, {
      lastSeen,
      now,
      today: () => todayIn('UTC', new Date(now())),
      profile: { name: 'work', readOnly: false, keepsLastSeen: true },
    });
    store.getState().navigation.push({ screen: 'history', websiteId, name: 'page', value: '/' });
    return { store, end: () => lastSeen.flush() };
  };
  /** The queries for the row itself. */
  const asked = () =>
    requests()
      .filter(query => query.includes('search=/'))
      .map(query => /from=(\S+?)&to=(\S+?)&/.exec(query)?.slice(1).join(' '));
  /** A session that reads everything by itself; the store as it was at the end. */
  const session = async (at: string, during: (state: State) => void = () => undefined) => {
    const { store, end } = start(at);
    await idle();
    during(store.getState());
    await idle();
    end();
    return { state: store.getState(), asked: asked() };
  };
  return { start, session, asked, idle };
}

const counts = (state: State) => shownHistory(state).parts.map(({ count }) => count);
const noon = Date.parse('2026-11-20T12:00:00Z');
/** 24 Oct to 17 Nov have none. */
const quiet = Array<number>(25).fill(0);

test('a row over time is there without the service as it was last seen, with its change and its time', async () => {
  const { session, start } = await profileOver();
  const first = await session('2026-11-20T12:00:00Z');
  expect(counts(first.state)).toEqual([5, ...quiet, 7, 3]);
  expect(historyChange(first.state)).toMatchObject({ kind: 'percent', ratio: (15 - 9) / 9 });
  expect(asOf(first.state)).toBeUndefined();
  nobody.server.answerWith(bare(503));
  for (const at of ['2026-11-20T19:00:00Z', '2026-11-21T09:00:00Z']) {
    const { store } = start(at, nobody.api());
    // In the first frame, before anything has failed.
    expect(counts(store.getState())).toEqual([5, ...quiet, 7, 3]);
    expect(asOf(store.getState())).toBe(noon);
    const state = await until(store, ({ history }) => history.reading.error !== undefined);
    expect(counts(state)).toEqual([5, ...quiet, 7, 3]);
    expect(historyChange(state)).toEqual(historyChange(first.state));
    expect(asOf(state)).toBe(noon);
  }
});

test('of a row over time only the days that were not final are asked for again, and nothing within the hour', async () => {
  const { session } = await profileOver();
  const sums = ['2026-10-23 2026-11-19', '2026-09-25 2026-10-22'];
  expect((await session('2026-11-20T12:00:00Z')).asked).toHaveLength(28 + sums.length);
  const second = await session('2026-11-20T12:59:00Z');
  expect(second.asked).toEqual([]);
  expect(counts(second.state)).toEqual([5, ...quiet, 7, 3]);
  expect(asOf(second.state)).toBeUndefined();
  // Noon is 12 hours after the end of the 19th.
  const third = await session('2026-11-20T15:00:00Z');
  expect(third.asked).toEqual(['2026-10-23 2026-11-19', '2026-11-19 2026-11-19']);
  expect(asOf(third.state)).toBeUndefined();
  // Three o'clock is 15 hours after it: of the next day's 28 only the 20th is not known.
  const next = await session('2026-11-21T15:00:00Z');
  expect(next.asked).toEqual(['2026-09-26 2026-10-23', '2026-10-24 2026-11-20', '2026-11-20 2026-11-20']);
  expect(counts(next.state)).toEqual([...quiet, 7, 3, 0]);
  const forced = await session('2026-11-21T15:10:00Z', state => state.refresh());
  expect(forced.asked).toHaveLength(28 + sums.length);
});

test('stopped, what an earlier session read stays marked as such', async () => {
  const { session, start, idle, asked } = await profileOver();
  await session('2026-11-20T12:00:00Z');
  const { store } = start('2026-11-20T15:00:00Z');
  store.getState().history.stop();
  await idle();
  expect(asked()).toEqual([]);
  expect(counts(store.getState())).toEqual([5, ...quiet, 7, 3]);
  expect(asOf(store.getState())).toBe(noon);
});
