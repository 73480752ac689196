import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { Home } from '../helpers/home.ts';
import { apiKey, errorLine, refusal, run, start, temporaryHome, type RunOptions } from './fixture.ts';

/** Serves on a free port; gives its address, all it says, and the way to end it. */
async function serve(args: readonly string[], options: RunOptions) {
  const child = start(['serve', '--port', '0', ...args], options);
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  while (!said.includes('curl')) {
    if (child.exitCode !== null) throw new Error(said);
    await Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
  }
  const url = /http:\/\/\S+:\d+/.exec(said)?.[0] ?? '';
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return { url, end, said: () => said };
}

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const keyFile = (home: Home) => join(home.path, 'config', 'sitedeck', 'serve-key');

test('makes a key once, keeps it private, and never prints it; the curl line it shows works', async () => {
  const home = temporaryHome();
  const first = await serve([], { home });
  const key = readFileSync(keyFile(home), 'utf8').trim();
  expect(key.length).toBeGreaterThan(20);
  expect(statSync(keyFile(home)).mode & 0o777).toBe(0o600);
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(first.said()).not.toContain(key);
  const line =
    first
      .said()
      .split('\n')
      .find(text => text.includes('curl')) ?? '';
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', line.replace('curl', 'curl -s')]);
  expect(JSON.parse(stdout)).toMatchObject({ data: [] });
  expect((await fetch(`${first.url}/api/v1/websites`)).status).toBe(401);
  expect(await first.end('SIGTERM')).toBe(0);
  const second = await serve([], { home });
  expect((await fetch(`${second.url}/api/v1/websites`, bearer(key))).status).toBe(200);
  expect(await second.end('SIGINT')).toBe(130);
});

const hasIpv6 = Object.values(networkInterfaces()).some(found =>
  found?.some(({ address }) => address === '::1'),
);

test.skipIf(!hasIpv6)('an IPv6 address may be written as URLs have it', async () => {
  const { url, end } = await serve(['--host', '[::1]'], {});
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(await end('SIGTERM')).toBe(0);
});

test('all six endpoints with curl, as docs/access-logs.md writes them', async () => {
  const home = temporaryHome();
  const { url, end } = await serve([], { home });
  const curl = async (rest: string) => {
    const auth = `Authorization: Bearer $(cat ${keyFile(home)})`;
    const command = `url=${url}/api/v1; auth="${auth}"; curl -s -w '\\n%{http_code}' -H "$auth" ${rest}`;
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command]);
    const [body = '', status] = stdout.split(/\n(?=\d+$)/);
    return { status, body: body === '' ? undefined : JSON.parse(body) };
  };
  expect(await curl('-d domain=new.example.com -d privacy=1 "$url/websites"')).toMatchObject({
    status: '201',
    body: { data: { id: 1, domain: 'new.example.com', privacy: 1 } },
  });
  const list = '"$url/websites?search=new&search_by=domain&sort_by=domain&sort=asc&per_page=25"';
  expect((await curl(list)).body.data).toMatchObject([{ domain: 'new.example.com' }]);
  expect((await curl('"$url/websites/1"')).status).toBe('200');
  expect((await curl('-X PUT -d privacy=0 -d email=1 "$url/websites/1"')).body.data).toMatchObject({
    privacy: 0,
    email: 1,
  });
  const stats = '"$url/stats/1?name=page&from=2026-03-01&to=2026-03-31&per_page=10"';
  expect(await curl(stats)).toMatchObject({ status: '200', body: { data: [] } });
  expect(await curl('-X DELETE "$url/websites/1"')).toEqual({ status: '204', body: undefined });
  expect(await end('SIGTERM')).toBe(0);
});

test('the subcommands work against it, and what they write is there afterwards', async () => {
  const home = temporaryHome();
  const { url, end } = await serve([], { home, env: { SITEDECK_API_KEY: apiKey } });
  const env = { SITEDECK_URL: url, SITEDECK_API_KEY: apiKey };
  expect((await run(['websites', 'create', 'one.example'], { env })).code).toBe(0);
  expect(await end('SIGTERM')).toBe(0);
  const own = await run(['--profile', 'logs', 'websites', 'list', '--format', 'csv'], { home });
  expect(own.stdout).toContain('1,one.example,private');
});

test('refuses to listen for others without a key that was chosen', async () => {
  const home = temporaryHome();
  for (const host of ['0.0.0.0', '::', 'localhost.example']) {
    expect(refusal(await run(['serve', '--host', host, '--port', '0'], { home }))).toContain(
      'set SITEDECK_API_KEY to the key they must send',
    );
  }
  const { url, end } = await serve(['--host', '0.0.0.0'], { home, env: { SITEDECK_API_KEY: apiKey } });
  const address = url.replace('0.0.0.0', '127.0.0.1');
  expect((await fetch(`${address}/api/v1/websites`, bearer('another'))).status).toBe(401);
  expect((await fetch(`${address}/api/v1/websites`, bearer(apiKey))).status).toBe(200);
  await end('SIGTERM');
});

test('others are let in by no key that was made, nor by a short one', async () => {
  const home = temporaryHome();
  const { end } = await serve([], { home });
  expect(readFileSync(keyFile(home), 'utf8').trim().length).toBeGreaterThan(20);
  await end('SIGTERM');
  for (const env of [{}, { SITEDECK_API_KEY: 'fifteen-letters' }]) {
    expect(refusal(await run(['serve', '--host', '0.0.0.0', '--port', '0'], { home, env }))).toBe(
      'sitedeck: Others can reach 0.0.0.0: set SITEDECK_API_KEY to the key they must send, at least 16 characters, then serve there.',
    );
  }
  const sixteen = await serve(['--host', '0.0.0.0'], { home, env: { SITEDECK_API_KEY: 'sixteen-letters.' } });
  await sixteen.end('SIGTERM');
});

test('--allow-host takes names of hosts, as many as there are, and nothing else', async () => {
  const { url, end } = await serve(['--allow-host', 'Stats.Example.com', '--allow-host', 'two.example'], {
    env: { SITEDECK_API_KEY: apiKey },
  });
  const { port } = new URL(url);
  const statusFor = async (host: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `GET /api/v1/websites HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${apiKey}\r\nConnection: close\r\n\r\n`,
    );
    return (await text(socket)).slice(9, 12);
  };
  const hosts = ['stats.example.com', 'two.example:443', 'three.example', 'localhost:9000'];
  expect(await Promise.all(hosts.map(statusFor))).toEqual(['200', '200', '403', '200']);
  await end('SIGTERM');
  const refused = await run(['serve', '--allow-host', 'https://stats.example.com'], {});
  expect([refused.code, errorLine(refused)]).toEqual([
    2,
    'sitedeck: --allow-host takes the name of a host alone, such as stats.example.com.',
  ]);
});

test('--read-only refuses every write', async () => {
  const { url, end } = await serve(['--read-only'], { env: { SITEDECK_API_KEY: apiKey } });
  const write = await fetch(`${url}/api/v1/websites`, {
    ...bearer(apiKey),
    method: 'POST',
    body: new URLSearchParams({ domain: 'one.example' }),
  });
  expect(write.status).toBe(403);
  expect(await (await fetch(`${url}/api/v1/websites`, bearer(apiKey))).json()).toMatchObject({ data: [] });
  await end('SIGTERM');
});

test('200 readers at once lose nothing while logs are imported beside them, and none is half there', async () => {
  const home = temporaryHome();
  const { url, end } = await serve([], { home, env: { SITEDECK_API_KEY: apiKey } });
  const log = join(home.path, 'access.log');
  const line = (at: number) =>
    `198.51.100.${at % 250} - - [10/Mar/2026:10:00:00 +0000] "GET /page-${at % 40} HTTP/1.1" 200 10 "-" "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"\n`;
  writeFileSync(log, Array.from({ length: 60_000 }, (_, at) => line(at)).join(''));
  const over = new AbortController();
  const importing = run(['import', 'one.example', log], { home }).finally(() => over.abort());
  const totals = new Set<number>();
  let answers = 0;
  const reader = async () => {
    do {
      const list = await fetch(`${url}/api/v1/websites`, bearer(apiKey));
      expect(list.status).toBe(200);
      const { data }: { data: { id: number }[] } = JSON.parse(await list.text());
      answers += 1;
      if (data[0] === undefined) continue;
      const query = 'name=pageviews&from=2026-03-10&to=2026-03-10';
      const read = await fetch(`${url}/api/v1/stats/${data[0].id}?${query}`, bearer(apiKey));
      expect(read.status).toBe(200);
      const rows: { data: { count: number }[] } = JSON.parse(await read.text());
      totals.add(rows.data.reduce((sum, { count }) => sum + count, 0));
      answers += 1;
    } while (!over.signal.aborted);
  };
  await Promise.all(Array.from({ length: 200 }, reader));
  expect(await importing).toMatchObject({
    code: 0,
    stderr: 'They are used from now on, in place of the demo.\n',
  });
  expect(answers).toBeGreaterThanOrEqual(200);
  expect([...totals].filter(total => total !== 0 && total !== 60_000)).toEqual([]);
  expect(await end('SIGTERM')).toBe(0);
});
