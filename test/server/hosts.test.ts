import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ListenOptions } from '#server/http.ts';
import { key, startServer } from './serverFixture.ts';

/** The status of a request in its own bytes, its key included. */
async function asker(listening: ListenOptions = {}) {
  const { url } = await startServer({}, listening);
  const { port } = new URL(url);
  return async (lines: readonly string[]) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write([...lines, `Authorization: Bearer ${key}`, 'Connection: close', '', ''].join('\r\n'));
    return (await text(socket)).slice(9, 12);
  };
}

const list = 'GET /api/v1/websites HTTP/1.1';

const onLoopback: readonly (readonly [string, readonly string[], string])[] = [
  ['this machine by name', [list, 'Host: localhost'], '200'],
  ['its address, and the port of a tunnel', [list, 'Host: 127.0.0.1:9000'], '200'],
  ['its other address', [list, 'Host: [::1]:80'], '200'],
  ['upper case', [list, 'HOST: LOCALHOST:8080'], '200'],
  [
    'an absolute target on this machine',
    ['GET http://localhost/api/v1/websites HTTP/1.1', 'Host: localhost'],
    '200',
  ],
  ['a name that was pointed here', [list, 'Host: evil.example'], '403'],
  ['a name that begins like ours', [list, 'Host: localhost.evil.example'], '403'],
  ['a name that ends like ours', [list, 'Host: evil-localhost'], '403'],
  ['an address of another machine', [list, 'Host: 192.0.2.1'], '403'],
  [
    'an absolute target elsewhere',
    ['GET http://evil.example/api/v1/websites HTTP/1.1', 'Host: localhost'],
    '403',
  ],
  [
    'an absolute target here for a host elsewhere',
    ['GET http://localhost/api/v1/websites HTTP/1.1', 'Host: evil.example'],
    '403',
  ],
  [
    'a target in upper case elsewhere',
    ['GET HTTP://EVIL.example/api/v1/websites HTTP/1.1', 'Host: localhost'],
    '403',
  ],
  ['no Host', [list], '400'],
  ['no Host, in the older HTTP', ['GET /api/v1/websites HTTP/1.0'], '400'],
  ['an empty Host', [list, 'Host:'], '400'],
  ['two Hosts', [list, 'Host: localhost', 'Host: evil.example'], '400'],
  ['two equal Hosts', [list, 'Host: localhost', 'host: localhost'], '400'],
  ['a user name before the host', [list, 'Host: evil.example@localhost'], '400'],
  ['a path behind the host', [list, 'Host: localhost/evil.example'], '400'],
  ['a page of another origin', [list, 'Host: localhost', 'Origin: https://evil.example'], '403'],
  ['a page of this origin', [list, 'Host: localhost', 'Origin: http://localhost'], '403'],
  ['a page without an origin', [list, 'Host: localhost', 'ORIGIN: null'], '403'],
];

test.each(onLoopback)('on the loopback: %s', async (_, lines, status) => {
  const ask = await asker();
  expect(await ask(lines)).toBe(status);
});

test('an Origin is refused whatever the method, and changes nothing', async () => {
  const { call } = await startServer();
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const path = method === 'GET' || method === 'POST' ? '/websites' : '/websites/1';
    const form = method === 'POST' || method === 'PUT' ? { form: { domain: 'one.example' } } : {};
    const answer = await call(`${method} ${path}`, { ...form, headers: { origin: 'https://evil.example' } });
    expect([method, answer.status]).toEqual([method, 403]);
  }
  expect((await call('GET /websites')).body.data).toEqual([]);
});

test('beyond this machine every address passes, and of names only those that are known', async () => {
  const ask = await asker({ host: '0.0.0.0', allowedHosts: ['stats.example.com'] });
  const hosts = [
    '127.0.0.1',
    '192.0.2.1:8080',
    '[2001:db8::1]',
    'localhost',
    'STATS.example.com',
    'evil.example',
  ];
  const statuses = await Promise.all(hosts.map(async host => await ask([list, `Host: ${host}`])));
  expect(statuses).toEqual(['200', '200', '200', '200', '200', '403']);
  expect(await ask([list, 'Host: 192.0.2.1', 'Origin: http://192.0.2.1'])).toBe('403');
});
