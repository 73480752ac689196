import { comparedPeriods } from '#model/comparedPeriods.ts';
import { addDays, dayCount, dayOfWeek } from '#model/day.ts';
import { seriesSpan } from '#model/seriesSpan.ts';
import type { Day } from '#model/statistics.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDay } from './days.ts';

const p = (from: Day, to: Day) => ({ from, to });

describe('what is compared with what', () => {
  it('is the days just before, or the same weekdays a year ago', () => {
    const period = p('2026-10-21', '2026-11-19');
    expect(comparedPeriods(period, 'previous', '2026-11-20')).toEqual({
      now: period,
      before: p('2026-09-21', '2026-10-20'),
      rest: undefined,
    });
    expect(comparedPeriods(period, 'lastYear', '2026-11-20')?.before).toEqual(p('2025-10-22', '2025-11-20'));
  });
  it('leaves today out, and says so', () => {
    expect(comparedPeriods(p('2026-11-01', '2026-11-20'), 'previous', '2026-11-20')).toEqual({
      now: p('2026-11-01', '2026-11-19'),
      before: p('2026-10-13', '2026-10-31'),
      rest: p('2026-11-20', '2026-11-20'),
    });
  });
  it('is the month before for a whole month, whatever their lengths', () => {
    const march = p('2024-03-01', '2024-03-31');
    expect(comparedPeriods(march, 'previous', '2026-11-20')?.before).toEqual(p('2024-02-01', '2024-02-29'));
  });
  it('is nothing for today alone', () => {
    expect(comparedPeriods(p('2026-11-20', '2026-11-20'), 'previous', '2026-11-20')).toBeUndefined();
    expect(comparedPeriods(p('2026-11-20', '2026-11-20'), 'lastYear', '2026-11-20')).toBeUndefined();
  });
  it('has as many days on the same weekdays, over leap years and ends of months', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 800 }), (from, days) => {
        const now = p(from, addDays(from, days));
        const before = comparedPeriods(now, 'lastYear', addDays(now.to, 1))?.before;
        expect(before && dayCount(before)).toBe(days + 1);
        expect(before && dayOfWeek(before.from)).toBe(dayOfWeek(from));
        expect(before && addDays(before.from, 364)).toBe(from);
      }),
    );
  });
});

describe('the days of one request', () => {
  it.each([
    [p('2026-10-21', '2026-11-19'), p('2026-09-21', '2026-11-20')],
    [p('2026-11-01', '2026-11-20'), p('2026-10-13', '2026-11-20')],
    [p('2026-10-02', '2026-11-19'), p('2026-08-14', '2026-11-20')],
    [p('2026-11-20', '2026-11-20'), p('2026-10-15', '2026-11-20')],
    [p('2026-11-13', '2026-11-19'), p('2026-10-15', '2026-11-20')],
    [p('2026-10-01', '2026-10-31'), p('2026-09-01', '2026-10-31')],
  ])('for %o are %o', (period, span) => {
    expect(seriesSpan(period, '2026-11-20')).toEqual(span);
  });
});
