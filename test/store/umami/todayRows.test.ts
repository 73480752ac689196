import { expect, test } from 'vitest';
import { statisticDetail } from '#screens/statistic/index.ts';
import { exportSource } from '#store/viewRules.ts';
import { todayNow } from '#queries/days/today.ts';
import { comparedSoFar, dayByHour, todayByHour } from '#store/queries/series.ts';
import { knownOf } from '#store/queries/question.ts';
import { shownPreview } from '#store/websites/previewContent.ts';
import { connectUmami } from '../../helpers/apiFixture.ts';
import { expectPagesAt15, isSettled, markIn, marksOf, pagesAt14 } from '../../helpers/rowsOfToday.ts';
import { chosen, storeOver, today, until } from '../../helpers/storeFixture.ts';
import { people } from '../../helpers/umami/example.ts';
import { startUmami } from '../../helpers/umami/server.ts';
import type { Visit } from '../../helpers/umami/visits.ts';

/** By 14:00: / three times, /docs, /a; three visitors. /b comes at 14:00. */
const ofToday: readonly Visit[] = [
  { who: 'cho', at: `${today}T00:10:00Z`, paths: ['/'] },
  { who: 'ada', at: `${today}T09:00:00Z`, paths: ['/', '/docs'] },
  { who: 'ben', at: `${today}T13:58:00Z`, paths: ['/', '/a', '/b'] },
];

/** Of the four Fridays before those on 13 Nov and 23 Oct have two visitors each. On 13 Nov by 14:00: / twice. */
const before: readonly Visit[] = [
  { who: 'ada', at: '2026-11-13T10:00:00Z', paths: ['/'] },
  { who: 'cho', at: '2026-11-13T13:59:00Z', paths: ['/', '/late'] },
  { who: 'ada', at: '2026-11-13T20:00:00Z', paths: ['/docs', '/docs'] },
  { who: 'ada', at: '2026-11-06T10:00:00Z', paths: ['/', '/'] },
  ...['ada', 'ben', 'cho'].map(who => ({ who, at: '2026-10-30T10:00:00Z', paths: ['/a'] })),
  ...['ada', 'ben'].map(who => ({ who, at: '2026-10-23T10:00:00Z', paths: ['/a'] })),
  { who: 'eve', at: '2024-01-01T12:00:00Z', paths: ['/'] },
];

async function open(time: string, compareWith: 'usual' | 'none' = 'usual', more: readonly Visit[] = []) {
  let now = Date.parse(`${today}T${time}Z`);
  const server = await startUmami({
    people,
    users: [{ username: 'anna', password: 'correct horse battery', role: 'user' }],
    websites: [
      { name: 'Shop', domain: 'shop.example', owner: 'anna', visits: [...before, ...ofToday, ...more] },
    ],
  });
  const api = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna'), timeZone: 'UTC' });
  const { store } = storeOver(api, { now: () => now, choices: chosen({ compareWith }) });
  store.getState().resize({ columns: 120, rows: 40 });
  await store.getState().websites.load();
  const settled = async () => await until(store, isSettled);
  await settled();
  store.getState().period.choose({ kind: 'preset', preset: 'today' });
  await settled();
  const websiteId = store.getState().websites.rows[0]?.id ?? '';
  const first = server.asked.length;
  const metrics = () =>
    server.asked.slice(first).flatMap(({ path, query }) => {
      const times = ['startAt', 'endAt'].map(name =>
        new Date(Number(query.get(name))).toISOString().slice(0, 19),
      );
      return path.endsWith('/metrics/expanded') ? [[query.get('type'), ...times].join(' ')] : [];
    });
  /** The days and hours whose visitors were asked for. */
  const stats = () =>
    server.asked.flatMap(({ path, query }) => {
      const times = ['startAt', 'endAt'].map(name =>
        new Date(Number(query.get(name))).toISOString().slice(0, 19),
      );
      return path.endsWith('/stats') && times[0]?.slice(0, 10) === times[1]?.slice(0, 10)
        ? [times.join(' ')]
        : [];
    });
  return {
    store,
    settled,
    websiteId,
    metrics,
    stats,
    wait: (to: string) => (now = Date.parse(`${today}T${to}Z`)),
  };
}

test('rows of today are of its hours that are over, beside the same hours of its usual day: two requests', async () => {
  const { store, settled, websiteId, metrics, wait } = await open('14:30:00');
  store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'page' });
  await until(store, state => marksOf(state) !== undefined);
  const state = await settled();
  expect(marksOf(state)).toEqual(pagesAt14);
  expect(metrics().toSorted()).toEqual([
    'path 2026-11-13T00:00:00 2026-11-13T13:59:59',
    'path 2026-11-20T00:00:00 2026-11-20T13:59:59',
  ]);
  expect(statisticDetail(state).text).toBe('/   3 page views, 60% of all 5 page views   before 2, +50%');
  const table = exportSource(state)?.table;
  expect(table?.about).toMatchObject({ from: today, before_from: '2026-11-13', up_to: '14:00' });
  expect(table?.rows.map(row => row.slice(0, 3))).toEqual([
    ['/', 3, 2],
    ['/a', 1, 0],
    ['/docs', 1, 0],
  ]);
  wait('15:05:00');
  await expectPagesAt15(store);
});

test('so are the panels of the dashboard, in two requests each', async () => {
  const { store, settled, websiteId, metrics } = await open('14:30:00');
  store.getState().navigation.push({ screen: 'dashboard', websiteId });
  await until(store, state => markIn(state, websiteId, 'page').some(([, mark]) => mark !== undefined));
  const state = await settled();
  expect(markIn(state, websiteId, 'page')).toEqual([
    ['/', '+50%'],
    ['/a', 'new'],
    ['/docs', 'new'],
  ]);
  const types = metrics().map(asked => asked.split(' ')[0]);
  for (const type of new Set(types))
    expect([type, types.filter(each => each === type).length]).toEqual([type, 2]);
});

test('compared with nothing, and before an hour of it is over, rows of today are all there are so far', async () => {
  for (const [time, compareWith, rows] of [
    ['14:30:00', 'none', 4],
    ['00:30:00', 'usual', 4],
  ] as const) {
    const { store, websiteId, metrics } = await open(time, compareWith);
    store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'page' });
    const state = await until(store, ({ statistic }) => statistic.list.data?.rows.length === rows);
    expect(marksOf(state)).toBeUndefined();
    expect(metrics()).toEqual(['path 2026-11-20T00:00:00 2026-11-20T23:59:59']);
  }
});

/** Cho comes twice by 14:00 on both days: the sums of hours are 4 beside 3, the visitors 3 beside 2. */
const twice: readonly Visit[] = [
  { who: 'cho', at: `${today}T11:00:00Z`, paths: ['/'] },
  { who: 'cho', at: '2026-11-13T11:00:00Z', paths: ['/'] },
];

test('visitors of today by now are counted once in all hours, in the pane, on the dashboard and by the commands', async () => {
  const { store, settled, websiteId, wait, stats } = await open('14:30:00', 'usual', twice);
  const hoursSoFar = { hours: 14, now: 3, before: 2 };
  await until(store, state => typeof shownPreview(state)?.todayComparison === 'object');
  const pane = await settled();
  expect(shownPreview(pane)?.todayComparison).toMatchObject({
    hoursSoFar,
    compared: { before: { from: '2026-11-13' } },
  });
  const ofPane = ['2026-11-13T00:00:00 2026-11-13T13:59:59', '2026-11-20T00:00:00 2026-11-20T13:59:59'];
  expect(stats().toSorted()).toEqual(ofPane);
  store.getState().navigation.push({ screen: 'dashboard', websiteId });
  await until(store, state => todayByHour(state, websiteId)?.hoursSoFar !== undefined);
  const state = await settled();
  expect(todayByHour(state, websiteId)?.hoursSoFar).toEqual(hoursSoFar);
  expect(dayByHour(state, websiteId)?.hoursSoFar).toEqual({
    visitors: hoursSoFar,
    pageviews: { hours: 14, now: 6, before: 3 },
  });
  expect(comparedSoFar(state, websiteId)).toMatchObject({ hours: 14 });
  const { choice } = state.period;
  const context = knownOf(state);
  const asked = { website: websiteId, names: ['visitors'], choice, baseline: 'usual' } as const;
  expect(todayNow.result(asked, context).hoursSoFar.visitors).toMatchObject(hoursSoFar);
  expect(todayNow.requests(asked, context).map(({ request }) => request.kind)).toEqual([
    'series',
    'dataDays',
    'visitors',
    'visitors',
  ]);
  // At 15:00 a day has all its visitors but Ada in the evening.
  wait('15:05:00');
  store.getState().refresh('today');
  await until(store, later => todayByHour(later, websiteId)?.hoursSoFar?.hours === 15);
  expect(todayByHour(await settled(), websiteId)?.hoursSoFar).toEqual({ hours: 15, now: 3, before: 2 });
});
