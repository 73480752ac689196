import { summaryChange } from '#model/statistics/summary.ts';
import { shownDays } from '#store/queries/question.ts';
import { shownSeries } from '#store/queries/series.ts';
import {
  type Answer,
  type DataRequest,
  request,
  isAnswerTo,
  type KnownAnswers,
  notLoaded,
} from '#queries/answers/request.ts';
import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import { hideNames } from '#app/picture/hideNames.ts';
import { shownGoals } from '#store/kept/goals.ts';
import { whyRead } from '#store/views/why.ts';
import { storeWithStatistics } from '../statistics/statisticsFixture.ts';

const names = ['page', 'landing_page', 'referrer', 'country'] as const;
const march = { from: '2026-03-01', to: '2026-03-04' } as const;

/** 40 visitors on the first day shown: the index is 2.5 times the count. */
async function withCounts() {
  const fixture = await storeWithStatistics();
  const { store, add, idle, websiteId } = fixture;
  await add('visitors', [
    ['2026-03-01', '2026-03-01', 40],
    ['2026-03-02', '2026-03-02', 9],
    ['2026-03-04', '2026-03-04', 1],
  ]);
  await add('page', [
    ['2026-03-01', '/secret', 5],
    ['2026-03-02', '/other/secret', 80],
  ]);
  await add('landing_page', [['2026-03-01', '/secret', 5]]);
  await add('referrer', [
    ['2026-03-01', 'secret.example.net', 20],
    ['2026-03-01', '', 4],
  ]);
  await add('country', [['2026-03-01', 'SE:Secretland', 3]]);
  const state = store.getState();
  state.period.choose({ kind: 'range', ...march });
  state.navigation.push({ screen: 'dashboard', websiteId });
  for (const name of names)
    await state.answers.read(websiteId, request.rows({ name, period: march }), { owner: '' });
  await idle();
  return fixture;
}

const rowsOf = (state: ReturnType<typeof hideNames>, name: (typeof names)[number]) =>
  state.answers.get('1', request.rows({ name, period: march })).data?.rows;

test('domains become example names, values letters, the same ones for the same values', async () => {
  const { store } = await withCounts();
  const hidden = hideNames(store.getState());
  expect(hidden.navigation.view).toEqual({ screen: 'dashboard', websiteId: '1' });
  expect(hidden.navigation.view).toBe(hidden.navigation.stack.at(-1));
  expect(hidden.records.byId.get('1')?.data ?? hidden.websites.list.data?.rows[0]).toMatchObject({
    id: '1',
    domain: 'alpha.example.com',
    fields: {},
  });
  expect(rowsOf(hidden, 'page')?.map(({ value }) => value)).toEqual(['/a', '/b']);
  expect(rowsOf(hidden, 'landing_page')?.map(({ value }) => value)).toEqual(['/b']);
  expect(rowsOf(hidden, 'referrer')?.map(({ value }) => value)).toEqual(['a.example', '']);
  expect(rowsOf(hidden, 'country')?.map(({ value }) => value)).toEqual(['A']);
  expect(names.map(name => JSON.stringify(rowsOf(hidden, name))).join()).not.toMatch(/secret/i);
  expect(hidden.profile).toMatchObject({ name: 'service', url: undefined });
});

test('the visitors of the first day are 100, and all counts in proportion', async () => {
  const { store } = await withCounts();
  const hidden = hideNames(store.getState());
  const series = hidden.answers.get('1', request.series('visitors', shownDays(hidden).span));
  const counts = series.data?.filter(({ day }) => day >= march.from && day <= march.to);
  expect(counts?.map(({ count }) => count)).toEqual([100, 22.5, 0, 2.5]);
  expect(rowsOf(hidden, 'page')?.map(({ count }) => count)).toEqual([200, 12.5]);
  expect(rowsOf(hidden, 'referrer')?.map(({ count }) => count)).toEqual([50, 10]);
});

test('so are sessions, whose rates stay', async () => {
  const { store, websiteId } = await withCounts();
  const day = { day: '2026-03-01', sessions: 8, bounces: 2, seconds: 80, pageviews: 16 } as const;
  const sessions = { sums: day, days: [day] };
  const state = store.getState();
  const answered: KnownAnswers = {
    get: <A extends DataRequest>(_: string, asked: A) => {
      const answer: Answer<unknown> = { loading: false, data: sessions };
      return isAnswerTo(asked, answer) ? answer : notLoaded;
    },
  };
  const hidden = hideNames({ ...state, answers: { ...state.answers, ...answered } });
  const { data } = hidden.answers.get(websiteId, request.sessions(march));
  expect(data?.sums).toEqual({ sessions: 20, bounces: 5, seconds: 200, pageviews: 40 });
  expect(data?.days).toEqual([{ ...data?.sums, day: '2026-03-01' }]);
});

test('the state itself is left as it is', async () => {
  const { store, websiteId } = await withCounts();
  const before = store.getState();
  const text = JSON.stringify([...before.answers.known()]);
  hideNames(before);
  expect(store.getState()).toBe(before);
  expect(JSON.stringify([...before.answers.known()])).toBe(text);
  expect(
    before.answers.get(websiteId, request.rows({ name: 'page', period: march })).data?.rows[0]?.value,
  ).toBe('/other/secret');
});

test('what chance would explain is told by the counts, not by the index', async () => {
  const { store, add, websiteId, show } = await storeWithStatistics();
  const days = Array.from({ length: 14 }, (_, at) => addDays('2026-03-01', at));
  await add(
    'visitors',
    days.map((day, at) => [day, day, at === 9 ? 2700 : 2000] as const),
  );
  await add('country', [
    ['2026-03-02', 'US', 14_000],
    ['2026-03-09', 'US', 14_700],
  ]);
  const { period, comparison } = store.getState();
  period.choose({ kind: 'range', from: '2026-03-08', to: '2026-03-14' });
  comparison.choose('previous');
  await show({ screen: 'why', websiteId });
  const facts = whyRead(store.getState(), { websiteId }).facts;
  expect(facts?.causes.map(({ kind }) => kind)).toEqual(['day']);
  const hidden = hideNames(store.getState());
  expect(hidden.scale).toBeCloseTo(0.05, 6);
  const found = whyRead(hidden, { websiteId: '1' }).facts;
  expect(found?.causes.map(({ kind }) => kind)).toEqual(['day']);
  expect(found?.score).toBeCloseTo(facts?.score ?? 0, 6);
  expect(found?.total.change).toBeCloseTo(700 * 0.05, 4);
  // The change of all of them, 14,700 after 14,000, is beyond chance: 700 against twice the root of 28,700.
  const changeIn = (state: typeof hidden, website: string) =>
    summaryChange(shownSeries(state, website, 'visitors').summary);
  expect(changeIn(store.getState(), websiteId)).toEqual({ kind: 'percent', ratio: 0.05 });
  const shown = changeIn(hidden, '1');
  expect(shown).not.toHaveProperty('isNoise');
  expect(changeIn({ ...hidden, scale: undefined }, '1')).toHaveProperty('isNoise');
  // Were the index the count, it might be chance.
  expect(whyRead({ ...hidden, scale: undefined }, { websiteId: '1' }).facts?.causes).toEqual([]);
});

test('so do tags, searches, marks, errors, lines of logs, and what happens now', async () => {
  const { store, websiteId } = await withCounts();
  const state = store.getState();
  await state.websites.load();
  const [shop] = store.getState().websites.rows;
  if (shop === undefined) throw new Error('it has one website');
  const secret = {
    ...shop,
    name: 'Secret',
    excludeParams: 'secret\nsecret_b',
    createdAt: '2026-03-03 10:00:00',
  };
  const { websites, marks, tags, now, lines, statistic, history, why, profile, preview } = store.getState();
  const table = { loading: false, data: websites.list.data && { ...websites.list.data, rows: [secret] } };
  store.setState({
    profile: { ...profile, name: 'secret', url: 'https://secret.example.com' },
    websites: { ...websites, list: table, rows: [secret], arranged: [secret], search: 'secret' },
    marks: { ...marks, byId: new Map([[websiteId, secret]]) },
    tags: { ...tags, all: new Map([[websiteId, { domain: shop.domain ?? '', tags: ['secret', 'open'] }]]) },
    preview: { ...preview, websiteId },
    statistic: { ...statistic, websiteId, name: 'page', search: 'secret', selectedId: '/secret' },
    history: { ...history, websiteId, name: 'page', value: '/secret' },
    why: { ...why, subject: { websiteId }, cursor: { part: 'page', value: '/secret' } },
    lines: {
      ...lines,
      question: {
        website: websiteId,
        period: { from: '2026-11-01', to: '2026-11-02' },
        where: [{ field: 'page', comparison: 'is', value: '/secret' }],
        requests: { name: 'not_found', value: '/secret' },
      },
      all: ['91.12.3.4 secret', '8.8.8.8 secret'],
      summary: {
        lines: 2,
        bytes: 10,
        counted: 4,
        visits: { visitors: 2, sessions: 2 },
        reachesFrom: undefined,
        gone: ['/secret.log'],
        problems: ['secret.log cannot be read'],
      },
      problem: 'secret.log cannot be read',
      search: 'secret',
    },
    now: {
      ...now,
      websiteId,
      problem: 'secret.log cannot be read',
      numbers: {
        minute: 0,
        minutes: [undefined, 4],
        visitors: 2,
        isMany: false,
        latest: [{ time: 1, page: '/secret', referrer: 'secret.example.net' }],
        since: undefined,
        sources: 1,
        problems: ['secret.log cannot be read'],
      },
    },
  });
  const hidden = hideNames(store.getState());
  expect(hidden.websites.rows).toEqual([
    {
      ...shop,
      id: '1',
      domain: 'alpha.example.com',
      name: 'alpha.example.com',
      createdAt: undefined,
      excludeParams: 'x\nx',
      excludeIps: '',
      fields: {},
    },
  ]);
  expect(hidden.websites).toMatchObject({ search: 'a', arranged: hidden.websites.rows });
  expect([...hidden.marks.byId.keys()]).toEqual(['1']);
  expect([...hidden.tags.all]).toEqual([['1', { domain: 'alpha.example.com', tags: ['a', 'b'] }]]);
  expect(hidden.statistic).toMatchObject({ websiteId: '1', search: 'a', selectedId: '/b' });
  expect(hidden.history).toMatchObject({ websiteId: '1', value: '/b' });
  expect(hidden.why).toMatchObject({ subject: { websiteId: '1' }, cursor: { part: 'page', value: '/b' } });
  expect(hidden.lines).toMatchObject({
    question: { website: '1', where: [{ value: '/b' }], requests: { value: '/b' } },
    all: ['x', 'x'],
    summary: {
      lines: 5,
      bytes: 25,
      counted: 10,
      visits: { visitors: 5, sessions: 5 },
      gone: [],
      problems: [],
    },
    problem: undefined,
    search: '',
  });
  expect(JSON.stringify(hidden.lines)).not.toMatch(/secret|91\.12/);
  expect(hidden.now.problem).toBeUndefined();
  expect(hidden.now.numbers).toMatchObject({
    minutes: [undefined, 10],
    visitors: 5,
    latest: [{ time: 1, page: '/b', referrer: 'a.example' }],
    problems: [],
  });
  const { websites: list, marks: marked, now: live, tags: tagged, profile: shown, navigation } = hidden;
  const text = JSON.stringify([list, [...marked.byId], live, [...tagged.all], shown, navigation.stack]);
  expect(text).not.toMatch(/secret|shop/i);
});

test('goals are of the same example names, and in proportion as all counts', async () => {
  const { store } = await withCounts();
  const state = store.getState();
  const domain = state.websites.list.data?.rows[0]?.domain ?? state.records.byId.get('1')?.data?.domain ?? '';
  const own = { id: '1', domain, per: 'month' } as const;
  const all = [
    { ...own, name: 'visitors', count: 40 },
    { ...own, name: 'page', value: '/secret', count: 8 },
  ] as const;
  // Goals are told beside days that reach to the present.
  const hidden = hideNames({ ...state, today: () => march.to, goals: { ...state.goals, all } });
  expect(hidden.goals.all).toEqual([
    { id: '1', domain: 'alpha.example.com', per: 'month', name: 'visitors', count: 100 },
    { id: '1', domain: 'alpha.example.com', per: 'month', name: 'page', value: '/b', count: 20 },
  ]);
  expect(shownGoals(hidden, '1')).toEqual(hidden.goals.all);
});
