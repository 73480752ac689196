import { expect, onTestFinished, test, vi } from 'vitest';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FollowStatus } from '#model/now.ts';
import { openLogs } from '#logs/index.ts';
import { temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { chrome, countsOf, importHere, line, pipedLines, textOf } from './importFixture.ts';

const time = '2026-11-10T08:00:00+00:00';
const client = (n: number) => `203.0.113.${n}`;

/** A line behind a proxy of each format with names, by the number of its client. */
const formats: Record<string, (n: number) => object> = {
  Caddy: n => ({
    ts: 1794297600 + n,
    request: {
      remote_ip: '127.0.0.1',
      client_ip: '127.0.0.1',
      method: 'GET',
      host: 'example.com',
      uri: '/',
      headers: { 'User-Agent': [chrome], 'X-Forwarded-For': [client(n)], 'Accept-Encoding': ['gzip'] },
    },
    status: 200,
  }),
  Traefik: n => ({
    ClientHost: '127.0.0.1',
    DownstreamStatus: 200,
    RequestMethod: 'GET',
    RequestPath: '/',
    StartUTC: time,
    'request_User-Agent': chrome,
    'request_X-Forwarded-For': client(n),
    'request_X-Real-Ip': '127.0.0.1',
  }),
  nginx: n => ({
    time_iso8601: time,
    remote_addr: '127.0.0.1',
    request: 'GET / HTTP/1.1',
    status: '200',
    http_user_agent: chrome,
    http_x_forwarded_for: client(n),
    request_time: '0.001',
  }),
  'camel case': n => ({
    time,
    remoteAddr: '127.0.0.1',
    requestMethod: 'GET',
    requestUri: '/',
    status: 200,
    userAgent: chrome,
    httpXForwardedFor: client(n),
  }),
  proxy_add: n => ({
    time_iso8601: time,
    remote_addr: '127.0.0.1',
    request: 'GET / HTTP/1.1',
    status: '200',
    http_user_agent: chrome,
    proxy_add_x_forwarded_for: `${client(n)}, 127.0.0.1`,
  }),
};

test.for(Object.entries(formats))('%s: the clients are those of X-Forwarded-For', async ([, lineOf]) => {
  const file = temporaryFile();
  const lines = [1, 2, 3].map(n => JSON.stringify(lineOf(n)));
  const options = { client: 'x-forwarded-for' };
  await importHere(file, [pipedLines(lines)], 'example.com', options);
  expect(countsOf(file, 1)).toEqual({ '': 3 });
});

const domain = 'example.com';
const note =
  '100% of the page views are from 127.0.0.1: the log seems to stand behind a proxy. If its lines hold X-Forwarded-For, ' +
  'add it again with logs add --client x-forwarded-for, and count it again with logs recount; else have the server log ' +
  'the client (nginx: real_ip_header, Apache: mod_remoteip).';

/** Page views through a proxy, of as many clients. */
function proxied(from: number, to: number): string {
  const lines = Array.from({ length: to - from }, (_, index) => {
    const seconds = String((from + index) % 60).padStart(2, '0');
    const address = { address: '127.0.0.1' };
    return `${line(`10/Nov/2026:08:00:${seconds}`, `/${from + index}`, address)} "203.0.113.${from + index}"`;
  });
  return textOf(lines);
}

function logsOf(folder: string) {
  const path = join(folder, 'access.log');
  const logs = openLogs({ file: join(folder, 'sites.sqlite'), timeZone: 'UTC', name: 'a test' });
  const add = (options: object) => logs.addAndRead({ domain, patterns: [path], options }, {});
  return { path, logs, add };
}

test('a proxy is said where logs are added, once where they are updated, and stays to be seen; what is advised mends it', async () => {
  const folder = temporaryFolder();
  const { path, logs, add } = logsOf(folder);
  writeFileSync(path, proxied(0, 30));
  expect((await add({})).advice).not.toContain(note);
  expect(await logs.sources()).toMatchObject([{ advice: undefined }]);
  appendFileSync(path, proxied(30, 90));
  expect((await logs.update()).advice).toEqual([note]);
  appendFileSync(path, proxied(90, 150));
  expect((await logs.update()).advice).toEqual([]);
  expect(await logs.sources()).toMatchObject([{ advice: note }]);
  await add({ client: 'x-forwarded-for' });
  const { recount } = await logs.recount(domain, () => Promise.resolve(true));
  expect(recount).toMatchObject({ pageviewsBefore: 150, pageviewsAfter: 150 });
  expect(countsOf(join(folder, 'sites.sqlite'), 1)).toEqual({ '': 150 });
  expect(await logs.sources()).toMatchObject([{ advice: undefined }]);
});

test('whoever follows says it too; an address that may be a person is not kept', async () => {
  const folder = temporaryFolder();
  const { path, logs } = logsOf(folder);
  writeFileSync(path, proxied(0, 60).replaceAll('127.0.0.1', '198.51.100.7'));
  await logs.add({ domain, patterns: [path], options: {} });
  const said: FollowStatus[] = [];
  const following = logs.follow({
    onStatus: status => said.push(status),
    onStored: () => undefined,
    onFailure: message =>
      said.push({ by: undefined, sources: 0, lastTime: undefined, problems: [message], advice: [] }),
  });
  onTestFinished(() => following.stop());
  await vi.waitFor(() => expect(said.at(-1)?.advice.join('\n')).toContain('seems to stand behind a proxy'), {
    timeout: 60_000,
  });
  const [source] = await logs.sources();
  expect(source?.advice).toContain('100% of the page views are from one address: the log seems');
});
