import { expect, test } from 'vitest';
import { textAtEnd } from '#model/text/textValue.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { LogPlace, LogsService } from '#store/profiles/logsService.ts';
import { storeWith, until } from '../../helpers/storeFixture.ts';

const place = (domain: string): LogPlace => ({ server: 'nginx', pattern: `/logs/${domain}*`, domain });

async function storeWithLogs(places: readonly LogPlace[]) {
  const added: (readonly [pattern: string, domain: string])[] = [];
  const logs: LogsService = {
    places: async () => places,
    async add({ pattern }, domain) {
      added.push([pattern, domain]);
      return domain === 'full.example' ? { problem: 'The disk is full.' } : {};
    },
  };
  const fixture = await storeWith([], { logs, profile: { name: 'logs', kind: 'logs', readOnly: false } });
  fixture.store.getState().logs.open();
  await until(fixture.store, state => state.logs.places !== undefined);
  return { ...fixture, added };
}

test('the website of the chosen log is the one that is typed, else the one that the log tells of', async () => {
  const { store, added } = await storeWithLogs([place('one.example'), place('')]);
  const { logs, menu } = store.getState();
  menu.move('down', 2, 2);
  await logs.add();
  expect(store.getState().logs.problem).toBe('Type the website that the log is of.');
  logs.type(textAtEnd('no domain'));
  await logs.add();
  expect(store.getState().logs.problem).toContain('no spaces');
  logs.type(textAtEnd('full.example'));
  await logs.add();
  expect(store.getState().logs.problem).toBe('The disk is full.');
  expect(topRoute(store.getState().navigation.stack).screen).toBe('ownLogs');
  logs.type(textAtEnd('Two.Example '));
  await logs.add();
  expect(topRoute(store.getState().navigation.stack).screen).toBe('websites');
  logs.open();
  await until(store, state => state.logs.places !== undefined);
  await logs.add();
  expect(added).toEqual([
    ['/logs/*', 'full.example'],
    ['/logs/*', 'two.example'],
    ['/logs/one.example*', 'one.example'],
  ]);
});

test('a problem of the logs is said once, and again once it was over', async () => {
  const { store } = await storeWithLogs([]);
  const { logs, notices } = store.getState();
  const status = { by: 'this', sources: 1, lastTime: undefined } as const;
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
