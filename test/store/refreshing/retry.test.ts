import { expect, test } from 'vitest';
import { detailLine } from '#app/App.tsx';
import { ApiError } from '#model/failure.ts';
import { keyHintsOf } from '#commands/registry.ts';
import { createApi, openFaultServer } from '../../helpers/apiFixture.ts';
import { failureBox, failurePanel, outagePanel } from '#screens/websites/failurePanel.ts';
import { bodyRows } from '#store/display.ts';
import type { Services } from '#store/profile/services.ts';
import { waitAfter } from '#store/reading/refreshing.ts';
import { clockByHand } from '../../helpers/clockByHand.ts';
import { bare, cut, held, json } from '../../helpers/faultAnswers.ts';
import { storeOver, until } from '../../helpers/storeFixture.ts';

const websites = json({ data: [{ id: 1, domain: 'one.example.com' }] });

async function storeOverService(change: Partial<Services> = {}) {
  const server = await openFaultServer();
  const clock = clockByHand();
  const api = createApi({ baseUrl: server.url, apiKey: 'some-key', random: () => 0 });
  const { store } = storeOver(api, { now: clock.now, after: clock.after, ...change });
  store.getState().overview.toggle();
  const idle = () => until(store, state => !state.websites.list.loading);
  return { server, clock, store, idle };
}

test.each([
  ['network', {}, [15, 30, 60, 60, 60, 60]],
  ['timeout', {}, [15, 30, 60, 60, 60, 60]],
  ['server', { status: 500 }, [15, 30, 60, 60, 60, 60]],
  ['rateLimit', { retryAfter: 90.2 }, [91, 91, 91, 91, 91, 91]],
  ['network', { staysWrong: true }, []],
  ['auth', { isUnread: true }, []],
  ['auth', { status: 401 }, []],
  ['forbidden', { status: 403 }, []],
  ['shape', { status: 200 }, [15, 30, 60, 60, 60, 60]],
] as const)(
  'after a failure of kind %s %o the list is read again after so many seconds',
  (kind, details, seconds) => {
    const error = new ApiError(kind, 'No.', details);
    const waits = [1, 2, 3, 4, 5, 6].flatMap(failures => waitAfter(error, failures) ?? []);
    expect(waits).toEqual(seconds);
  },
);

test('a service that fails is asked again, less and less often, until it answers', async () => {
  const { server, clock, store, idle } = await storeOverService();
  const { seconds: none } = store.getState().retry;
  expect(none).toBeUndefined();
  server.answerWith(bare(500));
  await store.getState().websites.load();
  const since = clock.now();
  expect(store.getState().retry).toMatchObject({ failures: 1, since, seconds: { left: 15, total: 15 } });
  for (let second = 1; second < 15; second += 1) clock.pass(1_000);
  expect(store.getState().retry.seconds).toEqual({ left: 1, total: 15 });
  expect(server.requests).toHaveLength(1);
  clock.pass(1_000);
  await idle();
  expect(store.getState().retry).toMatchObject({ failures: 2, since, seconds: { left: 30, total: 30 } });
  server.answerWith(websites);
  for (let second = 0; second < 30; second += 1) clock.pass(1_000);
  await until(store, state => state.websites.rows.length === 1);
  expect(store.getState().retry).toMatchObject({ failures: 0, since: undefined, seconds: undefined });
  clock.pass(1_000);
  expect(server.requests).toHaveLength(3);
});

test('r tries at once, and while a try is under way no other begins', async () => {
  const { server, clock, store, idle } = await storeOverService();
  server.answerWith(bare(500));
  await store.getState().websites.load();
  const slow = held(bare(500));
  server.answerWith(slow.answer);
  store.getState().refresh();
  expect(store.getState().retry.seconds).toBeUndefined();
  for (let second = 0; second < 30; second += 1) clock.pass(1_000);
  await expect.poll(() => slow.waiting()).toBe(1);
  slow.release();
  await idle();
  // That was none of its own tries: the wait goes on where it was.
  expect(store.getState().retry).toMatchObject({ failures: 1, seconds: { left: 15, total: 15 } });
  expect(server.requests).toHaveLength(2);
});

test('what somebody asks for between two tries makes no wait longer, and what is left before it is read ends none', async () => {
  const { server, clock, store, idle } = await storeOverService();
  server.answerWith(bare(500));
  await store.getState().websites.load();
  for (let second = 0; second < 4; second += 1) clock.pass(1_000);
  for (const search of ['one', 'two', '']) {
    store.getState().websites.openSearch();
    store.getState().websites.editSearch({ value: search, caret: search.length });
    store.getState().websites.leaveSearch();
    await idle();
    expect(store.getState().retry).toMatchObject({ failures: 1, seconds: { left: 11, total: 15 } });
  }
  const slow = held(bare(500));
  server.answerWith(slow.answer);
  store.getState().refresh();
  expect(store.getState().retry.seconds).toBeUndefined();
  store.getState().navigation.push({ screen: 'dashboard', websiteId: '1' });
  await idle();
  expect(store.getState().retry).toMatchObject({ failures: 1, seconds: { left: 11, total: 15 } });
  server.answerWith(bare(500));
  for (const [failures, wait] of [
    [2, 11],
    [3, 30],
    [4, 60],
  ] as const) {
    for (let second = 0; second < wait; second += 1) clock.pass(1_000);
    await idle();
    expect(store.getState().retry).toMatchObject({ failures, seconds: { left: failures === 2 ? 30 : 60 } });
  }
});

test('a profile that is left asks no more', async () => {
  const { server, clock, store } = await storeOverService();
  server.answerWith(bare(500));
  await store.getState().websites.load();
  store.getState().retry.end();
  for (let second = 0; second < 30; second += 1) clock.pass(1_000);
  expect(server.requests).toHaveLength(1);
});

test('above the list that was read before stands why it is not read again, and what helps', async () => {
  const { server, clock, store, idle } = await storeOverService();
  server.answerWith(websites);
  await store.getState().websites.load();
  expect(failurePanel(store.getState())).toEqual([]);
  server.answerWith(bare(500));
  store.getState().refresh();
  await idle();
  for (let second = 0; second < 15; second += 1) clock.pass(1_000);
  await idle();
  for (let second = 0; second < 12; second += 1) clock.pass(1_000);
  const drawn = () =>
    failurePanel(store.getState()).map(parts =>
      parts
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    );
  expect(drawn()).toEqual([
    '╭─ Service error ─────────────────────────────────────── 2nd try, since 12:00 ─╮',
    '│ The service failed (500).                                                    │',
    '│ Shown as of today 12:00.                                                     │',
    '│                                                                              │',
    // Of 23 columns four tenths.
    '│ tries again in 18 s  ━━━━━━━━━──────────────     r  try again    P  profiles │',
    '╰──────────────────────────────────────────────────────────────────────────────╯',
  ]);
  store.getState().resize({ columns: 40, rows: 10 });
  expect(drawn()).toEqual([' The service failed (500).']);
});

test('what fails on a website reads the list, once a failure: a service that is away is tried again, and then all of it', async () => {
  const { server, clock, store, idle } = await storeOverService();
  server.answerWith(websites);
  await store.getState().websites.load();
  const listed = () => server.requests.filter(({ path }) => path.endsWith('/websites')).length;
  const before = listed();
  server.answerWith(cut);
  store.getState().navigation.push({ screen: 'dashboard', websiteId: '1' });
  await until(store, state => state.retry.seconds !== undefined);
  expect(store.getState().retry.failures).toBe(1);
  // Each request is tried three times.
  expect(listed()).toBe(before + 3);
  // Views have what the box above them leaves, or the sentence alone where that has no room.
  expect(store.getState().viewport).toEqual({ columns: 80, rows: 18 });
  expect(detailLine(store.getState()).text).not.toContain('No answer');
  for (const size of [
    { columns: 80, rows: 19 },
    { columns: 40, rows: 10 },
  ]) {
    store.getState().resize(size);
    const said = outagePanel(store.getState());
    expect(said[0]?.map(({ text }) => text).join('')).toMatch(/^ \S/);
    expect(store.getState().viewport).toEqual({ ...size, rows: size.rows - said.length });
    expect(detailLine(store.getState()).text).toMatch(/^tries again in 15 s/);
    expect(keyHintsOf(store.getState()).map(({ key }) => key)).toEqual(['r', 'P']);
  }
  // These need all lines, for their weekdays; a menu needs them too.
  store.getState().navigation.push({ screen: 'year', websiteId: '1' });
  expect(store.getState().viewport).toEqual({ columns: 40, rows: 10 });
  expect(detailLine(store.getState()).text).toMatch(/^No answer: tries again in 15 s/);
  // A longer name leaves out a word, not the time.
  store.getState().resize({ columns: 26, rows: 10 });
  expect(detailLine(store.getState()).text).toMatch(/^No answer: again in 15 s$/);
  store.getState().resize({ columns: 40, rows: 10 });
  expect(keyHintsOf(store.getState()).map(({ key }) => key)).toEqual(['r', 'P']);
  store.getState().navigation.pop();
  store.getState().navigation.push({ screen: 'period' });
  expect(store.getState().viewport).toEqual({ columns: 40, rows: 10 });
  store.getState().navigation.pop();
  store.getState().resize({ columns: 80, rows: 24 });
  server.answerWith(websites);
  for (let second = 0; second < 15; second += 1) clock.pass(1_000);
  await idle();
  expect(store.getState().retry).toMatchObject({ failures: 0, seconds: undefined });
  expect(store.getState().viewport).toEqual({ columns: 80, rows: 24 });
});

test('a first list that is answered by too many requests says so, and when it is asked for again', async () => {
  const { server, clock } = await storeOverService();
  const limited = createApi({
    baseUrl: server.url,
    apiKey: 'some-key',
    random: () => 0,
    now: clock.now,
    after: clock.after,
  });
  server.answerWith(bare(429));
  const { store: asked } = storeOver(limited, {
    now: clock.now,
    after: clock.after,
    profile: { name: 'stats', url: 'https://stats.example.com', readOnly: false },
  });
  asked.getState().resize({ columns: 120, rows: 40 });
  const reading = asked.getState().websites.load();
  await until(asked, ({ activity }) => activity.pausedUntil !== undefined);
  clock.pass(1_000);
  clock.pass(1_000);
  const drawn = () =>
    failureBox(asked.getState(), bodyRows(asked.getState().viewport))
      .map(parts => parts.map(({ text }) => text).join(''))
      .join('\n');
  expect(drawn()).toContain('─ Too many requests ─');
  expect(drawn()).toContain('The service has had too many requests and asks to wait.');
  expect(drawn()).toContain('tries again in 3 s');
  expect(drawn()).toMatch(/✗ Websites +it asks to wait \(429\)/);
  expect(drawn()).not.toMatch(/not answered|A firewall/);
  server.answerWith(websites);
  for (let second = 0; second < 3; second += 1) clock.pass(1_000);
  await reading;
  expect(asked.getState().websites.rows).toHaveLength(1);
  expect(asked.getState().retry.waited).toBeUndefined();
});

test('where requests wait in silence because the service asks to, that is said after two seconds, until it answers', async () => {
  const { server, clock } = await storeOverService();
  const { now, after } = clock;
  const limited = createApi({ baseUrl: server.url, apiKey: 'some-key', random: () => 0, now, after });
  server.answerWith(websites);
  const { store } = storeOver(limited, { now, after });
  store.getState().overview.toggle();
  await store.getState().websites.load();
  server.answerWith(bare(429));
  store.getState().navigation.push({ screen: 'statistic', websiteId: '1', name: 'page' });
  const isWaiting = () =>
    until(store, ({ activity }) => activity.pausedUntil !== undefined && activity.queued > 0);
  await isWaiting();
  clock.pass(1_000);
  expect(outagePanel(store.getState())).toEqual([]);
  clock.pass(1_000);
  const said = () =>
    outagePanel(store.getState())
      .map(parts => parts.map(({ text }) => text).join(''))
      .join('\n');
  expect(said()).toContain('─ Too many requests ─');
  expect(said()).toContain('The service has had too many requests and asks to wait.');
  expect(said()).toContain('tries again in 3 s');
  expect(said()).not.toContain('try again ');
  expect(keyHintsOf(store.getState()).map(({ key }) => key)).toEqual(['P']);
  // It is one wait, however often it asks for more.
  for (let second = 0; second < 3; second += 1) clock.pass(1_000);
  await isWaiting();
  clock.pass(1_000);
  expect(said()).toMatch(/tries again in [45] s/);
  server.answerWith(json({ data: [] }));
  const paused = () => {
    clock.pass(1_000);
    return store.getState().retry.paused;
  };
  await expect.poll(paused).toBeUndefined();
  expect(outagePanel(store.getState())).toEqual([]);
});

test.each([
  [100, 'asks to wait 100 s.', /tries again in 60 s /],
  [7_200, 'asks to wait 2 hours.', /tries again at \d\d:\d\d, in 2 hours /],
] as const)(
  'a service that asks to wait %i s is asked nothing until then: no key says so, and asking changes nothing that is said',
  async (seconds, sentence, next) => {
    const { server, clock } = await storeOverService();
    const { now, after } = clock;
    const limited = createApi({ baseUrl: server.url, apiKey: 'some-key', random: () => 0, now, after });
    const { store } = storeOver(limited, {
      now,
      after,
      profile: { name: '127.0.0.1', url: 'https://stats.example.com', readOnly: false, keepsLastSeen: false },
    });
    store.getState().overview.toggle();
    const box = () =>
      failureBox(store.getState(), bodyRows(store.getState().viewport))
        .map(parts => parts.map(({ text }) => text).join(''))
        .join('\n');
    server.answerWith(bare(429, { 'retry-after': `${seconds}` }));
    await store.getState().websites.load();
    for (let second = 0; second < 40; second += 1) clock.pass(1_000);
    expect(box()).toContain(sentence);
    expect(box()).toMatch(next);
    expect(box()).not.toMatch(/try again {2,}| r {2}/);
    // Without a profile nothing is kept.
    expect(box()).toContain('Nothing is kept of this service between starts');
    const keys = () => keyHintsOf(store.getState()).map(({ key }) => key);
    expect(keys()).toEqual(['P', 'q']);
    const before = box();
    store.getState().refresh();
    await until(store, ({ websites }) => !websites.list.loading);
    expect(box()).toBe(before);
    expect(store.getState().retry.seconds).toMatchObject({ left: seconds - 40, total: seconds });
    expect(server.requests).toHaveLength(1);
    server.answerWith(websites);
    for (let second = 40; second < seconds; second += 1) clock.pass(1_000);
    await until(store, ({ websites: { rows } }) => rows.length === 1);
    expect(server.requests).toHaveLength(2);
  },
);

test('at 40x10 what is to be looked at is said whole or not at all', async () => {
  const { server, store, idle } = await storeOverService();
  server.answerWith(websites);
  await store.getState().websites.load();
  server.answerWith(bare(403));
  store.getState().refresh();
  await idle();
  expect(detailLine(store.getState()).text).toMatch(/^The key: It is right, .* can allow more\.$/);
  store.getState().resize({ columns: 40, rows: 10 });
  expect(detailLine(store.getState()).text).not.toMatch(/The key|It is right/);
  expect(detailLine(store.getState()).text).toContain('one.example.com');
});

test.each([
  ['fail', bare(500), 'Service error', true],
  ['are not allowed', bare(403), 'Not allowed', false],
] as const)(
  'statistics that %s while the list is read are one box, on a website too, until they are read',
  async (_, answer, title, isTried) => {
    const { server, clock, store } = await storeOverService();
    const data = [1, 2].map(id => ({ id, domain: `number${id}.example.com` }));
    const list = json({ data });
    server.answerWith((response, request) =>
      (request.path.includes('/stats/') ? answer : list)(response, request),
    );
    store.getState().overview.toggle();
    await store.getState().websites.load();
    await until(store, state => state.retry.numbers !== undefined);
    const text = () =>
      failurePanel(store.getState())
        .flatMap(parts => parts.map(({ text }) => text))
        .join('');
    expect(text()).toContain(`─ ${title} ─`);
    expect(text()).toContain('The websites are read, their numbers are not.');
    expect(store.getState().retry).toMatchObject({ failures: 1 });
    expect(text().includes('tries again in 15 s')).toBe(isTried);
    // Without another key it would be refused again.
    const keys = isTried ? ['r', 'P', 'q'] : ['P', 'r', 'q'];
    expect(keyHintsOf(store.getState()).map(({ key }) => key)).toEqual(keys);
    store.getState().navigation.push({ screen: 'dashboard', websiteId: '1' });
    await until(store, ({ answers }) => [...answers.known('1')].every(({ answer: { loading } }) => !loading));
    expect(store.getState().viewport).toEqual({ columns: 80, rows: 18 });
    expect(store.getState().retry).toMatchObject({ failures: 1 });
    server.answerWith((response, request) =>
      (request.path.includes('/stats/') ? json({ data: [] }) : list)(response, request),
    );
    if (isTried) for (let second = 0; second < 15; second += 1) clock.pass(1_000);
    else store.getState().refresh();
    await until(store, state => state.retry.numbers === undefined);
    expect(store.getState().viewport).toEqual({ columns: 80, rows: 24 });
    expect(store.getState().retry).toMatchObject({ failures: 0, seconds: undefined });
  },
);

async function storeWithoutNumbers() {
  const { server, clock, store } = await storeOverService();
  const list = json({ data: [1, 2].map(id => ({ id, domain: `number${id}.example.com` })) });
  const answerStatistics = (answer: ReturnType<typeof json>) =>
    server.answerWith((response, request) =>
      (request.path.includes('/stats/') ? answer : list)(response, request),
    );
  answerStatistics(bare(500));
  store.getState().overview.toggle();
  await store.getState().websites.load();
  await until(store, state => state.retry.numbers !== undefined);
  return { clock, store, answerStatistics };
}

test('numbers that fail are said no more once they are turned off', async () => {
  const { store } = await storeWithoutNumbers();
  store.getState().overview.toggle();
  expect(store.getState().retry).toMatchObject({ failures: 0, seconds: undefined });
  expect(failurePanel(store.getState())).toEqual([]);
});

test('numbers that fail are tried again on any view of a website, and the box goes once those are read', async () => {
  const { clock, store, answerStatistics } = await storeWithoutNumbers();
  store.getState().navigation.push({ screen: 'statistic', websiteId: '1', name: 'page' });
  const idle = () =>
    until(store, ({ answers }) => [...answers.known('1')].every(({ answer: { loading } }) => !loading));
  await idle();
  for (let second = 0; second < 15; second += 1) clock.pass(1_000);
  await until(store, state => state.retry.failures === 2);
  expect(store.getState().retry.seconds).toEqual({ left: 30, total: 30 });
  await idle();
  answerStatistics(json({ data: [] }));
  for (let second = 0; second < 30; second += 1) clock.pass(1_000);
  await until(store, state => state.retry.numbers === undefined);
  expect(store.getState().retry).toMatchObject({ failures: 0, seconds: undefined });
});
