import { expect, test } from 'vitest';
import {
  fieldOf,
  forwardedClient,
  isPrivateAddress,
  readClientField,
  readHead,
} from '#logs/fields/clients.ts';
import { ownHosts } from '#logs/fields/hosts.ts';
import { readLogLine } from '#logs/formats/textLines.ts';

const own = ownHosts('example.com');
const rules = { isOwnHost: (host: string) => own.has(host), isTrusted: isPrivateAddress };

test.each([
  ['192.0.2.1 - -', undefined, '192.0.2.1'],
  ['192.0.2.1 - frank miller', undefined, '192.0.2.1'],
  ['::ffff:192.0.2.1 - -', undefined, '192.0.2.1'],
  ['2001:DB8::1 - -', undefined, '2001:db8::1'],
  ['2001:db8:: - -', undefined, '2001:db8::'],
  ['fe80::1%eth0 - -', undefined, 'fe80::1%eth0'],
  ['192.0.2.1:51200 - -', undefined, '192.0.2.1'],
  ['[2001:db8::1]:51200 - -', undefined, '2001:db8::1'],
  ['unix: - -', undefined, 'unix:'],
  ['192.0.2.xxx - -', undefined, '192.0.2.xxx'],
  ['PC-7.example.net - -', undefined, 'pc-7.example.net'],
  ['localhost - -', undefined, 'localhost'],
  // A proxy's list in front: the last that is no private address.
  ['192.0.2.66, 192.0.2.1, 10.0.0.1 - -', undefined, '192.0.2.1'],
  // With a virtual host in front.
  ['example.com 192.0.2.1 - -', 'example.com', '192.0.2.1'],
  ['Other.Example.:443 192.0.2.1 - -', 'other.example', '192.0.2.1'],
  ['localhost 192.0.2.1 - -', 'localhost', '192.0.2.1'],
  ['intranet:8080 192.0.2.1 - -', 'intranet', '192.0.2.1'],
  ['203.0.113.5:80 192.0.2.1 - -', '203.0.113.5', '192.0.2.1'],
  ['[2001:db8::5]:80 192.0.2.1 - -', '[2001:db8::5]', '192.0.2.1'],
  ['- 192.0.2.1 - -', '-', '192.0.2.1'],
  ['_ 192.0.2.1 - -', '_', '192.0.2.1'],
  ['example.com 192.0.2.66, 192.0.2.1 - -', 'example.com', '192.0.2.1'],
  ['example.com:443 pc-7.example.net - -', 'example.com', 'pc-7.example.net'],
  ['example.com pc-7.example.net - frank', 'example.com', 'pc-7.example.net'],
])('%s', (head, host, address) => {
  expect(readHead(head, rules)).toEqual({ host, address });
});

test.each([
  '',
  '-',
  '- - -',
  'web-1 192.0.2.1 - -',
  'nginx: 192.0.2.1 - -',
  'nginx[812]: 192.0.2.1 - -',
  '[pod/web-1] 192.0.2.1 - -',
  'stdout F 192.0.2.1 - -',
  'INFO 192.0.2.1 - -',
  'level=info 192.0.2.1 - -',
  'Nov 22 192.0.2.1 - -',
  '{"log":"192.0.2.1 - -',
  'example.com: 192.0.2.1 - -',
  'nginx.service up 192.0.2.1 - -',
  '!! - -',
  '192.0.2.1, unknown - -',
])('neither an address nor a host stands in front: %j', head => {
  expect(readHead(head, rules)).toBeUndefined();
});

test('a word alone is a host where it is the website', () => {
  const intranet = { ...rules, isOwnHost: (host: string) => ownHosts('intranet').has(host) };
  expect(readHead('intranet 192.0.2.1 - -', intranet)).toEqual({ host: 'intranet', address: '192.0.2.1' });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.66, 198.51.100.7', '198.51.100.7'],
  ['192.0.2.66,198.51.100.7', '198.51.100.7'],
  // Made up by the client: the proxy appended the true one.
  ['1.1.1.1, 8.8.8.8, 192.0.2.1', '192.0.2.1'],
  ['10.9.9.9, 192.0.2.1, 10.0.0.2, 172.16.0.1, 192.168.1.1, 100.64.0.1, 127.0.0.1', '192.0.2.1'],
  ['192.0.2.1, fd00::1, fe80::1, ::1', '192.0.2.1'],
  ['192.0.2.1:4711, [fd00::1]:80', '192.0.2.1'],
  ['2001:DB8::1, 10.0.0.1', '2001:db8::1'],
  // All inside: the first.
  ['10.0.0.7, 10.0.0.1', '10.0.0.7'],
  // What is no address ends the search.
  ['192.0.2.1, unknown, 10.0.0.1', '10.0.0.1'],
  ['192.0.2.1, unknown', undefined],
  ['unknown', undefined],
  ['', undefined],
])('of the list %j the client is %s', (list, client) => {
  expect(forwardedClient(list)).toBe(client);
});

test('a proxy that is trusted is passed over', () => {
  const isTrusted = (address: string) => isPrivateAddress(address) || address.startsWith('198.51.100.');
  expect(forwardedClient('192.0.2.66, 192.0.2.1, 198.51.100.7, 10.0.0.1', isTrusted)).toBe('192.0.2.1');
});

const start = '10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 512';

test.each([
  ['x-forwarded-for', '"-" "Agent" "192.0.2.1"', '192.0.2.1'],
  ['x-forwarded-for', '"-" "Agent" 0.003 "192.0.2.1, 10.0.0.1"', '192.0.2.1, 10.0.0.1'],
  ['X-Forwarded-For', '"192.0.2.1"', '192.0.2.1'],
  ['x-forwarded-for', '"-" "Agent" "-"', undefined],
  ['x-forwarded-for', '', undefined],
  ['x-forwarded-for:4', '"-" "Agent" "192.0.2.1" "upstream"', '192.0.2.1'],
  ['x-forwarded-for:5', '"-" "Agent" "a" rt=0.1 "192.0.2.1"', '192.0.2.1'],
  ['x-forwarded-for:2', '"192.0.2.1"', '192.0.2.1'],
  ['x-forwarded-for:6', '"-" "Agent" "192.0.2.1"', undefined],
  ['x-forwarded-for:xff', '"-" "Agent" rt=0.1 xff="192.0.2.1" uct="-"', '192.0.2.1'],
  ['x-forwarded-for:XFF', '"-" "Agent" rt=0.1 xff=192.0.2.1, 10.0.0.1 uct=3', '192.0.2.1, 10.0.0.1'],
  // The agent is the client's own: what it holds is no field.
  ['x-forwarded-for:xff', '"-" "Agent xff=192.0.2.66 \\" xff=192.0.2.66" xff=192.0.2.1', '192.0.2.1'],
  ['x-forwarded-for:xff', '"-" "Agent xff=192.0.2.66"', undefined],
])('--client %s of a line that ends in %s', (option, rest, value) => {
  const field = readClientField(option);
  const line = readLogLine(`${start} ${rest}`);
  if (!field || !line) throw new Error('not read');
  expect(fieldOf(line, field)).toBe(value);
});

test.each([
  '',
  'x-forwarded-for:',
  'x-forwarded-for:1',
  'x-forwarded-for:0',
  'x-forwarded-for:a b',
  'xff',
  '4',
])('--client %j is no field', option => {
  expect(readClientField(option)).toBeUndefined();
});
