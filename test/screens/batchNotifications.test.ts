import { expect, test } from 'vitest';
import { batchNotifications } from '#screens/storeView.ts';
import type { Activity } from '#api/api.ts';
import { storeWith } from '../helpers/storeFixture.ts';

const noon = Date.UTC(2026, 10, 20, 12);

test('requests in the background draw nothing by themselves; those of a view, a pause and another minute do', async () => {
  const { store } = await storeWith([]);
  const view = batchNotifications(store);
  let frames = 0;
  view.subscribe(() => (frames += 1));
  const framesOf = async (change: Partial<Activity>) => {
    const before = frames;
    store.setState(({ activity }) => ({ activity: { ...activity, ...change } }));
    await new Promise(resolve => setImmediate(resolve));
    return frames - before;
  };
  expect(await framesOf({ lastAnswer: noon })).toBe(1);
  expect(await framesOf({ inFlight: 2, background: 2 })).toBe(0);
  expect(await framesOf({ queued: 300, background: 302 })).toBe(0);
  expect(await framesOf({ inFlight: 3 })).toBe(1);
  expect(await framesOf({ inFlight: 2 })).toBe(1);
  expect(await framesOf({ lastAnswer: noon + 59_000 })).toBe(0);
  expect(await framesOf({ lastAnswer: noon + 60_000 })).toBe(1);
  expect(await framesOf({ isHeldBack: true })).toBe(1);
  // What has changed meanwhile is there with the next frame.
  expect(await framesOf({ inFlight: 1, background: 301 })).toBe(0);
  expect(view.getState().activity.inFlight).toBe(1);
  expect(await framesOf({ pausedUntil: noon + 90_000 })).toBe(1);
});
