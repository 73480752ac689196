import { request } from '#queries/answers/request.ts';
import { exportSource } from '#store/viewRules.ts';
import { shownHistory } from '#store/views/history.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { todayIn } from '#model/period/day.ts';
import { watchDay } from '#store/reading/refreshing.ts';
import { storeWithStatistics } from '../statistics/statisticsFixture.ts';

const owner = 'dashboard';
const days = { from: '2026-11-19', to: '2026-11-20' } as const;
const lastDay = { from: '2026-11-20', to: '2026-11-20' } as const;

/** A clock that the test sets, in New York: midnight is 05:00 of UTC. */
function newYork(start: string) {
  const clock = { at: Date.parse(start) };
  const set = (time: string) => (clock.at = Date.parse(time));
  const timeZone = 'America/New_York';
  const services = { now: () => clock.at, today: () => todayIn(timeZone, new Date(clock.at)), timeZone };
  return { set, services };
}

/** 20 November in New York, 10 s before it ends: 7 visitors, 7 at 23 hours, 7 views of a page; later each has 3 more. */
async function beforeMidnight() {
  const { set, services } = newYork('2026-11-21T04:59:50Z');
  const fixture = await storeWithStatistics(services);
  const count = async (counted: number) => {
    await fixture.add('visitors', [['2026-11-20', '', counted]]);
    await fixture.add('visitors_hours', [['2026-11-20', '23', counted]]);
    await fixture.add('page', [['2026-11-20', '/', counted]]);
  };
  await count(7);
  return { ...fixture, set, count };
}

test('a day that was read before it ended is read once more when it is over, and then kept', async () => {
  const { store, websiteId, set, count, requests } = await beforeMidnight();
  const { answers, navigation } = store.getState();
  // A view without numbers of its own.
  navigation.push({ screen: 'record', websiteId });
  const query = { name: 'page', period: lastDay } as const;
  const read = async () => {
    await answers.read(websiteId, request.series('visitors', days), { owner });
    await answers.read(websiteId, request.hours('visitors_hours', lastDay), { owner });
    await answers.read(websiteId, request.rows(query), { owner });
    return [
      answers.get(websiteId, request.series('visitors', days)).data?.at(-1)?.count,
      answers.get(websiteId, request.hours('visitors_hours', lastDay)).data?.[23],
      answers.get(websiteId, request.rows(query)).data?.rows[0]?.count,
    ];
  };
  expect(await read()).toEqual([7, 7, 7]);
  await count(3);
  // Still the same day, within the minute.
  set('2026-11-21T04:59:59Z');
  expect(await read()).toEqual([7, 7, 7]);
  expect(requests()).toHaveLength(3);
  set('2026-11-21T05:00:05Z');
  expect(await read()).toEqual([10, 10, 10]);
  expect(requests()).toHaveLength(3);
  set('2026-11-24T12:00:00Z');
  expect(await read()).toEqual([10, 10, 10]);
  expect(requests()).toEqual([]);
});

test('days after it a session still finds what it read half', async () => {
  const { store, websiteId, set, count } = await beforeMidnight();
  const { answers } = store.getState();
  await answers.read(websiteId, request.series('visitors', days), { owner });
  await count(3);
  set('2026-11-23T12:00:00Z');
  await answers.read(websiteId, request.series('visitors', days), { owner });
  expect(store.getState().answers.get(websiteId, request.series('visitors', days)).data).toEqual([
    { day: '2026-11-19', count: 0 },
    { day: '2026-11-20', count: 10 },
  ]);
});

test('an answer that comes after midnight to a question from before is of a half day', async () => {
  const { store, websiteId, services, set, requests } = await beforeMidnight();
  const { answers } = store.getState();
  const loading = answers.read(websiteId, request.series('visitors', days), { owner });
  set('2026-11-21T05:00:01Z');
  await loading;
  expect(services.today()).toBe('2026-11-21');
  expect(requests()).toHaveLength(1);
  await answers.read(websiteId, request.series('visitors', days), { owner });
  expect(requests()).toHaveLength(1);
});

test('what refreshes by itself reads the day that ended and the one that began, no others', async () => {
  const { store, websiteId, set, count, requests } = await beforeMidnight();
  const { answers } = store.getState();
  const span = { from: '2026-11-01', to: '2026-11-21' } as const;
  await answers.read(websiteId, request.series('visitors', span), { owner });
  await count(3);
  requests();
  set('2026-11-21T05:00:20Z');
  await answers.read(websiteId, request.series('visitors', span), { owner, force: 'today' });
  expect(requests()).toEqual([
    'name=visitors&from=2026-11-20&to=2026-11-21&sort_by=value&sort=asc&per_page=100',
  ]);
  const points = store.getState().answers.get(websiteId, request.series('visitors', span)).data;
  expect(points).toHaveLength(21);
  expect(points?.slice(-3)).toEqual([
    { day: '2026-11-19', count: 0 },
    { day: '2026-11-20', count: 10 },
    { day: '2026-11-21', count: 0 },
  ]);
});

test('a row over time reads its half day again, and an export keeps to its own days', async () => {
  const { store, websiteId, set, count, requests, show } = await beforeMidnight();
  store.getState().period.choose({ kind: 'range', ...days });
  const route = { screen: 'history', websiteId, name: 'page', value: '/' } as const;
  const counts = () => shownHistory(store.getState()).parts.map(part => part.count);
  await show(route);
  expect(counts()).toEqual([0, 7]);
  await count(3);
  store.getState().navigation.pop();
  requests();
  set('2026-11-23T12:00:00Z');
  await show(route);
  expect(counts()).toEqual([0, 10]);
  // Of its days only the half one; both days, now over, are compared with the two before: neither sum was asked for yet.
  expect(requests().filter(query => query.includes('search=/'))).toEqual([
    'name=page&from=2026-11-17&to=2026-11-18&search=/&search_by=value&per_page=100',
    'name=page&from=2026-11-19&to=2026-11-20&search=/&search_by=value&per_page=100',
    'name=page&from=2026-11-20&to=2026-11-20&search=/&search_by=value&per_page=100',
  ]);
  expect(exportSource(store.getState())?.period).toEqual(days);
});

test('the first key of a new day has the screen read its days', async () => {
  const { store, websiteId, set, count, requests, idle, show } = await beforeMidnight();
  store.getState().period.choose({ kind: 'preset', preset: 'yesterday' });
  await show({ screen: 'statistic', websiteId, name: 'page' });
  expect(store.getState().statistic.list.data?.rows).toEqual([]);
  await count(3);
  requests();
  set('2026-11-21T05:00:20Z');
  store.getState().statistic.toggleLogScale();
  await idle();
  expect(store.getState().statistic.list.data?.rows).toEqual([{ value: '/', count: 10 }]);
  expect(requests()).toContain('name=page&from=2026-11-20&to=2026-11-20&sort_by=count&sort=desc&per_page=25');
});

test('refreshing by itself, a table moves to the new day too', async () => {
  const { store, websiteId, set, idle, show } = await beforeMidnight();
  store.getState().period.choose({ kind: 'preset', preset: 'yesterday' });
  await show({ screen: 'statistic', websiteId, name: 'page' });
  set('2026-11-21T05:00:20Z');
  store.getState().statistic.open(websiteId, 'page', 'today');
  await idle();
  expect(store.getState().statistic.list.data?.rows).toEqual([{ value: '/', count: 7 }]);
});

test('a screen that nobody touches follows the day soon after midnight, and asks for nothing before and after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store, services, websiteId, set, count, requests, idle, show } = await beforeMidnight();
  store.getState().period.choose({ kind: 'preset', preset: 'yesterday' });
  await show({ screen: 'statistic', websiteId, name: 'page' });
  await count(3);
  requests();
  // 10 s before midnight of New York; the next quarter is 15 minutes after it, and one ends there.
  const end = watchDay(store, services.now);
  vi.advanceTimersByTime(9_000);
  await idle();
  expect(requests()).toEqual([]);
  set('2026-11-21T05:00:00Z');
  vi.advanceTimersByTime(1_000);
  await idle();
  expect(store.getState().statistic.list.data?.rows).toEqual([{ value: '/', count: 10 }]);
  requests();
  set('2026-11-21T05:15:00Z');
  vi.advanceTimersByTime(900_000);
  await idle();
  expect(requests()).toEqual([]);
  end();
  set('2026-11-22T05:00:00Z');
  vi.advanceTimersByTime(900_000);
  await idle();
  expect(requests()).toEqual([]);
});
