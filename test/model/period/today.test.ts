import { expect, it } from 'vitest';
import { endOfDay, timeStampIn, todayIn } from '#model/period/zone.ts';

it.each([
  // Kiritimati is 14 hours ahead of UTC, Pago Pago 11 behind: never the day of one with the hour of the other.
  ['Pacific/Kiritimati', '2026-11-20T10:00:07Z', '2026-11-21 00:00:07'],
  ['Pacific/Pago_Pago', '2026-11-20T10:59:59Z', '2026-11-19 23:59:59'],
  ['UTC', '2026-11-20T00:00:00Z', '2026-11-20 00:00:00'],
  ['Asia/Kathmandu', '2026-11-20T18:14:59Z', '2026-11-20 23:59:59'],
  ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21 00:00:00'],
  // Summer time ends in Berlin: 02:30 comes twice.
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25 02:30:00'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25 02:30:00'],
])('in %s, %s is %s', (zone, moment, text) => {
  const now = new Date(moment);
  expect(timeStampIn(zone, now)).toBe(text);
  expect(todayIn(zone, now)).toBe(text.slice(0, 10));
});

it('when a day ends: to the millisecond, but an hour early on a day of 25 hours', () => {
  const end = (zone: string, now: string) => new Date(endOfDay(zone, Date.parse(now))).toISOString();
  expect(end('UTC', '2026-11-22T23:59:59.999Z')).toBe('2026-11-23T00:00:00.000Z');
  expect(end('UTC', '2026-11-23T00:00:00Z')).toBe('2026-11-24T00:00:00.000Z');
  expect(end('Asia/Kolkata', '2026-11-22T20:10:30Z')).toBe('2026-11-23T18:30:00.000Z');
  // 23 hours, from before the hour that is left out and from after it.
  expect(end('Europe/Berlin', '2026-03-28T23:30:00Z')).toBe('2026-03-29T22:00:00.000Z');
  expect(end('Europe/Berlin', '2026-03-29T06:00:00Z')).toBe('2026-03-29T22:00:00.000Z');
  expect(end('Europe/Berlin', '2026-10-24T22:30:00Z')).toBe('2026-10-25T22:00:00.000Z');
  expect(end('Europe/Berlin', '2026-10-25T06:00:00Z')).toBe('2026-10-25T23:00:00.000Z');
});
