import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Home } from '../helpers/home.ts';
import { listenLocally } from '../helpers/listenLocally.ts';
import { exampleSeed } from '../helpers/umami/example.ts';
import { startUmami, type UmamiServer } from '../helpers/umami/server.ts';
import { apiKey, errorLine, profilesFile, refusal, run, startService, temporaryHome } from './fixture.ts';

const password = 'correct horse battery';
const tokyo = ['--user', 'anna', '--time-zone', 'Asia/Tokyo', '--read-only'];

async function umami(): Promise<UmamiServer> {
  const server = await startUmami(exampleSeed);
  return server;
}

const profilesIn = (home: Home) => JSON.parse(readFileSync(profilesFile(home), 'utf8')).profiles;

test('profile add finds Umami, signs in with --user and the password of stdin, and keeps the token alone', async () => {
  const [server, home] = [await umami(), temporaryHome()];
  const args = ['profile', 'add', 'work', `${server.url}/`, '--user', 'anna', '--time-zone', 'Europe/Berlin'];
  const added = await run(args, { home, stdin: `${password}\n` });
  expect(added).toEqual({
    code: 0,
    stdout: '',
    stderr: `Found Umami at ${server.url}.\nSaved work: ${server.url} answers and takes the name and password, 3 websites.\nIt is used from now on.\n`,
  });
  const [token] = server.world.tokens.keys();
  expect(profilesIn(home)).toEqual({
    work: { kind: 'umami', url: server.url, apiKey: token, timeZone: 'Europe/Berlin' },
  });
  expect(readFileSync(profilesFile(home), 'utf8')).not.toContain(password);
  expect(statSync(profilesFile(home)).mode & 0o777).toBe(0o600);
  const list = await run(['websites', 'list', '--json'], { home });
  expect(JSON.parse(list.stdout).rows.map(({ domain }: { domain: string }) => domain)).toEqual(
    expect.arrayContaining(['shop.example', 'quiet.example', 'team.example']),
  );
  // Signed in once: the token was kept.
  expect(server.asked.filter(({ path }) => path === '/api/auth/login')).toHaveLength(1);
  const profiles = await run(['profile', 'list', '--format', 'csv'], { home });
  expect(profiles.stdout).toContain(`work,true,umami,${server.url},file,Europe/Berlin,false`);
});

test('which service answers is found out with one request of each kind, none of which has a key or changes anything', async () => {
  const [server, service, home] = [await umami(), await startService(), temporaryHome()];
  await run(['profile', 'add', 'one', server.url], { home, stdin: server.tokenOf('anna') });
  const before = server.asked.filter(({ headers }) => headers.authorization === undefined);
  expect(before.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /api/heartbeat',
    'GET /api/v0/me',
    'GET /api/v1/websites',
  ]);
  const other = await run(['profile', 'add', 'two', service.url], { home, stdin: apiKey });
  expect(other.stderr).toContain(`Found phpAnalytics at ${service.url}.`);
  expect(profilesIn(home)).toMatchObject({ one: { kind: 'umami' }, two: { url: service.url } });
  expect(profilesIn(home).two).not.toHaveProperty('kind');
});

test('--kind takes an address as one of that kind, whatever answers', async () => {
  const [server, home] = [await umami(), temporaryHome()];
  server.faultWith(({ path }) => (path === '/api/heartbeat' ? { status: 404 } : undefined));
  const args = ['profile', 'add', 'work', server.url, '--user', 'anna'];
  const unknown = await run(args, { home, stdin: password });
  expect(unknown).toMatchObject({ code: 3 });
  expect(unknown.stderr).toContain('check the address. Nothing was saved.');
  const forced = await run([...args, '--kind', 'umami'], { home, stdin: password });
  expect(forced.code).toBe(0);
  expect((await run([...args, '--kind', 'matomo'], { home, stdin: password })).code).toBe(2);
});

test('an address pasted from a page leads to its host; what stands behind its ? or # is left out, and behind that of a share link', async () => {
  const [server, home] = [await umami(), temporaryHome()];
  const page = `${server.url}/websites/12345678-1234-4234-8234-123456789abc`;
  for (const [name, pasted] of [
    ['page', page],
    ['query', `${page}?date=7day#top`],
  ] as const) {
    const added = await run(['profile', 'add', name, pasted, '--user', 'anna'], { home, stdin: password });
    expect(added.stderr).toContain(`Found Umami at ${server.url}.`);
  }
  const shared = await run(['profile', 'add', 'shared', `${server.url}/share/quietShare1?date=1`], { home });
  expect(shared.stderr).toContain(`Saved shared: ${server.url} answers and takes the share link, 1 website.`);
  const { url } = server;
  expect(profilesIn(home)).toMatchObject({ page: { url }, query: { url }, shared: { url } });
});

test('a wrong password is told in one line, without it, and nothing is saved', async () => {
  const [server, home] = [await umami(), temporaryHome()];
  const log = join(home.path, 'debug.log');
  const args = ['profile', 'add', 'work', server.url, '--user', 'anna', '--debug', log];
  const refused = await run(args, { home, stdin: 'wrong horse\n' });
  expect(refused).toMatchObject({ code: 3, stdout: '' });
  expect(refused.stderr.split('\n').at(-2)).toBe(
    'sitedeck: Umami does not accept this name and password. Nothing was saved.',
  );
  expect(() => statSync(profilesFile(home))).toThrow('ENOENT');
  const written = readFileSync(log, 'utf8');
  expect(written).toContain('POST');
  expect(`${written}${refused.stderr}`).not.toContain('wrong horse');
});

test('--user is refused for a service of keys', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  const refused = await run(['profile', 'add', 'work', service.url, '--user', 'anna'], { home, stdin: 'x' });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('phpAnalytics takes an API key, not a name and a password');
});

test('a share link needs nothing more, shows its website and is read-only by itself', async () => {
  const [server, home] = [await umami(), temporaryHome()];
  const link = `${server.url}/share/quietShare1/quiet.example`;
  const added = await run(['profile', 'add', 'shared', link], { home });
  expect(added.stderr).toContain(`Saved shared: ${server.url} answers and takes the share link, 1 website.`);
  expect(profilesIn(home).shared).toMatchObject({ kind: 'umami', url: server.url, readOnly: true });
  const list = await run(['websites', 'list', '--format', 'csv'], { home });
  expect(list.stdout).toContain('quiet.example');
  expect(list.stdout).not.toContain('shop.example');
  expect(refusal(await run(['websites', 'create', 'new.example'], { home }))).toContain(
    'shared is read-only',
  );
});

test('the password goes to no other host: a redirect is not followed', async () => {
  const [server, home] = [await umami(), temporaryHome()];
  const heard: string[] = [];
  const elsewhere = await listenLocally(
    createServer((request, response) => {
      heard.push(request.url ?? '');
      response.end('{}');
    }),
  );
  const front = await listenLocally(
    createServer((request, response) => {
      const isLogin = request.url === '/api/auth/login';
      const to = isLogin ? elsewhere.url : server.url;
      if (isLogin) return response.writeHead(307, { location: `${to}/api/auth/login` }).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    }),
  );
  onTestFinished(() => elsewhere.close());
  onTestFinished(() => front.close());
  const args = ['profile', 'add', 'work', front.url, '--kind', 'umami', '--user', 'anna'];
  const ran = await run(args, { home, stdin: password });
  expect(ran.code).toBe(3);
  expect(ran.stderr).toContain('leads elsewhere');
  expect(ran.stderr).not.toContain(password);
  expect(heard).toEqual([]);
});

test('the environment: an address with a name and a password, or with a token', async () => {
  const server = await umami();
  const list = async (env: Record<string, string>) =>
    await run(['websites', 'list', '--format', 'csv'], { env: { SITEDECK_URL: server.url, ...env } });
  const signedIn = await list({ SITEDECK_USER: 'anna', SITEDECK_PASSWORD: password });
  expect(signedIn).toMatchObject({ code: 0, stderr: '' });
  expect(signedIn.stdout).toContain('shop.example');
  const byToken = await list({ SITEDECK_API_KEY: server.tokenOf('anna') });
  expect(byToken).toMatchObject({ code: 0, stderr: '', stdout: signedIn.stdout });

  expect(refusal(await list({ SITEDECK_USER: 'anna', SITEDECK_PASSWORD: 'wrong horse' }), 3)).toBe(
    'sitedeck: Umami does not accept this name and password. Check SITEDECK_USER and SITEDECK_PASSWORD.',
  );
  expect(refusal(await list({ SITEDECK_API_KEY: 'nonsense' }), 3)).toContain('Check SITEDECK_API_KEY.');
  expect(refusal(await list({ SITEDECK_USER: 'anna' }))).toBe(
    'sitedeck: SITEDECK_USER is set, SITEDECK_PASSWORD is not: set both, or neither.',
  );
});

test('a token that is not taken any more: one line that says what to do, and the exit code of a refused key', async () => {
  const [server, home] = [await umami(), temporaryHome()];
  const added = ['profile', 'add', 'work', server.url, ...tokyo];
  await run(added, { home, stdin: password });
  const before = profilesIn(home).work;
  server.endTokens();
  expect(refusal(await run(['websites', 'list'], { home }), 3)).toBe(
    'sitedeck: Umami does not accept the sign-in any more. Sign in again:  sitedeck profile sign-in work',
  );
  expect(
    refusal(await run(['profile', 'sign-in', 'work', '--user', 'anna'], { home, stdin: 'wrong horse' }), 3),
  ).toBe('sitedeck: Umami does not accept this name and password. Nothing was saved.');
  expect(profilesIn(home).work).toEqual(before);
  const again = await run(['profile', 'sign-in', 'work', '--user', 'anna'], { home, stdin: password });
  expect(again).toEqual({
    code: 0,
    stdout: '',
    stderr: `Saved work: ${server.url} answers and takes the name and password, 3 websites.\n`,
  });
  const [token] = server.world.tokens.keys();
  expect(profilesIn(home).work).toEqual({ ...before, apiKey: token });
  expect((await run(['websites', 'list'], { home })).code).toBe(0);
});

test('a profile that is replaced keeps what it is not told, and says so: one that is read-only stays so', async () => {
  const [server, other, home] = [await umami(), await startService(), temporaryHome()];
  const first = ['profile', 'add', 'work', server.url, ...tokyo];
  await run(first, { home, stdin: password });
  const file = JSON.parse(readFileSync(profilesFile(home), 'utf8'));
  file.profiles.work = { ...file.profiles.work, cache: 'off', note: 'mine' };
  writeFileSync(profilesFile(home), JSON.stringify(file), { mode: 0o600 });
  const replace = async (args: readonly string[], stdin: string) =>
    await run(['profile', 'add', 'work', ...args, '--replace'], { home, stdin });
  const same = await replace([server.url, '--user', 'anna'], password);
  expect(same.stderr).toContain('It keeps its time zone Asia/Tokyo, and stays read-only.');
  const apiKeyNow = [...server.world.tokens.keys()].at(-1);
  expect(profilesIn(home).work).toEqual({ ...file.profiles.work, apiKey: apiKeyNow });
  const moved = await replace([other.url, '--time-zone', 'Europe/Berlin'], apiKey);
  expect(moved.stderr).toContain('It stays read-only.');
  expect(profilesIn(home).work).toEqual({
    url: other.url,
    apiKey,
    timeZone: 'Europe/Berlin',
    readOnly: true,
    cache: 'off',
    note: 'mine',
  });
  const byCommand = await run(['profile', 'sign-in', 'work', '--key-command', `echo ${apiKey}`], { home });
  expect(byCommand.code).toBe(0);
  expect(profilesIn(home).work).toMatchObject({ apiKeyCommand: `echo ${apiKey}`, readOnly: true });
  expect(profilesIn(home).work).not.toHaveProperty('apiKey');
});

test('profile sign-in: what has no key to give is one line', async () => {
  const home = temporaryHome();
  const signIn = async (name: string) => await run(['profile', 'sign-in', name], { home, stdin: 'x' });
  expect(errorLine(await signIn('demo'))).toContain('demo is built in and needs no key.');
  expect(errorLine(await signIn('nobody'))).toContain('There is no profile "nobody"');
});

test('a password that is piped in without --user is told so', async () => {
  const [server, home] = [await umami(), temporaryHome()];
  for (const stdin of [password, password.replaceAll(' ', '-')]) {
    const refused = await run(['profile', 'add', 'work', server.url], { home, stdin });
    expect(refused.code).toBe(3);
    expect(refused.stderr.split('\n').at(-2)).toBe(
      'sitedeck: Umami does not accept this API key or token. Where it is a password, say whose: --user NAME. Nothing was saved.',
    );
  }
});

test('a share link that was removed: another one is needed, nobody can sign in again', async () => {
  const [server, home] = [await umami(), temporaryHome()];
  await run(['profile', 'add', 'shared', `${server.url}/share/quietShare1`], { home });
  server.world.shares.splice(0);
  expect(refusal(await run(['websites', 'list'], { home }), 3)).toBe(
    'sitedeck: Umami does not know this share link: it may have been removed. With another one:  sitedeck profile add shared LINK --replace',
  );
});

test('--debug writes neither the part of a share link that is secret nor the token that it stands for', async () => {
  const slug = 'Open-slug_16abcd';
  const server = await startUmami({
    ...exampleSeed,
    websites: exampleSeed.websites.map((one, index) => (index === 0 ? { ...one, share: slug } : one)),
  });
  const home = temporaryHome();
  await run(['profile', 'add', 'open', `${server.url}/share/${slug}`], { home });
  const file = join(home.path, 'requests.log');
  expect((await run(['websites', 'list', '--debug', file], { home })).code).toBe(0);
  const lines = readFileSync(file, 'utf8');
  expect(lines).toContain(`GET ${server.url}/api/share/*** 200`);
  expect(lines).not.toContain(slug);
});

test('a service that is unknown is found out once, and a name and a password only ask those that take them', async () => {
  const [server, home] = [await umami(), temporaryHome()];
  const user = { SITEDECK_USER: 'anna', SITEDECK_PASSWORD: password };
  const asked = async (url: string) => {
    const before = server.asked.length;
    const { code } = await run(['websites', 'list'], { home, env: { SITEDECK_URL: url, ...user } });
    expect(code).toBe(0);
    const paths = server.asked.slice(before).map(({ path }) => path);
    return paths.slice(0, paths.indexOf('/api/auth/login'));
  };
  expect(await asked(server.url)).toEqual(['/api/heartbeat']);
  // The address of a page of it.
  const page = `${server.url}/websites/abc`;
  expect(await asked(page)).toEqual(['/websites/abc/api/heartbeat', '/api/heartbeat']);
});

test('where a service answers that takes a key, a name and a password say so in one line', async () => {
  const service = await startService();
  const user = { SITEDECK_USER: 'anna', SITEDECK_PASSWORD: password };
  expect(refusal(await run(['websites', 'list'], { env: { SITEDECK_URL: service.url, ...user } }), 3)).toBe(
    'sitedeck: No service that takes a name and a password answers at this address. For one that takes a key set SITEDECK_API_KEY instead.',
  );
});
