import { expect, test } from 'vitest';
import { textAtEnd } from '#text/textField.ts';
import type { Store } from '#store/createStore.ts';
import { markedWebsites } from '#store/websites/marks.ts';
import { storeWith, until } from '../../helpers/storeFixture.ts';
import { loadList } from './editingFixture.ts';

const domains = ['one.example.com', 'two.example.com', 'three.example.com', 'four.example.com'];

async function open() {
  const fixture = await storeWith(domains);
  const { store } = fixture;
  await loadList(store);
  const idOf = (domain: string) =>
    store.getState().websites.list.data?.rows.find(row => row.domain === domain)?.id ?? '';
  return { ...fixture, idOf };
}

const finished = (store: Store) => until(store, ({ bulkRun }) => bulkRun.run?.finished === true);
const outcomes = (store: Store) =>
  Object.fromEntries(
    store
      .getState()
      .bulkRun.run?.websites.map(({ domain }, index) => [
        domain,
        store.getState().bulkRun.run?.outcomes[index]?.kind,
      ]) ?? [],
  );
const marked = (store: Store) =>
  markedWebsites(store.getState())
    .map(({ domain }) => domain)
    .sort((a = '', b = '') => a.localeCompare(b));

test('Space marks and goes on, v marks a range, * all and then none; marks stay through a search', async () => {
  const { store } = await open();
  const { marks, websites } = store.getState();
  marks.toggle();
  expect(marked(store)).toEqual(['four.example.com']);
  expect(store.getState().websites.position.selected).toBe(1);
  marks.range();
  websites.move('last');
  expect(marked(store)).toHaveLength(4);
  marks.toggle();
  expect(store.getState().marks.rangeFrom).toBeUndefined();
  expect(marked(store)).toHaveLength(4);
  marks.all();
  expect(marked(store)).toEqual([]);
  marks.all();
  websites.openSearch();
  websites.editSearch(textAtEnd('two'));
  websites.leaveSearch();
  await until(store, state => state.websites.rows.length === 1);
  expect(marked(store)).toHaveLength(4);
  marks.toggle();
  expect(marked(store)).toEqual(['four.example.com', 'one.example.com', 'three.example.com']);
  marks.clear();
  expect(marked(store)).toEqual([]);
});

test('only touched fields are sent; a website that is so already is left; undo puts the former values back', async () => {
  const { store, api, idOf } = await open();
  await api.updateWebsite(idOf('one.example.com'), { email: true, excludeParams: 'utm_id\nref' });
  await store.getState().websites.load();
  store.getState().marks.all();
  store.getState().editor.open(markedWebsites(store.getState()));
  const { editor } = store.getState();
  editor.openReview();
  expect(store.getState().navigation.stack.at(-1)?.screen).toBe('editor');
  editor.focus(1);
  editor.choose(1);
  editor.openReview();
  expect(store.getState().navigation.stack.at(-1)?.screen).toBe('bulkReview');
  await editor.save();
  expect(outcomes(store)).toEqual({
    'one.example.com': 'unchanged',
    'two.example.com': 'done',
    'three.example.com': 'done',
    'four.example.com': 'done',
  });
  expect(marked(store)).toEqual([]);
  for (const domain of domains) expect((await api.showWebsite(idOf(domain))).email).toBe(true);
  expect((await api.showWebsite(idOf('one.example.com'))).excludeParams).toBe('utm_id\nref');
  expect(store.getState().websites.rows.every(({ email }) => email === true)).toBe(true);

  await store.getState().undo.run();
  await finished(store);
  const emails = await Promise.all(domains.map(async domain => (await api.showWebsite(idOf(domain))).email));
  expect(emails).toEqual([true, false, false, false]);
  expect(store.getState().undo.last).toEqual([]);
});

test('a password is asked for, and not put back by an undo', async () => {
  const { store, api, idOf } = await open();
  const id = idOf('one.example.com');
  await api.updateWebsite(id, { privacy: 'password', password: 'former' });
  await store.getState().websites.load();
  const both = store.getState().websites.rows.filter(({ domain }) => domain !== 'four.example.com');
  const { editor } = store.getState();
  editor.open(both);
  editor.choose(-1);
  editor.openReview();
  expect(store.getState().editor.form?.errors.password).toMatch(/^Type the password/);
  expect(store.getState().editor.form?.focused).toBe('password');
  editor.choose(1);
  editor.type(textAtEnd('new words'));
  expect(store.getState().editor.form?.draft.privacy).toBe('password');
  editor.open(both);
  editor.choose(1);
  await editor.save();
  expect((await api.showWebsite(id)).privacy).toBe('public');
  await store.getState().undo.run();
  await finished(store);
  expect((await api.showWebsite(id)).privacy).toBe('public');
  expect((await api.showWebsite(idOf('two.example.com'))).privacy).toBe('private');
  const place = both.findIndex(website => website.id === id);
  expect(store.getState().bulkRun.run?.outcomes[place]).toEqual({
    kind: 'unchanged',
    note: 'its password is not known',
  });
});

test('what failed stays marked: gone, or changed by someone else since it was shown', async () => {
  const { store, api, idOf } = await open();
  store.getState().marks.all();
  store.getState().editor.open(markedWebsites(store.getState()));
  store.getState().editor.choose(1);
  await api.deleteWebsite(idOf('two.example.com'));
  await api.updateWebsite(idOf('three.example.com'), { privacy: 'password', password: 'theirs' });
  await store.getState().editor.save();
  expect(outcomes(store)).toEqual({
    'one.example.com': 'done',
    'two.example.com': 'failed',
    'three.example.com': 'failed',
    'four.example.com': 'done',
  });
  expect(marked(store)).toEqual(['three.example.com', 'two.example.com']);
  expect((await api.showWebsite(idOf('three.example.com'))).privacy).toBe('password');
  // The mark has learnt what it is now: a second try is one with open eyes.
  store
    .getState()
    .editor.open(markedWebsites(store.getState()).filter(({ domain }) => domain === 'three.example.com'));
  await until(store, ({ editor }) => editor.form !== undefined);
  store.getState().editor.choose(1);
  await store.getState().editor.save();
  expect((await api.showWebsite(idOf('three.example.com'))).privacy).toBe('public');
});

test('stopped: what is under way is finished, the rest is not begun and stays marked', async () => {
  const many = Array.from({ length: 12 }, (_, index) => `site-${index}.example.com`);
  const { store, api } = await storeWith(many);
  await loadList(store);
  store.getState().marks.all();
  store.getState().editor.open(markedWebsites(store.getState()));
  store.getState().editor.choose(1);
  const saving = store.getState().editor.save();
  await until(store, ({ bulkRun }) => bulkRun.run?.outcomes.some(({ kind }) => kind === 'done') ?? false);
  store.getState().bulkRun.stop();
  await saving;
  const kinds = Object.values(outcomes(store));
  const done = kinds.filter(kind => kind === 'done').length;
  expect(kinds.filter(kind => kind === 'stopped')).toHaveLength(12 - done);
  expect(done).toBeLessThanOrEqual(4);
  expect(marked(store)).toHaveLength(12 - done);
  const page = await api.listWebsites({ perPage: 25 });
  expect(page.rows.filter(({ privacy }) => privacy === 'public')).toHaveLength(done);
});

test('a run that was left goes on, and says nothing in the next one', async () => {
  const { store } = await open();
  const { bulkRun, websites } = store.getState();
  const [first, second] = [websites.rows.slice(0, 2), websites.rows.slice(2)];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slow = bulkRun.start('edit', first, async () => {
    await released;
    return { kind: 'failed', message: 'of the first run' };
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const next = bulkRun.start('edit', second, async () => {
    await ended;
    return { kind: 'done' };
  });
  bulkRun.stop();
  release();
  await slow;
  const { run } = store.getState().bulkRun;
  expect(run?.finished).toBe(false);
  expect(run?.outcomes.map(({ kind }) => kind)).toEqual(['running', 'running']);
  end();
  await next;
  expect(Object.values(outcomes(store))).toEqual(['done', 'done']);
});

test.each([
  ['the one that failed is looked at', 0, 2],
  ['but not in place of another one', 1, 1],
])('when a run has ended %s', async (_, moves, selected) => {
  const { store } = await open();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const run = store.getState().bulkRun.start('edit', store.getState().websites.rows, async ({ domain }) => {
    await released;
    return domain === 'two.example.com' ? { kind: 'failed', message: 'No.' } : { kind: 'done' };
  });
  for (let move = 0; move < moves; move += 1) store.getState().bulkRun.move('down');
  release();
  await run;
  expect(store.getState().bulkRun.position.selected).toBe(selected);
});

test('deleting many wants their number typed', async () => {
  const { store, api } = await open();
  const three = store.getState().websites.rows.slice(0, 3);
  const { deletion } = store.getState();
  deletion.open(three);
  deletion.edit(textAtEnd('4'));
  await deletion.confirm();
  expect((await api.listWebsites({})).total).toBe(4);
  deletion.edit(textAtEnd(' 3 '));
  await deletion.confirm();
  expect((await api.listWebsites({})).rows.map(({ domain }) => domain)).toEqual(['one.example.com']);
  await until(store, ({ websites }) => websites.rows.length === 1);
  expect(Object.values(outcomes(store))).toEqual(['done', 'done', 'done']);
});
