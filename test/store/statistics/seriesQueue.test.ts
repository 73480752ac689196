import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeriesQueue, nearestFirst, type SeriesTask } from '#store/queries/seriesQueue.ts';

const period = { from: '2026-11-01', to: '2026-11-19' } as const;

function task(id: string, requests = 1): SeriesTask {
  return { key: id, websiteId: id, name: 'visitors', period, requests };
}

/** A queue whose tasks end when the test says so. */
function bench() {
  const running = new Map<string, (done: boolean) => void>();
  const log: string[] = [];
  let paused = false;
  const queue = createSeriesQueue({
    run({ key }) {
      log.push(`start ${key}`);
      return new Promise(resolve => running.set(key, resolve));
    },
    cancel({ key }) {
      log.push(`cancel ${key}`);
      running.delete(key);
    },
    isPaused: () => paused,
    onFinished: () => log.push('finished'),
  });
  return {
    queue,
    log,
    running,
    async end(key: string, done = true) {
      running.get(key)?.(done);
      running.delete(key);
      await Promise.resolve();
      await Promise.resolve();
    },
    pause: (on: boolean) => (paused = on),
  };
}

test('four at a time, in the order wanted', async () => {
  const { queue, log, end } = bench();
  queue.want(['a', 'b', 'c', 'd', 'e', 'f'].map(id => task(id)));
  expect(log).toEqual(['start a', 'start b', 'start c', 'start d']);
  await end('c');
  expect(log.at(-1)).toBe('start e');
  await end('a');
  expect(log.at(-1)).toBe('start f');
  for (const key of ['b', 'd', 'e']) await end(key);
  expect(log).not.toContain('finished');
  await end('f');
  expect(log.at(-1)).toBe('finished');
});

test('what is urgent now goes before what was urgent before', async () => {
  const { queue, log, end } = bench();
  queue.want(['a', 'b', 'c', 'd', 'e', 'f'].map(id => task(id)));
  queue.want(['f', 'e', 'd', 'c', 'b', 'a'].map(id => task(id)));
  await end('a');
  expect(log).toEqual(['start a', 'start b', 'start c', 'start d', 'start f']);
});

test('what is no longer wanted is cancelled, and read when it is wanted again', async () => {
  const { queue, log, end } = bench();
  queue.want([task('a'), task('b')]);
  await end('a');
  queue.want([task('c')]);
  expect(log).toEqual(['start a', 'start b', 'cancel b', 'start c']);
  queue.want([task('a'), task('b')]);
  expect(log.slice(4)).toEqual(['cancel c', 'start b']);
});

test('a long period takes its places: never more than four requests, but one task always', async () => {
  const { queue, log, end } = bench();
  queue.want([task('a', 2), task('b', 2), task('c', 2)]);
  expect(log).toEqual(['start a', 'start b']);
  await end('a');
  expect(log.at(-1)).toBe('start c');
  const long = bench();
  long.queue.want([task('a', 8), task('b', 8)]);
  expect(long.log).toEqual(['start a']);
});

test('a pause starts nothing; what was refused is read after it', async () => {
  const { queue, log, end, pause } = bench();
  queue.want(['a', 'b', 'c', 'd', 'e'].map(id => task(id)));
  pause(true);
  await end('a', false);
  await end('b');
  expect(log).toHaveLength(4);
  pause(false);
  queue.resume();
  expect(log.slice(4)).toEqual(['start a', 'start e']);
});

test('a task is done once, until all are forgotten', async () => {
  const { queue, log, end } = bench();
  queue.want([task('a')]);
  await end('a');
  queue.want([task('a')]);
  expect(log).toEqual(['start a', 'finished']);
  queue.forget();
  queue.want([task('a')]);
  expect(log.at(-1)).toBe('start a');
});

test('nearest first: every row once, the distance to the selected one never falls', () => {
  expect(nearestFirst(['a', 'b', 'c', 'd', 'e'], 2)).toEqual(['c', 'd', 'b', 'e', 'a']);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -5, max: 70 }), (count, selected) => {
      const ordered = nearestFirst([...Array(count).keys()], selected);
      const distances = ordered.map(row => Math.abs(row - selected));
      expect(distances).toEqual([...distances].sort((a, b) => a - b));
      expect(new Set(ordered).size).toBe(count);
    }),
  );
});
