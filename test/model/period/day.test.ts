import * as fc from 'fast-check';
import { afterEach, describe, expect, it, test } from 'vitest';
import {
  addDays,
  addMonths,
  dayCount,
  dayOfWeek,
  daysBetween,
  endOfDay,
  endOfMonth,
  isDay,
  isWeekend,
  lastFinalDay,
  parseDay,
  setOwnZone,
  startOfMonth,
  timeStampIn,
  todayIn,
  zoneTime,
} from '#model/period/day.ts';
import { formatDay, formatDayShort, weekdayName } from '#model/period/format.ts';
import { anyDay } from './days.ts';

describe('isDay', () => {
  it.each(['2026-11-20', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2026-04-30'])(
    'takes %s',
    text => {
      expect(isDay(text)).toBe(true);
    },
  );
  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-1-1',
    '0000-01-01',
    '2026-01-00',
    '',
    ' 2026-01-01',
    '2026-01-01\n',
    '10000-01-01',
  ])('refuses %j', text => {
    expect(isDay(text)).toBe(false);
  });
});

describe('parseDay', () => {
  it.each(['2026-03-05', '2026-03-05 10:00:00', '2026-03-05T10:00:00Z', ' 2026-03-05 '])(
    'reads the day of %j',
    text => {
      expect(parseDay(text)).toBe('2026-03-05');
    },
  );
  it.each(['2026-02-30', '2026-03-055', '2026-03', 'x2026-03-05', '2026-03-05x'])(
    'finds none in %j',
    text => {
      expect(parseDay(text)).toBeUndefined();
    },
  );
});

describe('arithmetic', () => {
  it('crosses leap days, years and the clocks of summer', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(daysBetween('2024-01-01', '2025-01-01')).toBe(366);
    expect(daysBetween('2026-01-02', '2026-01-01')).toBe(-1);
    expect(dayCount({ from: '2026-03-01', to: '2026-03-31' })).toBe(31);
  });
  it('keeps the years before 100 where they are', () => {
    expect(addDays('0099-12-31', 1)).toBe('0100-01-01');
    expect(addDays('0001-01-01', -1)).toBe('0001-01-01');
    expect(addDays('9999-12-31', 1)).toBe('9999-12-31');
  });
  it('shortens a date to the end of a shorter month', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
    expect(startOfMonth('2026-11-20')).toBe('2026-11-01');
    expect(endOfMonth('2028-02-10')).toBe('2028-02-29');
  });
  it('goes and comes back, by as many days as it counts', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
        const there = addDays(day, count);
        expect(isDay(there)).toBe(true);
        expect(daysBetween(day, there)).toBe(count);
        expect(addDays(there, -count)).toBe(day);
        expect(there > day).toBe(count > 0);
        expect(dayOfWeek(there)).toBe((((dayOfWeek(day) + count) % 7) + 7) % 7);
      }),
    );
  });
  it('adds months one by one or all at once, from a date every month has', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: -60, max: 60 }),
        fc.integer({ min: -60, max: 60 }),
        (day, a, b) => {
          const first = startOfMonth(day);
          expect(addMonths(addMonths(first, a), b)).toBe(addMonths(first, a + b));
          expect(addMonths(day, a).slice(0, 7)).toBe(addMonths(first, a).slice(0, 7));
        },
      ),
    );
  });
});

describe('names', () => {
  it('knows the weekdays', () => {
    expect([dayOfWeek('2026-11-20'), weekdayName('2026-11-20')]).toEqual([4, 'Friday']);
    expect([dayOfWeek('1970-01-01'), weekdayName('1969-12-28')]).toEqual([3, 'Sunday']);
    expect(dayOfWeek('2026-11-16')).toBe(0);
    expect(['2026-11-20', '2026-11-21', '2026-11-22'].map(day => isDay(day) && isWeekend(day))).toEqual([
      false,
      true,
      true,
    ]);
  });
  it('writes days', () => {
    expect(formatDay('2025-03-03')).toBe('3 Mar 2025');
    expect(formatDayShort('2025-12-31')).toBe('31 Dec');
  });
});

describe('todayIn', () => {
  const evening = new Date('2026-03-01T02:30:00Z');
  it.each([
    ['UTC', '2026-03-01'],
    ['America/New_York', '2026-02-28'],
    ['Pacific/Kiritimati', '2026-03-01'],
    ['Asia/Tokyo', '2026-03-01'],
  ])('%s', (zone, day) => {
    expect(todayIn(zone, evening)).toBe(day);
  });
  it('throws for a zone that does not exist', () => {
    expect(() => todayIn('Mars/Olympus', evening)).toThrow(RangeError);
  });
});

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
