import { expect, test } from 'vitest';
import {
  commandsOf,
  dispatchKey,
  focusedField,
  helpOf,
  liveCommands,
  reachableCommands,
  screens,
} from '#commands/registry.ts';
import type { Route, ScreenName } from '#store/navigation/route.ts';
import type { Store } from '#store/createStore.ts';
import { storeWith, until } from '../helpers/storeFixture.ts';

/** Keys that mean two things at once, with the commands that fight for them. */
function conflicts(store: Store): string[] {
  const owners = new Map<string, string[]>();
  for (const { id, keys } of liveCommands(store.getState()))
    for (const key of keys) owners.set(key, [...(owners.get(key) ?? []), id]);
  return [...owners].filter(([, ids]) => ids.length > 1).map(([key, ids]) => `${key}: ${ids.join(', ')}`);
}

test('no key means two things at once, wherever one is', async () => {
  const { store, services } = await storeWith(['one.example.com', 'two.example.com']);
  await store.getState().websites.load();
  const press = (...keys: string[]) => keys.forEach(key => dispatchKey(key, store, services));
  const back = () => store.getState().navigation.popTo(1);
  const expectPeace = (where: string) =>
    expect({ where, conflicts: conflicts(store) }).toEqual({ where, conflicts: [] });

  expectPeace('websites');
  press('/');
  expectPeace('websites, searching');
  press('Enter');
  const websiteId = store.getState().websites.list.data?.rows[0]?.id ?? '';
  const views: Route[] = [
    { screen: 'dashboard', websiteId },
    { screen: 'statistic', websiteId, name: 'page' },
    { screen: 'statistic', websiteId, name: 'visitors' },
    { screen: 'statistic', websiteId, name: 'pageviews_hours' },
    { screen: 'record', websiteId },
    { screen: 'now', websiteId },
    { screen: 'why', websiteId },
    { screen: 'why', websiteId, day: '2026-11-10', group: 'page' },
    { screen: 'history', websiteId, name: 'page', value: '/' },
    { screen: 'heatMap', websiteId, name: 'visitors_hours' },
    { screen: 'year', websiteId },
    { screen: 'sideBySide', websiteId, websiteIds: store.getState().websites.rows.map(({ id }) => id) },
  ];
  for (const route of views) {
    store.getState().navigation.push(route);
    expectPeace(JSON.stringify(route));
    for (const overlay of overlayRoutes(websiteId)) {
      store.getState().navigation.push(overlay);
      expectPeace(`${overlay.screen} over ${JSON.stringify(route)}`);
      store.getState().navigation.pop();
    }
    back();
  }
  store.getState().editor.edit(websiteId);
  await until(store, state => state.editor.form !== undefined);
  expectPeace('editor, editing');
  press('^S');
  back();
});

function overlayRoutes(websiteId: string): Route[] {
  return [
    { screen: 'sort' },
    { screen: 'editor' },
    { screen: 'bulkReview' },
    { screen: 'bulkRun' },
    { screen: 'tags' },
    { screen: 'note' },
    { screen: 'goal' },
    { screen: 'saveView' },
    { screen: 'period' },
    { screen: 'compare' },
    { screen: 'filter' },
    { screen: 'export' },
    { screen: 'palette' },
    { screen: 'help' },
    { screen: 'profiles' },
    { screen: 'connect' },
    { screen: 'ownLogs' },
    { screen: 'confirm', question: 'discardEdits' },
    { screen: 'delete', websiteId },
    { screen: 'delete' },
  ];
}

test('the overlays of the test above are all there are', () => {
  const named: ReadonlySet<ScreenName> = new Set(overlayRoutes('1').map(({ screen }) => screen));
  expect(screens.filter(({ screen, overlay }) => overlay === true && !named.has(screen))).toEqual([]);
});

test('a focused field keeps letters for itself and lets a few keys pass', async () => {
  const { store, services } = await storeWith(['one.example.com']);
  await store.getState().websites.load();
  dispatchKey('/', store, services);
  expect(focusedField(store.getState())?.text.value).toBe('');
  const keys = reachableCommands(store.getState()).map(({ key }) => key);
  expect(keys).toContain('Esc');
  expect(keys).toContain('Enter');
  expect(keys).toContain('^C');
  expect(keys).not.toContain('q');
  expect(keys).not.toContain('j');
});

test('what needs no website is all there is in an empty account, and --read-only takes editing away', async () => {
  const empty = await storeWith([]);
  await empty.store.getState().websites.load();
  const ids = liveCommands(empty.store.getState()).map(({ id }) => id);
  expect(ids).toContain('websites.add');
  expect(ids).not.toContain('websites.open');
  expect(ids).not.toContain('websites.delete');

  const profile = { name: 'test', readOnly: true } as const;
  const reader = await storeWith(['one.example.com'], { profile });
  await reader.store.getState().websites.load();
  const allowed = liveCommands(reader.store.getState()).map(({ id }) => id);
  expect(allowed).toContain('websites.open');
  expect(allowed).not.toContain('websites.add');
  expect(allowed).not.toContain('websites.edit');
  expect(allowed).not.toContain('websites.delete');
  const inHelp = new Map(helpOf(reader.store.getState()).map(({ action, reason }) => [action, reason]));
  expect(inHelp.has('Open')).toBe(true);
  expect(inHelp.get('Open')).toBe(undefined);
  expect(inHelp.get('Add a website')).toBe('Read-only profile.');
  expect(inHelp.get('Undo the last edit')).toBe('Read-only profile.');
});

test('q and ^C quit at the first view, q and Esc go back from the others, Esc never quits', async () => {
  const { store, services, asked } = await storeWith(['one.example.com']);
  await store.getState().websites.load();
  const depth = () => store.getState().navigation.stack.length;
  dispatchKey('Esc', store, services);
  expect(asked).toEqual([]);
  dispatchKey('Enter', store, services);
  expect(depth()).toBe(2);
  dispatchKey('z', store, services);
  expect(depth()).toBe(3);
  dispatchKey('Esc', store, services);
  dispatchKey('q', store, services);
  expect(depth()).toBe(1);
  expect(asked).toEqual([]);
  dispatchKey('q', store, services);
  expect(asked).toEqual(['quit']);
});

test('^C asks before unsaved edits are lost', async () => {
  const { store, services, asked } = await storeWith(['one.example.com']);
  await store.getState().websites.load();
  dispatchKey('a', store, services);
  dispatchKey('Tab', store, services);
  dispatchKey('Space', store, services);
  dispatchKey('^C', store, services);
  expect(asked).toEqual([]);
  dispatchKey('n', store, services);
  expect(store.getState().editor.form?.draft.privacy).toBe('password');
  dispatchKey('^C', store, services);
  dispatchKey('y', store, services);
  expect(asked).toEqual(['quit']);
});

test('every command has a key, but "Yours" and the share link, which leaves the last free keys to own commands; it has an id of its own and a title that fits a line', () => {
  const screens: ScreenName[] = [
    'websites',
    'dashboard',
    'statistic',
    'editor',
    'delete',
    'sort',
    'period',
    'palette',
  ];
  for (const screen of screens) {
    const commands = commandsOf(screen);
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    for (const { id, keys, title, section } of commands) {
      // Those of "Yours" have none until somebody gives them one.
      expect(keys.length > 0 || section === 'Yours' || id === 'copy.shareLink').toBe(true);
      expect(title.length).toBeLessThanOrEqual(60);
    }
  }
});
