import { readAfterMs, shownAfterMs } from '#store/reading/reading.ts';
import { expect, test } from 'vitest';
import { whySentences } from '#model/why/sentence.ts';
import type { Store } from '#store/createStore.ts';
import { type Preview, shownPreview } from '#store/websites/previewContent.ts';
import { whyRead } from '#store/views/why.ts';
import { textAtEnd } from '#text/textField.ts';
import { clockByHand } from '../../helpers/clockByHand.ts';
import { isReading, until } from '../../helpers/storeFixture.ts';
import { isIdle, isRead, openMany } from './manyFixture.ts';

const rowNames = ['referrer', 'page'];

/** Forty websites in a terminal with a pane, whose clock stands still; once the list and its numbers are read. */
async function open(size = { columns: 120, rows: 40 }, count = 40) {
  const clock = clockByHand();
  const { service, store } = await openMany(count, { services: { after: clock.after } });
  store.getState().resize(size);
  await store.getState().websites.load();
  await until(store, isRead(count));
  await quiet(store);
  /** Of what only the pane asks for: website and statistic. */
  const asked = () =>
    service.requests.flatMap(url => {
      const found = /\/stats\/(\d+)\?name=(\w+)/.exec(url);
      return found === null || found[2] === 'visitors' ? [] : [`${found[1]} ${found[2]}`];
    });
  return { service, clock, store, asked };
}

const quiet = (store: Store) =>
  until(store, isIdle).then(() => new Promise(resolve => setImmediate(resolve)));
const isDone = (store: Store) =>
  until(store, ({ preview }) => preview.asked > 0 && preview.answered === preview.asked);
const domain = (store: Store) => shownPreview(store.getState())?.website.domain;

test('nothing is asked before 200 ms of rest, then seven requests, two at a time', async () => {
  const { service, clock, store, asked } = await open();
  expect(domain(store)).toBe('site-00040.example');
  clock.pass(199);
  await quiet(store);
  expect(asked()).toEqual([]);
  service.hold();
  clock.pass(1);
  await expect.poll(() => service.held()).toBe(2);
  expect(store.getState().preview).toMatchObject({ asked: 7, answered: 0 });
  expect(store.getState().activity).toMatchObject({ inFlight: 2, queued: 0 });
  service.release();
  await isDone(store);
  // The hours of today and of its usual day, the page views, which the list does not show, then the rows of both periods.
  expect(asked()).toEqual([
    '40 visitors_hours',
    '40 visitors_hours',
    '40 pageviews',
    '40 referrer',
    '40 referrer',
    '40 page',
    '40 page',
  ]);
  expect(service.requests.slice(-4).map(url => /from=([\d-]+)&to=([\d-]+)/.exec(url)?.slice(1))).toEqual([
    ['2026-10-23', '2026-11-19'],
    ['2026-09-25', '2026-10-22'],
    ['2026-10-23', '2026-11-19'],
    ['2026-09-25', '2026-10-22'],
  ]);
});

test('where the list shows the page views: six', async () => {
  const { store, clock, asked } = await open({ columns: 120, rows: 40 }, 5);
  const before = asked().length;
  clock.pass(readAfterMs);
  await isDone(store);
  expect(asked().slice(before)).toEqual([
    '5 visitors_hours',
    '5 visitors_hours',
    ...rowNames.flatMap(name => [`5 ${name}`, `5 ${name}`]),
  ]);
});

test('a year: its page views would take eight requests, so only hours and rows are asked for; the usual day is known last', async () => {
  const { store, clock, asked } = await open();
  store.getState().period.choose({ kind: 'preset', preset: 'last12Months' });
  clock.pass(readAfterMs);
  await isDone(store);
  expect(asked()).toEqual([
    '40 visitors_hours',
    ...rowNames.flatMap(name => [`40 ${name}`, `40 ${name}`]),
    '40 visitors_hours',
  ]);
});

test('while one scrolls nothing is asked and the pane stays; at rest it shows the website from what is read', async () => {
  const { store, clock, asked } = await open();
  for (let move = 0; move < 10; move++) {
    store.getState().websites.move('down');
    clock.pass(shownAfterMs - 1);
    expect(domain(store)).toBe('site-00040.example');
  }
  clock.pass(1);
  expect(domain(store)).toBe('site-00030.example');
  // 28 days of 30 visitors, and as many before.
  expect(shownPreview(store.getState())).toMatchObject({
    visitors: { total: 840, countBefore: 840, today: 30 },
    todayComparison: 'unread',
    why: undefined,
    asked: 0,
  });
  await quiet(store);
  expect(asked()).toEqual([]);
  clock.pass(readAfterMs - shownAfterMs);
  await isDone(store);
  expect(asked().every(read => read.startsWith('30 '))).toBe(true);
  expect(shownPreview(store.getState())?.why?.total).toEqual({ now: 840, before: 840, change: 0 });
});

test('what was read is kept: coming back to a website asks nothing', async () => {
  const { store, clock, asked } = await open();
  clock.pass(readAfterMs);
  await isDone(store);
  store.getState().websites.move('down');
  clock.pass(readAfterMs);
  await isDone(store);
  const before = asked().length;
  store.getState().websites.move('up');
  clock.pass(readAfterMs);
  await isDone(store);
  await quiet(store);
  expect(asked()).toHaveLength(before);
  expect(shownPreview(store.getState())?.why).toBeDefined();
});

test('what the pane has not read it does not speak of, nor of what why has read since: it says the same before and after', async () => {
  const { store, clock } = await open();
  clock.pass(readAfterMs);
  await isDone(store);
  const said = ({ why }: Pick<Preview, 'why'>) =>
    why && whySentences(why, { now: days, before: days }, store.getState().capabilities);
  const days = { from: '2026-10-23', to: '2026-11-19' } as const;
  const before = shownPreview(store.getState());
  expect(before?.why?.only).toEqual(rowNames);
  store.getState().navigation.push({ screen: 'why', websiteId: '40' });
  const read = await until(store, state => {
    const { facts, asked, answered } = whyRead(state, { websiteId: '40' });
    return facts !== undefined && asked > 0 && asked === answered;
  });
  expect(whyRead(read, { websiteId: '40' }).facts?.only).toBeUndefined();
  store.getState().navigation.pop();
  const after = shownPreview(store.getState());
  expect(after?.why?.only).toEqual(rowNames);
  expect(after && said(after)).toEqual(before && said(before));
});

test.each([
  ['another row', (store: Store) => store.getState().websites.move('down')],
  [
    'another view',
    (store: Store) =>
      store.getState().navigation.push({ screen: 'sideBySide', websiteId: '1', websiteIds: [] }),
  ],
])('%s aborts what is under way, and nothing more is asked', async (_, leave) => {
  const { service, store, clock, asked } = await open();
  service.hold();
  clock.pass(readAfterMs);
  await expect.poll(() => service.held()).toBe(2);
  leave(store);
  await quiet(store);
  expect(asked()).toHaveLength(2);
  service.release();
  await quiet(store);
  expect(asked()).toHaveLength(2);
});

test('what a view opened from the list reads is not aborted with the pane', async () => {
  const { service, store, clock } = await open();
  service.hold();
  clock.pass(readAfterMs);
  await expect.poll(() => service.held()).toBe(2);
  store.getState().navigation.push({ screen: 'dashboard', websiteId: '40' });
  service.release();
  await until(store, state => !isReading(state));
});

test('while a search finds nothing the pane stays, and what it has not read is read on', async () => {
  const { service, store, clock, asked } = await open();
  service.hold();
  clock.pass(readAfterMs);
  await expect.poll(() => service.held()).toBe(2);
  store.getState().websites.editSearch(textAtEnd('zzz'));
  store.getState().websites.leaveSearch();
  service.release();
  await until(store, ({ websites }) => websites.rows.length === 0 && !websites.list.loading);
  clock.pass(readAfterMs);
  await isDone(store);
  expect(store.getState().preview.websiteId).toBe('40');
  const ofPane = ['visitors_hours', 'referrer', 'page'].map(name => `40 ${name}`);
  // The rows stay below what the search says.
  const ofRows = Array.from({ length: 10 }, (_, place) => `${40 - place} pageviews`);
  expect(new Set(asked())).toEqual(new Set([...ofPane, ...ofRows]));
});

test.each([
  ['narrower than 110 columns', { columns: 109, rows: 40 }],
  ['with the numbers off', { columns: 120, rows: 40 }],
])('%s nothing is asked for the pane', async (name, size) => {
  const { store, clock, asked } = await open(size);
  if (name.includes('off')) store.getState().overview.toggle();
  store.getState().websites.move('down');
  clock.pass(readAfterMs);
  await quiet(store);
  expect(asked().filter(read => !read.endsWith('pageviews'))).toEqual([]);
});

test('r reads all of it again once the selection rests', async () => {
  const { store, clock, asked } = await open();
  clock.pass(readAfterMs);
  await isDone(store);
  const before = asked().length;
  store.getState().refresh();
  await quiet(store);
  expect(asked()).toHaveLength(before);
  clock.pass(readAfterMs);
  await expect.poll(asked).toHaveLength(before + 7);
});
