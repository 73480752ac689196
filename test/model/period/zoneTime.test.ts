import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { setOwnZone, zoneTime } from '#model/period/zone.ts';

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
