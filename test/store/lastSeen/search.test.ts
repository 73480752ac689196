import { expect, test } from 'vitest';
import type { Api } from '#api/api.ts';
import { localData } from '#config/kept/localData.ts';
import { textAtEnd } from '#text/textField.ts';
import type { SavedChoices } from '#model/own/choices.ts';
import { changeTags } from '#model/website/tags.ts';
import { rowRange } from '#screens/layout.ts';
import type { State } from '#store/state.ts';
import { overviewTotals } from '#store/queries/overview.ts';
import { createKeptService } from '#app/services.ts';
import { cut, json, never } from '../../helpers/faultAnswers.ts';
import { useFaultServer } from '../../helpers/apiFixture.ts';
import { lastSeenFolder } from '../../helpers/lastSeenFolder.ts';
import { storedIdentity } from '../../helpers/serviceIdentity.ts';
import { chosen, storeOver, storeWith, until } from '../../helpers/storeFixture.ts';

const silent = useFaultServer();

const shown = ({ websites }: State) => websites.rows.map(({ domain }) => domain);

/** A start over what was last seen of three websites, of which the service has answered nothing yet. */
async function startAgain(choices: Partial<SavedChoices> = {}) {
  const seen = lastSeenFolder();
  const tags = localData.tags.open(seen.path, storedIdentity('work'));
  const tagged = [
    { id: '1', domain: 'one.example' },
    { id: '3', domain: 'three.test' },
  ];
  tags.change(of => changeTags(of, tagged, { add: ['shop'] }));
  const services = () => {
    const of = storedIdentity('work');
    const lastSeen = seen.open(of);
    const profile = { name: 'work', readOnly: false, keepsLastSeen: true } as const;
    return { lastSeen, profile, tags: createKeptService(tags) };
  };
  const first = services();
  const { store } = await storeWith(['one.example', 'two.example', 'three.test'], first);
  await store.getState().websites.load();
  first.lastSeen.flush();
  silent.server.answerWith(never);
  const open = (api: Api) => storeOver(api, { ...services(), choices: chosen(choices) }).store;
  return open(silent.api());
}

test('what was last seen is searched as it is typed, by tags too, and counted like an answer', async () => {
  const store = await startAgain();
  void store.getState().websites.load();
  const search = (text: string) => {
    store.getState().websites.openSearch();
    store.getState().websites.editSearch(textAtEnd(text));
    store.getState().websites.leaveSearch();
    const state = store.getState();
    return { domains: shown(state), range: rowRange(state.websites, 10) };
  };
  expect(shown(store.getState())).toEqual(['three.test', 'two.example', 'one.example']);
  expect(search('TWO')).toEqual({ domains: ['two.example'], range: '1-1 of 1' });
  expect(store.getState().websites.selectedId).toBe('2');
  expect(search('tag:shop')).toEqual({ domains: ['three.test', 'one.example'], range: '1-2 of 2' });
  expect(search('tag:shop one')).toEqual({ domains: ['one.example'], range: '1-1 of 1' });
  expect(search('tag:nope')).toEqual({ domains: [], range: '0 of 0' });
  store.getState().websites.clearSearch();
  expect(shown(store.getState())).toEqual(['three.test', 'two.example', 'one.example']);
  expect(rowRange(store.getState().websites, 10)).toBe('1-3 of 3');
});

test('what was last seen is sorted as it is asked for, and what is searched in it keeps that order', async () => {
  const store = await startAgain();
  void store.getState().websites.load();
  const { websites } = store.getState();
  websites.sortRows('domain', 'asc');
  expect(shown(store.getState())).toEqual(['one.example', 'three.test', 'two.example']);
  websites.reverseSort();
  expect(shown(store.getState())).toEqual(['two.example', 'three.test', 'one.example']);
  websites.openSearch();
  websites.editSearch(textAtEnd('e.'));
  websites.leaveSearch();
  expect(shown(store.getState())).toEqual(['three.test', 'one.example']);
  websites.clearSearch();
  websites.sortRows('id', 'asc');
  expect(shown(store.getState())).toEqual(['one.example', 'two.example', 'three.test']);
  websites.reverseSort();
  expect(shown(store.getState())).toEqual(['three.test', 'two.example', 'one.example']);
});

test('an order that was chosen since is that of the next start', async () => {
  const store = await startAgain({ sortBy: 'domain', sort: 'asc' });
  void store.getState().websites.load();
  expect(shown(store.getState())).toEqual(['one.example', 'three.test', 'two.example']);
});

test('sums are of what was found', async () => {
  const store = await startAgain();
  void store.getState().websites.load();
  const all = overviewTotals(store.getState());
  store.getState().websites.openSearch();
  store.getState().websites.editSearch(textAtEnd('two'));
  store.getState().websites.leaveSearch();
  await until(store, state => shown(state).length === 1);
  expect(store.getState().overview.progress.total).toBe(1);
  expect(all.isKept).toBe(true);
});

test('what this session has read is searched, sorted and whole again once the service does not answer', async () => {
  const rows = ['one.example', 'two.example', 'three.test'].map((domain, index) => ({
    id: index + 1,
    domain,
  }));
  silent.server.answerWith(json({ data: rows.toReversed() }));
  const { store } = storeOver(silent.api());
  store.getState().overview.toggle();
  await store.getState().websites.load();
  silent.server.answerWith(cut);
  const search = (text: string) => {
    store.getState().websites.openSearch();
    store.getState().websites.editSearch(textAtEnd(text));
    store.getState().websites.leaveSearch();
  };
  // Nothing says yet that it does not answer.
  search('TWO');
  expect(shown(store.getState())).toEqual(['three.test', 'two.example', 'one.example']);
  await until(store, state => !state.websites.list.loading);
  expect(shown(store.getState())).toEqual(['two.example']);
  expect(rowRange(store.getState().websites, 10)).toBe('1-1 of 1');
  // Then it is known.
  search('e.');
  expect(shown(store.getState())).toEqual(['three.test', 'one.example']);
  await until(store, state => !state.websites.list.loading);
  store.getState().websites.clearSearch();
  await until(store, state => !state.websites.list.loading);
  store.getState().websites.sortRows('domain', 'asc');
  expect(shown(store.getState())).toEqual(['one.example', 'three.test', 'two.example']);
  await until(store, state => !state.websites.list.loading);
  expect(shown(store.getState())).toEqual(['one.example', 'three.test', 'two.example']);
});
