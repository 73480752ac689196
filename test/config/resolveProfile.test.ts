import { describe, expect, test } from 'vitest';
import {
  findProfile,
  type ProfileChoice,
  type ProfileFile,
  resolveProfile,
} from '#config/profile/profiles.ts';

const file: ProfileFile = {
  version: 1,
  current: 'work',
  profiles: {
    work: { url: 'https://work.example', apiKey: 'k-work', timeZone: 'Asia/Tokyo', readOnly: true },
    bare: { url: 'https://bare.example' },
    logs: { timeZone: 'Europe/Berlin' },
  },
};

const resolve = (env: Record<string, string>, choice: ProfileChoice = {}, stored: ProfileFile = file) =>
  resolveProfile(env, choice, () => stored);
const url = { SITEDECK_URL: 'https://env.example/x', SITEDECK_API_KEY: 'k-env' };

describe('what is used', () => {
  test.each<[string, Record<string, string>, ProfileChoice, string]>([
    ['the current profile', {}, {}, 'work'],
    ['the one the environment names', { SITEDECK_PROFILE: 'logs' }, {}, 'logs'],
    ['the one the option names', { SITEDECK_PROFILE: 'logs' }, { profile: 'demo' }, 'demo'],
    ['the address of the environment', url, {}, 'env.example/x'],
    ['an option before that address', url, { profile: 'work' }, 'work'],
    [
      'the address of the option',
      { SITEDECK_API_KEY: 'k-env' },
      { url: 'https://opt.example' },
      'opt.example',
    ],
  ])('%s', (_, env, choice, name) => {
    expect(resolve(env, choice).name).toBe(name);
  });

  test('with nothing set up, the demo', () => {
    expect(resolve({}, {}, { version: 1, profiles: {} })).toMatchObject({
      name: 'demo',
      connection: { kind: 'demo' },
      readOnly: false,
      isStored: false,
    });
  });

  test('a profile brings its time zone and whether it is read-only, a built-in one too', () => {
    expect(resolve({})).toMatchObject({ timeZone: 'Asia/Tokyo', readOnly: true, isStored: true });
    expect(findProfile(file, 'logs')).toMatchObject({
      timeZone: 'Europe/Berlin',
      connection: { kind: 'logs' },
    });
  });

  test('a file that is not needed is not read', () => {
    const unreadable = () => {
      throw new Error('read');
    };
    expect(resolveProfile(url, {}, unreadable).name).toBe('env.example/x');
  });
});

describe('the key', () => {
  const keyOf = (env: Record<string, string>, choice: ProfileChoice = {}) => {
    const { connection } = resolve(env, choice);
    return connection.kind === 'service' ? connection.apiKey : undefined;
  };

  test('of the environment goes before that of the profile, unless it is for an address of its own', () => {
    expect(keyOf({})).toBe('k-work');
    expect(keyOf({ SITEDECK_API_KEY: ' k-env\n' })).toBe('k-env');
    expect(keyOf({ SITEDECK_API_KEY: 'k-env' }, { profile: 'bare' })).toBe('k-env');
    expect(keyOf(url, { profile: 'work' })).toBe('k-work');
    expect(keyOf(url)).toBe('k-env');
  });
});

test.each<[string, Record<string, string>, ProfileChoice, RegExp]>([
  [
    'an address without a key',
    { SITEDECK_URL: 'https://x.example' },
    {},
    /^SITEDECK_URL is https:\/\/x\.example: set SITEDECK_API_KEY/,
  ],
  [
    'an option without a key',
    {},
    { url: 'https://x.example' },
    /^--url is https:\/\/x\.example: set SITEDECK_API_KEY/,
  ],
  ['two services', { ...url, SITEDECK_PROFILE: 'work' }, {}, /unset one of them/],
  ['two options', {}, { url: 'https://x.example', profile: 'work' }, /give one of them/],
  [
    'a profile that is not there',
    {},
    { profile: 'wrok' },
    /^There is no profile "wrok": choose one of demo, logs, work, bare\. Did you mean work\?$/,
  ],
  ['a name of objects', {}, { profile: 'constructor' }, /^There is no profile "constructor"/],
  ['a profile without a key', {}, { profile: 'bare' }, /^The profile bare has no key/],
  ['a key that cannot be', { ...url, SITEDECK_API_KEY: 'k y' }, {}, /^SITEDECK_API_KEY has characters/],
])('%s is one line that says what to do', (_, env, choice, message) => {
  expect(() => resolve(env, choice)).toThrow(message);
});

test('a key without an address and without profiles says which variable is missing', () => {
  const nothing = { version: 1, profiles: {} } as const;
  expect(() => resolve({ SITEDECK_API_KEY: 'k' }, {}, nothing)).toThrow(/SITEDECK_URL is not: set it/);
});
