import { expect, test } from 'vitest';
import { beforeAndAfter } from '#screens/editing/review.ts';
import { textAtEnd } from '#text/textField.ts';
import type { Store } from '#store/createStore.ts';
import type { Website } from '#model/website/website.ts';
import type { EditorStop } from '#store/editing/form.ts';
import { storeOver, storeWith, until } from '../../helpers/storeFixture.ts';

const domains = ['one.example', 'two.example', 'three.example'];

async function open(lists: readonly string[]) {
  const fixture = await storeWith(domains);
  const { store, api } = fixture;
  store.getState().overview.toggle();
  for (const [at, excludeIps] of lists.entries()) await api.updateWebsite(String(at + 1), { excludeIps });
  await store.getState().websites.load();
  const ips = async () => (await api.listWebsites({ sort: 'asc' })).rows.map(({ excludeIps }) => excludeIps);
  return { ...fixture, ips };
}

function focus(store: Store, field: EditorStop): void {
  for (let steps = 0; store.getState().editor.form?.focused !== field && steps < 12; steps += 1)
    store.getState().editor.focus(1);
  expect(store.getState().editor.form?.focused).toBe(field);
}

/** Fills the form in; the choices are leave, replace, add, remove. */
function change(store: Store, steps: number, entries: string): void {
  store.getState().editor.open(store.getState().websites.rows);
  focus(store, 'changeIps');
  for (let step = 0; step < steps; step += 1) store.getState().editor.choose(1);
  focus(store, 'excludeIps');
  store.getState().editor.type(textAtEnd(entries));
  store.getState().editor.openReview();
}

const screen = (store: Store) => store.getState().navigation.stack.at(-1)?.screen;
const isRead = (store: Store) => until(store, ({ editor }) => editor.review.unread.size === 0);
const outcomes = (store: Store) => store.getState().bulkRun.run?.outcomes.map(({ kind }) => kind);

test('entries are added to the list of each website, and undo puts the lists back', async () => {
  const { store, ips } = await open(['192.0.2.1\r\n10.0.0.0/8', '192.0.2.7', '']);
  change(store, 2, '192.0.2.7\n::1');
  expect(screen(store)).toBe('bulkReview');
  await isRead(store);
  await store.getState().editor.save();
  expect(outcomes(store)).toEqual(['done', 'done', 'done']);
  expect(await ips()).toEqual([
    '192.0.2.1\r\n10.0.0.0/8\r\n192.0.2.7\r\n::1',
    '192.0.2.7\n::1',
    '192.0.2.7\n::1',
  ]);
  await store.getState().undo.run();
  await until(store, ({ bulkRun }) => bulkRun.run?.kind === 'undo' && bulkRun.run.finished);
  expect(await ips()).toEqual(['192.0.2.1\r\n10.0.0.0/8', '192.0.2.7', '']);
});

test('entries are removed where they are; the other websites are left', async () => {
  const { store, ips } = await open(['192.0.2.1\n10.0.0.0/8', '192.0.2.1', '10.0.0.0/8']);
  change(store, 3, '192.0.2.1');
  await isRead(store);
  await store.getState().editor.save();
  // Newest first.
  expect(outcomes(store)).toEqual(['unchanged', 'done', 'done']);
  expect(await ips()).toEqual(['10.0.0.0/8', '', '10.0.0.0/8']);
});

test('the review shows what each website has by then, and a later change of somebody else is not overwritten', async () => {
  const { store, api, ips } = await open(['192.0.2.1', '', '']);
  await api.updateWebsite('1', { excludeIps: '192.0.2.2' });
  change(store, 2, '::1');
  await isRead(store);
  expect(store.getState().editor.form?.websites.map(({ excludeIps }) => excludeIps)).toEqual([
    '',
    '',
    '192.0.2.2',
  ]);
  await api.updateWebsite('2', { excludeIps: '192.0.2.3' });
  await store.getState().editor.save();
  expect(outcomes(store)).toEqual(['done', 'failed', 'done']);
  expect(await ips()).toEqual(['192.0.2.2\n::1', '192.0.2.3', '::1']);
});

test('what is no address is not added, but may be removed; nothing typed is said', async () => {
  const { store } = await open(['nonsense', '', '']);
  change(store, 2, 'nonsense');
  expect(screen(store)).toBe('editor');
  expect(store.getState().editor.form?.errors.excludeIps).toBeDefined();
  change(store, 2, ' \n');
  expect(store.getState().editor.form?.errors.excludeIps).toBe('Type what to add, one a line.');
  change(store, 3, 'nonsense');
  expect(screen(store)).toBe('bulkReview');
});

test('the review begins with what is added and removed: of a long list only the beginning is on screen', () => {
  const website = { id: '1', excludeIps: '192.0.2.1\n10.0.0.0/8', fields: {} };
  expect(beforeAndAfter(website, { excludeIps: '10.0.0.0/8\n::1' }, true)).toEqual({
    before: 'addresses 192.0.2.1 10.0.0.0/8',
    after: 'addresses +::1 -192.0.2.1, 2 in all',
  });
  expect(beforeAndAfter(website, { excludeIps: '::1' })?.after).toBe('addresses ::1');
  expect(beforeAndAfter(website, { excludeIps: website.excludeIps }, true)).toBeUndefined();
});

test('a list that the service does not tell is left alone, and the result says so', async () => {
  const { api, ips } = await open(['192.0.2.1', '', '']);
  const without = ({ excludeIps, ...website }: Website): Website =>
    excludeIps === undefined ? website : website;
  const { store } = storeOver({
    ...api,
    async listWebsites(query) {
      const page = await api.listWebsites(query);
      return { ...page, rows: page.rows.map(without) };
    },
    showWebsite: async id => without(await api.showWebsite(id)),
  });
  await store.getState().websites.load();
  change(store, 2, '::1');
  await isRead(store);
  await store.getState().editor.save();
  expect(store.getState().bulkRun.run?.outcomes[0]).toEqual({
    kind: 'failed',
    message: 'The service does not tell which addresses are excluded, so none can be added or removed.',
  });
  expect(await ips()).toEqual(['192.0.2.1', '', '']);
});
