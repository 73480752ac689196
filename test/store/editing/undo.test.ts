import { expect, onTestFinished, test } from 'vitest';
import { connectUmami, createApi } from '../../helpers/apiFixture.ts';
import { textAtEnd } from '#text/textField.ts';
import { type Website, websiteDefaults } from '#model/website/website.ts';
import type { Store } from '#store/createStore.ts';
import { markedWebsites } from '#store/websites/marks.ts';
import { undoable } from '#store/editing/undo.ts';
import { listen } from '#server/http.ts';
import { openService } from '#server/openService.ts';
import { json } from '#server/request.ts';
import { exampleSeed } from '../../helpers/umami/example.ts';
import { startUmami } from '../../helpers/umami/server.ts';
import { storeOver, storeWith, today } from '../../helpers/storeFixture.ts';
import { loadList, openForm } from './editingFixture.ts';

const domains = ['one.example.com', 'two.example.com', 'three.example.com', 'four.example.com'];

/** A store over the embedded service, which refuses or holds the writes of a website while it is told to. */
async function open() {
  const service = await openService({ file: ':memory:', today: () => today });
  let fails = (_id: string): boolean | Promise<boolean> => false;
  const listener = await listen({
    async answer(request) {
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      const isBroken = request.method === 'PUT' && (await fails(id));
      return isBroken ? json(507, { message: 'Full.' }) : await service.answer(request);
    },
  });
  onTestFinished(async () => {
    await listener.close();
    service.close();
  });
  const api = createApi({ baseUrl: listener.url, apiKey: 'key' });
  for (const domain of domains) await api.createWebsite({ ...websiteDefaults, domain, privacy: 'private' });
  const { store } = storeOver(api);
  await loadList(store);
  return {
    store,
    api,
    privacies: async () =>
      await Promise.all(domains.map(async (_, at) => (await api.showWebsite(String(at + 1))).privacy)),
    failFor: (test: typeof fails) => (fails = test),
  };
}

async function edit(store: Store, id: string): Promise<void> {
  await openForm(store, id);
  store.getState().editor.choose(-1);
  await store.getState().editor.save();
}

/** Makes all public, or with `email` sends reports of all. */
async function editAll(store: Store, field: 'privacy' | 'email' = 'privacy'): Promise<void> {
  store.getState().marks.all();
  store.getState().editor.open(markedWebsites(store.getState()));
  if (field === 'email') store.getState().editor.focus(1);
  store.getState().editor.choose(1);
  await store.getState().editor.save();
}

const idsToUndo = (store: Store) => undoable(store.getState()).map(({ website }) => website.id);

test('of an undo of several websites what failed is kept, and goes through the next time', async () => {
  const { store, privacies, failFor } = await open();
  await editAll(store);
  failFor(id => id === '2' || id === '4');
  await store.getState().undo.run();
  expect(await privacies()).toEqual(['private', 'public', 'private', 'public']);
  expect(idsToUndo(store).toSorted()).toEqual(['2', '4']);
  failFor(() => false);
  await store.getState().undo.run();
  expect(await privacies()).toEqual(['private', 'private', 'private', 'private']);
  expect(idsToUndo(store)).toEqual([]);
});

test('of an undo that is stopped the rest is kept', async () => {
  const { store, privacies, failFor } = await open();
  await editAll(store);
  failFor(() => {
    store.getState().bulkRun.stop();
    return false;
  });
  await store.getState().undo.run();
  const after = await privacies();
  expect(idsToUndo(store).toSorted()).toEqual(['1', '2', '3', '4'].filter((_, at) => after[at] === 'public'));
  expect(idsToUndo(store)).not.toEqual([]);
  failFor(() => false);
  await store.getState().undo.run();
  expect(await privacies()).toEqual(['private', 'private', 'private', 'private']);
});

test('an undo that fails late takes no newer edit away: that one is undone first, then the older one', async () => {
  const { store, privacies, failFor } = await open();
  await edit(store, '1');
  const { promise: failsNow, resolve: fail } = Promise.withResolvers<boolean>();
  failFor(async id => id === '1' && (await failsNow));
  const undoing = store.getState().undo.run();
  await edit(store, '2');
  fail(true);
  await undoing;
  expect(store.getState().notices.current?.text).toMatch(/^Not undone: /);
  expect(idsToUndo(store)).toEqual(['2']);
  failFor(() => false);
  await store.getState().undo.run();
  expect(await privacies()).toEqual(['public', 'private', 'private', 'private']);
  expect(idsToUndo(store)).toEqual(['1']);
  // Another edit does not take it away either.
  await edit(store, '3');
  await store.getState().undo.run();
  await store.getState().undo.run();
  expect(await privacies()).toEqual(['private', 'private', 'private', 'private']);
});

test('two edits of one website whose undos failed are one: it gets back what it had before both', async () => {
  const { store, api, privacies, failFor } = await open();
  const undoInVain = async () => {
    failFor(() => true);
    await store.getState().undo.run();
    failFor(() => false);
  };
  await edit(store, '1');
  await undoInVain();
  await editAll(store, 'email');
  await undoInVain();
  expect(idsToUndo(store).toSorted()).toEqual(['1', '2', '3', '4']);
  expect(await api.showWebsite('1')).toMatchObject({ privacy: 'public', email: true });
  await store.getState().undo.run();
  expect(await privacies()).toEqual(['private', 'private', 'private', 'private']);
  for (const id of ['1', '2', '3', '4']) expect((await api.showWebsite(id)).email).toBe(false);
});

async function editParameters(store: Store, text: string): Promise<void> {
  await openForm(store, '1');
  for (const _ of ['email', 'excludeBots', 'excludeParams']) store.getState().editor.focus(1);
  store.getState().editor.type(textAtEnd(text));
  await store.getState().editor.save();
}

test.each([
  ['the undo of the later one goes through', false, ['first', '']],
  ['neither undo goes through', true, ['', '']],
])('two edits of the same field are undone in their order: %s', async (_, failsTwice, expected) => {
  const { store, api, failFor } = await open();
  const parameters = async () => (await api.showWebsite('1')).excludeParams;
  await editParameters(store, 'first');
  failFor(() => true);
  await store.getState().undo.run();
  failFor(() => false);
  await editParameters(store, 'second');
  expect(await parameters()).toBe('second');
  if (failsTwice) {
    failFor(() => true);
    await store.getState().undo.run();
    failFor(() => false);
  }
  for (const value of expected) {
    await store.getState().undo.run();
    expect(await parameters()).toBe(value);
  }
  expect(idsToUndo(store)).toEqual([]);
});

test('a field that the service leaves out is not put back: what it was is not known', async () => {
  const { api } = await open();
  const withoutEmail = ({ email, ...website }: Website): Website => (email === undefined ? website : website);
  const sent: unknown[] = [];
  const { store } = storeOver({
    ...api,
    showWebsite: async id => withoutEmail(await api.showWebsite(id)),
    async updateWebsite(id, changes) {
      sent.push(changes);
      const saved = await api.updateWebsite(id, changes);
      return saved && withoutEmail(saved);
    },
  });
  await openForm(store, '1');
  store.getState().editor.choose(-1);
  store.getState().editor.focus(1);
  store.getState().editor.choose(1);
  await store.getState().editor.save();
  await store.getState().undo.run();
  expect(sent).toEqual([{ privacy: 'public', email: true }, { privacy: 'private' }]);
  expect(await api.showWebsite('1')).toMatchObject({ privacy: 'private', email: true });
});

test('an undo whose answer was lost has nothing more to do', async () => {
  const { store, api, privacies, failFor } = await open();
  await edit(store, '1');
  failFor(async id => {
    failFor(() => false);
    await api.updateWebsite(id, { privacy: 'private' });
    return true;
  });
  await store.getState().undo.run();
  expect(idsToUndo(store)).toEqual(['1']);
  await store.getState().undo.run();
  expect(store.getState().notices.current?.text).toBe('one.example.com has its former values again.');
  expect(await privacies()).toEqual(['private', 'private', 'private', 'private']);
  expect(idsToUndo(store)).toEqual([]);
});

test('what is gone, or was changed by someone else, is not kept: it can never go through', async () => {
  const { store, api } = await open();
  await editAll(store);
  await api.deleteWebsite('2');
  await api.updateWebsite('3', { privacy: 'password', password: 'theirs' });
  await store.getState().undo.run();
  expect(
    store
      .getState()
      .bulkRun.run?.outcomes.map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['done', 'done', 'failed', 'failed']);
  expect(idsToUndo(store)).toEqual([]);
});

test.each([
  { privacy: 'private' },
  { email: false },
  { excludeBots: true },
  { excludeParams: 'theirs' },
  { excludeIps: '10.0.0.2' },
] as const)('a website of which someone else changed one field since (%o) is left as it is', async theirs => {
  const { store, api } = await open();
  await openForm(store, '1');
  const { editor } = store.getState();
  editor.choose(-1);
  for (const _ of ['email', 'excludeBots']) {
    editor.focus(1);
    editor.choose(1);
  }
  for (const text of ['mine', '10.0.0.1']) {
    editor.focus(1);
    editor.type(textAtEnd(text));
  }
  await editor.save();
  const mine = {
    privacy: 'public',
    email: true,
    excludeBots: false,
    excludeParams: 'mine',
    excludeIps: '10.0.0.1',
  };
  expect(await api.showWebsite('1')).toMatchObject(mine);
  await api.updateWebsite('1', theirs);
  await store.getState().undo.run();
  expect(store.getState().notices.current?.text).toBe(
    'one.example.com: It was changed again since: left as it is.',
  );
  expect(await api.showWebsite('1')).toMatchObject({ ...mine, ...theirs });
});

test('a run that ends in the background leaves the range that is being marked', async () => {
  const { store } = await storeWith(domains);
  await loadList(store);
  const { marks, websites, bulkRun, navigation } = store.getState();
  const first = websites.rows.slice(0, 2);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const run = bulkRun.start('edit', first, async () => {
    await ended;
    return { kind: 'done' };
  });
  navigation.popTo(1);
  websites.move('down');
  marks.range();
  websites.move('down');
  end();
  await run;
  expect(store.getState().marks.rangeFrom).toBeDefined();
  expect(markedWebsites(store.getState()).map(({ domain }) => domain)).toEqual([
    'three.example.com',
    'two.example.com',
  ]);
});

test('of an undo that brought back only some of the share links the next one brings back the others', async () => {
  const shares = { clients2026: 'For clients', board12345: 'For the board' };
  const websites = [{ name: 'Quiet', domain: 'quiet.example', owner: 'anna', shares }];
  const server = await startUmami({ ...exampleSeed, version: '3.1', websites });
  const api = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna') });
  const { store } = storeOver(api);
  await store.getState().websites.load();
  const website = await api.showWebsite(server.world.websites[0]?.id ?? '');
  const privacy = () => store.getState().websites.rows.map(row => row.privacy);
  const slugs = () => server.world.shares.map(({ slug }) => slug).toSorted();
  store.getState().records.saved(website.id, await api.updateWebsite(website.id, { privacy: 'private' }));
  expect([privacy(), slugs()]).toEqual([['private'], []]);
  store.getState().undo.remember([{ website, former: { privacy: 'public' }, set: { privacy: 'private' } }]);
  server.faultWith(({ path, body }) =>
    path === '/api/share' && body?.['slug'] === 'clients2026' ? { status: 500 } : undefined,
  );
  await store.getState().undo.run();
  expect(store.getState().notices.current?.text).toContain('but without /share/clients2026.');
  expect([privacy(), slugs(), idsToUndo(store)]).toEqual([['public'], ['board12345'], [website.id]]);
  server.faultWith(() => undefined);
  await store.getState().undo.run();
  expect([slugs(), idsToUndo(store)]).toEqual([['board12345', 'clients2026'], []]);
});
