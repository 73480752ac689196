import { expect, test } from 'vitest';
import type { DataDays } from '#model/comparison/change.ts';
import { addDays } from '#model/period/day.ts';
import { defaultPeriodChoice } from '#model/period/period.ts';
import { choicesOf } from '#store/period.ts';
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
  expect(store.getState().period.choice).toEqual({ kind: 'range', from: long, to: today, label: 'all' });
  store.getState().navigation.push({ screen: 'record', websiteId: '2' });
  await store.getState().period.chooseAll();
  expect(store.getState().period.choice).toEqual({ kind: 'range', from: short, to: today, label: 'all' });
  expect(store.getState().notices.current).toBeUndefined();
});

test('logs that ended long ago show their own last days, and the next start has what was chosen', async () => {
  const [first, last] = [addDays(today, -900), addDays(today, -500)];
  const gap = { from: addDays(last, 1), to: addDays(today, 0) };
  const { api } = await storeWith(['one.example', 'two.example']);
  const data: Record<string, DataDays> = {
    1: { from: first, gaps: [gap] },
    2: { from: first, gaps: [{ ...gap, from: addDays(first, 7) }] },
  };
  const { store } = storeOver({
    ...api,
    readDataDays: async id => data[id] ?? { from: undefined, gaps: [] },
  });
  await store.getState().websites.load();
  const { period } = store.getState();
  await period.showDaysOfLogs();
  const shown = { kind: 'range', from: addDays(last, -27), to: last };
  expect(store.getState().period.choice).toEqual(shown);
  expect(store.getState().notices.current?.text).toMatch(
    /^The logs end on .*: their last 28 days are shown\. t chooses others\.$/,
  );
  expect(choicesOf(store.getState()).period).toEqual(defaultPeriodChoice);
  // They go on.
  data[2] = { from: first, gaps: [{ from: addDays(last, 1), to: addDays(today, -20) }] };
  await period.showDaysOfLogs();
  expect(store.getState().period.choice).toEqual(defaultPeriodChoice);
});

test('logs that begin today show today, and say so once', async () => {
  const { api } = await storeWith(['one.example', 'two.example']);
  const data: Record<string, DataDays> = { 1: { from: today, gaps: [] } };
  const { store } = storeOver({
    ...api,
    readDataDays: async id => data[id] ?? { from: undefined, gaps: [] },
  });
  await store.getState().websites.load();
  const { period, notices } = store.getState();
  await period.showDaysOfLogs();
  expect(store.getState().period.choice).toEqual({ kind: 'preset', preset: 'today' });
  expect(store.getState().notices.current?.text).toBe(
    'The logs begin today: that is the day shown. t chooses others.',
  );
  expect(choicesOf(store.getState()).period).toEqual(defaultPeriodChoice);
  notices.clear();
  await period.showDaysOfLogs();
  expect(store.getState().notices.current).toBeUndefined();
});

test('logs that begin today leave a period that holds today', async () => {
  const { api } = await storeWith(['one.example']);
  const { store } = storeOver({ ...api, readDataDays: async () => ({ from: today, gaps: [] }) });
  await store.getState().websites.load();
  const { period } = store.getState();
  period.choose({ kind: 'preset', preset: 'thisMonth' });
  await period.showDaysOfLogs();
  expect(store.getState().period.choice).toEqual({ kind: 'preset', preset: 'thisMonth' });
});

test('a range that somebody chose stays, and so does what is chosen while logs are looked at', async () => {
  const { api } = await storeWith(['one.example']);
  const gaps = [{ from: addDays(today, -500), to: addDays(today, 0) }];
  const { store } = storeOver({ ...api, readDataDays: async () => ({ from: addDays(today, -900), gaps }) });
  await store.getState().websites.load();
  const { period } = store.getState();
  const looked = period.showDaysOfLogs();
  period.choose({ kind: 'preset', preset: 'last7' });
  await looked;
  expect(store.getState().period.choice).toEqual({ kind: 'preset', preset: 'last7' });
  const range = { kind: 'range', from: addDays(today, -9), to: addDays(today, -3) } as const;
  period.choose(range);
  await period.showDaysOfLogs();
  expect(store.getState().period.choice).toEqual(range);
});
