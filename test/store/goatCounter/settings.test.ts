import { expect, test } from 'vitest';
import { formerLines } from '#screens/dialogs/Confirm.tsx';
import { confirmScreen } from '#screens/dialogs/index.ts';
import { fieldHelp } from '#screens/editing/fieldWords.ts';
import type { EditorField } from '#store/editing/form.ts';
import { textAtEnd } from '#text/textField.ts';
import { connectGoatCounter } from '../../helpers/apiFixture.ts';
import { allBits, startGoatCounter } from '../../helpers/goatCounter/server.ts';
import { storeOver, until } from '../../helpers/storeFixture.ts';

/** The form of a website of which visits are kept for ever. */
async function open() {
  const server = await startGoatCounter({ sites: [{ cname: 'a.example' }] });
  const api = connectGoatCounter({ baseUrl: server.url, apiKey: server.tokenWith(allBits) });
  const { store, services } = storeOver(api);
  await store.getState().websites.load();
  const [site] = server.world.sites;
  if (site === undefined) throw new Error('no website');
  const edit = async () => {
    store.getState().editor.edit('1');
    await until(store, ({ editor }) => editor.form !== undefined);
  };
  const type = (field: EditorField, text: string) => {
    for (let stop = 0; store.getState().editor.form?.focused !== field; stop += 1) {
      if (stop > 10) throw new Error(`no field ${field}`);
      store.getState().editor.focus(1);
    }
    store.getState().editor.type(textAtEnd(text));
  };
  const save = () => store.getState().editor.save();
  const answerYes = async () => {
    confirmScreen.commands[0]?.run({ state: store.getState(), services });
    await until(store, ({ editor }) => editor.form === undefined);
  };
  return { api, site, store, edit, type, save, answerYes };
}

test('the form asks before visits are deleted, and an undo says that those do not come back', async () => {
  const { api, site, store, edit, type, save, answerYes } = await open();
  await edit();
  type('retention', '400');
  await save();
  expect(store.getState().navigation.stack.at(-1)).toEqual({ screen: 'confirm', question: 'deleteVisits' });
  expect(store.getState().editor.form?.daysLeft).toBe('400');
  expect(site.settings['data_retention']).toBe(0);
  await answerYes();
  expect(site.settings['data_retention']).toBe(400);
  const said = () => store.getState().notices.current?.text;
  expect(said()).toBe('Saved a.example. Press u to undo it; deleted visits do not come back.');
  expect(formerLines(store.getState(), 5)).toEqual([
    '  a.example: kept for ever',
    '  visits that were deleted do not come back',
  ]);
  await store.getState().undo.run();
  expect(said()).toBe('a.example has its former values again (but for visits that were deleted).');
  expect(site.settings['data_retention']).toBe(0);

  // More days delete nothing, but to take that back does.
  await api.updateWebsite('1', { retention: '40' });
  await edit();
  type('retention', '500');
  await save();
  expect(site.settings['data_retention']).toBe(500);
  expect(formerLines(store.getState(), 5)).toEqual([
    '  a.example: kept 40 days',
    '  visits older than 40 days are deleted',
  ]);
});

test('the form offers no ranges and says which field is wrong before anything is sent', async () => {
  const { site, store, edit, type, save } = await open();
  await edit();
  type('excludeIps', '10.0.0.0/8');
  const { form } = store.getState().editor;
  if (form === undefined) throw new Error('no form');
  const help = fieldHelp(form, 'excludeIps');
  expect(help).toEqual({
    short: 'Not counted, one a line: 203.0.113.40',
    lead: 'Visitors that are not counted:',
    examples: [['203.0.113.40', 'one address']],
  });
  type('retention', '30');
  await save();
  expect(store.getState().editor.form?.errors).toEqual({
    excludeIps: 'Line 1, "10.0.0.0/8": type an address, such as 203.0.113.7: GoatCounter takes no ranges.',
    retention: 'GoatCounter keeps visits for 31 to 1,825 days, or for ever where nothing is typed.',
  });
  expect(site.settings).toMatchObject({ ignore_ips: '', data_retention: 0 });
});

test('what GoatCounter itself refuses is said by the name of its setting', async () => {
  const { api } = await open();
  await expect(api.updateWebsite('1', { retention: '7' })).rejects.toThrow('retention: must be 31 or higher');
  await expect(api.updateWebsite('1', { excludeIps: 'x' })).rejects.toThrow(
    'exclude_ips: must be a valid IPv4 or IPv6 address',
  );
});
