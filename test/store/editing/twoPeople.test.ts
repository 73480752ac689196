import { expect, test } from 'vitest';
import { createApi, useFaultServer } from '../../helpers/apiFixture.ts';
import { textAtEnd } from '#text/textField.ts';
import { json } from '../../helpers/faultAnswers.ts';
import { storeOver, storeWith } from '../../helpers/storeFixture.ts';
import { loadList, openForm } from './editingFixture.ts';

async function openEditor() {
  const fixture = await storeWith(['one.example.com']);
  const { store } = fixture;
  await loadList(store);
  const id = store.getState().websites.rows[0]?.id ?? '';
  await openForm(store, id);
  return { ...fixture, id };
}

test('a field that someone else changed since: both values are there, nothing is sent until the person says so', async () => {
  const { store, api, id } = await openEditor();
  const { editor } = store.getState();
  editor.focus(1);
  editor.focus(1);
  editor.focus(1);
  editor.type(textAtEnd('mine'));
  await api.updateWebsite(id, { excludeParams: 'theirs', email: true });
  await editor.save();
  expect(store.getState().navigation.stack.at(-1)).toEqual({
    screen: 'confirm',
    question: 'overwriteTheirs',
  });
  expect(store.getState().editor.form).toMatchObject({
    theirs: { excludeParams: 'theirs' },
    draft: { excludeParams: 'mine' },
    saving: false,
  });
  expect((await api.showWebsite(id)).excludeParams).toBe('theirs');
  await editor.save({ overwrite: true });
  const saved = await api.showWebsite(id);
  expect(saved.excludeParams).toBe('mine');
  // Their other change is theirs: only what was changed here is sent.
  expect(saved.email).toBe(true);
});

test('a field that nobody touched here may change elsewhere without a question', async () => {
  const { store, api, id } = await openEditor();
  store.getState().editor.choose(-1);
  await api.updateWebsite(id, { excludeIps: '10.0.0.1' });
  await store.getState().editor.save();
  expect(store.getState().editor.form).toBeUndefined();
  expect(await api.showWebsite(id)).toMatchObject({ privacy: 'public', excludeIps: '10.0.0.1' });
});

const faults = useFaultServer();

test('a field that the service leaves out is sent once it is set, if only to its default', async () => {
  const { server } = faults;
  server.answerWith(json({ data: { id: 7, domain: 'one.example.com', privacy: 1 } }));
  const { store } = storeOver(createApi({ baseUrl: server.url, apiKey: 'key-of-the-tests' }));
  await openForm(store, '7');
  const { editor } = store.getState();
  editor.focus(1);
  // Email reports: to yes and back to the default.
  editor.choose(1);
  editor.choose(1);
  await editor.save();
  const put = server.requests.find(({ method }) => method === 'PUT');
  expect(put?.body).toBe('email=0');
});

test('a domain is sent in lower case and without spaces around it', async () => {
  const { store, api } = await storeWith([]);
  store.getState().editor.open([]);
  store.getState().editor.type(textAtEnd(' Shop.Example.COM '));
  await store.getState().editor.save();
  expect((await api.listWebsites({})).rows[0]?.domain).toBe('shop.example.com');
});
