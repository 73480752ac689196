import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screenOf } from '#commands/registry.ts';
import {
  defaultChoices,
  forgetChoices,
  openChoices,
  openIntroduction,
  openThemeFile,
} from '#config/choices.ts';
import type { ServiceIdentity } from '#config/profile/serviceIdentity.ts';
import { ConfigError } from '#model/failure.ts';
import type { SavedChoices } from '#model/own/choices.ts';
import { givenIdentity, ownIdentity, storedIdentity } from '../helpers/serviceIdentity.ts';
import { storeWith, until } from '../helpers/storeFixture.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

const chosen: SavedChoices = {
  sortBy: 'change',
  sort: 'asc',
  perPage: 100,
  period: { kind: 'range', from: '2026-01-01', to: '2026-01-31', label: 'ytd' },
  compareWith: 'none',
  overview: false,
};

test('choices of each service by themselves, private, and written as a whole', () => {
  const path = join(temporaryFolder(), 'sitedeck');
  const one = openChoices(path, givenIdentity('https://one.example.com'));
  expect(one.saved).toEqual(defaultChoices);
  one.save(chosen);
  one.flush();
  const two = openChoices(path, givenIdentity('https://two.example.com'));
  expect(two.saved).toEqual(defaultChoices);
  two.save({ ...defaultChoices, perPage: 10 });
  two.flush();
  expect(openChoices(path, givenIdentity('https://one.example.com')).saved).toEqual(chosen);
  expect(openChoices(path, givenIdentity('https://two.example.com')).saved.perPage).toBe(10);
  expect(readdirSync(path)).toEqual(['choices.json', 'choices.json.lock']);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(path, 'choices.json')).mode & 0o777).toBe(0o600);
});

test('choices are of a profile and its address, and go with the profile', () => {
  const path = join(temporaryFolder(), 'sitedeck');
  const [a, b] = ['https://a.example', 'https://b.example'];
  const open = (of: ServiceIdentity) => openChoices(path, of).saved.perPage;
  const choose = (of: ServiceIdentity, perPage: 10 | 25 | 50 | 100) => {
    const choices = openChoices(path, of);
    choices.save({ ...defaultChoices, perPage });
    choices.flush();
  };
  // An earlier version kept them by the address alone.
  choose(givenIdentity(a), 10);
  expect([open(storedIdentity('work', a)), open(storedIdentity('home', a))]).toEqual([10, 10]);
  choose(storedIdentity('work', a), 25);
  choose(storedIdentity('work', b), 50);
  choose(storedIdentity('home', a), 100);
  expect(open(storedIdentity('work', a, 'key k-2'))).toBe(25);
  forgetChoices(path, 'work', a, [a]);
  expect([open(storedIdentity('work', b)), open(storedIdentity('home', a)), open(givenIdentity(a))]).toEqual([
    'fit',
    100,
    10,
  ]);
  forgetChoices(path, 'home', a, [b]);
  expect(JSON.parse(readFileSync(join(path, 'choices.json'), 'utf8'))).toEqual({ version: 1, services: {} });
});

test('of a profile that is gone nothing is written, also where that cannot be looked up', () => {
  const path = join(temporaryFolder(), 'sitedeck');
  for (const isThere of [
    () => false,
    () => {
      throw new ConfigError('profiles.json is not valid JSON');
    },
  ]) {
    const choices = openChoices(path, storedIdentity('work'), { isThere });
    choices.save(chosen);
    choices.flush();
    expect(existsSync(join(path, 'choices.json'))).toBe(false);
  }
});

test.each([
  ['no JSON', '{"version": 1, "services":'],
  ['of a newer version', '{"version": 2, "services": {}, "more": true}'],
  ['of another shape', '{"version": 1, "services": []}'],
])('a file that is %s is left as it is', (_, text) => {
  const path = join(temporaryFolder(), 'sitedeck');
  mkdirSync(path);
  writeFileSync(join(path, 'choices.json'), text);
  const choices = openChoices(path, givenIdentity('https://one.example.com'));
  expect(choices.saved).toEqual(defaultChoices);
  choices.save(chosen);
  choices.flush();
  openThemeFile(path, 'xterm').saveTheme('dark');
  expect(openIntroduction(path)).toBeUndefined();
  expect(readFileSync(join(path, 'choices.json'), 'utf8')).toBe(text);
});

test('what is only read writes no file', () => {
  const path = join(temporaryFolder(), 'sitedeck');
  const choices = openChoices(path, givenIdentity('https://one.example.com'), { writes: false });
  choices.save(chosen);
  choices.flush();
  openThemeFile(path, 'xterm', false).saveTheme('dark');
  openThemeFile(path, 'xterm', false).saveBackground([1, 2, 3]);
  expect(existsSync(path)).toBe(false);
});

test('a folder that cannot be written is no fault', () => {
  const path = join(temporaryFolder(), 'sitedeck');
  writeFileSync(`${path}.file`, '');
  const choices = openChoices(join(`${path}.file`, 'below'), givenIdentity('https://one.example.com'));
  choices.save(chosen);
  expect(() => choices.flush()).not.toThrow();
});

test('what another version added stays, and a choice that reads as nothing known is the default', () => {
  const path = join(temporaryFolder(), 'sitedeck');
  mkdirSync(path);
  const services = {
    logs: {
      ...chosen,
      sortBy: 'colour',
      perPage: 33,
      compareWith: 'moon',
      period: { kind: 'preset', preset: 'x' },
    },
    there: 1,
  };
  writeFileSync(join(path, 'choices.json'), JSON.stringify({ version: 1, services, theme: 'dark' }));
  const choices = openChoices(path, ownIdentity('logs'));
  expect(choices.saved).toEqual({
    ...chosen,
    sortBy: 'id',
    perPage: 'fit',
    period: { kind: 'preset', preset: 'last28' },
    compareWith: 'usual',
  });
  choices.save(chosen);
  choices.flush();
  const written: unknown = JSON.parse(readFileSync(join(path, 'choices.json'), 'utf8'));
  expect(written).toEqual({ version: 1, services: { logs: chosen, there: 1 }, theme: 'dark' });
});

test.each([
  // The default of earlier versions, which nobody has to have chosen.
  [{ baseline: 'previous' }, 'usual'],
  [{}, 'usual'],
  [{ baseline: 'weekdays' }, 'weekdays'],
  [{ baseline: 'none' }, 'none'],
  // What somebody chose since.
  [{ compareWith: 'previous' }, 'previous'],
  [{ baseline: 'year', compareWith: 'previous' }, 'previous'],
])('the comparison saved as %j is %s', (saved, expected) => {
  const path = join(temporaryFolder(), 'sitedeck');
  mkdirSync(path);
  const services = { logs: { ...defaultChoices, compareWith: undefined, ...saved } };
  writeFileSync(join(path, 'choices.json'), JSON.stringify({ version: 1, services }));
  expect(openChoices(path, ownIdentity('logs')).saved.compareWith).toBe(expected);
});

test('the next session starts as this one was left', async () => {
  const path = join(temporaryFolder(), 'sitedeck');
  const choices = openChoices(path, ownIdentity('logs'));
  const { store, api, services } = await storeWith(['a.example.com', 'b.example.com'], { choices });
  await store.getState().websites.load();
  store.getState().websites.sortRows('domain', 'desc');
  store.getState().websites.resize(1);
  store.getState().period.choose({ kind: 'preset', preset: 'last7' });
  store.getState().comparison.choose('weekdays');
  store.getState().overview.toggle();
  await until(store, ({ websites }) => !websites.list.loading);
  choices.flush();
  const saved = openChoices(path, ownIdentity('logs')).saved;
  expect(saved).toEqual({
    sortBy: 'domain',
    sort: 'desc',
    perPage: 10,
    period: { kind: 'preset', preset: 'last7' },
    compareWith: 'weekdays',
    overview: false,
  });
  const { createStore } = await import('#store/createStore.ts');
  const next = createStore(
    { ...services, api, choices: openChoices(path, ownIdentity('logs')) },
    { columns: 80, rows: 24 },
    screenOf,
  );
  await next.getState().websites.load();
  expect(next.getState().websites.rows.map(({ domain }) => domain)).toEqual([
    'b.example.com',
    'a.example.com',
  ]);
  expect(next.getState().websites.perPage).toBe(10);
  expect(next.getState().overview.on).toBe(false);
});

test('the theme is one for all services, the background one for each terminal; what was chosen for a service stays', () => {
  const path = temporaryFolder();
  const choices = openChoices(path, givenIdentity('https://a.example'));
  choices.save({ ...defaultChoices, sortBy: 'change' });
  choices.flush();
  openThemeFile(path, 'xterm').saveTheme('dark');
  openThemeFile(path, 'xterm').saveBackground([1, 2, 3]);
  openThemeFile(path, 'kitty').saveBackground([4, 5, 6]);
  expect(openThemeFile(path, 'xterm')).toMatchObject({ theme: 'dark', background: [1, 2, 3] });
  expect(openThemeFile(path, 'kitty')).toMatchObject({ theme: 'dark', background: [4, 5, 6] });
  expect(openThemeFile(path, 'other').background).toBeUndefined();
  expect(openChoices(path, givenIdentity('https://a.example')).saved.sortBy).toBe('change');
  choices.save(defaultChoices);
  choices.flush();
  expect(openThemeFile(path, 'xterm')).toMatchObject({ theme: 'dark', background: [1, 2, 3] });
});

test('without a file, and in one whose values are nothing known, it is auto without a background', () => {
  const path = temporaryFolder();
  expect(openThemeFile(path, 'xterm')).toMatchObject({ theme: 'auto', background: undefined });
  const broken = {
    theme: 'mauve',
    backgrounds: { xterm: [1, 2], kitty: [1, 2, 300], foot: 'red', rxvt: [7, 8, 9] },
  };
  writeFileSync(join(path, 'choices.json'), JSON.stringify({ version: 1, services: {}, ...broken }));
  expect(openThemeFile(path, 'xterm')).toMatchObject({ theme: 'auto', background: undefined });
  expect(openThemeFile(path, 'kitty').background).toBeUndefined();
  expect(openThemeFile(path, 'foot').background).toBeUndefined();
  expect(openThemeFile(path, 'rxvt').background).toEqual([7, 8, 9]);
  for (const name of ['constructor', '__proto__', 'toString'])
    expect([name, openThemeFile(path, name).background]).toEqual([name, undefined]);
});

test('only the last twenty terminals are kept', () => {
  const path = temporaryFolder();
  for (let number = 0; number < 25; number++)
    openThemeFile(path, `terminal-${number}`).saveBackground([number, 0, 0]);
  expect(openThemeFile(path, 'terminal-4').background).toBeUndefined();
  expect(openThemeFile(path, 'terminal-5').background).toEqual([5, 0, 0]);
  expect(openThemeFile(path, 'terminal-24').background).toEqual([24, 0, 0]);
});

test('what is over is kept beside the other choices, also when two programs end a part', () => {
  const path = temporaryFolder();
  const one = openIntroduction(path);
  const other = openIntroduction(path);
  expect([...(one?.over ?? ['none'])]).toEqual([]);
  openThemeFile(path, 'xterm').saveTheme('dark');
  one?.end('ways');
  other?.end('chart');
  other?.end('chart');
  expect([...(openIntroduction(path)?.over ?? [])]).toEqual(['ways', 'chart']);
  expect(JSON.parse(readFileSync(join(path, 'choices.json'), 'utf8'))).toEqual({
    version: 1,
    services: {},
    theme: 'dark',
    introduced: ['ways', 'chart'],
  });
});

test('a list of parts that is none is an empty one', () => {
  const path = temporaryFolder();
  writeFileSync(join(path, 'choices.json'), '{"version":1,"services":{},"introduced":{"ways":true}}');
  expect(openIntroduction(path)?.over.size).toBe(0);
});
