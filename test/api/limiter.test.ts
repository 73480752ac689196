import { createLimiter } from '#api/limiter.ts';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A limiter and tasks that note their start and end when they are told to. */
function bench() {
  const limiter = createLimiter(Date.now);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, turn = {}) =>
    limiter.run(async () => {
      started.push(name);
      await new Promise<void>(resolve => ends.set(name, resolve));
      return name;
    }, turn);
  const settle = async () => await vi.advanceTimersByTimeAsync(0);
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { limiter, started, run, end, settle };
}

describe('turns', () => {
  test('four at once, the others in the order they came', async () => {
    const { limiter, started, run, end, settle } = bench();
    const all = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(name => run(name)));
    await settle();
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    expect(limiter.activity()).toMatchObject({ inFlight: 4, queued: 2 });
    await end('c');
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
    await end('a');
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    for (const name of ['b', 'd', 'e', 'f']) await end(name);
    expect(await all).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(limiter.activity()).toMatchObject({ inFlight: 0, queued: 0 });
  });

  test('a task that fails gives its place back', async () => {
    const { limiter, started, run, settle } = bench();
    const failures = [1, 2, 3, 4].map(n => limiter.run(() => Promise.reject(new Error(`no ${n}`))));
    const outcomes = Promise.allSettled(failures);
    void run('next');
    await settle();
    expect(started).toEqual(['next']);
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  });

  test('further attempts go before first ones, in their own order', async () => {
    const { started, run, end, settle } = bench();
    for (const name of ['a', 'b', 'c', 'd', 'e']) void run(name);
    void run('again 1', { isRetry: true });
    void run('again 2', { isRetry: true });
    await settle();
    for (const name of ['a', 'b', 'c']) await end(name);
    expect(started.slice(4)).toEqual(['again 1', 'again 2', 'e']);
  });

  test('a free place goes to the lowest rank at that time, then to who came first; retries go before all', async () => {
    const { started, run, end, settle } = bench();
    let selected = 0;
    for (const name of ['a', 'b', 'c', 'd']) void run(name);
    for (const row of [1, 2, 3, 4]) void run(`row ${row}`, { rank: () => Math.abs(row - selected) });
    void run('behind', { urgency: 'background', rank: () => -9 });
    void run('no rank');
    void run('again', { isRetry: true, rank: () => 9 });
    await settle();
    for (const name of ['a', 'b', 'c']) await end(name);
    expect(started.slice(4)).toEqual(['again', 'no rank', 'row 1']);
    selected = 4;
    for (const name of ['d', 'again', 'no rank', 'row 1']) await end(name);
    expect(started.slice(7)).toEqual(['row 4', 'row 3', 'row 2', 'behind']);
  });

  test('aborted in the queue: never started, and no place lost', async () => {
    const { limiter, started, run, end, settle } = bench();
    const leaving = new AbortController();
    for (const name of ['a', 'b', 'c', 'd']) void run(name);
    const left = run('left', { signal: leaving.signal });
    void run('last');
    await settle();
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(limiter.activity().queued).toBe(1);
    await end('a');
    expect(started).toEqual(['a', 'b', 'c', 'd', 'last']);
  });

  test('aborted once started: the queue is left as it is', async () => {
    const { limiter, started, run, end, settle } = bench();
    const leaving = new AbortController();
    for (const name of ['a', 'b', 'c', 'd']) void run(name, { signal: leaving.signal });
    void run('e');
    await settle();
    leaving.abort();
    expect(limiter.activity()).toMatchObject({ inFlight: 4, queued: 1 });
    await end('a');
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('aborted before: not even queued', async () => {
    const { limiter, started, run } = bench();
    await expect(run('late', { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
    expect(started).toEqual([]);
    expect(limiter.activity().queued).toBe(0);
  });

  test('never more than four, and in order, whatever ends when', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 }), async durations => {
        const limiter = createLimiter(Date.now);
        const started: number[] = [];
        let most = 0;
        const all = durations.map((ms, n) =>
          limiter.run(async () => {
            started.push(n);
            most = Math.max(most, limiter.activity().inFlight);
            await new Promise(resolve => setTimeout(resolve, ms));
          }),
        );
        await vi.advanceTimersByTimeAsync(durations.reduce((sum, ms) => sum + ms, 0));
        await Promise.all(all);
        expect(most).toBe(Math.min(4, durations.length));
        expect(started).toEqual(durations.map((_, n) => n));
      }),
      { numRuns: 30 },
    );
  });
});

describe('a pause', () => {
  test('holds back what is new, lets end what is under way', async () => {
    const { limiter, started, run, end, settle } = bench();
    const first = run('a');
    await settle();
    limiter.pause(20);
    void run('b');
    await end('a');
    expect(await first).toBe('a');
    expect(limiter.activity()).toMatchObject({ inFlight: 0, queued: 1, pausedUntil: 1_020_000 });
    await vi.advanceTimersByTimeAsync(19_999);
    expect(started).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['a', 'b']);
    expect(limiter.activity().pausedUntil).toBeUndefined();
  });

  test('is made longer, never shorter', async () => {
    const { limiter, started, run } = bench();
    limiter.pause(10);
    limiter.pause(15);
    limiter.pause(3);
    expect(limiter.activity().pausedUntil).toBe(1_015_000);
    void run('a');
    await vi.advanceTimersByTimeAsync(14_999);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['a']);
  });

  test('can be left by aborting', async () => {
    const { limiter, run, settle } = bench();
    const leaving = new AbortController();
    limiter.pause(10);
    const left = run('a', { signal: leaving.signal });
    await settle();
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
  });

  test('of more than 30 seconds refuses what waits and what comes, until 30 are left', async () => {
    const { limiter, started, run, settle } = bench();
    limiter.pause(5);
    const waiting = run('waiting');
    const refusal = waiting.catch((fault: unknown) => fault);
    await settle();
    limiter.pause(90);
    expect(await refusal).toMatchObject({ kind: 'rateLimit', details: { retryAfter: 90 } });
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(run('new')).rejects.toMatchObject({ kind: 'rateLimit', details: { retryAfter: 60 } });
    await vi.advanceTimersByTimeAsync(30_000);
    void run('patient');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(started).toEqual(['patient']);
  });
});

describe('in the background', () => {
  const background = { urgency: 'background' } as const;
  const allowance = (limit: number, remaining: number) =>
    new Headers({ 'X-RateLimit-Limit': String(limit), 'X-RateLimit-Remaining': String(remaining) });

  test('two of the four places, and behind everything else', async () => {
    const { limiter, started, run, end, settle } = bench();
    for (const name of ['b1', 'b2', 'b3', 'b4']) void run(name, background);
    await settle();
    expect(started).toEqual(['b1', 'b2']);
    expect(limiter.activity()).toMatchObject({ inFlight: 2, queued: 2, background: 4 });
    for (const name of ['k1', 'k2', 'k3']) void run(name);
    await settle();
    expect(started).toEqual(['b1', 'b2', 'k1', 'k2']);
    await end('b1');
    expect(started.slice(4)).toEqual(['k3']);
    await end('k1');
    expect(started.slice(5)).toEqual(['b3']);
    await end('k2');
    // One place is free, and is kept for a key.
    expect(started.slice(6)).toEqual([]);
    await end('b2');
    expect(started.slice(6)).toEqual(['b4']);
  });

  test('none while less than half of what the service allows remains, until what it said is a minute old', async () => {
    const { limiter, started, run, end, settle } = bench();
    limiter.answered(allowance(60, 32));
    for (const name of ['b1', 'b2', 'b3']) void run(name, background);
    await settle();
    expect(started).toEqual(['b1', 'b2']);
    expect(limiter.activity().rateLimit).toEqual({ limit: 60, remaining: 32 });
    limiter.answered(allowance(60, 30));
    await end('b1');
    // One is under way: the next would take the 30th.
    expect(started).toEqual(['b1', 'b2']);
    limiter.answered(allowance(60, 29));
    await end('b2');
    void run('key');
    await settle();
    expect(started).toEqual(['b1', 'b2', 'key']);
    await end('key');
    expect(limiter.activity().isHeldBack).toBe(true);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(started).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(started.slice(3)).toEqual(['b3']);
  });

  test('a shorter refusal does not shorten the quiet of a longer one', async () => {
    const { limiter, started, run } = bench();
    limiter.pause(20);
    limiter.pause(1);
    void run('b', background);
    await vi.advanceTimersByTimeAsync(79_999);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['b']);
  });

  test.each([
    ['60', ''],
    ['0', '0'],
    ['-1', '5'],
    ['many', '1'],
    ['1e2', '1'],
  ])('headers that say nothing (%s, %s) hold nothing back', async (limit, remaining) => {
    const { limiter, started, run, settle } = bench();
    limiter.answered(new Headers({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining }));
    expect(limiter.activity().rateLimit).toBeUndefined();
    void run('b', background);
    await settle();
    expect(started).toEqual(['b']);
  });

  test('after a refusal none for its wait and a minute more; a long wait refuses the others, and not these', async () => {
    const { limiter, started, run, settle } = bench();
    limiter.pause(40);
    void run('b', background);
    await expect(run('key')).rejects.toMatchObject({ kind: 'rateLimit' });
    await vi.advanceTimersByTimeAsync(40_000);
    void run('later');
    await settle();
    expect(started).toEqual(['later']);
    expect(limiter.activity()).toMatchObject({ isHeldBack: true, pausedUntil: undefined });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(started).toEqual(['later']);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['later', 'b']);
  });
});

test('listeners hear every change until they stop', async () => {
  const { limiter, run, end, settle } = bench();
  const heard: (readonly [number, number])[] = [];
  const stop = limiter.onActivity(({ inFlight, queued }) => heard.push([inFlight, queued]));
  void run('a');
  await settle();
  expect(heard.at(-1)).toEqual([1, 0]);
  limiter.answered(new Headers());
  expect(limiter.activity().lastAnswer).toBe(1_000_000);
  await end('a');
  expect(heard.at(-1)).toEqual([0, 0]);
  const count = heard.length;
  stop();
  void run('b');
  await settle();
  expect(heard).toHaveLength(count);
});

test('after a refusal one request is sent at a time that several are allowed in, for ten seconds', async () => {
  const { limiter, settle } = bench();
  const started: number[] = [];
  const allowance = { limit: 4, left: 4, seconds: 1 };
  const send = (at: number) =>
    limiter.run(async told => {
      started.push(at);
      told(at === 0 ? allowance : undefined);
      await Promise.resolve();
    });
  await send(0);
  limiter.pause(0);
  const all = Promise.all(Array.from({ length: 40 }, (_, at) => send(at + 1)));
  await settle();
  const sentIn = async (ms: number) => {
    const before = started.length;
    await vi.advanceTimersByTimeAsync(ms);
    return started.length - before;
  };
  await sentIn(2000);
  expect(await sentIn(3000)).toBe(3);
  await sentIn(6000);
  expect(await sentIn(1000)).toBeGreaterThan(1);
  await vi.advanceTimersByTimeAsync(20_000);
  await all;
});
