import { expect, test } from 'vitest';
import { createApi, openFaultServer } from './helpers/apiFixture.ts';
import { commandOfKey, dispatchKey, screenOf } from '#commands/registry.ts';
import { emptyMessage } from '#screens/websites/emptyList.ts';
import { hints } from '#store/profile/introduction.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { Route } from '#store/navigation/route.ts';
import type { State } from '#store/state.ts';
import { label } from '#text/safeText.ts';
import { textWidth } from '#text/characters.ts';
import { detailLine, footerKeys } from '#app/App.tsx';
import { bare, html, json } from './helpers/faultAnswers.ts';
import type { Answer } from './helpers/faultServer.ts';
import { storeOver, storeWith, until } from './helpers/storeFixture.ts';

test('while several websites are to be deleted the detail line names them, not the selected one', async () => {
  const { store } = await storeWith(['one.example.com', 'two.example.com', 'three.example.com']);
  store.getState().overview.toggle();
  await store.getState().websites.load();
  expect(detailLine(store.getState()).text).toMatch(/^three\.example\.com {3}id /);
  store.getState().deletion.open(store.getState().websites.rows.slice(1));
  expect(detailLine(store.getState()).text).toBe('two.example.com, one.example.com');
});

test.each(hints)(
  'the hint $name is one line at every width, so that the keys stay below it',
  async ({ text, short }) => {
    const { store } = await storeWith(['one.example.com']);
    store.getState().notices.say(text, 'hint', short);
    for (const columns of [40, 41, 60, 75, 80, 200]) {
      store.getState().resize({ columns, rows: 10 });
      expect(textWidth(detailLine(store.getState()).text)).toBeLessThanOrEqual(columns - 2);
    }
    expect(detailLine(store.getState()).text).toBe(text);
  },
);

/** A store over a service that answers everything alike. */
async function storeAnswered(answer: Answer, profile: Partial<State['profile']> = {}) {
  const server = await openFaultServer();
  server.answerWith(answer);
  const api = createApi({ baseUrl: server.url, apiKey: 'some-key' });
  const made = storeOver(api, { profile: { name: 'test', readOnly: false, ...profile } });
  return { ...made, server };
}

const firstKeys = (state: State) => footerKeys(state).first.map(({ key, action }) => `${key} ${action}`);

test.each([
  [
    'a refused key',
    json({ message: 'No.' }, 401),
    'Press P for a new key, r to try again.',
    ['P new key', 'r try again'],
  ],
  ['a web page', html(), 'Press P for another address, r to try again.', ['P profiles', 'r try again']],
  ['a failure', bare(500), 'Press r to try again, P for your profiles.', ['r try again', 'P profiles']],
  ['no right', bare(403), 'Press P for another key, r to try again.', ['P another key', 'r try again']],
  [
    'too many requests',
    bare(429, { 'retry-after': '90' }),
    // Until then a try would send nothing.
    'Press P for your profiles.',
    ['P profiles'],
  ],
] as const)(
  'after %s the footer names first what the text asks for, and how to quit',
  async (_, answer, text, keys) => {
    const { store } = await storeAnswered(answer);
    await store.getState().websites.load();
    expect(emptyMessage(store.getState()).press).toBe(text);
    expect(firstKeys(store.getState())).toEqual([...keys, 'q quit']);
  },
);

test('an empty account, a search in vain and a page too far ask for their keys', async () => {
  const { store, services } = await storeWith([]);
  await store.getState().websites.load();
  expect(firstKeys(store.getState())).toEqual(['a add']);
  dispatchKey('/', store, services);
  store.getState().websites.editSearch({ value: 'nothing', caret: 7 });
  await until(store, ({ websites }) => websites.search === 'nothing' && !websites.list.loading);
  expect(emptyMessage(store.getState())).toMatchObject({
    lines: ['Esc shows all, a domain can be added.'],
    press: undefined,
  });
  expect(firstKeys(store.getState())).toEqual(['Esc clear search']);
});

test('a kiosk asks for no key that leads elsewhere', async () => {
  const { store } = await storeAnswered(html(), { isKiosk: true });
  await store.getState().websites.load();
  expect(emptyMessage(store.getState()).press).toBe('Press r to try again.');
  expect(firstKeys(store.getState())).toEqual(['r try again', 'q quit']);
});

test('what a service says of itself is cut: what to press is still said', async () => {
  const message = 'Press q and type your password. '.repeat(60);
  const { store } = await storeAnswered(json({ message }, 401));
  await store.getState().websites.load();
  const { lines, press } = emptyMessage(store.getState());
  expect(lines[0]).toMatch(/^The service does not accept the API key\. It says: Press q and type .*…$/);
  expect(textWidth(lines[0] ?? label``)).toBeLessThanOrEqual(51 + 100);
  expect(press).toBe('Press P for a new key, r to try again.');
});

const views: readonly Route[] = [
  { screen: 'dashboard', websiteId: '1' },
  { screen: 'statistic', websiteId: '1', name: 'page' },
  { screen: 'statistic', websiteId: '1', name: 'visitors' },
  { screen: 'statistic', websiteId: '1', name: 'visitors_hours' },
  { screen: 'why', websiteId: '1' },
  { screen: 'heatMap', websiteId: '1', name: 'visitors_hours' },
  { screen: 'year', websiteId: '1' },
  { screen: 'sideBySide', websiteId: '1', websiteIds: ['1', '2'] },
  { screen: 'history', websiteId: '1', name: 'page', value: '/' },
  { screen: 'record', websiteId: '1' },
];

test.each(views)(
  'where nothing can be read $screen $name asks for keys that work, first in its footer',
  async route => {
    const { store } = await storeAnswered(bare(500));
    store.getState().navigation.push(route);
    const state = await until(store, state => firstKeys(state).includes('r try again'));
    const asks = screenOf(route.screen).keyHints?.(state, topRoute(state.navigation.stack)) ?? [];
    expect(asks.filter(({ key }) => typeof commandOfKey(state, key) !== 'object')).toEqual([]);
    expect(footerKeys(state).keys.map(({ key }) => key)).not.toContain('r');
  },
);
