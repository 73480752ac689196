import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../server/serverFixture.ts';
import { chrome, countsOf, importHere, line, piped, writeLog } from '../importFixture.ts';

const fields = '#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) sc-status';
const others = '#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent)';
const agent = chrome.replaceAll(' ', '+');
const w3c = (time: string, path: string) => `2026-11-10 ${time} GET ${path} - 203.0.113.7 ${agent} 200`;
const other = (time: string, path: string) => `2026-11-10 ${time} 203.0.113.7 GET ${path} 200 ${agent}`;

test('a W3C log that has grown is read on with the fields that stand in the part that was read', async () => {
  const file = temporaryFile();
  const folder = temporaryFolder();
  const before = ['#Version: 1.0', fields, w3c('08:00:00', '/a'), others, other('08:00:01', '/b')];
  const first = await importHere(file, [writeLog(folder, 'u_ex.log', before)]);
  expect(first).toMatchObject({ read: 5, comments: 3, counted: 2 });
  const grown = writeLog(folder, 'u_ex.log', [
    ...before,
    other('08:00:02', '/c'),
    fields,
    w3c('08:00:03', '/d'),
  ]);
  const second = await importHere(file, [grown]);
  expect(second).toMatchObject({ read: 3, comments: 1, counted: 2, files: [{ state: { kind: 'grown' } }] });
  expect(countsOf(file, 3)).toEqual({ '/a': 1, '/b': 1, '/c': 1, '/d': 1 });
  expect(second.notes).toContain('Read as W3C: 2 lines.');
});

test('languages are counted for visitors, where a log has them', async () => {
  const file = temporaryFile();
  const caddy = (address: string, language: string, uri: string) =>
    JSON.stringify({
      ts: 1794297600,
      request: {
        remote_ip: address,
        method: 'GET',
        host: 'example.com',
        uri,
        headers: { 'User-Agent': [chrome], 'Accept-Language': [language] },
      },
      status: 200,
    });
  const { notes } = await importHere(file, [
    piped(
      [
        caddy('203.0.113.1', 'de-DE,en;q=0.5', '/'),
        caddy('203.0.113.1', 'de-DE,en;q=0.5', '/x'),
        caddy('203.0.113.2', 'en;q=0.3, fr', '/'),
        caddy('203.0.113.3', 'xx-evil, <script>', '/'),
        '',
      ].join('\n'),
    ),
  ]);
  expect(countsOf(file, 11)).toEqual({ de: 1, fr: 1 });
  expect(notes).toContain('Cities, resolutions and events stay empty: an access log does not hold them.');
});

test('Traefik says what it leaves out, and its visitors are no bots', async () => {
  const text = `${line('10/Nov/2026:08:00:00', '/', { agent: '-' })} 1 "web@docker" "http://10.0.0.2:80" 3ms\n`;
  const { counted, bots, notes } = await importHere(temporaryFile(), [piped(text)]);
  expect({ counted, bots }).toEqual({ counted: 1, bots: 0 });
  expect(notes).toContain(
    'Traefik leaves agents and referrers out unless told --accesslog.fields.headers.names.User-Agent=keep and .Referer=keep: ' +
      'no bot could be left out there, and browsers stay empty.',
  );
});

test("docker's files of JSON hold the lines of any format, also in parts", async () => {
  const file = temporaryFile();
  const wrapped = (log: string) => JSON.stringify({ log, stream: 'stdout', time: '2026-11-10T08:00:00.1Z' });
  const whole = line('10/Nov/2026:08:00:00', '/"x');
  const text = [
    wrapped(`${line('10/Nov/2026:08:00:00', '/a')}\n`),
    wrapped(whole.slice(0, 30)),
    wrapped(`${whole.slice(30)}\r\n`),
    '',
  ].join('\n');
  const { counted, notes } = await importHere(file, [piped(text)]);
  expect(counted).toBe(2);
  expect(notes).toContain("What docker's JSON writes in front was taken off 2 lines.");
  // The same lines from the container itself are known.
  const plain = piped(`${line('10/Nov/2026:08:00:00', '/a')}\n${whole}\n`);
  expect(await importHere(file, [plain])).toMatchObject({ known: 2, counted: 0 });
});

test('a given format is that of all lines, whatever they begin with', async () => {
  const file = temporaryFile();
  const logFormat = '$time_iso8601 $remote_addr "$request" $status "$http_user_agent" $host';
  const path = join(temporaryFolder(), 'access.log');
  const text = (time: string, uri: string) =>
    `${time} 203.0.113.7 "GET ${uri} HTTP/1.1" 200 "${chrome}" example.com\n`;
  writeFileSync(
    path,
    text('2026-11-10T09:00:00+01:00', '/a') +
      `10:00:01 nginx: ${text('2026-11-10T09:00:00+01:00', '/b')}` +
      `Nov 10 10:00:01 web nginx: ${text('2026-11-10T09:00:00+01:00', '/c')}`,
  );
  const { read, malformed, counted } = await importHere(file, [path], 'example.com', { logFormat });
  expect({ read, malformed, counted }).toEqual({ read: 3, malformed: 1, counted: 2 });
  expect(countsOf(file, 3)).toEqual({ '/a': 1, '/c': 1 });
});

test('times of HAProxy are those of the zone of the counts, which the summary says', async () => {
  const file = temporaryFile();
  const request = (time: string, path: string) =>
    `Nov 10 08:00:00 lb1 haproxy[812]: 203.0.113.7:33317 [${time}.655] web web/a 0/0/0/3/3 200 27 - - ---- 1/1/1/1/0 0/0 {${chrome}} "GET ${path} HTTP/1.1"`;
  const { counted, bots, notes } = await importHere(file, [
    piped(`${request('10/Nov/2026:08:00:00', '/a')}\n${request('10/Nov/2026:08:00:01', '/style.css')}\n`),
  ]);
  expect({ counted, bots, pages: countsOf(file, 3) }).toEqual({ counted: 1, bots: 0, pages: { '/a': 1 } });
  expect(notes).toContain('Read as HAProxy: 2 lines, their times as those of UTC, since they name no zone.');
});
