import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createApi, errorOf, key } from '../helpers/apiFixture.ts';
import { websiteDefaults } from '#model/website/website.ts';

const list = '{"data": [{"id": 1, "domain": "one.example"}]}';
const website = { ...websiteDefaults, domain: 'one.example' };

/** A service that has every request answered on its socket, by hand. */
async function start(answer: (socket: Socket) => unknown) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', data => {
      requests.push(data.toString().split(' ', 1).join(''));
      answer(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const baseUrl = `http://127.0.0.1:${address.port}`;
  return { api: createApi({ baseUrl, apiKey: key, random: () => 0 }), requests };
}

const answerOf = (status: string, body: string | Buffer, ...headers: readonly string[]) =>
  Buffer.concat([
    Buffer.from([`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${body.length}`, '', ''].join('\r\n')),
    Buffer.from(body),
  ]);

test('one that changes to another protocol is a fault at once', async () => {
  const upgrade =
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello';
  const { api, requests } = await start(socket => socket.write(upgrade));
  const error = await errorOf(api.createWebsite(website));
  expect(error).toMatchObject({ kind: 'network', details: { maybeSaved: true } });
  expect(error.message).toContain('cut the connection');
  expect(requests).toEqual(['POST']);
});

test.each(['204 No Content', '205 Reset Content'])(
  'a write that %s confirms is done, body or not',
  async status => {
    const { api, requests } = await start(socket => socket.write(answerOf(status, '{"data": []}')));
    await api.deleteWebsite('1');
    expect(requests).toEqual(['DELETE']);
  },
);

test('what comes behind a whole answer changes nothing of it', async () => {
  const { api, requests } = await start(socket =>
    socket.write(Buffer.concat([answerOf('200 OK', list), Buffer.from('\0garbage')])),
  );
  expect((await api.listWebsites({})).rows).toHaveLength(1);
  await api.updateWebsite('1', { email: true });
  expect(requests).toEqual(['GET', 'PUT']);
});

test('deflate may come without its envelope', async () => {
  const answer = answerOf('200 OK', deflateRawSync(list), 'Content-Encoding: deflate');
  const { api } = await start(socket => socket.end(answer));
  expect((await api.listWebsites({})).rows).toHaveLength(1);
});

test('a write takes no connection that the service has closed without a word', async () => {
  const { api, requests } = await start(socket => socket.end(answerOf('200 OK', list)));
  for (let time = 0; time < 20; time++) {
    await api.listWebsites({});
    await api.createWebsite(website);
  }
  expect(requests.filter(method => method === 'POST')).toHaveLength(20);
});
