import {
  addDays,
  addMonths,
  dayCount,
  dayOfWeek,
  daysBetween,
  endOfMonth,
  isDay,
  isWeekend,
  parseDay,
  startOfMonth,
} from '#model/period/day.ts';
import { formatDay, formatDayShort, weekdayName } from '#model/period/format.ts';
import { todayIn } from '#model/period/zone.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
