import { expect, test } from 'vitest';
import { dispatchKey, keyHintsOf } from '#commands/registry.ts';
import { nowMessage } from '#screens/now/index.ts';
import type { NowNumbers } from '#model/now.ts';
import { capabilities as ofInterface } from '#api/phpAnalytics/capabilities.ts';
import { conditionText, filtersOfLogs } from '#model/service/filter.ts';
import type { Services } from '#store/profile/services.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { storeWith, until } from '../helpers/storeFixture.ts';

const numbers: NowNumbers = {
  minute: 30_000_000,
  minutes: Array.from({ length: 30 }, () => 1),
  visitors: 3,
  isMany: false,
  latest: [],
  since: undefined,
  sources: 1,
  problems: [],
};

test('N opens what happens now once logs are followed, reads it every second, and ends with its view', async () => {
  const done: string[] = [];
  const waits: { ms: number; run: () => void }[] = [];
  const change: Partial<Services> = {
    after(ms, run) {
      waits.push({ ms, run });
      return { ref: () => undefined, unref: () => undefined, stop: () => undefined };
    },
    live: {
      open: async (id, where) => {
        done.push(['open', id, ...where.map(conditionText)].join(' '));
        return {
          read: async () => {
            done.push('read');
            return numbers;
          },
          close: () => done.push('close'),
        };
      },
    },
  };
  const capabilities = { ...ofInterface, filters: filtersOfLogs };
  const { store, services } = await storeWith(['one.example.com'], change, capabilities);
  const isSecond = ({ ms }: { ms: number }) => ms === 1_000;
  const passSecond = () => waits.splice(waits.findIndex(isSecond), 1)[0]?.run();
  const state = store.getState;
  await state().websites.load();
  dispatchKey('Enter', store, services);
  state().logs.show({ by: 'this', sources: 0, advice: [], lastTime: undefined, problems: [] });
  dispatchKey('N', store, services);
  expect(state().notices.current?.text).toBe('No logs are followed: add some with sitedeck logs add.');
  expect(topRoute(state().navigation.stack).screen).toBe('dashboard');

  state().logs.show({ by: 'this', sources: 1, advice: [], lastTime: undefined, problems: [] });
  waits.length = 0;
  dispatchKey('N', store, services);
  expect(topRoute(state().navigation.stack)).toEqual({ screen: 'now', websiteId: '1' });
  await until(store, ({ now }) => now.numbers === numbers);
  await expect.poll(() => waits.filter(isSecond)).toHaveLength(1);
  expect(done).toEqual(['open 1', 'read']);
  passSecond();
  await expect.poll(() => waits.filter(isSecond)).toHaveLength(1);
  expect(done).toEqual(['open 1', 'read', 'read']);
  dispatchKey('Esc', store, services);
  passSecond();
  await expect.poll(() => done.at(-1)).toBe('close');

  // In the list it is of the selected website.
  dispatchKey('Esc', store, services);
  expect(topRoute(state().navigation.stack).screen).toBe('websites');
  dispatchKey('N', store, services);
  expect(topRoute(state().navigation.stack)).toEqual({ screen: 'now', websiteId: '1' });
  await expect.poll(() => done.filter(each => each === 'read')).toHaveLength(3);
  expect(state().now.numbers).toBe(numbers);

  // Another filter is another reading; what has no answer yet is not filtered by, and says so.
  state().filter.add([{ field: 'page', comparison: 'contains', value: '/blog' }]);
  expect(state().now.numbers).toBeUndefined();
  await until(store, ({ now }) => now.numbers === numbers);
  expect(done.slice(-3)).toEqual(expect.arrayContaining(['close', 'open 1 page~/blog', 'read']));
  dispatchKey('W', store, services);
  expect(topRoute(state().navigation.stack).screen).toBe('filter');
  dispatchKey('Esc', store, services);
  state().filter.add([{ field: 'exit_page', comparison: 'is', value: '/' }]);
  await expect.poll(() => done.filter(each => each.startsWith('open')).at(-1)).toBe('open 1');
  expect(state().now.where).toEqual([]);
  dispatchKey('Backspace', store, services);
  await expect.poll(() => done.filter(each => each.startsWith('open')).at(-1)).toBe('open 1 page~/blog');
  state().now.end();
  await expect
    .poll(() => done.filter(each => each === 'close'))
    .toHaveLength(done.filter(each => each.startsWith('open')).length);
});

test('N opens what happens now while it is not known yet whether logs are followed', async () => {
  const change: Partial<Services> = {
    live: { open: async () => ({ read: async () => numbers, close: () => undefined }) },
  };
  const { store, services } = await storeWith(['one.example.com'], change);
  await store.getState().websites.load();
  dispatchKey('Enter', store, services);
  expect(store.getState().logs.status).toBeUndefined();
  dispatchKey('N', store, services);
  expect(topRoute(store.getState().navigation.stack)).toEqual({ screen: 'now', websiteId: '1' });
});

test('on few columns Enter goes back, as the footer says: there is nothing to wait for', async () => {
  const change: Partial<Services> = {
    live: { open: async () => ({ read: async () => numbers, close: () => undefined }) },
  };
  const { store, services } = await storeWith(['one.example.com'], change);
  store.getState().resize({ columns: 40, rows: 10 });
  await store.getState().websites.load();
  dispatchKey('Enter', store, services);
  dispatchKey('N', store, services);
  await until(store, ({ now }) => now.numbers === numbers);
  expect(keyHintsOf(store.getState())).toMatchObject([{ key: 'Esc', action: 'back' }]);
  dispatchKey('Enter', store, services);
  expect(topRoute(store.getState().navigation.stack).screen).toBe('dashboard');
});

test('of a website without logs the command that adds one names it, and the screen says what helps', async () => {
  const none = { ...numbers, sources: 0 };
  const change: Partial<Services> = {
    live: { open: async () => ({ read: async () => none, close: () => undefined }) },
  };
  const { store, services } = await storeWith(['one.example.com'], change);
  await store.getState().websites.load();
  dispatchKey('Enter', store, services);
  dispatchKey('N', store, services);
  await until(store, ({ now }) => now.numbers === none);
  const message = nowMessage(store.getState(), '1');
  expect(message?.lines).toEqual(['In the shell: sitedeck logs add one.example.com FILE']);
  expect(message?.isOfZeros).toBe(true);
});
