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
    void run('again 1', { first: true });
    void run('again 2', { first: true });
    await settle();
    for (const name of ['a', 'b', 'c']) await end(name);
    expect(started.slice(4)).toEqual(['again 1', 'again 2', 'e']);
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
        await vi.runAllTimersAsync();
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
    limiter.pause(3);
    limiter.pause(15);
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

test('listeners hear every change until they stop', async () => {
  const { limiter, run, end, settle } = bench();
  const heard: (readonly [number, number])[] = [];
  const stop = limiter.onActivity(({ inFlight, queued }) => heard.push([inFlight, queued]));
  void run('a');
  await settle();
  expect(heard.at(-1)).toEqual([1, 0]);
  limiter.answered();
  expect(limiter.activity().lastAnswer).toBe(1_000_000);
  await end('a');
  expect(heard.at(-1)).toEqual([0, 0]);
  const count = heard.length;
  stop();
  void run('b');
  await settle();
  expect(heard).toHaveLength(count);
});
