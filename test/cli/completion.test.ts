import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import { daysOfLog } from '../helpers/daysOfLog.ts';
import type { Home } from '../helpers/home.ts';
import { apiKey, profilesFile, run, saveProfiles, startService, temporaryHome, today } from './fixture.ts';

const complete = async (options: Parameters<typeof run>[1], ...words: string[]) => {
  const { code, stdout, stderr } = await run(['complete-words', '--', ...words], options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').filter(Boolean);
};

test('completes subcommands, options, values, profiles and domains', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  await service.add('one.example');
  await service.add('other.example');
  const options = { home, env: service.env };
  saveProfiles(home, { work: { url: 'https://work.example', apiKey: 'k' } });
  expect((await complete(options, '')).join(' ')).toMatch(
    /^websites tag note goal view overview compare stats why history year report .* one\.example other\.example$/,
  );
  expect(await complete(options, 'w')).toEqual(['websites', 'why', 'watch']);
  expect(await complete(options, 'websites', 'e')).toEqual(['export']);
  expect(await complete(options, 'stats', '--s')).toEqual(['--search', '--sort-by', '--sort']);
  expect(await complete(options, 'stats', '--sort-by', '')).toEqual(['count', 'value']);
  expect(await complete(options, 'stats', 'one.example', 'page', 'vis')).toEqual([
    'visitors',
    'visitors_hours',
  ]);
  expect(await complete(options, '--profile', '')).toEqual(['demo', 'logs', 'work']);
  expect(await complete(options, 'profile', 'use', 'w')).toEqual(['work']);
  expect(await complete(options, 'report', 'o')).toEqual(['one.example', 'other.example']);
  expect(await complete(options, 'on')).toEqual(['one.example']);
  expect(await complete(options, '--format', 'm')).toEqual(['markdown']);
  expect(await complete(options, 'nonsense', '--x')).toEqual([]);
  expect(await complete(options, 'overview', '--period=t')).toEqual(['--period=today']);
  expect(await complete(options, '--format=')).toEqual(
    ['table', 'json', 'csv', 'markdown', 'line', 'svg'].map(format => `--format=${format}`),
  );
  expect(await complete(options, '--profile=w')).toEqual(['--profile=work']);
  expect(await complete(options, '--profile=demo', 'report', '')).toEqual([]);
  expect(await complete(options, 'overview', '--only-attention=')).toEqual([]);
  expect(await complete(options, 'overview', '--nonsense=')).toEqual([]);
  expect(await complete(options, 'help', 'websites', 'e')).toEqual(['export']);
});

test('domains of a profile come from what was last listed, and one that a shell would run is not among them', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  await service.add('one.example');
  await run(['profile', 'add', 'work', service.url], { home, stdin: apiKey });
  await run(['websites', 'list', '--all'], { home });
  await service.add('two.example');
  expect(await complete({ home }, 'report', '')).toEqual(['one.example']);
  await run(['websites', 'list', '--all'], { home });
  expect(await complete({ home }, 'report', '')).toEqual(['one.example', 'two.example']);
});

describe('the domains that completion knows are kept with what was last seen', () => {
  const sitedeck = async (home: Home, ...args: string[]) => await run(args, { home, stdin: apiKey });
  /** All files that have the domain in them. */
  const filesWith = (home: Home, domain: string) =>
    readdirSync(home.path, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .filter(path => readFileSync(path, 'utf8').includes(domain));
  const prepared = async () => {
    const [service, home] = [await startService(), temporaryHome()];
    await service.add('one.example');
    await sitedeck(home, 'profile', 'add', 'work', service.url);
    const cache = join(home.path, 'cache', 'sitedeck');
    mkdirSync(cache, { recursive: true });
    return { service, home, old: join(cache, 'domains-0123456789abcdef.txt') };
  };

  test.each([
    ['profile', 'forget-cache', 'work'],
    ['profile', 'remove', 'work'],
  ])('and go with %s %s', async (...command) => {
    const { home, old } = await prepared();
    await sitedeck(home, 'websites', 'list', '--all');
    expect(filesWith(home, 'one.example')).toHaveLength(1);
    // Of an earlier version.
    writeFileSync(old, 'one.example\n');
    expect((await sitedeck(home, ...command)).code).toBe(0);
    expect(filesWith(home, 'one.example')).toEqual([]);
  });

  test('and are not kept of a profile with "cache": "off", nor of a service that only the environment names', async () => {
    const { service, home, old } = await prepared();
    const profiles = profilesFile(home);
    const file = JSON.parse(readFileSync(profiles, 'utf8'));
    file.profiles.work.cache = 'off';
    writeFileSync(profiles, JSON.stringify(file));
    writeFileSync(old, 'one.example\n');
    for (const env of [{}, service.env]) {
      await run(['websites', 'list', '--all'], { home, env });
      expect(await complete({ home, env }, 'report', '')).toEqual(['one.example']);
      expect(filesWith(home, 'one.example')).toEqual([]);
    }
  });

  test('and are never those of another key', async () => {
    const { service, home } = await prepared();
    await sitedeck(home, 'websites', 'list', '--all');
    await service.add('two.example');
    const env = { SITEDECK_API_KEY: 'another' };
    expect(await complete({ home, env }, 'report', '')).toEqual([]);
    expect(await complete({ home }, 'report', '')).toEqual(['one.example']);
  });
});

test('pressing Tab with nothing set up makes no demo and says nothing', async () => {
  const home = temporaryHome();
  expect(await complete({ home }, 'report', '')).toEqual([]);
  expect(existsSync(join(home.path, 'data'))).toBe(false);
});

test.each(['bash', 'zsh', 'fish'])('completion %s prints a script', async shell => {
  const { code, stdout } = await run(['completion', shell]);
  expect(code).toBe(0);
  expect(stdout).toContain('sitedeck complete-words --described --');
});

test('words are described behind a tab where a shell asks for that', async () => {
  const { stdout } = await run(['complete-words', '--described', '--', 'websites', 'e']);
  expect(stdout).toBe('export\tprint the settings of all websites as YAML, without passwords\n');
  const options = await run(['complete-words', '--described', '--', 'serve', '--po']);
  expect(options.stdout).toBe('--port\t0 takes any free one\n');
  const values = await run(['complete-words', '--described', '--', 'completion', '']);
  expect(values.stdout).toBe('bash\nzsh\nfish\n');
  const statistics = await run(['complete-words', '--described', '--', 'stats', 'a.example.com', 'land']);
  expect(statistics.stdout).toBe('landing_page\tLanding pages\n');
});

test('values of a condition are completed behind is, is not and contains', async () => {
  const home = temporaryHome();
  const hours = Array.from({ length: 24 }, () => 1);
  writeFileSync(join(home.path, 'access.log'), daysOfLog([{ day: addDays(today, -1), hours }]));
  expect((await run(['import', 'one.example', 'access.log'], { home })).code).toBe(0);
  const values = async (typed: string) =>
    await complete({ home }, '--profile', 'logs', 'stats', 'one.example', 'page', '--where', typed);
  expect(await values('os=')).toEqual(['os=Linux']);
  expect(await values('os!=Lin')).toEqual(['os!=Linux']);
  expect(await values('page~')).toEqual(['page~/']);
  expect(await values('weekday!=Mo')).toEqual(['weekday!=Monday']);
});

test('values are completed in whatever case and with what a shell has to quote, without what it would run even so', async () => {
  const home = temporaryHome();
  const hours = Array.from({ length: 24 }, () => 1);
  const [line = ''] = daysOfLog([{ day: addDays(today, -1), hours }]).split('\n');
  const paths = [
    '/caf%C3%A9',
    '/it%27s',
    '/q?x=1&y=2',
    '/$(id)',
    '/`id`',
    '/Blog',
    String.raw`/a\\b`,
    '/plain',
  ];
  const log = paths.map(path => line.replace(/"GET \S+/, () => `"GET ${path}`)).join('\n');
  writeFileSync(join(home.path, 'access.log'), `${log}\n`);
  expect((await run(['import', 'one.example', 'access.log'], { home })).code).toBe(0);
  const values = async (typed: string) =>
    await complete({ home }, '--profile', 'logs', 'stats', 'one.example', 'page', '--where', typed);
  expect((await values('page=/')).toSorted()).toEqual(
    ['/Blog', '/caf%C3%A9', '/it%27s', '/plain', '/q?x=1&y=2'].map(path => `page=${path}`),
  );
  expect(await values('page=/b')).toEqual(['page=/Blog']);
  expect(await values('os=l')).toEqual(['os=Linux']);
});
