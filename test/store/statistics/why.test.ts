import { describe, expect, test } from 'vitest';
import { dispatchKey } from '#commands/registry.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { capabilities as ofInterface } from '#api/phpAnalytics/capabilities.ts';
import { emptyMessage } from '#screens/why/index.ts';
import { cursorPosition, selectedWhyRow, shownWhy, whyRead } from '#store/views/why.ts';
import type { State } from '#store/state.ts';
import { useFaultServer } from '../../helpers/apiFixture.ts';
import { bare, json, never } from '../../helpers/faultAnswers.ts';
import type { Answer } from '../../helpers/faultServer.ts';
import { storeOver, until } from '../../helpers/storeFixture.ts';
import { storeWithStatistics } from './statisticsFixture.ts';

const groups = (state: State) => shownWhy(state, state.why.subject).groups;
const missing = (state: State) => shownWhy(state, state.why.subject).missing.flat();
const lines = (state: State) =>
  [...groups(state), ...missing(state)].map(({ part, state: read, rows, change }) =>
    read === 'read'
      ? [
          `${part} ${change}`,
          ...rows.map(row => `${row.value} ${row.change} ${Math.round(row.share * 100)}%`),
        ]
      : [`${part} ${read}`],
  );
const isRead = (state: State) => {
  const { asked, answered } = whyRead(state, state.why.subject);
  return asked === answered;
};
const week = { kind: 'range', from: '2026-11-08', to: '2026-11-14' } as const;
const names = ['campaign', 'country', 'device', 'event', 'landing_page', 'page', 'referrer'];

test('explains a period by days and rows, the way of the total first, with two requests for each statistic', async () => {
  const { store, services, websiteId, add, requests, idle, show } = await storeWithStatistics();
  await add('visitors', [
    ['2026-11-03', '2026-11-03', 50],
    ['2026-11-10', '2026-11-10', 20],
    ['2026-11-11', '2026-11-11', 5],
  ]);
  await add('page', [
    ['2026-11-03', '/a', 40],
    ['2026-11-08', '/a', 10],
    ['2026-11-09', '/b', 10],
    ['2026-11-04', '/gone', 20],
  ]);
  const { period } = store.getState();
  period.choose(week);
  await show({ screen: 'dashboard', websiteId });
  requests();
  dispatchKey('w', store, services);
  expect(lines(await until(store, isRead))).toEqual([
    ['days -25', '2026-11-10 -30 86%', '2026-11-11 5 14%'],
    ['page -40', '/a -30 50%', '/gone -20 33%', '/b 10 17%'],
  ]);
  await idle();
  // The days were read with the chart, and rows of sessions with their panels.
  const ofPanels = ['landing_page', 'referrer'];
  const comparedPanels = ['page', 'country', ...ofPanels];
  expect(requests()).toEqual(
    names.flatMap(name => [
      ...(comparedPanels.includes(name) ? [] : [`name=${name}&from=2026-11-01&to=2026-11-07&per_page=100`]),
      ...(ofPanels.includes(name) ? [] : [`name=${name}&from=2026-11-08&to=2026-11-14&per_page=100`]),
    ]),
  );

  dispatchKey('Enter', store, services);
  expect(topRoute(store.getState().navigation.stack)).toMatchObject({
    screen: 'dashboard',
    days: { from: '2026-11-10', to: '2026-11-10', leftPeriod: week },
  });
  await idle();
  dispatchKey('Esc', store, services);
  expect(store.getState().period.choice).toEqual(week);
  for (const key of ['Tab', 'Down', 'Enter']) dispatchKey(key, store, services);
  expect(topRoute(store.getState().navigation.stack)).toMatchObject({
    screen: 'history',
    name: 'page',
    value: '/gone',
  });
  await idle();
  requests();
  dispatchKey('Esc', store, services);
  expect(selectedWhyRow(store.getState())?.row.value).toBe('/gone');
  expect(requests()).toEqual([]);
});

test('shows only what goes the way of the total, and one group whole', async () => {
  const { store, services, websiteId, add, show } = await storeWithStatistics();
  await add('visitors', [['2026-11-03', '2026-11-03', 50]]);
  await add('page', [
    ['2026-11-03', '/a', 40],
    ['2026-11-09', '/b', 10],
  ]);
  store.getState().period.choose(week);
  await show({ screen: 'why', websiteId });
  const press = (...keys: string[]) => keys.forEach(key => dispatchKey(key, store, services));
  expect(lines(store.getState())).toEqual([
    ['days -50', '2026-11-10 -50 100%'],
    ['page -30', '/a -40 80%', '/b 10 20%'],
  ]);
  press('D');
  // The others still stand in the sum.
  expect(lines(store.getState())[1]).toEqual(['page -30', '/a -40 80%']);
  press('D', '2');
  expect(topRoute(store.getState().navigation.stack)).toEqual({ screen: 'why', websiteId, group: 'page' });
  press('Down');
  expect(selectedWhyRow(store.getState())?.row.value).toBe('/b');
  press('1');
  expect(topRoute(store.getState().navigation.stack)).toMatchObject({ group: 'days' });
  expect(selectedWhyRow(store.getState())?.row.value).toBe('2026-11-10');
  press('Esc');
  expect(topRoute(store.getState().navigation.stack)).toEqual({ screen: 'why', websiteId });
});

test('today is said by its hours that are over, as the command says it', async () => {
  const { store, websiteId, add, idle } = await storeWithStatistics({}, ofInterface, true);
  // A visitor in the last hour tells that 23 are over.
  await add('visitors', [
    ['2026-11-13', '', 30],
    ['2026-11-20', '', 13],
  ]);
  await add('visitors_hours', [
    ['2026-11-13', '05', 13],
    ['2026-11-13', '23', 17],
    ['2026-11-20', '04', 12],
    ['2026-11-20', '23', 1],
  ]);
  const shown = () => {
    const state = store.getState();
    return emptyMessage(state, { websiteId }, whyRead(state, { websiteId }));
  };
  store.getState().period.choose({ kind: 'preset', preset: 'today' });
  store.getState().navigation.push({ screen: 'why', websiteId });
  await idle();
  expect(shown()).toMatchObject({
    title: 'Today by now',
    lines: [
      '12 visitors after 13: -8% up to 23:00 against Fri 13 Nov, the only Friday before.',
      'What explains it is known tomorrow, as this service has rows by day, not by hour.',
    ],
    press: 'Press t for a period with whole days.',
  });
});

test('rows of today are not read, nor is it part of a period', async () => {
  const { store, websiteId, idle, requests } = await storeWithStatistics();
  store.getState().period.choose({ kind: 'preset', preset: 'today' });
  store.getState().navigation.push({ screen: 'why', websiteId });
  expect(whyRead(store.getState(), { websiteId }).periods).toBeUndefined();
  await idle();
  expect(requests().filter(query => !/^name=visitors(_hours)?&/.test(query))).toEqual([]);
  store.getState().period.choose({ kind: 'preset', preset: 'thisMonth' });
  await idle();
  expect(requests()[0]).toBe('name=campaign&from=2026-10-01&to=2026-10-19&per_page=100');
  expect(requests()).toEqual([]);
});

describe('a day', () => {
  test('is compared with its usual day', async () => {
    const { store, services, websiteId, add, requests, idle, show } = await storeWithStatistics();
    // Tuesdays with 10, 40, 30 and 20: the lower one in the middle is that of 20, on 13 October.
    await add('visitors', [
      ['2026-11-10', '2026-11-10', 100],
      ['2026-11-03', '2026-11-03', 10],
      ['2026-10-27', '2026-10-27', 40],
      ['2026-10-20', '2026-10-20', 30],
      ['2026-10-13', '2026-10-13', 20],
      ['2026-10-06', '2026-10-06', 50],
      // Days that are a week apart might be weeks, which would take one more request to tell.
      ['2026-11-09', '2026-11-09', 4],
    ]);
    await add('referrer', [
      ['2026-11-10', 'news.example', 70],
      ['2026-10-13', 'old.example', 20],
    ]);
    store.getState().period.choose(week);
    await show({ screen: 'dashboard', websiteId });
    requests();
    store.getState().navigation.pointAt('2026-11-10');
    dispatchKey('w', store, services);
    expect(topRoute(store.getState().navigation.stack)).toEqual({
      screen: 'why',
      websiteId,
      day: '2026-11-10',
    });
    const state = await until(store, isRead);
    expect(whyRead(state, state.why.subject)).toMatchObject({
      periods: { now: { from: '2026-11-10' }, before: { from: '2026-10-13' }, among: 4 },
      facts: { total: { now: 100, before: 20, change: 80 } },
    });
    // One day is no group of days.
    expect(lines(state)).toEqual([['referrer 50', 'news.example 70 78%', 'old.example -20 22%']]);
    await idle();
    expect(requests()).toEqual(
      [
        ...names.flatMap(name =>
          ['2026-10-13', '2026-11-10'].map(day => `name=${name}&from=${day}&to=${day}&per_page=100`),
        ),
        ...['pageviews', 'visitors'].map(
          name => `name=${name}&from=2026-10-06&to=2026-11-17&sort_by=value&sort=asc&per_page=100`,
        ),
        // Those of its chart.
        ...['2026-10-13', '2026-11-10'].map(day => `name=visitors_hours&from=${day}&to=${day}&per_page=25`),
      ].sort(),
    );
  });
  test('that is not over is not explained', async () => {
    const { store, services, websiteId, add, show } = await storeWithStatistics();
    await add('visitors', [['2026-11-19', '', 3]]);
    store.getState().period.choose({ kind: 'preset', preset: 'thisMonth' });
    await show({ screen: 'dashboard', websiteId });
    store.getState().navigation.pointAt('2026-11-20');
    dispatchKey('w', store, services);
    expect(store.getState().notices.current?.text).toBe('This day is not over: w explains whole days.');
  });
});

const fixture = useFaultServer();

/** A service with five visitors less a day, and rows by statistic. */
function answering(rows: (name: string, isNow: boolean) => readonly unknown[] | Answer): Answer {
  return (response, request) => {
    const asked = new URLSearchParams(request.query);
    const name = asked.get('name') ?? '';
    const isNow = asked.get('from') === '2026-11-08';
    const isFirstDay = asked.get('from') === '1990-01-01';
    const days = [isFirstDay ? '2025-01-01' : '2026-11-03', '2026-11-10'].map((value, place) => ({
      value,
      count: 10 - place * 5,
    }));
    const found = name === 'visitors' || name === 'pageviews' ? days : rows(name, isNow);
    if (typeof found === 'function') found(response, request);
    else json({ data: found })(response, request);
  };
}

async function openWith(answer: Answer) {
  fixture.server.answerWith(answer);
  const opened = storeOver(fixture.api());
  opened.store.getState().period.choose(week);
  opened.store.getState().navigation.push({ screen: 'why', websiteId: '7' });
  return opened;
}

test('what could not be read says so and is read again, what was cut stands last', async () => {
  let refused = true;
  const { store, services } = await openWith(
    answering((name, isNow) => {
      if (name === 'referrer' && refused) return bare(403);
      const many = Array.from({ length: 100 }, (_, place) => ({ value: `/${place}`, count: 300 - place }));
      if (name === 'page') return isNow ? [{ value: '/new', count: 999 }, ...many.slice(0, 99)] : many;
      return name === 'country' ? [{ value: 'DE', count: isNow ? 3 : 8 }] : [];
    }),
  );
  const state = await until(store, isRead);
  expect(groups(state).map(({ part, state: read, incomplete }) => [part, read, incomplete])).toEqual([
    ['country', 'read', undefined],
    ['days', 'read', undefined],
    ['page', 'read', 'notReadToEnd'],
  ]);
  expect(missing(state).map(({ part, state: read }) => [part, read])).toEqual([['referrer', 'failed']]);
  // The last page read before had 201: /new has risen by at least 798.
  const page = groups(state)
    .at(-1)
    ?.rows.find(({ value }) => value === '/new');
  expect(page).toMatchObject({ now: 999, before: undefined, change: 798, isAtLeast: true });

  refused = false;
  dispatchKey('r', store, services);
  const again = await until(store, now => isRead(now) && missing(now).length === 0);
  // Without rows on either side it explains nothing.
  expect(groups(again).map(({ part }) => part)).toEqual(['country', 'days', 'page']);
});

test('shows what is read while the rest is slow, keeps the row of the cursor in its place, and stops', async () => {
  const held: (() => void)[] = [];
  const rows = (count: number) => [
    { value: 'a', count },
    { value: 'b', count: 50 },
  ];
  const { store, services } = await openWith(
    answering((name, isNow) => {
      if (name === 'country') return rows(isNow ? 45 : 50);
      if (name === 'device') return never;
      if (name !== 'referrer') return [];
      // A far greater change, which comes later.
      return (response, request) => held.push(() => json({ data: rows(isNow ? 5 : 900) })(response, request));
    }),
  );
  const before = await until(store, state => lines(state).some(([title]) => title === 'country -5'));
  expect(lines(before).map(([title]) => title)).toContain('device reading');
  // No row is selected before a key asks for one: what comes may be better.
  expect(cursorPosition(before)).toBeUndefined();
  dispatchKey('Down', store, services);
  const selected = selectedWhyRow(store.getState());
  expect([selected?.part, selected?.row.value]).toEqual(['country', 'a']);
  const place = cursorPosition(store.getState());
  await expect.poll(() => held.length).toBe(2);
  for (const answer of held) answer();
  const after = await until(store, state => lines(state).some(([title]) => title === 'referrer -895'));
  expect(cursorPosition(after)).toEqual(place);
  expect(selectedWhyRow(after)).toEqual(selected);
  expect(groups(after)[0]?.part).toBe('country');
  dispatchKey('Esc', store, services);
  const stopped = await until(store, state => !whyRead(state, state.why.subject).loading);
  expect(topRoute(stopped.navigation.stack).screen).toBe('why');
  expect(lines(stopped)).toContainEqual(['device stopped']);
  dispatchKey('Esc', store, services);
  expect(topRoute(store.getState().navigation.stack).screen).toBe('websites');
});
