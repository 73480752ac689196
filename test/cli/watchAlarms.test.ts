import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { notifyByUrl } from '#cli/watch/alarms.ts';
import { addDays } from '#model/period/day.ts';
import { daysOfLog } from '../helpers/daysOfLog.ts';
import { freePort } from '../helpers/freePort.ts';
import type { Home } from '../helpers/home.ts';
import { json } from '../helpers/faultAnswers.ts';
import { listenLocally } from '../helpers/listenLocally.ts';
import { refusal, run, start, startFaulty, startService, temporaryHome, today } from './fixture.ts';

const yesterday = addDays(today, -1);

/** A website of 12 visitors yesterday, and a watch of it that appends what it tells to a file. */
async function startLow(hasFilters = false) {
  const service = await startService(hasFilters);
  const id = await service.add('low.example');
  await service.count(id, 'visitors', [yesterday, '', 12]);
  const home = temporaryHome();
  const file = join(home.path, 'told');
  const watch = (...args: string[]) =>
    run(['watch', '--all', '--below', '50', ...args], { home, env: service.env });
  const told = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  return { service, id, home, file, watch, told };
}

test('a command is told once when a threshold is crossed, and once when it is over', async () => {
  const { service, id, home, file, watch, told } = await startLow();
  const notify = ['--notify-command', `cat >> '${file}'; echo "$SITEDECK_MESSAGE" >> '${file}.words'`];
  for (let times = 0; times < 2; times += 1) {
    const ran = await watch(...notify);
    expect([ran.code, ran.stderr]).toEqual([4, '']);
    expect(ran.stdout).toMatch(/^low\.example: 12 visitors on .*, below 50\n$/);
  }
  expect(told().map(line => JSON.parse(line))).toEqual([
    {
      text: expect.stringMatching(/^low\.example: 12 visitors on \d+ \w{3} \d{4}, below 50$/),
      state: 'crossed',
      profile: expect.any(String),
      id,
      domain: 'low.example',
      measure: 'visitors',
      count: 12,
      threshold: 'below 50',
      crossed: 'below 50',
      since: null,
    },
  ]);
  // Another threshold is another alarm.
  expect((await run(['watch', '--all', '--below', '13', ...notify], { home, env: service.env })).code).toBe(
    4,
  );
  expect(told()).toHaveLength(2);

  await service.count(id, 'visitors', [yesterday, '', 100]);
  for (let times = 0; times < 2; times += 1) expect((await watch(...notify)).code).toBe(0);
  expect(told()).toHaveLength(3);
  expect(JSON.parse(told()[2] ?? '')).toMatchObject({
    state: 'over',
    crossed: '',
    since: expect.any(String),
  });
  expect(readFileSync(`${file}.words`, 'utf8')).toMatch(
    /\nOver: low\.example: 112 visitors on \d+ \w{3} \d{4}, no longer below 50, as it was since \d+ \w{3}\n$/,
  );
});

test('what a service says is no part of a command line, and the command has no key', async () => {
  const domain = '$(touch gone)`touch gone`;touch gone.example';
  const { env: serviceEnv } = await startFaulty((response, request) =>
    json({ data: request.path.endsWith('/websites') ? [{ id: 1, domain }] : [] })(response, request),
  );
  const home = temporaryHome();
  const file = join(home.path, 'told');
  const notify = ['--notify-command', `cat > '${file}'; env > '${file}.env'`];
  const ran = await run(['watch', '--all', '--below', '50', ...notify], { home, env: serviceEnv });
  expect(ran.code).toBe(4);
  expect(JSON.parse(readFileSync(file, 'utf8')).domain).toBe(domain);
  const env = readFileSync(`${file}.env`, 'utf8');
  expect(env).toContain('SITEDECK_MESSAGE=$(touch gone)');
  expect(env).not.toContain('SECRET');
  expect(env).not.toMatch(/^SITEDECK_(?:API_KEY|PASSWORD)=/m);
  for (const name of ['gone', 'gone.example']) expect(existsSync(join(home.path, name))).toBe(false);
});

test('a message of no data is the line that is printed', async () => {
  const home = temporaryHome();
  writeFileSync(join(home.path, 'access.log'), daysOfLog([{ day: addDays(today, -2), hours: [20] }]));
  expect((await run(['import', 'gap.example', 'access.log'], { home })).code).toBe(0);
  const texts: string[] = [];
  const lines: string[] = [];
  const look = async (...args: string[]) => {
    const notify = ['--notify-command', 'echo "$SITEDECK_MESSAGE" > words'];
    const ran = await run(['watch', 'gap.example', '--profile', 'logs', ...args, ...notify], { home });
    expect([ran.code, ran.stderr]).toEqual([4, '']);
    lines.push(ran.stdout);
    texts.push(readFileSync(join(home.path, 'words'), 'utf8'));
  };
  await look('--below', '5');
  expect(texts).toEqual(lines);
  expect(texts[0]).toMatch(/^gap\.example: no data on \d+ \w{3} \d{4}\n$/);
});

interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A place that messages are sent to: it answers with the statuses in turn, the last one again and again. */
async function startPlace(...statuses: readonly number[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const take = async () => {
      const body = await textOf(request);
      received.push({ path: request.url, headers: request.headers, body });
      const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    };
    void take();
  });
  const { url: host, close } = await listenLocally(server);
  onTestFinished(close);
  return { received, host, url: `${host}/hooks/T0P-S3CRET` };
}

test('what a service says mentions nobody where a message is read', async () => {
  const place = await startPlace(200);
  await notifyByUrl(
    new URL(place.url),
    'json',
  )({
    text: '<!channel> @everyone: 3 visitors',
    facts: { domain: '<!channel> @everyone' },
  });
  expect(JSON.parse(place.received[0]?.body ?? '')).toEqual({
    text: '<\u200B!channel> @\u200Beveryone: 3 visitors',
    domain: '<!channel> @everyone',
  });
});

test('an address is sent JSON with a text, or the text alone', async () => {
  const { watch } = await startLow();
  const place = await startPlace(204);
  expect((await watch('--notify-url', place.url)).code).toBe(4);
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = place.received;
  expect([path, headers['content-type'], headers.authorization]).toEqual([
    '/hooks/T0P-S3CRET',
    'application/json',
    undefined,
  ]);
  expect(JSON.parse(body)).toMatchObject({ text: expect.stringContaining('below 50'), state: 'crossed' });
  expect(JSON.stringify([headers, body])).not.toContain('SECRET"');
  const plain = await startLow();
  const ntfy = await startPlace(200);
  await plain.watch('--notify-url', ntfy.url, '--notify-format', 'text');
  expect(ntfy.received.map(each => each.body)).toEqual([
    expect.stringMatching(/^low\.example: 12 .*, below 50$/),
  ]);
});

test('what does not arrive is tried three times, ends with 6, and is sent the next time', async () => {
  const { watch } = await startLow();
  const place = await startPlace(500, 503, 500, 200);
  const ran = await watch('--notify-url', place.url);
  expect(ran.code).toBe(6);
  expect(ran.stderr).toBe(
    `sitedeck: ${place.host} answers with HTTP 500. It is tried again the next time.\n`,
  );
  expect(place.received).toHaveLength(3);
  expect((await watch('--notify-url', place.url)).code).toBe(4);
  expect((await watch('--notify-url', place.url)).code).toBe(4);
  expect(place.received).toHaveLength(4);
});

test('an address that asks for patience is tried again', async () => {
  const { watch } = await startLow();
  const place = await startPlace(429, 200);
  expect((await watch('--notify-url', place.url)).code).toBe(4);
  expect(place.received).toHaveLength(2);
});

test('a threshold of another measure, of other days, of another comparison or within a filter is another alarm', async () => {
  const { service, id, file, watch, told } = await startLow(true);
  await service.count(id, 'pageviews', [yesterday, '', 12]);
  const ways = [
    [],
    ['--measure', 'pageviews'],
    ['--days', '2'],
    ['--compare', 'previous'],
    ['--where', 'page~/blog'],
  ];
  for (let times = 0; times < 2; times += 1)
    for (const way of ways) {
      const ran = await watch(...way, '--notify-command', `cat >> '${file}'`);
      expect([ran.code, ran.stderr]).toEqual([4, '']);
    }
  expect(told()).toHaveLength(ways.length);
});

test('a command that fails is not run again for the next website', async () => {
  const { service, file, watch, told } = await startLow();
  const other = await service.add('other.example');
  await service.count(other, 'visitors', [yesterday, '', 12]);
  const ran = await watch('--notify-command', `echo tried >> '${file}'; exit 3`);
  expect([ran.code, told()]).toEqual([6, ['tried']]);
});

test('a redirect is not followed, and what stays wrong is tried once', async () => {
  const { watch } = await startLow();
  for (const [status, words] of [
    [302, /redirects \(HTTP 302\), which is not followed/],
    [404, /answers with HTTP 404/],
  ] as const) {
    const place = await startPlace(status);
    const ran = await watch('--notify-url', place.url);
    expect(ran.code).toBe(6);
    expect(ran.stderr).toMatch(words);
    expect(ran.stderr).not.toContain('S3CRET');
    expect(place.received.map(({ path }) => path)).toEqual(['/hooks/T0P-S3CRET']);
  }
  const nowhere = notifyByUrl(new URL(`http://127.0.0.1:${await freePort()}/S3CRET`), 'json', {
    pausesMs: [0, 0],
  });
  await expect(nowhere({ text: 'x', facts: {} })).rejects.toThrow(
    /^127\.0\.0\.1:\d+ refuses the connection: is the service running there\?$/,
  );
});

test('a command that fails says so, and one of several that arrived is told again with the others', async () => {
  const { file, watch, told } = await startLow();
  const failing = await watch('--notify-command', 'echo no route >&2; echo more >&2; exit 3');
  expect(failing.code).toBe(6);
  expect(failing.stderr).toBe(
    'sitedeck: The notify command failed with 3 (no route). It is tried again the next time.\n',
  );
  const place = await startPlace(404);
  expect((await watch('--notify-command', `cat >> '${file}'`, '--notify-url', place.url)).code).toBe(6);
  expect((await watch('--notify-command', `cat >> '${file}'`)).code).toBe(4);
  expect(told()).toHaveLength(2);
});

test('a command may print as much as it likes', async () => {
  const { file, watch, told } = await startLow();
  const ran = await watch('--notify-command', `yes | head -c 1000000; cat >> '${file}'`);
  expect([ran.code, ran.stderr]).toEqual([4, '']);
  expect(told()).toHaveLength(1);
});

test('a name and a password in an address are sent as such, and not said', async () => {
  const { watch } = await startLow();
  const place = await startPlace(200, 404);
  const url = place.url.replace('http://', 'http://me:p%40ss@');
  expect((await watch('--notify-url', url)).code).toBe(4);
  expect(place.received[0]?.headers.authorization).toBe('Basic bWU6cEBzcw==');
  const refused = await watch('--above', '5', '--notify-url', url);
  expect(refused.code).toBe(6);
  expect(refused.stderr).not.toMatch(/me:|p%40ss|p@ss/);
});

test('an answer that cannot be read is no second message', async () => {
  const { watch } = await startLow();
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume();
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
  });
  const { url, close } = await listenLocally(server);
  onTestFinished(close);
  await watch('--notify-url', `${url}/`);
  expect(asked).toBe(1);
});

test('an address that does not speak https is asked once', async () => {
  const server = createServer();
  let connections = 0;
  server.on('connection', () => (connections += 1));
  const { url, close } = await listenLocally(server);
  onTestFinished(close);
  const notify = notifyByUrl(new URL(url.replace('http:', 'https:')), 'json', { pausesMs: [0, 0] });
  await expect(notify({ text: 'x', facts: {} })).rejects.toThrow('encrypt');
  expect(connections).toBe(1);
});

test('an address that never answers is asked once, and one that closes in the middle three times', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume();
    if (request.url === '/closes') request.socket.destroy();
    if (request.url === '/breaks') {
      response.writeHead(200, { 'content-length': '100' }).write('ok');
      setImmediate(() => request.socket.destroy());
    }
  });
  const { url, close } = await listenLocally(server);
  onTestFinished(close);
  const told = async (path: string, timeoutMs = 10_000) => {
    const notify = notifyByUrl(new URL(path, url), 'json', { pausesMs: [0, 0], timeoutMs });
    return await notify({ text: 'x', facts: {} }).then(
      () => '',
      (error: unknown) => String(error),
    );
  };
  const { host } = new URL(url);
  expect(await told('/silent', 300)).toBe(`Undelivered: http://${host}: No answer from ${host} within 1 s.`);
  expect(asked).toEqual(['/silent']);
  expect(await told('/closes')).toMatch(/^Undelivered: 127\.0\.0\.1:\d+ [^\n]+\.$/);
  expect(asked).toEqual(['/silent', '/closes', '/closes', '/closes']);
  asked.length = 0;
  expect(await told('/breaks')).toMatch(/^Undelivered: 127\.0\.0\.1:\d+ cut the connection\.$/);
  expect(asked).toHaveLength(3);
});

test('two watches at once tell it once', async () => {
  const { file, watch, told } = await startLow();
  const notify = ['--notify-command', `sleep 1; cat >> '${file}'`];
  const ran = await Promise.all([watch(...notify), watch(...notify)]);
  expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual([
    [4, ''],
    [4, ''],
  ]);
  expect(told()).toHaveLength(1);
});

test('a website that is named twice is one', async () => {
  const { id, file, home, service, told } = await startLow();
  const notify = ['--notify-command', `cat >> '${file}'`];
  const sites = ['low.example', id, 'low.example'];
  const ran = await run(['watch', ...sites, '--below', '50', ...notify], { home, env: service.env });
  expect(ran.stdout.trim().split('\n')).toHaveLength(1);
  expect(told()).toHaveLength(1);
});

test('where it cannot be kept that it was told, all are told all the same, and it is said', async () => {
  const { service, file, home, watch, told } = await startLow();
  const other = await service.add('other.example');
  await service.count(other, 'visitors', [yesterday, '', 12]);
  mkdirSync(join(home.path, 'data', 'sitedeck', 'alarms.json.lock'), { recursive: true });
  const ran = await watch('--notify-command', `cat >> '${file}'`);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toMatch(
    /^sitedeck: \S+alarms\.json\S* cannot be [^\n]*\. The next start tells it again\.\n$/,
  );
  expect(told()).toHaveLength(2);
  // What was told of one, and could not be kept, is said beside what did not arrive of the other.
  const notify = `grep -q low.example && exit 0; exit 3`;
  const both = await watch('--notify-command', notify);
  expect([both.code, both.stderr]).toEqual([6, expect.stringContaining('The next start tells it again.')]);
});

test('a service whose proxy says that it is away is away: one message; one that is not told ends with 6', async () => {
  const { env } = await startFaulty(json({}, 503));
  const home = temporaryHome();
  const file = join(home.path, 'told');
  const watch = (notify: string) =>
    run(['watch', 'a.example', 'b.example', '--below', '5', '--notify-command', notify], { home, env });
  const untold = await watch('exit 3');
  expect(untold.code).toBe(6);
  expect(untold.stderr).toContain('The notify command failed with 3.');
  expect(untold.stderr).toContain('The service failed (503).');
  for (let times = 0; times < 2; times += 1) expect((await watch(`cat >> '${file}'`)).code).toBe(1);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map(line => JSON.parse(line).text)).toEqual(['The service failed (503).']);
});

test('with --repeat once a day while it lasts', async () => {
  const { home, file, watch, told } = await startLow();
  const notify = ['--notify-command', `cat >> '${file}'`];
  for (let times = 0; times < 2; times += 1) await watch(...notify, '--repeat');
  // As if it had been told the day before.
  const path = join(home.path, 'data', 'sitedeck', 'alarms.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(`"told": "${today}"`, `"told": "${yesterday}"`));
  await watch(...notify);
  for (let times = 0; times < 2; times += 1) await watch(...notify, '--repeat');
  expect(told().map(line => JSON.parse(line).state)).toEqual(['crossed', 'still']);
  expect(JSON.parse(told()[1] ?? '').text).toMatch(/, below 50, since \d+ \w{3}$/);
});

async function closed(child: ReturnType<typeof start>): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'close');
  return child.exitCode;
}

function watchEvery(
  home: Home,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = ['--all', '--below', '50', '--every', '10s'],
) {
  const child = start(['watch', ...args], { home, env });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said.stdout += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said.stderr += part));
  return { child, said };
}

test('--every keeps looking, and prints what changes; SIGTERM ends it with 0', async () => {
  const { service, id, home } = await startLow();
  const { child, said } = watchEvery(home, service.env);
  await vi.waitUntil(() => said.stdout.includes('below 50\n'), 60_000);
  await service.count(id, 'visitors', [yesterday, '', 100]);
  await vi.waitUntil(() => said.stdout.includes('no longer below 50'), 60_000);
  expect(said.stdout.trim().split('\n')).toHaveLength(2);
  child.kill('SIGTERM');
  expect(await closed(child)).toBe(0);
  expect(said.stderr).toBe('');
});

test('a message that is under way when SIGTERM comes is told, and kept as told; the next one is not sent', async () => {
  const { service, home, file, told } = await startLow();
  const other = await service.add('other.example');
  await service.count(other, 'visitors', [yesterday, '', 12]);
  const notify = `touch '${file}.begun'; sleep 1; cat >> '${file}'`;
  const args = ['--all', '--below', '50', '--every', '10s', '--notify-command', notify];
  const { child, said } = watchEvery(home, service.env, args);
  await vi.waitUntil(() => existsSync(`${file}.begun`), 60_000);
  child.kill('SIGTERM');
  expect(await closed(child)).toBe(0);
  expect(said).toEqual({ stdout: expect.stringMatching(/below 50\n$/), stderr: '' });
  expect(told()).toHaveLength(1);
  expect(readFileSync(join(home.path, 'data', 'sitedeck', 'alarms.json'), 'utf8')).toContain('below 50');
});

test('a service that is away is one message, however long, and one when it is back', async () => {
  const { home } = await startLow();
  const port = await freePort();
  const { child, said } = watchEvery(home, {
    SITEDECK_URL: `http://127.0.0.1:${port}`,
    SITEDECK_API_KEY: 'x',
  });
  await vi.waitUntil(() => said.stdout.includes('refuses the connection'), 60_000);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    // Away the first time, though it answers.
    if (asked.length === 1) return void request.socket.destroy();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
  });
  server.listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await vi.waitUntil(() => said.stdout.includes('The service answers again'), 60_000);
  expect(said.stdout.trim().split('\n')).toHaveLength(2);
  expect(said.stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
  child.kill('SIGTERM');
  expect(await closed(child)).toBe(0);
});

test('with --every what was told and cannot be kept is not told by the next look', async () => {
  const { service, home, file, told } = await startLow();
  mkdirSync(join(home.path, 'data', 'sitedeck', 'alarms.json.lock'), { recursive: true });
  const notify = ['--notify-command', `cat >> '${file}'`];
  const { child } = watchEvery(home, service.env, ['--all', '--below', '50', '--every', '10s', ...notify]);
  await vi.waitUntil(() => told().join('').includes('low.example'), 60_000);
  const other = await service.add('other.example');
  await service.count(other, 'visitors', [yesterday, '', 12]);
  await vi.waitUntil(() => told().join('').includes('other.example'), 60_000);
  child.kill('SIGTERM');
  await closed(child);
  expect(told()).toHaveLength(2);
});

test('with --every what stays wrong is said once: a website not found, a message that does not arrive', async () => {
  const { home, file, service } = await startLow();
  const notify = `echo looked >> '${file}'; exit 3`;
  const args = ['low.example', 'none.example', '--below', '50', '--every', '10s', '--notify-command', notify];
  const { child, said } = watchEvery(home, service.env, args);
  await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').split('\n').length > 3, 60_000);
  child.kill('SIGTERM');
  expect(await closed(child)).toBe(0);
  expect(said.stdout).toBe('');
  expect(said.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^sitedeck: none\.example: /),
    'sitedeck: The notify command failed with 3. It is tried again the next time.',
  ]);
});

test('what does not go together is refused before anything is read', async () => {
  const { watch } = await startLow();
  expect(refusal(await watch('--repeat'))).toContain(
    '--repeat is for --notify-command, --notify-url or --every.',
  );
  expect(refusal(await watch('--every', '5s'))).toContain('Give a time from 10s to 24h');
  expect(refusal(await watch('--every', '5m', '--json'))).toContain('leave --json and --format out');
  expect(refusal(await watch('--notify-url', 'file:///etc/passwd'))).toContain('https:// or http://');
});

test('a file of alarms that cannot be used silences none: each is told again, and the file is left as it is, with one line', async () => {
  const { file, home, watch, told, service, id } = await startLow();
  const notify = ['--notify-command', `cat >> '${file}'`];
  const path = join(home.path, 'data', 'sitedeck', 'alarms.json');
  await watch(...notify);
  const whole = readFileSync(path, 'utf8');
  const since = (text: string) => whole.replace(/"since": "[^"]*"/, `"since": "${text}"`);
  const damages = [
    since('garbage'),
    since('+275760-09-13T00:00:00.000Z'),
    since(`${yesterday}Tgarbage`),
    whole.replace(`"told": "${today}"`, '"told": "2026-02-30"'),
    whole.slice(0, whole.length / 2),
  ];
  expect(new Set([whole, ...damages]).size).toBe(6);
  for (const [index, damaged] of damages.entries()) {
    writeFileSync(path, damaged);
    const ran = await watch(...notify);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      `sitedeck: ${path} holds no alarms that can be read: mend it, or move it away to start anew. The next start tells it again.\n`,
    ]);
    expect(told()).toHaveLength(index + 2);
    expect(readFileSync(path, 'utf8')).toBe(damaged);
  }
  rmSync(path);
  symlinkSync('/dev/zero', path);
  const ran = await watch(...notify);
  expect([ran.code, ran.stderr]).toEqual([
    2,
    expect.stringMatching(
      /^sitedeck: \S+alarms\.json cannot be read: [^\n]+\. The next start tells it again\.\n$/,
    ),
  ]);
  expect(told()).toHaveLength(damages.length + 2);
  // Where nothing is crossed, what may be over is not known.
  await service.count(id, 'visitors', [yesterday, '', 100]);
  expect(refusal(await watch(...notify), 2)).toContain('alarms.json cannot be read: ');
  expect(told()).toHaveLength(damages.length + 2);
});
