import { expect, test } from 'vitest';
import { RecentViews } from '#logs/views/NowReader.ts';

/** A whole minute. */
const now = 30_000_000 * 60;

const view = (time: number, visitor = 1, page = '/') => ({
  time,
  visitor: () => visitor,
  page,
  referrer: '',
});

test('page views are counted by minutes, visitors of five minutes once, and the latest come first', () => {
  const recent = new RecentViews();
  recent.add(view(now - 29 * 60 - 1, 1, '/too-old'), now);
  recent.add(view(now - 29 * 60, 2, '/oldest'), now);
  recent.add(view(now + 20, 3, '/newest'), now + 25);
  recent.add(view(now - 300, 4, '/five-minutes-ago'), now);
  recent.add(view(now - 299, 5, '/less'), now);
  recent.add(view(now - 10, 5, '/again'), now);
  recent.add(view(now + 90, 6, '/tomorrow'), now + 25);
  const numbers = recent.numbers(now);
  expect(numbers).toMatchObject({ minute: 30_000_000, visitors: 2, isMany: false, since: undefined });
  expect(numbers.minutes).toEqual([1, ...Array.from({ length: 23 }, () => 0), 2, 0, 0, 0, 1, 1]);
  expect(numbers.latest.map(({ page }) => page)).toEqual([
    '/newest',
    '/again',
    '/less',
    '/five-minutes-ago',
    '/oldest',
  ]);
});

test('what is older than thirty minutes goes, and visitors who were not seen for five', () => {
  const recent = new RecentViews();
  recent.add(view(now), now);
  expect(recent.numbers(now + 299)).toMatchObject({ visitors: 1 });
  expect(recent.numbers(now + 300)).toMatchObject({ visitors: 0 });
  expect(recent.numbers(now + 29 * 60).minutes[0]).toBe(1);
  expect(recent.numbers(now + 30 * 60)).toMatchObject({
    minutes: Array.from({ length: 30 }, () => 0),
    latest: [],
  });
});

test('a flood takes no more memory: the latest 200 are listed, and so many visitors told apart', () => {
  const recent = new RecentViews(1_000);
  for (let index = 0; index < 5_000; index++) recent.add(view(now + index / 100, index, `/${index}`), now);
  const numbers = recent.numbers(now);
  expect(numbers).toMatchObject({ visitors: 1_000, isMany: true });
  expect(numbers.minutes.at(-1)).toBe(5_000);
  expect(numbers.latest).toHaveLength(200);
  expect(numbers.latest[0]?.page).toBe('/4999');
  expect(recent.numbers(now + 400)).toMatchObject({ visitors: 0, isMany: false });
});

test('minutes of which lines were left out are not known', () => {
  const recent = new RecentViews();
  recent.leaveOut(now - 120);
  recent.leaveOut(now - 600);
  recent.add(view(now - 100), now);
  const { minutes, since } = recent.numbers(now);
  expect(since).toBe(now - 120);
  expect(minutes.slice(0, 27)).toEqual(Array.from({ length: 27 }, () => undefined));
  expect(minutes.slice(27)).toEqual([1, 0, 0]);
  expect(recent.numbers(now + 28 * 60).since).toBeUndefined();
});
