import { expect, onTestFinished, test } from 'vitest';
import { findService } from '#api/findService.ts';
import { json } from '../helpers/faultAnswers.ts';
import { startFaultServer } from '../helpers/faultServer.ts';

test('a service that refuses every other path without a key is the one that knows its own path', async () => {
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  const refused = json({ message: 'no key' }, 401);
  const own = json({ ok: true });
  server.answerWith((response, request) =>
    (request.path === '/api/heartbeat' ? own : refused)(response, request),
  );
  expect(await findService(server.url)).toEqual({ service: 'umami', url: server.url });
  server.answerWith(refused);
  expect(await findService(server.url)).toEqual({ service: 'phpanalytics', url: server.url });
});
