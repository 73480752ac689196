import { retryAfterSeconds } from '#api/http/classify.ts';
import { withRetry } from '#api/http/send.ts';
import { ApiError } from '#model/failure.ts';
import { delay } from '#model/promises.ts';
import { describe, expect, test } from 'vitest';
import { errorOf, useFaultServer } from '../helpers/apiFixture.ts';
import { bare, cut, cutInBody, html, json } from '../helpers/faultAnswers.ts';

const fixture = useFaultServer();
const good = json({ data: { id: 1 } });
const sent = () => fixture.server.requests.length;

describe('a read', () => {
  test.each([
    ['502', bare(502)],
    ['503 in HTML', html(503)],
    ['504', bare(504)],
    ['a connection cut before the answer', cut],
    ['a connection cut in the answer', cutInBody],
  ])('is tried again after %s', async (_, fault) => {
    fixture.server.answerWith(fault, fault, good);
    expect(await fixture.api().showWebsite('1')).toMatchObject({ id: '1' });
    expect(sent()).toBe(3);
  });

  test.each([
    ['503', bare(503), 'server'],
    ['a cut connection', cut, 'network'],
  ])('gives up after two further attempts: %s', async (_, fault, kind) => {
    fixture.server.answerWith(fault);
    expect(await errorOf(fixture.api().showWebsite('1'))).toMatchObject({ kind });
    expect(sent()).toBe(3);
  });

  test.each([400, 401, 403, 404, 500, 501])('is not tried again after %d', async status => {
    fixture.server.answerWith(bare(status), good);
    await errorOf(fixture.api().showWebsite('1'));
    expect(sent()).toBe(1);
  });

  test('the delays grow and are spread', async () => {
    fixture.server.answerWith(bare(503), bare(503), good);
    const start = performance.now();
    await fixture.api({ random: () => 0.1 }).showWebsite('1');
    // 50 ms, then 150 ms; timers may fire a millisecond early.
    expect(performance.now() - start).toBeGreaterThan(195);
  });

  test('is not tried again once it was aborted', async () => {
    fixture.server.answerWith(bare(503));
    const leaving = new AbortController();
    const read = fixture.api({ random: () => 1 }).showWebsite('1', { signal: leaving.signal });
    await fixture.server.arrived(1);
    leaving.abort(new Error('gone'));
    await expect(read).rejects.toThrow('gone');
    expect(sent()).toBe(1);
  });
});

describe('a 429', () => {
  test('is waited out three times, however long the pauses that the service asks for', async () => {
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      throw new ApiError('rateLimit', 'busy', { status: 429, retryAfter: 40 });
    };
    await expect(withRetry(attempt, { random: () => 0, maxWait: 60 })).rejects.toThrow('busy');
    expect(attempts).toBe(4);
  });

  test('is waited out: all requests pause, then the refused one goes first', async () => {
    fixture.server.answerWith(bare(429, { 'retry-after': '1' }), good);
    const api = fixture.api();
    const start = performance.now();
    const first = api.showWebsite('1');
    await fixture.server.arrived(1);
    const paused = Promise.withResolvers<void>();
    const stop = api.onActivity(({ pausedUntil }) => pausedUntil !== undefined && paused.resolve());
    await paused.promise;
    stop();
    const second = api.showWebsite('2');
    expect(api.activity().pausedUntil).toBeGreaterThan(Date.now());
    await Promise.all([first, second]);
    expect(performance.now() - start).toBeGreaterThan(990);
    expect(fixture.server.requests.map(({ path }) => path.at(-1))).toEqual(['1', '1', '2']);
  });

  test('again and again is an error in the end', async () => {
    fixture.server.answerWith(bare(429, { 'retry-after': '0' }));
    expect(await errorOf(fixture.api().showWebsite('1'))).toMatchObject({
      kind: 'rateLimit',
      message: 'The service has had too many requests and asks to wait a moment.',
      details: { status: 429, retryAfter: 0 },
    });
    // Each of its pauses counts as a second: a minute of them.
    expect(sent()).toBe(61);
  });

  test('is waited out as often as others are asked before, for a minute', async () => {
    const tooMany = bare(429, { 'retry-after': '0' });
    let asked = 0;
    fixture.server.answerWith((response, request) => {
      asked += 1;
      (asked > 40 ? good : tooMany)(response, request);
    });
    expect(await fixture.api().showWebsite('1')).toMatchObject({ id: '1' });
    expect(sent()).toBe(41);
  });

  test('with a long wait is an error at once, and so is what comes next', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    fixture.server.answerWith(bare(429, { 'retry-after': date }), good);
    const api = fixture.api();
    const error = await errorOf(api.showWebsite('1'));
    expect(error.kind).toBe('rateLimit');
    expect(error.details.retryAfter).toBeGreaterThanOrEqual(59);
    expect(error.details.retryAfter).toBeLessThanOrEqual(61);
    expect(await errorOf(api.showWebsite('2'))).toMatchObject({ kind: 'rateLimit' });
    expect(sent()).toBe(1);
  });
});

test.each([
  [{ 'retry-after': '12' }, 12],
  [{ 'retry-after': ' 0 ' }, 0],
  [{ 'retry-after': '1.5' }, 2],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 30],
  [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
  // The service's clock is an hour ahead: its own Date counts.
  [{ 'retry-after': 'Fri, 20 Nov 2026 13:00:10 GMT', date: 'Fri, 20 Nov 2026 13:00:00 GMT' }, 10],
  [{ 'retry-after': '99999999999' }, 86_400],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-5' }, undefined],
  [{}, undefined],
])('Retry-After %j is %s seconds', (headers, seconds) => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(retryAfterSeconds(new Headers(headers as Record<string, string>), now)).toBe(seconds);
});

test('a delay that is aborted already does not begin', async () => {
  await expect(delay(60_000, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
