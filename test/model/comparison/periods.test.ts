import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Baseline, baselines, comparedPeriods, seriesPeriods } from '#model/comparison/periods.ts';
import { addDays, addMonths, dayCount, dayOfWeek, daysBetween, startOfMonth } from '#model/period/day.ts';
import { comparisonWords, shortComparison } from '#model/period/format.ts';
import { parsePeriod } from '#model/period/parsePeriod.ts';
import { type PeriodChoice, presets, resolvePeriod } from '#model/period/period.ts';
import { windows } from '#model/statistics/series.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { anyDay } from '../period/days.ts';

// Friday, 20 November 2026:
//
//    October 2026           November 2026
//    Mo Tu We Th Fr Sa Su   Mo Tu We Th Fr Sa Su
//              1  2  3  4                      1
//     5  6  7  8  9 10 11    2  3  4  5  6  7  8
//    12 13 14 15 16 17 18    9 10 11 12 13 14 15
//    19 20 21 22 23 24 25   16 17 18 19 20 21 22
//    26 27 28 29 30 31      23 24 25 26 27 28 29
const today = '2026-11-20';
const p = (from: Day, to: Day) => ({ from, to });
const typed = (text: string, on: Day = today): PeriodChoice => {
  const parsed = parsePeriod(text, on);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.choice;
};
/** "2026-11-16..2026-11-20 beside 2026-11-09..2026-11-13" */
const daysOf = (text: string, baseline: Baseline, on: Day = today) => {
  const compared = comparedPeriods(typed(text, on), baseline, on);
  return compared && [compared.now, compared.before].map(({ from, to }) => `${from}..${to}`).join(' beside ');
};

const never = (): never => {
  throw new Error('These days can be compared.');
};

describe('a period that is not over', () => {
  it.each<[string, Day, string]>([
    // Saturday the 21st: Monday to Friday beside Monday to Friday of the week before.
    ['this week', '2026-11-21', '2026-11-16..2026-11-20 beside 2026-11-09..2026-11-13'],
    ['this week', '2026-11-17', '2026-11-16..2026-11-16 beside 2026-11-09..2026-11-09'],
    // 1 June 2026 is a Monday: the week and the month began together, and differ all the same.
    ['this week', '2026-06-06', '2026-06-01..2026-06-05 beside 2026-05-25..2026-05-29'],
    ['this month', '2026-06-06', '2026-06-01..2026-06-05 beside 2026-05-01..2026-05-05'],
    // Over the end of a year.
    ['this week', '2027-01-02', '2026-12-28..2027-01-01 beside 2026-12-21..2026-12-25'],
    ['this month', '2026-11-21', '2026-11-01..2026-11-20 beside 2026-10-01..2026-10-20'],
    // 30 days of March beside all 28 of February, or the 29 of a leap year.
    ['this month', '2026-03-31', '2026-03-01..2026-03-30 beside 2026-02-01..2026-02-28'],
    ['this month', '2028-03-31', '2028-03-01..2028-03-30 beside 2028-02-01..2028-02-29'],
    ['this month', '2026-01-12', '2026-01-01..2026-01-11 beside 2025-12-01..2025-12-11'],
    ['this year', '2026-11-21', '2026-01-01..2026-11-20 beside 2025-01-01..2025-11-20'],
    ['this year', '2026-01-12', '2026-01-01..2026-01-11 beside 2025-01-01..2025-01-11'],
    // Up to 29 February: the year before had none, and neither has the year after.
    ['this year', '2028-03-01', '2028-01-01..2028-02-29 beside 2027-01-01..2027-02-28'],
    ['this year', '2029-03-02', '2029-01-01..2029-03-01 beside 2028-01-01..2028-03-01'],
    // Ranges that are the beginning of a month, year, half year or week.
    ['nov 2026', '2026-11-21', '2026-11-01..2026-11-20 beside 2026-10-01..2026-10-20'],
    ['2026', '2026-11-21', '2026-01-01..2026-11-20 beside 2025-01-01..2025-11-20'],
    ['jul - dec 2026', '2026-11-21', '2026-07-01..2026-11-20 beside 2026-01-01..2026-05-20'],
    ['2026-11-01..2026-11-21', '2026-11-21', '2026-11-01..2026-11-20 beside 2026-10-01..2026-10-20'],
    ['2026-11-16..2026-11-21', '2026-11-21', '2026-11-16..2026-11-20 beside 2026-11-09..2026-11-13'],
    ['2026-01-01..2026-11-21', '2026-11-21', '2026-01-01..2026-11-20 beside 2025-01-01..2025-11-20'],
    // Any other days: ten whole ones, the 11th to the 20th, and the ten before them.
    ['2026-11-11..2026-11-21', '2026-11-21', '2026-11-11..2026-11-20 beside 2026-11-01..2026-11-10'],
  ])('is compared with the same part of the one before: %s on %s', (text, on, expected) => {
    expect(daysOf(text, 'previous', on)).toBe(expected);
  });
  it('leaves today out, and says so', () => {
    expect(comparedPeriods(typed('this month'), 'previous', today)?.rest).toEqual(p(today, today));
    expect(comparedPeriods(typed('28d'), 'previous', today)?.rest).toBeUndefined();
  });
  it.each<[string, Day]>([
    ['today', today],
    ['this week', '2026-11-16'],
    ['this month', '2026-11-01'],
    ['this year', '2026-01-01'],
  ])('%s on its first day is compared with nothing', (name, on) => {
    for (const baseline of baselines) expect(comparedPeriods(typed(name, on), baseline, on)).toBeUndefined();
  });
  it('this week begins on the Monday before, and is as long, whatever the day', () => {
    fc.assert(
      fc.property(anyDay, on => {
        fc.pre(dayOfWeek(on) > 0);
        const week = comparedPeriods(typed('this week', on), 'previous', on);
        expect(week && [dayOfWeek(week.before.from), addDays(week.before.from, 7)]).toEqual([
          0,
          week?.now.from,
        ]);
        expect(week && dayCount(week.before)).toBe(dayOfWeek(on));
      }),
    );
  });
  it('this month begins with the one before, and ends on the same date or with its last day', () => {
    fc.assert(
      fc.property(anyDay, on => {
        fc.pre(!on.endsWith('-01'));
        const { now, before } = comparedPeriods(typed('this month', on), 'previous', on) ?? never();
        expect(before.from).toBe(addMonths(startOfMonth(on), -1));
        const isWhole = addDays(before.to, 1) === now.from;
        expect(before.to < now.from && (isWhole || before.to.slice(8) === now.to.slice(8))).toBe(true);
      }),
    );
  });
  it('this year ends on the same date of the last one, but for leap days', () => {
    fc.assert(
      fc.property(anyDay, on => {
        fc.pre(!on.endsWith('-01-01') && !on.endsWith('-03-01'));
        const { now, before } = comparedPeriods(typed('this year', on), 'previous', on) ?? never();
        expect(before.to.slice(4)).toBe(now.to.slice(4));
        expect(Number(before.to.slice(0, 4))).toBe(Number(now.to.slice(0, 4)) - 1);
      }),
    );
  });
});

describe('a period that is over', () => {
  it.each<[string, Baseline, string]>([
    ['28d', 'previous', '2026-10-23..2026-11-19 beside 2026-09-25..2026-10-22'],
    ['30d', 'previous', '2026-10-21..2026-11-19 beside 2026-09-21..2026-10-20'],
    ['last week', 'previous', '2026-11-09..2026-11-15 beside 2026-11-02..2026-11-08'],
    // Whole months beside whole months.
    ['feb 2026', 'previous', '2026-02-01..2026-02-28 beside 2026-01-01..2026-01-31'],
    ['mar 2024', 'previous', '2024-03-01..2024-03-31 beside 2024-02-01..2024-02-29'],
    ['2025', 'previous', '2025-01-01..2025-12-31 beside 2024-01-01..2024-12-31'],
    ['q2 2026', 'previous', '2026-04-01..2026-06-30 beside 2026-01-01..2026-03-31'],
    ['yesterday', 'previous', '2026-11-19..2026-11-19 beside 2026-11-18..2026-11-18'],
    // 30 days, so 35 back: 21 Oct is a Wednesday, 16 Sep too.
    ['30d', 'weekdays', '2026-10-21..2026-11-19 beside 2026-09-16..2026-10-15'],
    ['28d', 'weekdays', '2026-10-23..2026-11-19 beside 2026-09-25..2026-10-22'],
    // Thursday beside Thursday.
    ['yesterday', 'weekdays', '2026-11-19..2026-11-19 beside 2026-11-12..2026-11-12'],
    // 31 days of October, so 35 back.
    ['last month', 'weekdays', '2026-10-01..2026-10-31 beside 2026-08-27..2026-09-26'],
    ['30d', 'year', '2026-10-21..2026-11-19 beside 2025-10-22..2025-11-20'],
  ])('%s, %s', (text, baseline, expected) => {
    expect(daysOf(text, baseline)).toBe(expected);
  });
  it('on the same weekdays it is the nearest stretch that does not meet it, over leap years and ends of months', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(800), (from, days) => {
        const to = addDays(from, days);
        const before = comparedPeriods({ kind: 'range', from, to }, 'weekdays', addDays(to, 1))?.before;
        expect(before && dayCount(before)).toBe(days + 1);
        expect(before && dayOfWeek(before.from)).toBe(dayOfWeek(from));
        expect(before !== undefined && before.to < from && addDays(before.to, 7) >= from).toBe(true);
      }),
    );
  });
  it('a year ago it has as many days on the same weekdays', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(800), (from, days) => {
        const to = addDays(from, days);
        const before = comparedPeriods({ kind: 'range', from, to }, 'year', addDays(to, 1))?.before;
        expect(before && dayCount(before)).toBe(days + 1);
        expect(before && dayOfWeek(before.from)).toBe(dayOfWeek(from));
        expect(before && addDays(before.from, 364)).toBe(from);
      }),
    );
  });
  it('is compared with nothing where nothing is chosen', () => {
    expect(comparedPeriods(typed('28d'), undefined, today)).toBeUndefined();
  });
});

describe('what a change is against, in words', () => {
  it.each<[string, Baseline, Day, string, string]>([
    ['28d', 'previous', today, 'against 25 Sep - 22 Oct 2026', 'against 25 Sep - 22 Oct'],
    ['30d', 'previous', today, 'against 21 Sep - 20 Oct 2026, other weekdays', 'against 21 Sep - 20 Oct'],
    ['30d', 'weekdays', today, 'against 16 Sep - 15 Oct 2026', 'against 16 Sep - 15 Oct'],
    ['yesterday', 'previous', today, 'against 18 Nov 2026, other weekdays', 'against 18 Nov'],
    ['yesterday', 'weekdays', today, 'against 12 Nov 2026', 'against 12 Nov'],
    ['28d', 'year', today, 'against 24 Oct - 20 Nov 2025', 'against 24 Oct - 20 Nov 2025'],
    [
      'this week',
      'previous',
      '2026-11-21',
      'up to 20 Nov against 9 Nov - 13 Nov 2026',
      'against 9 Nov - 13 Nov',
    ],
    [
      'this month',
      'previous',
      '2026-03-31',
      'up to 30 Mar against February 2026, 30 days against 28',
      'against 1 Feb - 28 Feb',
    ],
    ['mar 2026', 'previous', today, 'against February 2026, 31 days against 28', 'against 1 Feb - 28 Feb'],
  ])('%s, %s, on %s: %s', (text, baseline, on, long, short) => {
    const compared = comparedPeriods(typed(text, on), baseline, on);
    expect(compared && [comparisonWords(compared), shortComparison(compared)]).toEqual([long, short]);
  });
});

describe('the days of one question', () => {
  it.each<[string, Baseline | undefined, [Day, Day], [Day, Day] | undefined]>([
    ['28d', 'previous', ['2026-09-25', today], undefined],
    // The days before cost no further request.
    ['28d', undefined, ['2026-09-25', today], undefined],
    // Here they would: five weeks before the last day are in the 90 days, which are one request with today.
    ['90d', undefined, ['2026-08-22', today], undefined],
    ['90d', 'previous', ['2026-05-24', today], undefined],
    ['28d', 'weekdays', ['2026-09-25', today], undefined],
    ['28d', 'year', ['2026-09-25', today], ['2025-10-24', '2025-11-20']],
    // With the same weekdays before, 16 September to 15 October.
    ['30d', 'previous', ['2026-09-16', today], undefined],
    ['this month', 'previous', ['2026-10-01', today], undefined],
    ['2026-10-02..2026-11-19', 'previous', ['2026-08-14', today], undefined],
    // A week after it, up to yesterday, and five weeks before its last day.
    ['2026-11-03', 'previous', ['2026-09-29', '2026-11-10'], undefined],
    ['2026-11-16', 'previous', ['2026-10-12', '2026-11-19'], undefined],
    ['today', 'previous', ['2026-10-15', today], undefined],
    ['2026-11-13..2026-11-19', 'previous', ['2026-10-15', today], undefined],
    // Four weeks before its first day, among which its usual one is.
    ['2026-10-31..2026-11-13', 'previous', ['2026-10-03', '2026-11-13'], undefined],
    // The month before, and the same weekdays: 35 days back.
    ['2026-10-01..2026-10-31', 'previous', ['2026-08-27', '2026-10-31'], undefined],
    // 324 days beside 323 of last year: four requests each, seven for the 689 days in one.
    ['this year', 'previous', ['2025-01-01', today], undefined],
  ])('for %s against %s', (text, baseline, [from, to], apart) => {
    expect(seriesPeriods(typed(text), baseline, today)).toEqual({
      span: p(from, to),
      apart: apart && p(...apart),
    });
  });
  it('are all there is to know, in no more requests than by themselves, and one where all lies within 100 days', () => {
    const choices = presets.map(({ name: preset }): PeriodChoice => ({ kind: 'preset', preset }));
    fc.assert(
      fc.property(
        anyDay,
        fc.oneof(
          fc.constantFrom(...choices),
          fc
            .tuple(anyDay, fc.nat(400))
            .map(([from, days]): PeriodChoice => ({ kind: 'range', from, to: addDays(from, days) })),
        ),
        fc.constantFrom(...baselines, undefined),
        (on, choice, baseline) => {
          const period = resolvePeriod(choice, on);
          const before = comparedPeriods(choice, baseline, on)?.before;
          const { span, apart } = seriesPeriods(choice, baseline, on);
          expect(span.from <= period.from && span.to >= period.to).toBe(true);
          const isTogether = before === undefined || (span.from <= before.from && before.to <= span.to);
          expect(isTogether ? apart : before).toEqual(apart);
          const isOne = windows(span).length === 1 && apart === undefined;
          const isNear = daysBetween((before ?? period).from, period.to) < 99;
          expect(!isNear || dayCount(period) > 64 || isOne).toBe(true);
        },
      ),
    );
  });
});
