import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { storeOver, storeWith, today } from '../../helpers/storeFixture.ts';

/** Two websites with three visitors on one day each. */
async function open(days: Readonly<Record<string, Day>>) {
  const { api } = await storeWith(['one.example', 'two.example']);
  const { store } = storeOver({
    ...api,
    readDataDays: id => Promise.resolve({ from: days[id], gaps: [] }),
  });
  store.getState().overview.toggle();
  await store.getState().websites.load();
  return store;
}

test('all days are those since the first of the website in view, in the list since the first of any', async () => {
  const [long, short] = [addDays(today, -130), addDays(today, -40)];
  const store = await open({ 1: long, 2: short });
  await store.getState().period.chooseAll();
  expect(store.getState().period.choice).toEqual({ kind: 'range', from: long, to: today, said: 'all' });
  store.getState().navigation.push({ screen: 'record', websiteId: '2' });
  await store.getState().period.chooseAll();
  expect(store.getState().period.choice).toEqual({ kind: 'range', from: short, to: today, said: 'all' });
  expect(store.getState().notices.current).toBeUndefined();
});
