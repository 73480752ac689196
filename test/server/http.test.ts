import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ServiceAnswer } from '#model/service/connection.ts';
import { listen } from '#server/http.ts';
import { openForTest, startServer } from './serverFixture.ts';

/** Sends bytes as they are and returns all that comes back until the server closes. */
async function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return await text(socket);
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('a body over a megabyte is a 413, whether its length is told or not', async () => {
  const { call } = await startServer();
  const part = new TextEncoder().encode('x'.repeat(60_000));
  const chunks = Array.from({ length: 60 }, () => part);
  for (const body of ['x'.repeat(3_000_000), ReadableStream.from(chunks)]) {
    const answer = await call('POST /websites', { body, headers: form });
    expect(answer.status).toBe(413);
    expect(answer.body.message).toBe('The body is too large: send at most 1 MB.');
  }
  expect((await call('GET /websites')).status).toBe(200);
});

test('a body just under a megabyte is read', async () => {
  const { call } = await startServer();
  const excluded = 'x'.repeat(999_000);
  const answer = await call('POST /websites', { form: { domain: 'example.com', exclude_ips: excluded } });
  expect(answer.status).toBe(201);
  expect(answer.body.data).toMatchObject({ exclude_ips: excluded });
});

test('a large body that is refused for another reason still gets its answer', async () => {
  const { call } = await startServer();
  const headers = { ...form, authorization: '' };
  const answer = await call('POST /websites', { body: 'x'.repeat(3_000_000), headers });
  expect(answer.status).toBe(401);
});

test('a client that never finishes its request gets a 408', async () => {
  const { url } = await startServer({}, { requestTimeout: 100 });
  const answer = await exchange(url, 'POST /api/v1/websites HTTP/1.1\r\nHost: localhost\r\nContent-Le');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test.each([
  [
    'a Host that makes no URL',
    'GET /api/v1/websites HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'a request target without a path',
    'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'a path that looks like a host',
    'GET //websites HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    404,
  ],
  ['bytes that are no HTTP', 'hello\r\n\r\n', 400],
])('%s is refused', async (_, bytes, status) => {
  const { url } = await startServer();
  expect(await exchange(url, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('closing lets the request under way finish and takes no new one', async () => {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<ServiceAnswer>();
  const answer = (): Promise<ServiceAnswer> => {
    started.resolve();
    return finish.promise;
  };
  const listener = await listen({ answer });
  const underWay = fetch(`${listener.url}/api/v1/websites`);
  await started.promise;
  const closed = listener.close();
  await expect(fetch(`${listener.url}/api/v1/websites`)).rejects.toThrow('fetch failed');
  finish.resolve({ status: 200, headers: {}, body: 'late' });
  expect(await (await underWay).text()).toBe('late');
  await closed;
});

test('a port that is in use is named', async () => {
  const service = await openForTest();
  const { url } = await startServer();
  const port = Number(new URL(url).port);
  await expect(listen(service, { port })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use: choose another port.`,
  );
});
