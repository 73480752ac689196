import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { html, json } from '../helpers/faultAnswers.ts';
import type { Answer } from '../helpers/faultServer.ts';
import type { Home } from '../helpers/home.ts';
import {
  apiKey,
  errorLine,
  profilesFile,
  refusal,
  run,
  startFaulty,
  startService,
  temporaryHome,
  type Ran,
} from './fixture.ts';

const folderOf = (home: Home) => join(home.path, 'config', 'sitedeck');

function writeProfiles(home: Home, content: unknown, mode = 0o600): string {
  mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(profilesFile(home), text, { mode });
  chmodSync(profilesFile(home), mode);
  return text;
}

const readProfiles = (home: Home) => JSON.parse(readFileSync(profilesFile(home), 'utf8'));

test('profile add tests the service, saves it for its owner alone, and uses the first one', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  await service.add('one.example');
  const added = await run(
    ['profile', 'add', 'work', `${service.url}/api/v1/`, '--time-zone', 'Europe/Berlin'],
    {
      home,
      stdin: `${apiKey}\n`,
    },
  );
  expect(added).toEqual({
    code: 0,
    stdout: '',
    stderr: `Found phpAnalytics at ${service.url}.\nSaved work: ${service.url} answers and takes the key, 1 website.\nIt is used from now on.\n`,
  });
  expect(statSync(profilesFile(home)).mode & 0o777).toBe(0o600);
  expect(statSync(folderOf(home)).mode & 0o777).toBe(0o700);
  expect(readdirSync(folderOf(home))).toEqual(['profiles.json', 'profiles.json.lock']);
  expect(readProfiles(home)).toEqual({
    version: 1,
    current: 'work',
    profiles: { work: { url: service.url, apiKey, timeZone: 'Europe/Berlin' } },
  });
  const list = await run(['websites', 'list', '--json'], { home });
  expect(JSON.parse(list.stdout).rows).toMatchObject([{ domain: 'one.example' }]);
  const profiles = await run(['profile', 'list', '--format', 'csv'], { home });
  expect(profiles.stdout).toBe(
    [
      'name,current,kind,url,key,time_zone,read_only',
      'demo,false,demo,,,UTC,false',
      'logs,false,logs,,,UTC,false',
      `work,true,service,${service.url},file,Europe/Berlin,false`,
      '',
    ].join('\n'),
  );
});

test('profile remove and forget-cache take what was seen of a profile there is, and nothing else', async () => {
  const home = temporaryHome();
  const data = join(home.path, 'data');
  const seen = (profile: string) => join(data, 'sitedeck', 'seen', profile);
  const files = [
    join(data, 'another'),
    join(data, 'sitedeck', 'sites.sqlite'),
    join(seen('work'), 'list.json'),
  ];
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'x');
  }
  writeProfiles(home, { version: 1, profiles: { work: { url: 'https://one.example', apiKey } } });
  for (const name of ['..', '../..', '.', '', 'work/..', 'home'])
    for (const command of ['remove', 'forget-cache'])
      expect([name, command, (await run(['profile', command, '--', name], { home })).code]).toEqual([
        name,
        command,
        2,
      ]);
  expect(files.map(file => existsSync(file))).toEqual([true, true, true]);
  expect((await run(['profile', 'forget-cache', 'work'], { home })).code).toBe(0);
  expect(existsSync(seen('work'))).toBe(false);
  mkdirSync(seen('work'));
  expect((await run(['profile', 'remove', 'work'], { home })).code).toBe(0);
  expect(existsSync(seen('work'))).toBe(false);
  expect(files.slice(0, 2).map(file => existsSync(file))).toEqual([true, true]);
});

test('profile use and remove', async () => {
  const home = temporaryHome();
  const work = { url: 'https://work.example', apiKey: 'k-work' };
  writeProfiles(home, {
    version: 1,
    current: 'work',
    kept: 'by others',
    profiles: { work, demo: { readOnly: true } },
  });
  expect((await run(['profile', 'use', 'logs'], { home })).stderr).toBe('logs is used from now on.\n');
  expect(readProfiles(home)).toMatchObject({ current: 'logs', kept: 'by others' });
  await run(['profile', 'use', 'work'], { home });
  expect((await run(['profile', 'remove', 'work'], { home })).code).toBe(0);
  expect(readProfiles(home)).toEqual({
    version: 1,
    kept: 'by others',
    profiles: { demo: { readOnly: true } },
  });
});

test('a name that is taken is replaced only with --replace; --read-only stays with the profile', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  const args = ['profile', 'add', 'work', service.url];
  await run(args, { home, stdin: apiKey });
  expect(errorLine(await run(args, { home, stdin: apiKey }))).toContain('add --replace');
  expect((await run([...args, '--replace', '--read-only'], { home, stdin: apiKey })).code).toBe(0);
  expect(refusal(await run(['websites', 'create', 'one.example'], { home }))).toContain('work is read-only');
});

test('profiles added at the same moment are all kept', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(names.map(name => run(['profile', 'add', name, service.url], { home, stdin: apiKey })));
  expect(Object.keys(readProfiles(home).profiles).sort()).toEqual(names);
  expect(readdirSync(folderOf(home))).toEqual(['profiles.json', 'profiles.json.lock']);
});

test('a file that is a link is written where it leads', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  const real = join(home.path, 'dotfiles.json');
  writeFileSync(real, '{"version":1,"profiles":{}}', { mode: 0o600 });
  mkdirSync(folderOf(home), { recursive: true });
  symlinkSync(real, profilesFile(home));
  await run(['profile', 'add', 'work', service.url], { home, stdin: apiKey });
  expect(JSON.parse(readFileSync(real, 'utf8')).profiles).toHaveProperty('work');
});

test.each<[what: string, answer: Answer | undefined, addressOf: (url: string) => string, words: RegExp]>([
  ['no such host', undefined, () => 'https://no-such-host.invalid', /no-such-host\.invalid/],
  [
    'a host that refuses',
    undefined,
    () => 'http://127.0.0.1:9',
    /: 127\.0\.0\.1:9 refuses the connection: is the service running there\? Nothing was saved\.$/,
  ],
  [
    'no encryption',
    html(),
    url => url.replace('http:', 'https:'),
    /does it speak https\? Nothing was saved\.$/,
  ],
  ['another program', html(), url => url, /A web page answers, not the service/],
  [
    'another key',
    json({ message: `Unauthenticated: ${apiKey}` }, 401),
    url => url,
    /^sitedeck: The service does not accept the API key\. It says: Unauthenticated: \*\*\*\. Nothing was saved\.$/,
  ],
])('a connection that does not work is named and not saved: %s', async (_, answer, addressOf, words) => {
  const [{ server }, home] = [await startFaulty(answer), temporaryHome()];
  const ran = await run(['profile', 'add', 'work', addressOf(server.url)], { home, stdin: apiKey });
  expect(ran).toMatchObject({ code: 3, stdout: '' });
  expect(ran.stderr).not.toContain(apiKey);
  expect(existsSync(profilesFile(home))).toBe(false);
  expect(ran.stderr.split('\n').at(-2)).toMatch(words);
});

describe('a file that cannot be used is told and left as it is', () => {
  const key = 'k-very-secret';
  const work = { url: 'https://work.example', apiKey: key };
  test.each([
    ['others can read it', { version: 1, profiles: { work } }, 0o644, /run {2}chmod 600 \S+profiles\.json$/],
    ['a newer one', { version: 7, profiles: {}, secret: key }, 0o600, /newer Sitedeck \(version 7\)/],
    ['no JSON', `{"version": 1, "apiKey": "${key}",`, 0o600, /is not valid JSON/],
    [
      'a wrong field',
      { version: 1, profiles: { work: { ...work, url: 7 } } },
      0o600,
      /profiles\.work\.url must be text/,
    ],
    ['no url', { version: 1, profiles: { work: { apiKey: key } } }, 0o600, /the profile work has no url/],
    [
      'two keys',
      { version: 1, profiles: { work: { ...work, apiKeyCommand: 'x' } } },
      0o600,
      /both apiKey and/,
    ],
    ['a zone', { version: 1, profiles: { work: { ...work, timeZone: 'Mars' } } }, 0o600, /is no time zone/],
    ['a name', { version: 1, profiles: { 'a b': work } }, 0o600, /has a name that cannot be used/],
  ] as const)('%s', async (_, content, mode, message) => {
    const [service, home] = [await startService(), temporaryHome()];
    const before = writeProfiles(home, content, mode);
    for (const args of [
      ['websites', 'list'],
      ['profile', 'use', 'demo'],
      ['profile', 'add', 'new', service.url],
    ]) {
      const refused = await run(args, { home, stdin: apiKey });
      expect(refusal(refused)).toMatch(message);
      expect(refused.stderr).not.toContain(key);
    }
    expect(readFileSync(profilesFile(home), 'utf8')).toBe(before);
  });
});

describe('which profile', () => {
  test('an option goes before the environment, that before the file', async () => {
    const [one, two, home] = [await startService(), await startService(), temporaryHome()];
    await one.add('one.example');
    await two.add('two.example');
    writeProfiles(home, {
      version: 1,
      current: 'one',
      profiles: { one: { url: one.url, apiKey }, two: { url: two.url, apiKey } },
    });
    const domain = async (env: Record<string, string>, ...args: string[]) =>
      JSON.parse((await run([...args, 'websites', 'list', '--json'], { home, env })).stdout).rows[0].domain;
    expect(await domain({})).toBe('one.example');
    expect(await domain({ SITEDECK_PROFILE: 'two' })).toBe('two.example');
    expect(await domain({ SITEDECK_URL: two.url, SITEDECK_API_KEY: apiKey })).toBe('two.example');
    expect(await domain({ SITEDECK_URL: two.url, SITEDECK_API_KEY: apiKey }, '--profile', 'one')).toBe(
      'one.example',
    );
    expect(await domain({ SITEDECK_API_KEY: apiKey }, '--url', two.url)).toBe('two.example');
  });

  test('the key of a profile goes to no address but its own', async () => {
    const home = temporaryHome();
    const { server } = await startFaulty();
    writeProfiles(home, {
      version: 1,
      current: 'one',
      profiles: { one: { url: 'https://x.example', apiKey } },
    });
    const ran = await run(['--url', server.url, 'websites', 'list'], { home });
    expect(refusal(ran)).toContain('set SITEDECK_API_KEY');
    expect(server.requests).toEqual([]);
  });
});

describe('apiKeyCommand', () => {
  const list = async (home: Home, command: string, url: string) => {
    writeProfiles(home, { version: 1, current: 'work', profiles: { work: { url, apiKeyCommand: command } } });
    return await run(['websites', 'list', '--json'], { home });
  };

  test('is run by the shell and gives the key', async () => {
    const [service, home] = [await startService(), temporaryHome()];
    const command = `printf '%s\\n' "\${PREFIX}${apiKey}" | cat`;
    expect((await list(home, command, service.url)).code).toBe(0);
    const added = await run(['profile', 'add', 'more', service.url, '--key-command', `echo ${apiKey}`], {
      home,
    });
    expect(added.code).toBe(0);
    expect(readProfiles(home).profiles.more).toEqual({ url: service.url, apiKeyCommand: `echo ${apiKey}` });
  });

  test.each([
    ['fails', 'echo k-secret; echo "locked: k-secret" >&2; exit 7', 'failed with 7: locked: ***'],
    ['prints nothing', 'true', 'printed nothing'],
    ['prints several lines', 'echo k-secret; echo user', 'printed several lines'],
  ])('that %s is told in one line without the key', async (_, command, told) => {
    const [service, home] = [await startService(), temporaryHome()];
    const ran = await list(home, command, service.url);
    expect(refusal(ran, 3)).toContain(told);
    expect(ran.stderr).not.toContain('k-secret');
  });
});

test('plain http to another machine is warned of', async () => {
  const ran = await run(['websites', 'list'], {
    env: { SITEDECK_URL: 'http://no-such-host.invalid', SITEDECK_API_KEY: apiKey },
  });
  expect(ran.code).toBe(3);
  expect(ran.stderr).toContain('warning: over http:// your API key can be read on its way: use https://.');
});

test('--debug writes the requests and never the key', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  const log = join(home.path, 'debug.log');
  await run(['--debug', log, 'websites', 'list', '--search', apiKey], { home, env: service.env });
  const text = readFileSync(log, 'utf8');
  expect(text).toMatch(
    /^\d{4}-\S+Z GET http:\S+\/api\/v1\/websites\?search=\*\*\*&search_by=domain 200 \d+ ms\n$/,
  );
  expect(statSync(log).mode & 0o777).toBe(0o600);
  const nowhere = await run(['--debug', '/no/such/folder/x', 'websites', 'list'], { home, env: service.env });
  expect(nowhere.code).toBe(2);
});

test('a password in an address that was written by hand is never shown, whatever is asked', async () => {
  const home = temporaryHome();
  const url = 'https://me:hunter2@stats.example.com/?token=hunter2';
  writeProfiles(home, { version: 1, current: 'work', profiles: { work: { url, apiKey } } });
  const asked = [
    ['profile', 'list'],
    ['profile', 'list', '--format', 'json'],
    ['websites', 'list'],
    ['overview'],
    ['profile', 'use', 'work'],
    ['profile', 'add', 'other', url],
    ['--url', url, 'websites', 'list'],
    ['serve', '--url', url],
    ['completion', 'bash'],
  ];
  const all: Ran[] = [];
  for (const args of asked) all.push(await run(args, { home, stdin: `${apiKey}\n` }));
  all.push(await run(['websites', 'list'], { env: { SITEDECK_URL: url } }));
  all.push(await run(['websites', 'list'], { env: { SITEDECK_URL: url, SITEDECK_API_KEY: apiKey } }));
  expect(all.filter(({ stdout, stderr }) => `${stdout}${stderr}`.includes('hunter2'))).toEqual([]);
  expect(all[0]?.stdout).toContain('https://***@stats.example.com');
});
