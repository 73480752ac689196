import { expect, test } from 'vitest';
import { dispatchKey } from '#commands/registry.ts';
import type { Store } from '#store/createStore.ts';
import { until } from '../helpers/storeFixture.ts';
import { storeWithStatistics } from '../store/statistics/statisticsFixture.ts';

const notice = (store: Store) => store.getState().notices.current?.text;

test('copies and opens a page of the website, and its own address', async () => {
  const { store, services, asked, websiteId, add, idle } = await storeWithStatistics();
  await add('page', [['2026-11-19', '/a b\x1b[2J', 5]]);
  await store.getState().websites.load();
  for (const key of ['y', 'Y', 'o']) dispatchKey(key, store, services);
  expect(asked).toEqual([
    'copy shop.example.com',
    'copy https://shop.example.com/',
    'open https://shop.example.com/',
  ]);
  store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'page' });
  await idle();
  dispatchKey('y', store, services);
  expect(asked.at(-1)).toBe('copy /a b[2J');
  expect(notice(store)).toBe('Copied /a b[2J, without its hidden characters.');
  dispatchKey('Y', store, services);
  expect(asked.at(-1)).toBe('copy https://shop.example.com/a%20b%1B[2J');
});

test('has no address for what leads elsewhere, and nothing to copy of an empty value', async () => {
  const { store, services, asked, websiteId, add, idle } = await storeWithStatistics();
  await add('page', [['2026-11-19', '//evil.example/', 5]]);
  await add('referrer', [
    ['2026-11-19', '', 5],
    ['2026-11-19', 'https://evil.example/', 4],
  ]);
  store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'page' });
  await idle();
  expect(dispatchKey('o', store, services)).toBe(false);
  expect(dispatchKey('Y', store, services)).toBe(false);
  store.getState().navigation.replace({ screen: 'statistic', websiteId, name: 'referrer' });
  await idle();
  expect(dispatchKey('y', store, services)).toBe(false);
  dispatchKey('Down', store, services);
  expect(dispatchKey('o', store, services)).toBe(false);
  dispatchKey('y', store, services);
  expect(asked).toEqual(['copy https://evil.example/']);
});

test('an empty value has no history, and says so', async () => {
  const { store, services, websiteId, add, idle } = await storeWithStatistics();
  await add('referrer', [['2026-11-19', '', 5]]);
  store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'referrer' });
  await idle();
  dispatchKey('Enter', store, services);
  expect(notice(store)).toBe('(direct) has no history: the service cannot search for an empty value.');
  expect(store.getState().navigation.stack.at(-1)?.screen).toBe('statistic');
});

test('copies the address where no browser can be started, and says why', async () => {
  const { store, services, asked } = await storeWithStatistics({
    openUrl: async () => 'this is an SSH session',
  });
  await store.getState().websites.load();
  dispatchKey('o', store, services);
  await until(store, ({ notices }) => notices.current !== undefined);
  expect(notice(store)).toBe('Copied, as this is an SSH session: https://shop.example.com/');
  expect(asked).toEqual(['copy https://shop.example.com/']);
});
