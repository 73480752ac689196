import { expect, test } from 'vitest';
import { findService } from '#api/findService.ts';
import { json } from '../helpers/faultAnswers.ts';
import { startGoatCounter } from '../helpers/goatCounter/server.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

test('a service that refuses every other path without a key is the one that knows its own path', async () => {
  const server = await openFaultServer();
  const refused = json({ message: 'no key' }, 401);
  const own = json({ ok: true });
  server.answerWith((response, request) =>
    (request.path === '/api/heartbeat' ? own : refused)(response, request),
  );
  expect(await findService(server.url)).toEqual({ service: 'umami', url: server.url });
  server.answerWith(refused);
  expect(await findService(server.url)).toEqual({ service: 'phpanalytics', url: server.url });
});

test.each(['', '/api/v0', '/api/v0/', '/api/v0/sites/1', '/api/v0/me?x=1', '/api/other/'])(
  'GoatCounter is found where its address ends with "%s", and is not asked more than it takes',
  async path => {
    const server = await startGoatCounter({ sites: [{ cname: 'a.example' }] }, { requests: 4, window: 1000 });
    expect(await findService(server.url + path)).toEqual({ service: 'goatcounter', url: server.url });
    expect(server.refused()).toBe(0);
  },
);

test('a service that has had too many requests is asked again once it may be', async () => {
  const server = await openFaultServer();
  const tooMany = json({ error: 'rate limited exceeded' }, 429, { 'retry-after': '0' });
  const refused = json({ message: 'no key' }, 401);
  server.answerWith(tooMany, tooMany, tooMany, refused);
  expect(await findService(server.url)).toEqual({ service: 'phpanalytics', url: server.url });
  server.answerWith(json({}, 429, { 'retry-after': '99' }));
  await expect(findService(server.url)).rejects.toThrow('asks to wait 99 s');
});

test('where GoatCounter has several websites, and none of this name, the name of one is asked for', async () => {
  const server = await startGoatCounter({ sites: [{ cname: 'a.test' }, { cname: 'b.test' }] });
  await expect(findService(server.url.replace('127.0.0.1', 'localhost'))).rejects.toThrow(
    'GoatCounter has several websites here, and none of this name: give the address of one of them.',
  );
});

test('what answers 200 to everything is no service: a list of websites is one', async () => {
  const server = await openFaultServer();
  server.answerWith(json({}));
  await expect(findService(server.url)).rejects.toThrow('No service that Sitedeck knows answers');
  server.answerWith(json({ data: [] }));
  expect(await findService(server.url)).toEqual({ service: 'phpanalytics', url: server.url });
});
