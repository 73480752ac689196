import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogLines } from '#logs/formats/LineReader.ts';
import { mayHavePrefix } from '#logs/formats/LogLine.ts';
import { splitPrefix } from '#logs/formats/fields/prefixes.ts';
import { line as logLine } from './importFixture.ts';
import { processorTime } from '../helpers/processorTime.ts';
import { ServerFormat } from '#logs/formats/ServerFormat.ts';

const line = logLine('22/Nov/2026:10:00:00');

test.each([
  ['syslog', '<190>Nov 22 10:00:00 web1 nginx: '],
  ['syslog', '<190>Nov  2 10:00:00 web1 nginx[812]: '],
  ['syslog', '<190>Nov 22 10:00:00 nginx: '],
  ['syslog or journald', 'Nov 22 10:00:00 web1 nginx: '],
  ['syslog or journald', 'Nov  2 10:00:00 web1.example.net apache2[4711]: '],
  ['syslog', '<190>2026-11-22T10:00:00.123456+00:00 web1 nginx: '],
  ['syslog', '<165>1 2026-11-22T10:00:00.003Z web1 nginx 812 ID47 - '],
  ['syslog', '<165>1 2026-11-22T10:00:00+01:00 web1 nginx - - [a@32473 b="c ] \\" d"][e@1 f="g"] '],
  ['syslog', '<165>1 2026-11-22T10:00:00.003Z web1 nginx 812 - - \xef\xbb\xbf'],
  ['syslog', '1 2026-11-22T10:00:00Z web1 nginx 812 - - '],
  ['syslog or journald', '2026-11-22T10:00:00+0000 web1 nginx[812]: '],
  ['syslog or journald', '2026-11-22T10:00:00+01:00 web1 nginx[812]: '],
  ['syslog or journald', '2026-11-22T10:00:00.123456+0100 web1 nginx[812]: '],
  ['journald', 'Sun 2026-11-22 10:00:00 UTC web1 nginx[812]: '],
  ['journald', 'Sun 2026-11-22 10:00:00 +0545 web1 nginx[812]: '],
  ['journald', 'Sun 2026-11-22 10:00:00 CET web1 docker-web@a:b.service[812]: '],
  ['journald', 'Sun 2026-11-22 10:00:00 CET web1 user@1000.service/web.service[812]: '],
  ['journald', 'Sun 2026-11-22 10:00:00 CET nginx[812]: '],
  ['journald', '1795341600.123456 web1 nginx[812]: '],
  ['journald', '[ 4711.000123] web1 nginx[812]: '],
  ['journald', '[1234567.890123 <    0.000004 >] web1 nginx[812]: '],
  ['syslog or journald', 'Nov 22 10:00:00.123456 web1 nginx[812]: '],
  ['syslog or journald', '2026-11-22T10:00:00.123456+01:00 web1 nginx[812]: '],
  ['docker compose logs', 'web-1  | '],
  ['docker compose logs', 'shop_web_1 | '],
  ['docker compose logs', '\x1b[36mweb-1  | \x1b[0m'],
  ['docker compose logs', '\x1b[33;1mshop_web_1  |\x1b[0m '],
  ['docker compose logs', 'web-1  | 2026-11-22T10:00:00.123456789Z '],
  ['docker logs -t', '2026-11-22T10:00:00.123456789Z '],
  ['Kubernetes', '2026-11-22T10:00:00.123456789Z stdout F '],
  ['Kubernetes', '2026-11-22T10:00:00.123456789+01:00 stderr F '],
])('%s: %j', (prefix, text) => {
  expect(splitPrefix(text + line)).toMatchObject({ prefix, line, isPart: false });
  expect(mayHavePrefix(text + line)).toBe(true);
  expect(splitPrefix(`${text}example.com:443 ${line}\r`).line).toBe(`example.com:443 ${line}`);
});

test.each([
  ['combined', undefined, line, true],
  ['common', undefined, '203.0.113.7 - - [10/Nov/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 5316', false],
  [
    'of a given format',
    '$remote_addr [$time_local] "$request" $status',
    '203.0.113.7 [21/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200',
    false,
  ],
])('the carriage return of Windows is no part of a line that is %s', (_, format, text, isWhole) => {
  const seen: unknown[] = [];
  const lines = new LogLines((read, text) => seen.push([Object(read).status, Object(read).isWhole, text]), {
    format: ServerFormat.parse(format),
  });
  lines.push(Buffer.from(`${text}\r\n<190>Nov 22 10:00:00 web1 nginx: ${text}\r\n`));
  expect(seen).toEqual([
    [200, isWhole, text],
    [200, isWhole, text],
  ]);
});

test('a part of a line that Kubernetes cut says where it belongs', () => {
  expect(splitPrefix('2026-11-22T10:00:00.123456789Z stdout P 203.0.113.9 - - [22')).toEqual({
    prefix: 'Kubernetes',
    line: '203.0.113.9 - - [22',
    stream: 'stdout',
    isPart: true,
  });
});

test.each([
  line,
  `example.com:443 ${line}`,
  `example.com ${line}`,
  `2001:db8:: - - [22/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1`,
  `Example.com ${line}`,
  `web-1 ${line}`,
  `nginx: ${line}`,
  `stdout F ${line}`,
  `2026-11-22 10:00:00 ${line}`,
  `Nov 22 ${line}`,
  `<190> ${line}`,
  `1 ${line}`,
  `[pod/web-1] ${line}`,
  `[4711] ${line}`,
  `1795341600.123 ${line}`,
  `1795341600.123456 ${line}`,
  '',
  '|',
  ' ',
])('what is no known prefix stays: %j', text => {
  expect(splitPrefix(text)).toEqual({ prefix: undefined, line: text, stream: undefined, isPart: false });
});

/** An entry as journalctl prints it, with some of its fields. */
function entry(message: unknown, more: object = {}): string {
  return JSON.stringify({
    __CURSOR: 's=739ad463348b4ceca5a9e69c95a3c93f;i=4ece7',
    __REALTIME_TIMESTAMP: '1795341600123456',
    PRIORITY: '6',
    MESSAGE: message,
    _SYSTEMD_UNIT: 'nginx.service',
    ...more,
  });
}

test("of an entry of journald's JSON the message is the line, also as an array of bytes", () => {
  const split = { prefix: "journald's JSON", line, stream: undefined, isPart: false };
  for (const text of [entry(line), entry([...Buffer.from(line)]), entry(`${line}\n`)]) {
    expect(splitPrefix(text)).toEqual(split);
    expect(splitPrefix(`\x1e${text}\r`)).toEqual(split);
    expect(splitPrefix(`data: ${text}`)).toEqual(split);
    for (const raw of [text, `\x1e${text}`, `data: ${text}`]) expect(mayHavePrefix(raw)).toBe(true);
  }
  const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  const caddy = '{"request":{"uri":"/größe"}}';
  expect(splitPrefix(latin1(entry(caddy))).line).toBe(latin1(caddy));
  expect(splitPrefix(entry([0x2f, 0xff])).line).toBe('/\xff');
});

test.each([
  entry(null),
  entry(line).slice(0, -1),
  '{"request":{"uri":"/?\\"MESSAGE\\"\\"__REALTIME_TIMESTAMP\\""},"status":200}',
  '{"request":{"uri":"/","MESSAGE":"x","__REALTIME_TIMESTAMP":"1"}}',
  'data: x',
  '',
])("what is no entry of journald's JSON with a message stays: %j", text => {
  expect(splitPrefix(text)).toMatchObject({ prefix: undefined, line: text });
});

test('an anonymous address of IPv6 behind a time stamp is no tag', () => {
  const rest = '2001:db8:: - - [22/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1';
  expect(splitPrefix(`2026-11-22T10:00:00.123456789Z ${rest}`)).toEqual({
    prefix: 'docker logs -t',
    line: rest,
    stream: undefined,
    isPart: false,
  });
});

test('whatever a line is made of, it is split at once, and what is left is its end', () => {
  const bits = [
    'Nov 22 10:00:00 ',
    '2026-11-22T10:00:00Z ',
    ' | ',
    '1 ',
    ': ',
    ...'<1> [ ] " \\ a'.split(' '),
  ];
  const hostile = fc
    .array(fc.tuple(fc.constantFrom(...bits, '\x1b[0m'), fc.integer({ min: 1, max: 3_000 })), {
      maxLength: 8,
    })
    .map(parts => parts.map(([text, times]) => text.repeat(times)).join(''));
  fc.assert(
    fc.property(hostile, raw => {
      const work = processorTime(() => {
        const { line, prefix } = splitPrefix(raw);
        expect(raw.endsWith(line)).toBe(true);
        expect(mayHavePrefix(raw) || prefix === undefined).toBe(true);
      });
      expect(work).toBeLessThan(1_000);
    }),
    { numRuns: 100 },
  );
});

test('a prefix is taken off lines of a given format too, and a time of its own is none', () => {
  const address = new ServerFormat('$remote_addr [$time_local] "$request" $status');
  const line = '203.0.113.7 [21/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200';
  expect(splitPrefix(`2026-11-21T10:00:00.1Z ${line}`, address.fits).line).toBe(line);
  expect(splitPrefix(line, address.fits).line).toBe(line);
  const time = new ServerFormat('$time_iso8601 $remote_addr "$request" $status');
  const timed = '2026-11-21T10:00:00+00:00 203.0.113.7 "GET / HTTP/1.1" 200';
  expect(splitPrefix(`2026-11-21T10:00:00.1Z stdout F ${timed}`, time.fits).line).toBe(timed);
  expect(splitPrefix(timed, time.fits).line).toBe(timed);
});
