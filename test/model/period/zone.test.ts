import * as fc from 'fast-check';
import { afterEach, expect, it, test } from 'vitest';
import { endOfDay, lastFinalDay, setOwnZone, timeStampIn, todayIn, zoneTime } from '#model/period/zone.ts';

const before = process.env['TZ'];

afterEach(() => {
  process.env['TZ'] = before;
  setOwnZone('UTC');
});

test('the time in a zone', () => {
  const at = Date.parse('2026-03-28T23:05:00Z');
  expect(zoneTime('UTC', at)).toEqual({ year: 2026, month: 3, date: 28, hour: 23, minute: 5 });
  expect(zoneTime('Europe/Berlin', at)).toEqual({ year: 2026, month: 3, date: 29, hour: 0, minute: 5 });
  expect(zoneTime('Asia/Kathmandu', at)).toEqual({ year: 2026, month: 3, date: 29, hour: 4, minute: 50 });
  expect(() => zoneTime('Mars/Olympus', at)).toThrow(RangeError);
});

test("the machine's own zone tells the same as Intl does", () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Casablanca'];
  const time = fc.date({ min: new Date('1990-01-01'), max: new Date('2037-12-31'), noInvalidDate: true });
  for (const zone of zones) {
    process.env['TZ'] = zone;
    fc.assert(
      fc.property(time, at => {
        setOwnZone('UTC');
        const told = zoneTime(zone, at.getTime());
        setOwnZone(zone);
        expect(zoneTime(zone, at.getTime())).toEqual(told);
      }),
    );
  }
});

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

test.each([
  // The 20th ends at midnight, and 14 hours later its counts are final.
  ['2026-11-21T13:59:59Z', 'UTC', '2026-11-19'],
  ['2026-11-21T14:00:00Z', 'UTC', '2026-11-20'],
  // In Berlin it ends at 23:00 UTC, in Auckland at 11:00 UTC.
  ['2026-11-21T12:59:59Z', 'Europe/Berlin', '2026-11-19'],
  ['2026-11-21T13:00:00Z', 'Europe/Berlin', '2026-11-20'],
  ['2026-11-21T00:59:59Z', 'Pacific/Auckland', '2026-11-19'],
  ['2026-11-21T01:00:00Z', 'Pacific/Auckland', '2026-11-20'],
  // A day of 25 hours.
  ['2026-10-26T12:59:59Z', 'Europe/Berlin', '2026-10-24'],
  ['2026-10-26T13:00:00Z', 'Europe/Berlin', '2026-10-25'],
  // One of 23 hours ends at 22:00 UTC; in Beirut the next begins at one o'clock, which is 22:00 UTC too.
  ['2027-03-29T11:59:59Z', 'Europe/Berlin', '2027-03-27'],
  ['2027-03-29T12:00:00Z', 'Europe/Berlin', '2027-03-28'],
  ['2027-03-28T11:59:59Z', 'Asia/Beirut', '2027-03-26'],
  ['2027-03-28T12:00:00Z', 'Asia/Beirut', '2027-03-27'],
] as const)('read at %s in %s, days are final up to %s', (at, zone, day) => {
  expect(lastFinalDay(Date.parse(at), zone)).toBe(day);
});
