import { expect, test } from 'vitest';
import { ApiError } from '#model/failure.ts';
import type { Answer } from '#queries/answers/request.ts';
import { createLoader } from '#queries/answers/answers.ts';

/** A slot and a read of it that ends when the test says so. */
function slotWith(loader = createLoader({ now: () => 1000, today: () => '2026-11-20' })) {
  const slot = { now: { loading: false } as Answer<string> };
  const load = (answer: Promise<string>) =>
    loader.load({
      key: 'key',
      owner: 'owner',
      read: () => answer,
      current: () => slot.now,
      write: state => (slot.now = state),
    });
  return { loader, slot, load };
}

test('what was read is there, with its time', async () => {
  const { slot, load } = slotWith();
  const loading = load(Promise.resolve('read'));
  expect(slot.now).toMatchObject({ loading: true });
  await loading;
  expect(slot.now).toEqual({ loading: false, data: 'read', requested: { at: 1000, on: '2026-11-20' } });
});

test('a read that is aborted, and comes to its end all the same, loads no more', async () => {
  const { loader, slot, load } = slotWith();
  const loading = load(Promise.resolve('too late'));
  loader.abortOwner('owner');
  await loading;
  expect(slot.now).toMatchObject({ loading: false, data: undefined });
});

test('a read that another one has replaced leaves the slot to that one', async () => {
  const { slot, load } = slotWith();
  const first = Promise.withResolvers<string>();
  const loadingFirst = load(first.promise);
  const second = Promise.withResolvers<string>();
  const loadingSecond = load(second.promise);
  first.resolve('old');
  await loadingFirst;
  expect(slot.now).toMatchObject({ loading: true, data: undefined });
  second.resolve('new');
  await loadingSecond;
  expect(slot.now).toMatchObject({ loading: false, data: 'new' });
});

test('a failure of a read that another one has replaced is not told of that one, which still loads', async () => {
  const { slot, load } = slotWith();
  const first = Promise.withResolvers<string>();
  const loadingFirst = load(first.promise);
  const second = Promise.withResolvers<string>();
  const loadingSecond = load(second.promise);
  first.reject(new ApiError('server', 'no answer'));
  await loadingFirst;
  expect(slot.now).toEqual({ loading: true, data: undefined, requested: undefined, error: undefined });
  second.resolve('new');
  await loadingSecond;
  expect(slot.now).toMatchObject({ loading: false, data: 'new' });
});
