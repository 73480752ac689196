import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { screenOf } from '#commands/registry.ts';
import { defaultChoices, forgetChoices, openChoices } from '#config/choices.ts';
import type { ServiceIdentity } from '#config/serviceIdentity.ts';
import { ConfigError } from '#model/failure.ts';
import type { SavedChoices } from '#model/service/query.ts';
import { givenIdentity, ownIdentity, storedIdentity } from '../helpers/serviceIdentity.ts';
import { storeWith, until } from '../helpers/storeFixture.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sitedeck-choices-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return join(path, 'sitedeck');
}

const chosen: SavedChoices = {
  sortBy: 'change',
  sort: 'asc',
  perPage: 100,
  period: { kind: 'range', from: '2026-01-01', to: '2026-01-31' },
  baseline: 'none',
  overview: false,
};

test('choices of each service by themselves, private, and written as a whole', () => {
  const path = folder();
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
  const path = folder();
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
  const path = folder();
  for (const isThere of [
    () => false,
    () => {
      throw new ConfigError('profiles.json is not valid JSON');
    },
  ]) {
    const choices = openChoices(path, storedIdentity('work'), isThere);
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
  const path = folder();
  mkdirSync(path);
  writeFileSync(join(path, 'choices.json'), text);
  const choices = openChoices(path, givenIdentity('https://one.example.com'));
  expect(choices.saved).toEqual(defaultChoices);
  choices.save(chosen);
  choices.flush();
  expect(readFileSync(join(path, 'choices.json'), 'utf8')).toBe(text);
});

test('a folder that cannot be written is no fault', () => {
  const path = folder();
  mkdirSync(path);
  chmodSync(path, 0o500);
  writeFileSync(`${path}.file`, '');
  const choices = openChoices(join(`${path}.file`, 'below'), givenIdentity('https://one.example.com'));
  choices.save(chosen);
  expect(() => choices.flush()).not.toThrow();
});

test('what another version added stays, and a choice that reads as nothing known is the default', () => {
  const path = folder();
  mkdirSync(path);
  const services = {
    logs: {
      ...chosen,
      sortBy: 'colour',
      perPage: 33,
      baseline: 'moon',
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
    baseline: 'previous',
  });
  choices.save(chosen);
  choices.flush();
  const written: unknown = JSON.parse(readFileSync(join(path, 'choices.json'), 'utf8'));
  expect(written).toEqual({ version: 1, services: { logs: chosen, there: 1 }, theme: 'dark' });
});

test('the next session starts as this one was left', async () => {
  const path = folder();
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
    baseline: 'weekdays',
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
