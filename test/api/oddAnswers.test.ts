import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApi, errorOf, key } from '../helpers/apiFixture.ts';
import { compressors, hardList, startClosing } from '../helpers/compressed.ts';
import { websiteDefaults } from '#model/website/website.ts';

const list = '{"data": [{"id": 1, "domain": "one.example"}]}';
const apiOf = (baseUrl: string) => createApi({ baseUrl, apiKey: key, random: () => 0 });
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
  return { api: apiOf(baseUrl), requests };
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

const { gzip, deflate, br } = compressors;
const encodings = Object.entries(compressors);
const megabyte = 1024 * 1024;

describe.each(encodings)('%s, with the connection closed behind it', (name, compress) => {
  test.each([400_000, 4_500_000])('a list of %i bytes is read', async bytes => {
    const url = await startClosing(compress(hardList(bytes)), name);
    const { rows } = await apiOf(url).listWebsites({ perPage: 100 });
    expect(rows).toHaveLength(Math.ceil(bytes / 600));
  });

  test('50 MB that were 5 MB at most are refused', async () => {
    const url = await startClosing(compress(Buffer.alloc(50 * megabyte, ' ')), name);
    const error = await errorOf(apiOf(url).listWebsites({}));
    expect(error).toMatchObject({ kind: 'shape', message: expect.stringContaining('larger than 5 MB') });
  });

  test('what is cut or broken is an error in words', async () => {
    const whole = compress(hardList(50_000));
    for (const body of [whole.subarray(0, 1_000), Buffer.from('{"data": []}')]) {
      const error = await errorOf(apiOf(await startClosing(body, name)).listWebsites({}));
      expect(error).toMatchObject({ kind: 'shape', message: expect.stringContaining('a broken encoding') });
    }
  });
});

describe('encodings', () => {
  test('laid over one another are taken off one by one', async () => {
    const url = await startClosing(br(deflate(gzip(Buffer.from(list)))), 'gzip, DEFLATE,br');
    expect((await apiOf(url).listWebsites({})).rows).toMatchObject([{ id: '1', domain: 'one.example' }]);
  });

  test('may not make much of little on the way to little', async () => {
    const empty = gzipSync('');
    const members = Buffer.concat(Array.from({ length: 300_000 }, () => empty));
    const error = await errorOf(apiOf(await startClosing(br(members), 'gzip, br')).listWebsites({}));
    expect(error.message).toContain('larger than 5 MB');
  });

  test.each([
    ['zstd', 'an encoding that was not asked for'],
    ['gzip, gzip, gzip, gzip', 'too many encodings'],
  ])('%s: %s', async (name, words) => {
    const error = await errorOf(apiOf(await startClosing(gzip(Buffer.from(list)), name)).listWebsites({}));
    expect(error).toMatchObject({ kind: 'shape', message: expect.stringContaining(words) });
  });

  test('identity, and an empty body that names one, are nothing to decode', async () => {
    expect(
      (await apiOf(await startClosing(Buffer.from(list), 'identity')).listWebsites({})).rows,
    ).toHaveLength(1);
    await apiOf(await startClosing(Buffer.alloc(0), 'gzip')).deleteWebsite('1');
  });
});

test('a write whose answer cannot be decoded may have been saved', async () => {
  const url = await startClosing(Buffer.alloc(2_000, 'x'), 'gzip', '201 Created');
  const error = await errorOf(apiOf(url).createWebsite(website));
  expect(error.details.maybeSaved).toBe(true);
  expect(error.message).toContain('The change may have been saved.');
});
