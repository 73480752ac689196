import { expect, test } from 'vitest';
import { ownCapabilities, capabilities as ofInterface } from '#api/phpAnalytics/capabilities.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { readAfterMs } from '#store/reading/reading.ts';
import { changeTone } from '#model/comparison/change.ts';
import { type CursorPoint, pointChange } from '#model/statistics/cursor.ts';
import { pointsOfHours } from '#screens/chart/cursor.ts';
import { shownHours } from '#store/queries/series.ts';
import { shownDayWhy } from '#store/views/dayWhy.ts';
import { clockByHand } from '../../helpers/clockByHand.ts';
import { storeWithStatistics } from './statisticsFixture.ts';

const noPoint: CursorPoint = { span: { unit: 'hour', hour: 0 }, count: undefined, isOpen: true };
const day = '2026-11-12';
const thursdays = ['2026-10-15', '2026-10-22', '2026-10-29', '2026-11-05'] as const;

/** A Thursday of 200 visitors, 100 of them at ten and from a new referrer, after Thursdays of 100, in a terminal whose clock stands still. */
async function open(capabilities: Capabilities = ofInterface) {
  const clock = clockByHand();
  const opened = await storeWithStatistics({ after: clock.after }, capabilities);
  const { store, websiteId, add, show, requests } = opened;
  for (const name of ['visitors', 'pageviews'] as const)
    await add(name, [...thursdays.map(each => [each, each, 100] as const), [day, day, 200]]);
  await add('visitors_hours', [
    ['2026-11-05', '10', 10],
    ['2026-11-05', '11', 120],
    [day, '10', 110],
    [day, '11', 160],
  ]);
  await add('referrer', [
    ...thursdays.map(each => [each, '', 90] as const),
    [day, '', 90],
    [day, 'https://news.example/', 100],
  ]);
  store.getState().resize({ columns: 120, rows: 40 });
  store.getState().period.choose({ kind: 'range', from: day, to: day });
  await show({ screen: 'dashboard', websiteId });
  requests();
  return { ...opened, clock };
}

test('a day is explained once the view rests, by three statistics over the network', async () => {
  const { store, clock, idle, requests } = await open();
  clock.pass(readAfterMs - 1);
  await idle();
  expect(requests()).toEqual([]);
  expect(shownDayWhy(store.getState())).toEqual({ day: undefined, hour: [] });
  clock.pass(1);
  await idle();
  // All others were read with the panels and what they are compared with.
  expect(requests()).toEqual([`name=page&from=${day}&to=${day}&per_page=100`]);
  expect(shownDayWhy(store.getState())?.day?.slice(0, 2)).toEqual([
    'Most of it at 10:00.',
    'Sessions from https://news.example/ are new: 100, all others hardly.',
  ]);
  // What was read is not asked for again, nor is anything for an hour that the service cannot tell.
  store.getState().navigation.pointAt(10);
  clock.pass(readAfterMs);
  await idle();
  expect(requests()).toEqual([]);
  expect(shownDayWhy(store.getState())?.hour).toEqual([]);
});

test('a service that filters by the hour is asked for the rows of the one under the cursor, where that rests', async () => {
  const { store, clock, idle, requests, websiteId } = await open(ownCapabilities);
  clock.pass(readAfterMs);
  await idle();
  requests();
  store.getState().navigation.pointAt(9);
  clock.pass(readAfterMs - 1);
  store.getState().navigation.pointAt(10);
  clock.pass(readAfterMs - 1);
  await idle();
  expect(requests()).toEqual([]);
  clock.pass(1);
  await idle();
  const asked = requests();
  expect(asked).toContain(`name=referrer&from=${day}&to=${day}&per_page=100&where=hour=10`);
  expect(asked).toContain('name=referrer&from=2026-11-05&to=2026-11-05&per_page=100&where=hour=10');
  expect(asked.every(query => query.includes('where=hour=10'))).toBe(true);
  // The file has no page view of its own: there are no rows of the hour.
  const said = () => shownDayWhy(store.getState())?.hour;
  expect(said()).toEqual(['At 10:00 there were 100 more than usual, and no row stands out.']);
  // The chart judges an hour as its sentence does: 160 after 120 is more than the roots of both, and no more than days vary.
  const points = () => pointsOfHours(shownHours(store.getState(), websiteId, 'visitors_hours')) ?? [];
  const tones = () => [10, 11].map(hour => changeTone(pointChange(points()[hour] ?? noPoint)));
  expect(tones()).toEqual(['good', 'dim']);
  store.getState().navigation.pointAt(11);
  clock.pass(readAfterMs);
  await idle();
  expect(said()).toEqual(['At 11:00 nothing stands out.']);
});

test('of several days, compared with nothing or without room there is nothing to explain, and nothing is asked', async () => {
  const { store, clock, idle, requests } = await open();
  const asksNothing = async () => {
    await idle();
    requests();
    clock.pass(readAfterMs);
    await idle();
    expect(shownDayWhy(store.getState())).toBeUndefined();
    expect(requests()).toEqual([]);
  };
  store.getState().comparison.choose(undefined);
  await asksNothing();
  store.getState().comparison.choose('usual');
  store.getState().resize({ columns: 40, rows: 10 });
  await asksNothing();
  store.getState().resize({ columns: 120, rows: 40 });
  store.getState().period.choose({ kind: 'preset', preset: 'last7' });
  await asksNothing();
});
