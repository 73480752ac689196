import { expect, onTestFinished, test } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localData as kinds } from '#config/kept/localData.ts';
import { textAtEnd } from '#text/textField.ts';
import { changeTags } from '#model/website/tags.ts';
import type { State } from '#store/state.ts';
import { websitesScreen } from '#screens/websites/index.ts';
import { createKeptService } from '#app/services.ts';
import { storedIdentity } from '../../helpers/serviceIdentity.ts';
import { storeWith, until } from '../../helpers/storeFixture.ts';

const domains = ['one.example', 'two.example', 'three.test'];

const domainsOf = ({ websites }: State) => websites.rows.map(({ domain }) => domain);

async function withTags(given: Readonly<Record<string, readonly string[]>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = kinds.tags.open(folder, storedIdentity('test'));
  for (const [id, add] of Object.entries(given))
    file.change(tags => changeTags(tags, [{ id, domain: domains[Number(id) - 1] }], { add }));
  const fixture = await storeWith(domains, { tags: createKeptService(file) });
  await fixture.store.getState().websites.load();
  /** Resolves once these are the websites shown. */
  const finds = async (text: string, wanted: readonly string[]) => {
    const { websites } = fixture.store.getState();
    websites.openSearch();
    websites.editSearch(textAtEnd(text));
    websites.leaveSearch();
    await until(fixture.store, now => domainsOf(now).join() === wanted.join());
  };
  const save = (ids: readonly string[], typed: string) => {
    const { tags, websites } = fixture.store.getState();
    tags.open(websites.rows.filter(({ id }) => ids.includes(id)));
    tags.edit(textAtEnd(typed));
    tags.save();
    return fixture.store.getState();
  };
  return { ...fixture, folder, file, finds, save };
}

test('tag: in a search shows the websites tagged so, also with other words, and while it is typed', async () => {
  const { finds, store } = await withTags({ 1: ['shop', 'client-a'], 3: ['shop'] });
  await finds('tag:shop', ['three.test', 'one.example']);
  expect(store.getState().websites.list.data).toMatchObject({ total: 2, next: 'no' });
  await finds('tag:shop example', ['one.example']);
  await finds('tag:shop tag:client-a', ['one.example']);
  await finds('tag:cl', ['one.example']);
  await finds('tag:nope', []);
  await finds('example', ['two.example', 'one.example']);
});

test('the command that prints the list says the tags of the search', async () => {
  const { finds, store } = await withTags({ 1: ['shop'] });
  await finds('tag:shop example', ['one.example']);
  const words = websitesScreen.commandWords?.(store.getState(), { screen: 'websites' });
  expect(words?.join(' ')).toMatch(/^overview .*--search=example --tag shop --sort-by id --sort desc$/);
});

test('the tags of one website are replaced, of several what they have in common; those of some only stay', async () => {
  const { store, save, file } = await withTags({ 1: ['old', 'shop'], 2: ['shop', 'blog'] });
  store.getState().tags.open(store.getState().websites.rows.filter(({ id }) => id !== '3'));
  expect(store.getState().tags.typed.value).toBe('shop');
  expect(store.getState().navigation.stack.at(-1)).toEqual({ screen: 'tags' });
  store.getState().tags.edit(textAtEnd('Client-A, news'));
  store.getState().tags.save();
  expect(Object.fromEntries(file.read())).toEqual({
    1: { domain: 'one.example', tags: ['client-a', 'news', 'old'] },
    2: { domain: 'two.example', tags: ['blog', 'client-a', 'news'] },
  });
  expect(store.getState().navigation.stack).toEqual([{ screen: 'websites' }]);
  expect(store.getState().notices.current?.text).toBe('The tags of 2 websites are changed.');
  save(['1'], 'old');
  expect(store.getState().tags.all.get('1')?.tags).toEqual(['old']);
  expect(save(['1'], ' ').notices.current?.text).toBe('one.example has no tags.');
  expect([...file.read().keys()]).toEqual(['2']);
});

test('a word that is no tag is said, and the dialog stays', async () => {
  const { save, file } = await withTags();
  const { tags, navigation } = save(['1'], 'shop a/b');
  expect(tags.error).toBe('"a/b" is no tag: take letters and digits, with - _ . inside, at most 40 of them.');
  expect(navigation.stack.at(-1)).toEqual({ screen: 'tags' });
  expect(file.read().size).toBe(0);
});

test('a website that is untagged leaves the search for its tag', async () => {
  const { finds, save, store } = await withTags({ 1: ['shop'], 3: ['shop'] });
  await finds('tag:shop', ['three.test', 'one.example']);
  save(['3'], 'shop two');
  save(['1'], 'blog');
  await until(store, state => domainsOf(state).join() === 'three.test');
});

test('a damaged file is a problem in one line, and what another Sitedeck writes comes with a refresh', async () => {
  const { store, folder, file, save } = await withTags();
  file.change(tags => changeTags(tags, [{ id: '1', domain: 'one.example' }], { add: ['shop'] }));
  store.getState().refresh();
  expect(store.getState().tags.all.get('1')?.tags).toEqual(['shop']);
  writeFileSync(join(folder, 'tags.json'), 'x');
  expect(save(['1'], 'blog').tags.error).toContain('tags.json holds no tags that can be read');
});

test('a website that has another domain than when it was tagged is not found, which is said; saving forgets those tags', async () => {
  const { store, file, finds, save } = await withTags({ 3: ['shop'] });
  file.change(tags => changeTags(tags, [{ id: '1', domain: 'sold.example' }], { add: ['shop', 'old'] }));
  store.getState().refresh();
  await finds('tag:shop', ['three.test']);
  expect(store.getState().notices.current?.text).toBe(
    'Not tagged so any more: website 1 was sold.example and is one.example now. T tags it again.',
  );
  await finds('', ['three.test', 'two.example', 'one.example']);
  const [, , website] = store.getState().websites.rows;
  if (website !== undefined) store.getState().tags.open([website]);
  expect(store.getState().tags.typed.value).toBe('');
  store.getState().navigation.pop();
  expect(save(['1'], '').notices.current?.text).toBe('one.example has no tags.');
  expect([...file.read().keys()]).toEqual(['3']);
});
