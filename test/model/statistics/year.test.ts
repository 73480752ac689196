import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Day } from '#model/statistics/statistics.ts';
import type { DayCount } from '#model/comparison/change.ts';
import { addDays, dayCount, dayOfWeek, daysFrom } from '#model/period/day.ts';
import {
  factTexts,
  longestRise,
  monthHeadings,
  newCountries,
  yearFacts,
  yearPeriod,
} from '#model/statistics/year.ts';

const monday = '2026-03-02';

/** Days of so many visitors each, week after week; undefined for a week without data. */
function weeksOf(...each: (number | undefined)[]): DayCount[] {
  return daysFrom(monday, each.length * 7).map((day, index) => ({ day, count: each[Math.floor(index / 7)] }));
}

test('a year is 53 weeks from a Monday to today', () => {
  expect(yearPeriod('2026-11-26')).toEqual({ from: '2025-11-24', to: '2026-11-26' });
  // A Monday and a Sunday.
  expect(yearPeriod('2026-11-23')).toEqual({ from: '2025-11-24', to: '2026-11-23' });
  expect(yearPeriod('2026-11-29')).toEqual({ from: '2025-11-24', to: '2026-11-29' });
});

test('a rise is of whole weeks that each had more than the one before', () => {
  expect(longestRise(weeksOf(5, 6, 7, 7, 8))).toEqual({ weeks: 2, from: '2026-03-09', to: '2026-03-22' });
  // Of equally long ones the latest.
  expect(longestRise(weeksOf(5, 6, 7, 1, 2, 3))).toEqual({ weeks: 2, from: '2026-03-30', to: '2026-04-12' });
  // One week alone is none, nor is what begins after a week without data.
  expect(longestRise(weeksOf(5, 6, 5, 6))).toBeUndefined();
  expect(longestRise(weeksOf(5, undefined, 6, 7))).toBeUndefined();
  // The last week is not over.
  expect(longestRise(weeksOf(5, 6, 7).slice(0, -1))).toBeUndefined();
  expect(longestRise([])).toBeUndefined();
});

test('facts are of days that are over', () => {
  const days: DayCount[] = daysFrom('2026-01-30', 32).map(day => ({ day, count: 10 }));
  // From 30 January to 2 March, which is today.
  const counted = days.map(({ day, count }) => ({
    day,
    count: day === '2026-02-07' ? 40 : day === '2026-03-02' ? 99 : day === '2026-02-10' ? undefined : count,
  }));
  const facts = yearFacts(counted, '2026-03-02');
  expect(facts.best).toEqual({ day: '2026-02-07', count: 40 });
  // A day of February has no data, and of the other months there are only some days.
  expect(facts.bestMonth).toBeUndefined();
  // Saturdays: 31 January, and 7 (40), 14, 21, 28 February.
  expect(facts.weekdays).toEqual([10, 10, 10, 10, 10, 16, 10]);
  expect(yearFacts(days, '2026-03-02').bestMonth).toMatchObject({ from: '2026-02-01', count: 280 });
  expect(yearFacts([{ day: monday, count: 3 }], monday)).toEqual({
    best: undefined,
    bestMonth: undefined,
    rise: undefined,
    weekdays: Array.from({ length: 7 }, () => undefined),
  });
});

test('what is said of a year', () => {
  expect(factTexts(yearFacts(weeksOf(1, 2, 3, 2, 1), '2026-05-01'))).toEqual([
    { name: 'best day', text: 'Mon 16 Mar 2026, 3' },
    { name: 'longest rise', text: '2 weeks, 9 Mar - 22 Mar 2026' },
  ]);
  expect(factTexts(undefined)).toEqual([]);
});

test('of a website that is younger than half a year the first day is said', () => {
  const days = (unknown: number) =>
    daysFrom('2026-03-02', 8).map((day, at) => ({ day, count: at < unknown ? undefined : 2 }));
  expect(yearFacts(days(4), '2026-03-10').since).toBeUndefined();
  expect(yearFacts(days(5), '2026-03-10').since).toBe('2026-03-07');
  expect(factTexts(yearFacts(days(5), '2026-03-10'))[0]).toEqual({
    name: 'first day',
    text: 'Sat 7 Mar 2026',
  });
});

test('months stand at the first week, and at each in which one begins', () => {
  // 1 January 2026 is a Thursday, 1 February a Sunday, 1 March a Sunday.
  expect(monthHeadings({ from: '2025-12-15', to: '2026-03-05' })).toEqual([
    { week: 0, text: 'Dec' },
    { week: 2, text: 'Jan' },
    { week: 6, text: 'Feb' },
    { week: 10, text: 'Mar' },
  ]);
});

test('a rise is the longest of all runs, whatever the weeks', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 20 }), counts => {
      const found = longestRise(weeksOf(...counts));
      // All runs of weeks that grew, by their ends.
      const runs = counts.map((_, end) => {
        let weeks = 0;
        while (end - weeks > 0 && (counts[end - weeks] ?? 0) > (counts[end - weeks - 1] ?? 0)) weeks += 1;
        return weeks;
      });
      const most = Math.max(0, ...runs);
      expect(found?.weeks).toBe(most < 2 ? undefined : most);
      if (found === undefined) return;
      expect(dayCount(found)).toBe(most * 7);
      expect(dayOfWeek(found.from)).toBe(0);
      expect(found.to).toBe(addDays(monday, runs.lastIndexOf(most) * 7 + 6));
    }),
  );
});

test('a country is new in the first days that have it, but for the first days of all and those after them', () => {
  const [start, jan, feb, mar, apr] = [
    '2025-01-01',
    '2026-01-01',
    '2026-02-01',
    '2026-03-01',
    '2026-04-01',
  ] as const;
  const days = (from: Day, rows: Record<string, number> | undefined) => ({
    from,
    to: from,
    rows: rows && Object.entries(rows).map(([value, count]) => ({ value, count })),
  });
  const year = [
    days(start, {}),
    days(jan, { DE: 9 }),
    days(feb, { DE: 9, FR: 1, '': 2 }),
    days(mar, { IS: 2, FR: 4 }),
    days(apr, { IS: 1, 'KE:Kenya': 5, '': 1 }),
  ];
  // France came in the month after the first one; what has no country is none.
  expect(newCountries(year)).toEqual([
    { value: 'KE:Kenya', from: apr, count: 5 },
    { value: 'IS', from: mar, count: 3 },
  ]);
  // The year before is the first with any.
  expect(newCountries([days(start, { DE: 1 }), ...year.slice(1)]).map(({ value }) => value)).toEqual([
    'FR',
    'KE:Kenya',
    'IS',
  ]);
  // Of March not all rows are known.
  expect(
    newCountries([days(start, { DE: 1 }), ...year.slice(1, 3), days(mar, undefined), ...year.slice(4)]),
  ).toEqual([{ value: 'FR', from: feb, count: 1 }]);
  expect(newCountries([days(start, undefined), ...year.slice(1)])).toEqual([]);
  const told = factTexts(undefined, [
    ...newCountries(year),
    ...['NO', 'SE'].map(value => ({ value, from: mar, count: 1 })),
  ]);
  expect(told).toEqual([
    { name: 'first visits from', text: 'Kenya (Apr), Iceland (Mar), Norway (Mar) and 1 more' },
  ]);
});
