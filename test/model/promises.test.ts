import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapConcurrently, retryableOnce } from '#model/promises.ts';

const numbers = Array.from({ length: 50_000 }, (_, place) => place);

test('at most so many are under way, they begin in order, and the results have their places', async () => {
  let now = 0;
  let most = 0;
  const begun: number[] = [];
  const results = await mapConcurrently(
    numbers.slice(0, 100),
    async item => {
      begun.push(item);
      now += 1;
      most = Math.max(most, now);
      for (let turn = 0; turn < (item * 7) % 5; turn += 1) await nextTurn();
      now -= 1;
      return item * 2;
    },
    { max: 3 },
  );
  expect(most).toBe(3);
  expect(begun).toEqual(numbers.slice(0, 100));
  expect(results).toEqual(begun.map(item => item * 2));
});

test('none at all is an empty list', async () => {
  expect(await mapConcurrently([], async () => 1)).toEqual([]);
});

test('after a failure none begins', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await nextTurn();
    if (item === 5) throw new Error('the fifth');
  };
  await expect(mapConcurrently(numbers, work, { max: 2 })).rejects.toThrow('the fifth');
  await nextTurn();
  await nextTurn();
  expect(begun.length).toBeLessThanOrEqual(8);
});

test('an abort ends it at the next item, and nothing listens to the signal', async () => {
  const controller = new AbortController();
  let begun = 0;
  let listeners = 0;
  const reading = mapConcurrently(
    numbers,
    async item => {
      begun += 1;
      listeners = Math.max(listeners, getEventListeners(controller.signal, 'abort').length);
      await nextTurn();
      if (item === 40) controller.abort(new Error('left'));
    },
    { max: 4, signal: controller.signal },
  );
  await expect(reading).rejects.toThrow('left');
  expect(begun).toBeLessThanOrEqual(44);
  expect(listeners).toBe(0);
});

test('work that failed is done again once, however many waited for it', async () => {
  const [failing, slow] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const works = [failing.promise, slow.promise, Promise.resolve(3)];
  const read = retryableOnce(() => works.shift() ?? Promise.resolve(0));
  const first = read();
  // Between the two that wait.
  let again: Promise<number> | undefined;
  failing.promise.catch(() => (again = read()));
  const second = read();
  failing.reject(new Error('once'));
  await expect(first).rejects.toThrow('once');
  await expect(second).rejects.toThrow('once');
  const third = read();
  slow.resolve(2);
  expect(await Promise.all([again, third])).toEqual([2, 2]);
});
