import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Token } from '#terminal/input/reader.ts';
import { Tokenizer } from '#terminal/input/tokenizer.ts';
import { handleInput } from '#app/draw.tsx';
import { storeWith, until } from '../helpers/storeFixture.ts';

const domains = Array.from({ length: 30 }, (_, at) => `site-${at}.example.com`);
const tokensOf = (text: string): Token[] => new Tokenizer().push(text);

async function opened() {
  const { store, services } = await storeWith(domains);
  await store.getState().websites.load();
  // A chart's cursor goes to a day that is read: two of these have read the same.
  await until(store, ({ overview: { progress }, activity }) => {
    return (
      progress.read === domains.length && !progress.isReading && activity.inFlight + activity.queued === 0
    );
  });
  let changes = 0;
  store.subscribe(() => (changes += 1));
  return {
    store,
    take: (tokens: readonly Token[]) => handleInput(tokens, store, services),
    changes: () => changes,
  };
}

test('text that arrives together goes into the field as one change, however long', async () => {
  const { store, take, changes } = await opened();
  take(tokensOf('/'));
  const before = changes();
  take(tokensOf('fox '.repeat(1000)));
  const short = changes() - before;
  take(tokensOf('ü日 '.repeat(2000)));
  expect(changes() - before).toBe(2 * short);
  expect(store.getState().websites.searchField?.value).toBe('fox '.repeat(1000) + 'ü日 '.repeat(2000));
});

test('a burst of keys is that many moves', async () => {
  const { store, take } = await opened();
  take(tokensOf('jjjkjjj'));
  expect(store.getState().websites.position.selected).toBe(5);
  take(tokensOf('k'.repeat(10_000)));
  expect(store.getState().websites.position.selected).toBe(0);
});

test('what arrives together does what it does one by one', async () => {
  const one = await opened();
  const all = await opened();
  const keys = [
    'a',
    'j',
    'k',
    ' ',
    'é',
    '日',
    '/',
    '\r',
    '\x1b[D',
    '\x1b[C',
    '\x7f',
    '\x17',
    '\x01',
    '\x1b[A',
    '\x1b[B',
  ];
  const token = fc.oneof(
    fc.constantFrom(...keys).map((sequence): Token => ({ type: 'key', sequence })),
    fc.constantFrom('pasted', 'e\n').map((text): Token => ({ type: 'paste', text })),
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 30 }), tokens => {
      for (const { store } of [one, all]) {
        store.getState().navigation.popTo(1);
        store.getState().websites.clearSearch();
        store.getState().websites.move('first');
        store.getState().websites.openSearch();
      }
      for (const each of tokens) one.take([each]);
      all.take(tokens);
      const seen = ({ store }: typeof one) => {
        const { websites, navigation } = store.getState();
        return [websites.searchField, websites.search, websites.position, navigation.stack];
      };
      expect(seen(all)).toEqual(seen(one));
    }),
    { numRuns: 200 },
  );
});

test('Enter opens no row of the search before: what arrives together with a search waits for its answer', async () => {
  const { store, take } = await opened();
  // More than one is called so.
  take([...tokensOf('/'), ...tokensOf('site-'), ...tokensOf('\r'), ...tokensOf('\r')]);
  expect(store.getState().navigation.view).toEqual({ screen: 'websites' });
  expect(store.getState().notices.current?.text).toBe(
    'Not opened: still waiting for the search or the order.',
  );
  await until(store, ({ websites }) => !websites.list.loading);
  // Only one is: it is known which, before the service has searched.
  take([...tokensOf('/'), ...tokensOf('\x15'), ...tokensOf('site-7.'), ...tokensOf('\r')]);
  const { view } = store.getState().navigation;
  expect(view).toMatchObject({ screen: 'dashboard' });
  const domainOf = (id: string) => store.getState().websites.whole?.rows.find(row => row.id === id)?.domain;
  expect('websiteId' in view && domainOf(view.websiteId ?? '')).toBe('site-7.example.com');
});
