import { expect, test, vi } from 'vitest';
import { commandOfKey } from '#commands/registry.ts';
import { Tokenizer } from '#terminal/input/tokenizer.ts';
import { handleInput } from '#app/draw.tsx';
import { deadKey, deadKeys, isFree } from '../helpers/deadKeys.ts';
import { keyBytes } from '../helpers/keyBytes.ts';
import { storeWith } from '../helpers/storeFixture.ts';

/** A list with these websites. `take` is one read of the terminal, `press` one for each key. */
async function opened(domains: readonly string[]) {
  const { store, services } = await storeWith(domains);
  await store.getState().websites.load();
  const tokenizer = new Tokenizer();
  const take = (bytes: string) =>
    handleInput([...tokenizer.push(bytes), ...tokenizer.flush()], store, services);
  return {
    store,
    take,
    press: (...keys: string[]) => keys.forEach(key => take(keyBytes(key))),
    notice: () => store.getState().notices.current?.text,
  };
}

const domains = ['one.example.com', 'two.example.com'];
const unknown = '? shows the keys.';

test('a key that does nothing says why, until the next one', async () => {
  const { press, take, notice } = await opened(domains);
  press('u');
  expect(notice()).toBe('Nothing to undo: save an edit first.');
  press('j');
  expect(notice()).toBe(undefined);
  press('n', 't');
  expect(notice()).toBe('Numbers are hidden: n, then t.');
  press('^L');
  expect(notice()).toBe('Numbers are hidden: n, then t.');
  press(deadKey);
  expect(notice()).toBe(unknown);
  press('n');
  expect(notice()).toBe('Numbers on.');
  take('nt');
  expect(notice()).toBe('Numbers are hidden: n, then t.');
});

test('of two commands on a key the live one runs, else the one nearest to the screen says why', async () => {
  const { press, notice, store } = await opened([]);
  press('e');
  expect(notice()).toBe('There is no website yet: a adds one.');
  press('Tab');
  expect(notice()).toBe('No search is open: / opens one.');
  press('/', 'Enter');
  expect(notice()).toBe(undefined);
  expect(store.getState().websites.searchField).toBe(undefined);
});

test('keys that a screen does not have point to the help, and where that does not open, back', async () => {
  const { press, notice } = await opened(domains);
  for (const key of [deadKey, ...['Left', 'F2', '^X', 'é'].filter(isFree)]) {
    press('j', key);
    expect({ key, notice: notice() }).toEqual({ key, notice: unknown });
  }
  press('i', 't');
  expect(notice()).toBe(unknown);
  press('Esc', 's', deadKey);
  expect(notice()).toBe(unknown);
  press('Esc', '?', '?');
  // It is typed, to find a key.
  expect(notice()).toBe(undefined);
  press('Esc', 'a', 'Tab', deadKey);
  expect(notice()).toBe(unknown);
});

test('a key of another view says where it works', async () => {
  const { press, notice } = await opened(domains);
  press('A');
  expect(notice()).toBe('A works on a dashboard: Enter opens one.');
  for (const key of ['f', 'F', 'W', '1']) {
    press(key);
    expect(notice()).toBe(`${key} works on a dashboard: Enter opens one.`);
  }
  press('Backspace');
  expect(notice()).toBe(unknown);
  press('Enter', 'a');
  expect(notice()).toBe('a works in the list of websites: Esc back.');
});

test('where Enter does nothing else it does what the text on screen asks first', async () => {
  const { press, store } = await opened([]);
  press('Enter');
  expect(store.getState().navigation.stack.at(-1)).toEqual({ screen: 'editor' });
});

test('the same said again changes nothing, however long a key is held', async () => {
  const { press, take, store } = await opened(domains);
  press(deadKey);
  let changes = 0;
  store.subscribe(() => (changes += 1));
  for (let repeat = 0; repeat < 100; repeat++) press(deadKey);
  take(deadKey.repeat(100));
  expect(changes).toBe(0);
});

test('is taken away after eight seconds from the last press', async () => {
  const { press, notice } = await opened(domains);
  vi.useFakeTimers();
  try {
    press(deadKey);
    vi.advanceTimersByTime(7_900);
    press(deadKey);
    vi.advanceTimersByTime(7_900);
    expect(notice()).toBe(unknown);
    vi.advanceTimersByTime(200);
    expect(notice()).toBe(undefined);
  } finally {
    vi.useRealTimers();
  }
});

test('nothing is said of Esc at the first view, edges, fields, controls and what no fingers press', async () => {
  const { press, take, notice } = await opened(domains);
  const silent = (what: string) => expect({ what, notice: notice() }).toEqual({ what, notice: undefined });
  press('Esc');
  silent('Esc');
  for (const key of ['Down', 'Down', 'Down', 'G', 'PgDn', ']', 'g', 'Up', 'k', '[']) {
    press(key);
    silent(key);
  }
  for (const sequence of [
    '\x1b[<0;10;10M',
    '\x1b[M !!',
    '\x1b[32;10;10M',
    '\x1b[I',
    '\x1b[O',
    '\x1b[?1;2c',
    '\x1b[24;80R',
    '\x1b[99~',
    '\x1b[1;5D',
    '\x1bx',
    '\0',
    '\x1c',
    '\x1f',
  ]) {
    take(sequence);
    silent(JSON.stringify(sequence));
  }
  press('^L', '^Z');
  silent('^L and ^Z');
  press('/');
  for (const key of [deadKey, '?', 'Left', '^S', 'Shift-Tab', '^X', 'Backspace']) {
    press(key);
    silent(`${key} in a field`);
  }
});

test('nothing is said of keys that come with a paste, marked or not, or with bytes that are no text', async () => {
  const { take, notice } = await opened(domains);
  const pasted = deadKeys.slice(0, 5);
  expect(pasted).toHaveLength(5);
  take(pasted.join(''));
  expect(notice()).toBe(undefined);
  take('\ufffd');
  expect(notice()).toBe(undefined);
  take(`\x1b[200~text\x1b[201~${deadKey}`);
  expect(notice()).toBe(undefined);
});

test('only the commands of the key are asked', async () => {
  const { store } = await opened(domains);
  const readFor = (key: string) => {
    const read = new Set<string | symbol>();
    const storeView = new Proxy(store.getState(), {
      get(state, name) {
        read.add(name);
        return Reflect.get(state, name) as unknown;
      },
    });
    commandOfKey(storeView, key);
    return read;
  };
  expect(readFor('S')).toEqual(new Set(['navigation', 'yours']));
  // Whether the service answers stands with the websites: without it nothing is changed.
  expect(readFor('u')).toEqual(
    new Set(['bulkRun', 'navigation', 'profile', 'screenOf', 'undo', 'websites', 'yours']),
  );
  expect(readFor(deadKey)).toEqual(new Set(['navigation', 'yours']));
});
