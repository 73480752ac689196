import { expect, test } from 'vitest';
import { connectUmami } from '../../helpers/apiFixture.ts';
import { globalCommands } from '#commands/global.ts';
import { formerLines } from '#screens/dialogs/Confirm.tsx';
import { beforeAndAfter } from '#screens/editing/review.ts';
import { confirmScreen } from '#screens/dialogs/index.ts';
import { textAtEnd } from '#text/textField.ts';
import { choiceOf, newForm, touchedBy } from '#store/editing/form.ts';
import { exampleSeed } from '../../helpers/umami/example.ts';
import { startUmami } from '../../helpers/umami/server.ts';
import { addShare } from '../../helpers/umami/world.ts';
import { storeOver, until } from '../../helpers/storeFixture.ts';

/** Anna's application over a website with two share links. */
async function open(version: '3.0' | '3.1' = '3.1') {
  const shares = { clients2026: version === '3.0' ? 'Quiet' : 'For clients' };
  const more = version === '3.0' ? {} : { board12345: 'For the board' };
  const websites = [
    { name: 'Quiet', domain: 'quiet.example', owner: 'anna', shares: { ...shares, ...more } },
    { name: 'Shop', domain: 'shop.example', owner: 'anna' },
  ];
  const server = await startUmami({ ...exampleSeed, version, websites });
  const api = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna') });
  const { store, services } = storeOver(api);
  await store.getState().websites.load();
  const links = () => server.world.shares.map(({ slug, name }) => [slug, name]);
  const id = (domain: string) => server.world.websites.find(website => website.domain === domain)?.id ?? '';
  return { server, store, services, api, links, id };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function choosePrivacy({ store, id }: Opened, domain: string): Promise<void> {
  store.getState().editor.edit(id(domain));
  await until(store, ({ editor }) => editor.form !== undefined);
  // Its name, then its privacy.
  store.getState().editor.focus(1);
  store.getState().editor.choose(1);
}

const asked = ({ store }: Opened) => store.getState().navigation.stack.at(-1);

test.each(['3.0', '3.1'] as const)(
  '%s: a form that ends share links asks before, and an undo brings them back with their addresses and names',
  async version => {
    const opened = await open(version);
    const { store, links } = opened;
    const before = links();
    await choosePrivacy(opened, 'quiet.example');
    await store.getState().editor.save();
    expect(asked(opened)).toEqual({ screen: 'confirm', question: 'endShareLinks' });
    expect(store.getState().editor.form?.ended?.map(({ slug, name }) => [slug, name])).toEqual(before);
    expect(links()).toEqual(before);

    const { ended } = store.getState().editor.form ?? {};
    await store.getState().editor.save({ ended });
    expect(links()).toEqual([]);
    expect(store.getState().notices.current?.text).toBe('Saved quiet.example. Press u to undo it.');
    expect(formerLines(store.getState(), 5)).toEqual([
      `  quiet.example: public, with ${before.map(([slug, name]) => `/share/${slug}${name === 'Quiet' ? '' : ` (${name})`}`).join(', ')}`,
    ]);
    await store.getState().undo.run();
    expect(store.getState().notices.current?.text).toBe('quiet.example has its former values again.');
    expect(links()).toEqual(before);
  },
);

test('a share link that was made since the question is asked about too, and so is what someone else changed', async () => {
  const opened = await open();
  const { store, server, api, links, id } = opened;
  await choosePrivacy(opened, 'quiet.example');
  store.getState().editor.focus(-1);
  store.getState().editor.type(textAtEnd('Mine'));
  await api.updateWebsite(id('quiet.example'), { name: 'Theirs' });
  await store.getState().editor.save();
  const answer = async () => {
    const question = asked(opened);
    confirmScreen.commands[0]?.run({ state: store.getState(), services: opened.services });
    await until(
      store,
      ({ editor, navigation }) => editor.form?.saving !== true && navigation.stack.at(-1) !== question,
    );
    return question;
  };
  expect(await answer()).toEqual({ screen: 'confirm', question: 'overwriteTheirs' });
  addShare(server.world, id('quiet.example'), { slug: 'later' });
  expect(await answer()).toEqual({ screen: 'confirm', question: 'endShareLinks' });
  expect(links()).toHaveLength(3);
  expect(await answer()).toEqual({ screen: 'confirm', question: 'endShareLinks' });
  await until(store, ({ editor }) => editor.form === undefined);
  expect(links()).toEqual([]);
  expect(server.world.websites.find(website => website.id === id('quiet.example'))?.name).toBe('Mine');
});

test('a website that was shared for the first time is made private again without a question, unless it has more links by then', async () => {
  const opened = await open();
  const { store, server, links } = opened;
  server.world.shares.splice(0);
  await choosePrivacy(opened, 'shop.example');
  await store.getState().editor.save();
  expect(links()).toHaveLength(1);
  const [made] = server.world.shares;
  if (made === undefined) throw new Error('no share');
  await store.getState().undo.run();
  expect(store.getState().notices.current?.text).toBe('shop.example has its former values again.');
  expect(links()).toEqual([]);
  await choosePrivacy(opened, 'shop.example');
  await store.getState().editor.save();
  expect(links()).toHaveLength(1);
  addShare(server.world, made.websiteId, { slug: 'by-another' });
  await store.getState().undo.run();
  expect(store.getState().notices.current?.text).toBe(
    'shop.example: It has other share links by now, which that would end: left as it is.',
  );
  expect(links()).toHaveLength(2);
});

test('the review of several websites says which share links end, and an undo brings them all back', async () => {
  const opened = await open();
  const { store, links } = opened;
  const before = links();
  store.getState().editor.open(store.getState().websites.rows);
  const form = () => store.getState().editor.form ?? newForm(store.getState().capabilities);
  while (choiceOf(form(), 'privacy') !== 'private') store.getState().editor.choose(1);
  store.getState().editor.openReview();
  await until(store, ({ editor }) => editor.review.unread.size === 0);
  const words = form().websites.map(website => beforeAndAfter(website, touchedBy(form(), website)));
  expect(words).toContainEqual({
    before: 'public',
    after: 'private, ends /share/clients2026 (For clients), /share/board12345 (For the board)',
  });
  expect(words).toContainEqual(undefined);
  await store.getState().editor.save();
  expect(links()).toEqual([]);
  await store.getState().undo.run();
  expect(links()).toEqual(before);
});

test('the newest share link of the selected website is copied, and the notice keeps it to itself', async () => {
  const { server, store, services, id } = await open();
  const copied: string[] = [];
  const copying = {
    ...services,
    copy: (text: string) => ({ problem: copied.push(text) < 0 ? '' : undefined }),
  };
  const command = globalCommands.find(each => each.id === 'copy.shareLink');
  const run = async () => {
    store.getState().notices.say('');
    command?.run({ state: store.getState(), services: copying });
    await until(store, ({ notices }) => notices.current?.text !== '');
    return store.getState().notices.current?.text;
  };
  const reasonOf = (domain: string) => {
    store.getState().navigation.push({ screen: 'dashboard', websiteId: id(domain) });
    return command?.disabledReason?.(store.getState());
  };
  const whyNone = 'It has no share link: make it public in its settings.';
  expect(command?.isHere?.(store.getState())).toBe(true);
  expect(reasonOf('shop.example')).toBe(whyNone);
  expect(reasonOf('quiet.example')).toBeUndefined();
  expect(await run()).toBe('Copied the share link of quiet.example.');
  expect(copied).toEqual([`${server.url}/share/board12345`]);
  // Somebody else has made another one since, and then none.
  addShare(server.world, id('quiet.example'), { slug: 'a b/c' });
  await run();
  expect(copied.at(-1)).toBe(`${server.url}/share/a%20b%2Fc`);
  server.world.shares.splice(0);
  expect(await run()).toBe(whyNone);
  server.faultWith(() => ({ status: 503 }));
  expect(await run()).toContain('503');
  expect(copied).toHaveLength(2);
});
