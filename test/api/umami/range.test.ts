import { expect, test } from 'vitest';
import { rangeOf, zoneName } from '#api/umami/statistics.ts';
import type { Day } from '#model/statistics/statistics.ts';

/** First and last moment of the days in a zone, as ISO times. */
function range(from: Day, to: Day, timeZone: string): string[] {
  return Object.values(rangeOf({ from, to }, timeZone)).map(time => new Date(Number(time)).toISOString());
}

test('a period is milliseconds, from its first midnight to the one before the next', () => {
  expect(rangeOf({ from: '2026-10-12', to: '2026-11-20' }, 'UTC')).toEqual({
    startAt: '1791763200000',
    endAt: '1795219199999',
  });
});

test.each([
  ['Europe/Berlin', '2026-11-02', '2026-11-01T23:00:00.000Z', '2026-11-02T22:59:59.999Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z', '2026-11-03T04:59:59.999Z'],
  ['Asia/Kolkata', '2026-11-02', '2026-11-01T18:30:00.000Z', '2026-11-02T18:29:59.999Z'],
  ['Pacific/Kiritimati', '2026-11-02', '2026-11-01T10:00:00.000Z', '2026-11-02T09:59:59.999Z'],
  ['Pacific/Pago_Pago', '2026-11-02', '2026-11-02T11:00:00.000Z', '2026-11-03T10:59:59.999Z'],
  // 25 and 23 hours.
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  // The clock goes from 23:59:59 to 01:00, so the day begins at 01:00; the day before has 24 hours.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
  // Midnight comes twice: the day begins with the first.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
] as const)('%s: %s is %s to %s', (zone, day, start, end) => {
  expect(range(day, day, zone)).toEqual([start, end]);
});

test.each([
  ['UTC', '2026-11-20', 14, '2026-11-20T13:59:59.999Z'],
  ['Europe/Berlin', '2026-11-20', 14, '2026-11-20T12:59:59.999Z'],
  ['Asia/Kolkata', '2026-11-20', 1, '2026-11-19T19:29:59.999Z'],
  // 02:00 does not come, so that it is 03:00; and comes twice, the first time it counts.
  ['Europe/Berlin', '2026-03-29', 2, '2026-03-29T00:59:59.999Z'],
  ['Europe/Berlin', '2026-03-29', 3, '2026-03-29T00:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', 2, '2026-10-24T23:59:59.999Z'],
] as const)('%s: %s before %i:00 ends at %s', (timeZone, day, until, end) => {
  const { endAt } = rangeOf({ from: day, to: day, until }, timeZone);
  expect(new Date(Number(endAt)).toISOString()).toBe(end);
});

test.each([
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['Etc/UTC', 'UTC'],
  ['+00:00', 'UTC'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  // UTC+2: the signs of these names are the other way round.
  ['+02:00', 'Etc/GMT-2'],
  ['-0500', 'Etc/GMT+5'],
  ['+05:30', undefined],
])('the zone %s is sent as %s', (zone, name) => {
  expect(zoneName(zone)).toBe(name);
});
