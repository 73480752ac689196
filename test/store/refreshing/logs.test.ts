import { expect, test } from 'vitest';
import { ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { dispatchKey } from '#commands/registry.ts';
import { textAtEnd } from '#text/textField.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { LogLocation, LogsService } from '#store/profile/services.ts';
import { storeWith, until } from '../../helpers/storeFixture.ts';

const place = (name: string, change: Partial<LogLocation> = {}): LogLocation => ({
  server: 'nginx',
  path: `/logs/${name}`,
  pattern: `/logs/${name}*`,
  format: 'combined',
  hosts: [],
  isSample: false,
  site: '',
  lines: 7,
  isAbout: false,
  lastTime: undefined,
  isAdded: false,
  problem: undefined,
  ...change,
});

async function storeWithLogs(places: readonly LogLocation[], elsewhere: readonly LogLocation[] = []) {
  const added: (readonly [pattern: string, domain: string | undefined])[] = [];
  const logs: LogsService = {
    find: async () => places,
    findAt: async typed => elsewhere.filter(({ path }) => path.startsWith(typed)),
    async add({ pattern }, domain) {
      added.push([pattern, domain]);
      return domain === 'full.example' ? { problem: 'The disk is full.' } : {};
    },
  };
  const fixture = await storeWith([], { logs }, ownCapabilities);
  const { store, services } = fixture;
  const press = (...keys: string[]) => keys.forEach(key => dispatchKey(key, store, services));
  const type = (text: string) => store.getState().logs.type(textAtEnd(text));
  const open = async () => {
    store.getState().logs.open();
    await until(store, state => state.logs.locations !== undefined);
  };
  const top = () => topRoute(store.getState().navigation.stack).screen;
  const settled = () => until(store, state => !state.logs.isBusy);
  await open();
  return { ...fixture, added, press, type, open, top, settled };
}

test('Enter adds the log: for each host, else for the website that its name tells of, else it asks', async () => {
  const logs = [
    place('hosts', { hosts: ['one.example', 'two.example'], site: 'file.example' }),
    place('site', { site: 'three.example' }),
    place('none'),
  ];
  const { store, added, press, type, open, top, settled } = await storeWithLogs(logs);
  press('Enter');
  await settled();
  expect(top()).toBe('websites');
  await open();
  press('j', 'Enter');
  await settled();
  await open();
  press('j', 'j', 'Enter');
  expect(store.getState().logs.question).toBe('website');
  press('Enter');
  expect(store.getState().logs.problem).toBe('Type the website that the log is of.');
  type('no domain');
  press('Enter');
  expect(store.getState().logs.problem).toContain('no spaces');
  type('full.example');
  press('Enter');
  await settled();
  expect(store.getState().logs.problem).toBe('The disk is full.');
  expect(top()).toBe('ownLogs');
  type('Four.Example ');
  press('Enter');
  await settled();
  expect(top()).toBe('websites');
  expect(added).toEqual([
    ['/logs/hosts*', undefined],
    ['/logs/site*', 'three.example'],
    ['/logs/none*', 'full.example'],
    ['/logs/none*', 'four.example'],
  ]);
});

test('e names the website of any log, by default the one that its name tells of; Esc goes back to the list, then out', async () => {
  const hosts = ['one.example'];
  const { store, added, press, type, top, settled } = await storeWithLogs([
    place('a', { hosts, site: 'a.example' }),
  ]);
  press('e');
  expect(store.getState().logs.question).toBe('website');
  press('Esc');
  expect([store.getState().logs.question, top()]).toEqual([undefined, 'ownLogs']);
  press('e', 'Enter');
  await settled();
  expect(top()).toBe('websites');
  expect(added).toEqual([['/logs/a*', 'a.example']]);
  store.getState().logs.open();
  press('e');
  type('other.example');
  press('Esc', 'Esc');
  expect(top()).toBe('websites');
});

test('behind the logs another one is asked for, which then stands first', async () => {
  const elsewhere = [place('there'), place('bad', { problem: '/logs/bad is not there.' })];
  const { store, press, type, settled } = await storeWithLogs([place('here')], elsewhere);
  press('G', 'Enter');
  expect(store.getState().logs.question).toBe('file');
  press('Enter');
  expect(store.getState().logs.problem).toBe('Type the path of a log.');
  type('/logs/bad');
  press('Enter');
  await settled();
  expect(store.getState().logs.problem).toBe('/logs/bad is not there.');
  type('/logs/there');
  press('Enter');
  await until(store, state => state.logs.question === undefined);
  expect(store.getState().logs.locations?.map(({ path }) => path)).toEqual(['/logs/there', '/logs/here']);
  expect(store.getState().menu.position.selected).toBe(0);
});

test('a log that cannot be read is not added, one that is counted already is shown', async () => {
  const logs = [place('denied', { problem: 'It may not be read.' }), place('known', { isAdded: true })];
  const { added, press, top } = await storeWithLogs(logs);
  press('Enter');
  expect(top()).toBe('ownLogs');
  press('j', 'Enter');
  expect(top()).toBe('websites');
  expect(added).toEqual([]);
});

test('with no website in the own logs, 2 opens the logs of this machine', async () => {
  const { store, press, top } = await storeWithLogs([]);
  store.getState().navigation.pop();
  await store.getState().websites.load();
  press('2');
  expect(top()).toBe('ownLogs');
});

test('what to know of the logs is said once, behind what is wrong with them', async () => {
  const { store } = await storeWithLogs([]);
  const { logs, notices } = store.getState();
  const said = (problems: readonly string[], advice: readonly string[]) => {
    notices.say('', 'info');
    logs.show({ by: 'this', sources: 1, lastTime: undefined, problems, advice });
    return store.getState().notices.current?.text;
  };
  expect(said([], ['It is behind a proxy.'])).toBe('It is behind a proxy.');
  expect(said([], ['It is behind a proxy.'])).toBe('');
  expect(said(['a.log is gone.'], ['It is behind a proxy.', 'Days are those of UTC.'])).toBe(
    'a.log is gone.',
  );
  expect(said(['a.log is gone.'], ['It is behind a proxy.', 'Days are those of UTC.'])).toBe(
    'Days are those of UTC.',
  );
});

test('a problem of the logs is said once, and again once it was over', async () => {
  const { store } = await storeWithLogs([]);
  const { logs, notices } = store.getState();
  const status = { by: 'this', sources: 1, lastTime: undefined, advice: [] } as const;
  const said = (problems: readonly string[]) => {
    notices.say('', 'info');
    logs.show({ ...status, problems });
    return store.getState().notices.current?.text;
  };
  expect(said(['a.log is a folder.'])).toBe('a.log is a folder.');
  expect(said(['a.log is a folder.'])).toBe('');
  expect(said([])).toBe('');
  expect(said(['a.log is a folder.'])).toBe('a.log is a folder.');
});
