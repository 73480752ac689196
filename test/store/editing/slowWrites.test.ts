import { capabilities, demoCapabilities, ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { expect, test } from 'vitest';
import { ApiError } from '#model/failure.ts';
import { textAtEnd } from '#text/textField.ts';
import type { Website } from '#model/website/website.ts';
import { addedText } from '#store/editing/editor.ts';
import { saveFailure, wireFieldErrors } from '#store/editing/form.ts';
import { type Outcome, runEach } from '#store/editing/run.ts';
import { storeOver, storeWith, until } from '../../helpers/storeFixture.ts';
import { loadList } from './editingFixture.ts';

/** A store whose writes wait until they are released, and then go through or fail. */
async function slowStore() {
  const { api } = await storeWith(['one.example.com', 'two.example.com']);
  const { promise: released, resolve: release } = Promise.withResolvers<Error | undefined>();
  const through = async () => {
    const fault = await released;
    if (fault !== undefined) throw fault;
  };
  const { store } = storeOver({
    ...api,
    async updateWebsite(id, changes) {
      await through();
      return await api.updateWebsite(id, changes);
    },
    async deleteWebsite(id) {
      await through();
      await api.deleteWebsite(id);
    },
  });
  await loadList(store);
  const [second, first] = store.getState().websites.rows;
  if (first === undefined || second === undefined) throw new Error('The fixture has two websites.');
  const edit = async (id: string) => {
    store.getState().editor.edit(id);
    await until(store, ({ editor }) => editor.form?.websites[0]?.id === id);
  };
  return { store, api, release, edit, first, second };
}

test('a save that fails after its form was left does nothing to the form opened since', async () => {
  const { store, release, edit, first, second } = await slowStore();
  await edit(first.id);
  store.getState().editor.choose(-1);
  const saving = store.getState().editor.save();
  store.getState().editor.close();
  store.getState().navigation.pop();
  await edit(second.id);
  const opened = store.getState().editor.form;
  release(new ApiError('validation', 'No.', { fields: { privacy: ['Not this one.'] } }));
  await saving;
  expect(store.getState().editor.form).toBe(opened);
  expect(store.getState().notices.current?.text).toBe('Not saved: No.');
});

test('why something was not saved begins with what the service says, without the folders of its file', () => {
  const full = '/home/one/.local/share/sitedeck/demo.sqlite cannot grow, the disk is full';
  const failure = (details: ApiError['details']) =>
    saveFailure(new ApiError('server', `The service failed (500). It says: ${full}`, details));
  expect(failure({ serviceMessage: full })).toBe(
    'Not saved. The service says: demo.sqlite cannot grow, the disk is full',
  );
  expect(failure({ serviceMessage: 'See https://a.example/b/c or /var/log/x.log.' })).toBe(
    'Not saved. The service says: See https://a.example/b/c or x.log.',
  );
  expect(failure({ maybeSaved: true, serviceMessage: full })).toMatch(/^Perhaps saved: The service failed/);
});

test('a form that is being saved stays as it was sent, and closes when it is', async () => {
  const { store, api, release, edit, first } = await slowStore();
  await edit(first.id);
  store.getState().editor.choose(-1);
  const saving = store.getState().editor.save();
  const sent = store.getState().editor.form;
  store.getState().editor.choose(1);
  store.getState().editor.type(textAtEnd('late'));
  expect(store.getState().editor.form).toBe(sent);
  release(undefined);
  await saving;
  expect(store.getState().editor.form).toBeUndefined();
  expect(store.getState().navigation.stack).toHaveLength(1);
  expect((await api.showWebsite(first.id)).privacy).toBe('public');
});

test('a deletion that ends after its dialog was left does nothing to the dialog opened since', async () => {
  const { store, release, first, second } = await slowStore();
  const { deletion, navigation } = store.getState();
  deletion.open([first]);
  deletion.edit(textAtEnd('one.example.com'));
  const deleting = deletion.confirm();
  navigation.pop();
  deletion.open([second]);
  deletion.edit(textAtEnd('two'));
  release(undefined);
  await deleting;
  expect(store.getState().deletion).toMatchObject({ websites: [second], typed: { value: 'two' } });
  expect(store.getState().navigation.stack.at(-1)).toEqual({ screen: 'delete', websiteId: second.id });
});

test('what a service says of a field that the form does not have stands at no field', () => {
  const fields = {
    constructor: ['No.'],
    ['__proto__']: ['No.'],
    colour: ['No.'],
    'privacy.0': ['Not this one.'],
  };
  const errors = wireFieldErrors(new ApiError('validation', 'No.', { fields }));
  expect(Object.entries(errors)).toEqual([['privacy', 'Not this one.']]);
});

test.each([
  [
    capabilities,
    'https://stats.example.com/tool',
    'Added a.example. Next: put the tracking code on its pages, as https://stats.example.com/tool shows it.',
  ],
  [
    capabilities,
    'https://me:secret@stats.example.com',
    'Added a.example. Next: put the tracking code on its pages, as https://***@stats.example.com shows it.',
  ],
  [ownCapabilities, undefined, 'Added a.example. Next, in the shell: sitedeck logs add a.example FILE...'],
  [demoCapabilities, undefined, 'Added a.example. In the demo it stays without visitors.'],
] as const)('what to do next %#', (capabilities, url, text) => {
  const profile = { name: 'test', readOnly: false, url };
  expect(addedText('a.example', { capabilities, profile })).toBe(text);
});

const website: Website = { id: '1', domain: 'one.example.com', fields: {} };

test.each([
  // A wait that is no longer than half a minute, five times more; any other failure is the end of it.
  ['rateLimit', 30, 6],
  ['rateLimit', 31, 1],
  ['rateLimit', undefined, 1],
  ['server', undefined, 1],
] as const)('%s with a wait of %s s: %i requests, then it has failed', async (kind, retryAfter, requests) => {
  let sent = 0;
  const outcomes: Outcome[] = [];
  await runEach(
    [website],
    async () => {
      sent += 1;
      throw new ApiError(kind, 'No.', retryAfter === undefined ? {} : { retryAfter });
    },
    (_, outcome) => outcomes.push(outcome),
    () => false,
  );
  expect(sent).toBe(requests);
  expect(outcomes).toEqual([{ kind: 'running' }, { kind: 'failed', message: 'No.' }]);
});
