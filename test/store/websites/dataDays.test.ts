import { expect, test } from 'vitest';
import { capabilities as ofInterface } from '#api/phpAnalytics/capabilities.ts';
import { missingDaysText } from '#model/comparison/change.ts';
import { addDays, daysFrom } from '#model/period/day.ts';
import { summaryChange } from '#model/statistics/summary.ts';
import { endStore } from '#store/createStore.ts';
import { overviewTotals, rowNumbers } from '#store/queries/overview.ts';
import type { State } from '#store/state.ts';
import { shownPreview } from '#store/websites/previewContent.ts';
import { useFaultServer } from '../../helpers/apiFixture.ts';
import { json } from '../../helpers/faultAnswers.ts';
import { lastSeenFolder } from '../../helpers/lastSeenFolder.ts';
import { storedIdentity } from '../../helpers/serviceIdentity.ts';
import { storeOver, today, until } from '../../helpers/storeFixture.ts';

const served = useFaultServer();
const days = daysFrom(addDays(today, -80), 80);
const unread = 'no comparison: which days have data could not be read';

/** A website of ten visitors a day since its first one; with `fails` its first day cannot be read. */
async function openedBefore(ago: number, fails: boolean) {
  const first = addDays(today, -ago);
  let asked = 0;
  served.server.answerWith((response, request) => {
    const { path, query } = request;
    if (path.includes('/websites'))
      return json({ data: [{ id: 1, domain: 'a.example' }] })(response, request);
    const from = new URLSearchParams(query).get('from') ?? '';
    const to = new URLSearchParams(query).get('to') ?? '';
    // Of its first day all years are asked for.
    const isFirst = from < '2020';
    if (isFirst) asked += 1;
    if (isFirst && fails) return json({ message: 'broken' }, 404)(response, request);
    const rows = days.filter(day => day >= from && day <= to && day >= first);
    return json({ data: rows.map(day => ({ value: day, count: 10 })) })(response, request);
  });
  const { store } = storeOver(served.api());
  await store.getState().websites.load();
  const state = await until(store, now => {
    const [website] = now.websites.rows;
    return website !== undefined && rowNumbers(now, website).visitors?.covered !== undefined;
  });
  const [website] = state.websites.rows;
  return { asked: () => asked, state, numbers: website && rowNumbers(state, website) };
}

test('not one of the days of a list is a zero that is no data: two days before the first are none', async () => {
  const { asked, numbers } = await openedBefore(54, false);
  expect(asked()).toBe(1);
  // 28 days before of which 26 have data are nine tenths of them.
  expect(numbers?.visitors).toMatchObject({
    count: 280,
    countBefore: 260,
    covered: [{ now: { days: 28, total: 28 }, before: { days: 26, total: 28 } }],
  });
});

test('a website needs no attention before it is known which days have data', async () => {
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  let tellAsked = () => {};
  const isAsked = new Promise<void>(resolve => (tellAsked = resolve));
  const yesterday = addDays(today, -1);
  served.server.answerWith(async (response, request) => {
    const { path } = request;
    if (path.includes('/websites'))
      return json({ data: [{ id: 1, domain: 'a.example' }] })(response, request);
    if (path.endsWith('/errors')) {
      tellAsked();
      await released;
    }
    return json({ data: [{ value: yesterday, count: 52 }] })(response, request);
  });
  // Which days have data is asked once the errors are read, too.
  const { store } = storeOver(served.api({ capabilities: { ...ofInterface, knowsErrors: true } }));
  await store.getState().websites.load();
  const attention = (state: State) => state.websites.rows.flatMap(row => rowNumbers(state, row).attention);
  await isAsked;
  const before = await until(store, now =>
    now.websites.rows.some(row => rowNumbers(now, row).visitors !== undefined),
  );
  expect(attention(before)).toEqual([]);
  release();
  const after = await until(store, now =>
    now.websites.rows.some(row => rowNumbers(now, row).visitors?.covered !== undefined),
  );
  expect(attention(after)).toEqual([]);
});

test.each<[string, number, (state: State) => unknown]>([
  [
    'was left meanwhile, and shown again',
    1,
    ({ navigation }) => {
      navigation.push({ screen: 'record', websiteId: '1' });
      navigation.pop();
    },
  ],
  [
    'was left meanwhile, of websites that are not on screen too',
    40,
    ({ navigation }) => {
      navigation.push({ screen: 'record', websiteId: '1' });
      navigation.pop();
    },
  ],
  ['has another size meanwhile', 1, ({ resize }) => resize({ columns: 100, rows: 30 })],
])('which days have data is known in the end where the list %s', async (_, last, interrupt) => {
  let answer = () => {};
  const answered = new Promise<void>(resolve => (answer = resolve));
  let tellAsked = () => {};
  const isAsked = new Promise<void>(resolve => (tellAsked = resolve));
  const yesterday = addDays(today, -1);
  const rows = Array.from({ length: last }, (_row, at) => ({ id: at + 1, domain: `s${at + 1}.example` }));
  served.server.answerWith(async (response, request) => {
    const { path, query } = request;
    if (path.includes('/websites')) return json({ data: rows })(response, request);
    if (path.endsWith(`/${last}`) && (new URLSearchParams(query).get('from') ?? '') < '2020') {
      tellAsked();
      await answered;
    }
    return json({ data: [{ value: yesterday, count: 52 }] })(response, request);
  });
  const { store } = storeOver(served.api());
  await store.getState().websites.load();
  await isAsked;
  await interrupt(store.getState());
  await until(store, ({ navigation }) => navigation.view.screen === 'websites');
  answer();
  await until(store, now =>
    now.websites.rows.every(row => rowNumbers(now, row).visitors?.covered !== undefined),
  );
});

test('where the first day cannot be read the change is none, and says why', async () => {
  const { state, numbers } = await openedBefore(30, true);
  expect(numbers?.visitors).toMatchObject({ total: 280, countBefore: 20 });
  const change = summaryChange(numbers?.visitors);
  expect(change.kind === 'missingDays' && missingDaysText(change.missingDays)).toBe(unread);
  const all = summaryChange(overviewTotals(state).compared);
  expect(all.kind === 'missingDays' && missingDaysText(all.missingDays)).toBe(unread);
});

test('where too few days before have data, the rows of the pane have no change either', async () => {
  const first = addDays(today, -30);
  served.server.answerWith((response, request) => {
    const { path, query } = request;
    if (path.includes('/websites'))
      return json({ data: [{ id: 1, domain: 'a.example' }] })(response, request);
    const asked = new URLSearchParams(query);
    const [from, to] = [asked.get('from') ?? '', asked.get('to') ?? ''];
    const isEarlier = to < addDays(today, -28);
    const name = asked.get('name') ?? '';
    if (name === 'page' || name === 'referrer')
      return json({ data: [{ value: '/', count: isEarlier ? 20 : 280 }] })(response, request);
    const rows = days.filter(day => day >= from && day <= to && day >= first);
    return json({ data: rows.map(day => ({ value: day, count: 10 })) })(response, request);
  });
  const { store } = storeOver(served.api());
  store.getState().resize({ columns: 120, rows: 40 });
  await store.getState().websites.load();
  const state = await until(store, ({ preview }) => preview.asked > 0 && preview.answered === preview.asked);
  const preview = shownPreview(state);
  expect(preview?.change.kind).toBe('missingDays');
  expect(preview?.tops.map(({ name, rows }) => [name, rows?.map(({ mark }) => mark.kind)])).toEqual([
    ['page', ['unknown']],
    ['referrer', ['unknown']],
  ]);
});

/** So many websites without a visitor in the days of the list: those with an even id had one long before. */
async function openEmpty(count: number) {
  const asked: string[] = [];
  const ids = Array.from({ length: count }, (_, at) => count - at);
  served.server.answerWith((response, request) => {
    const { path, query } = request;
    const given = new URLSearchParams(query);
    if (path.endsWith('/websites')) {
      const [page, size] = [Number(given.get('page') ?? 1), Number(given.get('per_page') ?? 10)];
      const rows = ids.slice((page - 1) * size, page * size).map(id => ({ id, domain: `s${id}.example` }));
      return json({ data: rows, total: count })(response, request);
    }
    const id = /stats\/(\d+)/.exec(path)?.[1] ?? '';
    const isFirst = (given.get('from') ?? '') < '2020';
    if (isFirst) asked.push(id);
    const begun = Number(id) % 2 === 0 ? [{ value: '2024-05-01', count: 3 }] : [];
    return json({ data: isFirst ? begun : [] })(response, request);
  });
  const seen = lastSeenFolder();
  const session = async (isDone: (state: State) => boolean) => {
    const lastSeen = seen.open(storedIdentity('work', served.server.url, 'key one'));
    const { store } = storeOver(served.api(), {
      lastSeen,
      profile: { name: 'work', readOnly: false, keepsLastSeen: true },
      now: () => Date.parse(`${today}T12:00:00Z`),
    });
    await store.getState().websites.load();
    store.getState().overview.readAll();
    const state = await until(store, now => isIdle(now) && isDone(now));
    endStore(store);
    lastSeen.flush();
    return state;
  };
  return { asked, session };
}

const isIdle = ({ overview, activity }: State) =>
  !overview.progress.isReading && activity.inFlight + activity.queued === 0;

test('where nothing was counted in the days of the list the first day is asked once and kept: zero after it, no data without', async () => {
  const { asked, session } = await openEmpty(6);
  const totals = (state: State) =>
    state.websites.rows.map(row => rowNumbers(state, row).visitors?.total ?? '-');
  const expected = [0, '-', 0, '-', 0, '-'];
  for (let times = 0; times < 2; times += 1) await session(state => totals(state).join() === expected.join());
  expect(asked.toSorted()).toEqual(['1', '2', '3', '4', '5', '6']);
});

test('of very many empty websites only those on screen, and the first of the others, are asked for their first day', async () => {
  const { asked, session } = await openEmpty(700);
  const state = await session(({ overview }) => overview.progress.read === 700);
  expect(overviewTotals(state)).toMatchObject({ read: 700, visitors: 0 });
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeLessThanOrEqual(300);
});
