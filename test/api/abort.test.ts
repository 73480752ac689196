import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { errorOf, useFaultServer } from '../helpers/apiFixture.ts';
import { bare, held, json, never, trickle } from '../helpers/faultAnswers.ts';

const fixture = useFaultServer();
const good = json({ data: { id: 1 } });

describe('aborting', () => {
  test.each([
    ['before the answer', never],
    ['in the body', trickle],
  ])('%s rejects with the reason and closes the connection', async (_, answer) => {
    const closed = Promise.withResolvers<void>();
    fixture.server.answerWith((response, request) => {
      response.once('close', () => closed.resolve());
      answer(response, request);
    });
    const leaving = new AbortController();
    const read = fixture.api().showWebsite('1', { signal: leaving.signal });
    await fixture.server.arrived(1);
    const reason = new Error('left the screen');
    leaving.abort(reason);
    await expect(read).rejects.toBe(reason);
    await closed.promise;
  });

  test('in the queue gives the place to the next', async () => {
    const hold = held(good);
    fixture.server.answerWith(hold.answer);
    const api = fixture.api();
    const leaving = new AbortController();
    const under = [1, 2, 3, 4].map(id => api.showWebsite(String(id)));
    const left = api.showWebsite('left', { signal: leaving.signal });
    const last = api.showWebsite('last');
    await fixture.server.arrived(4);
    expect(api.activity()).toMatchObject({ inFlight: 4, queued: 2 });
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    hold.release();
    await fixture.server.arrived(5);
    for (let n = 0; n < 4; n += 1) hold.release();
    await Promise.all([...under, last]);
    expect(fixture.server.requests.map(({ path }) => path.split('/').at(-1))).not.toContain('left');
  });

  test('a signal does not switch the timeout off', async () => {
    fixture.server.answerWith(never);
    const request = fixture.api({ timeoutMs: 60 }).showWebsite('1', { signal: new AbortController().signal });
    expect(await errorOf(request)).toMatchObject({ kind: 'timeout' });
  });

  test('works while the key is being read', async () => {
    const leaving = new AbortController();
    const api = fixture.api({ apiKey: () => new Promise(() => undefined) });
    const read = api.showWebsite('1', { signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(read).rejects.toThrow('gone');
  });
});

test.each([
  ['an answer', good, 'undefined'],
  ['a 429 that nothing waits for', bare(429, { 'retry-after': '25' }), 'rateLimit'],
])('after %s nothing keeps the process alive', async (_, answer, outcome) => {
  fixture.server.answerWith(answer);
  const script = `
    import { connectTo } from '#api/open.ts';
    import { phpAnalytics } from '#api/phpAnalytics/adapter.ts';
    const api = connectTo(phpAnalytics, { baseUrl: ${JSON.stringify(fixture.server.url)}, apiKey: 'k', capabilities: {} });
    const { kind } = await api.updateWebsite('1', { email: true }).catch(fault => fault);
    console.log(String(kind));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = text(child.stdout);
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  const [code]: unknown[] = await once(child, 'exit');
  clearTimeout(timer);
  expect([code, (await said).trim()]).toEqual([0, outcome]);
});
