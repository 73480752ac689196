import { addDays, dayCount } from '#model/period/day.ts';
import {
  describePeriod,
  formatDay,
  formatDayLong,
  formatDayShort,
  weekdayName,
  weekdayNames,
} from '#model/period/format.ts';
import { describeChoice, presets, resolvePeriod } from '#model/period/period.ts';
import { maxPeriodDays, parsePeriod } from '#model/period/parsePeriod.ts';
import type { Day } from '#model/statistics/statistics.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDay } from './days.ts';

const today = '2026-11-20';
const tooLong = { error: 'A period has at most 20 years: start later.' };

function daysOf(text: string, on: Day = today): string {
  const parsed = parsePeriod(text, on);
  return 'error' in parsed ? parsed.error : `${parsed.period.from} ${parsed.period.to}`;
}

describe('what is read', () => {
  it.each([
    ['2026-03', '2026-03-01 2026-03-31'],
    ['2026', '2026-01-01 2026-11-20'],
    ['2025', '2025-01-01 2025-12-31'],
    ['march', '2026-03-01 2026-03-31'],
    ['Sept.', '2026-09-01 2026-09-30'],
    ['dec', '2025-12-01 2025-12-31'],
    ['nov', '2026-11-01 2026-11-20'],
    ['mar 2026', '2026-03-01 2026-03-31'],
    ['MAR-2026', '2026-03-01 2026-03-31'],
    ['2024 february', '2024-02-01 2024-02-29'],
    ['1 mar', '2026-03-01 2026-03-01'],
    ['21 nov', '2025-11-21 2025-11-21'],
    ['Mar 1st, 2025', '2025-03-01 2025-03-01'],
    ['29 feb', '2024-02-29 2024-02-29'],
    ['2026-1-5', '2026-01-05 2026-01-05'],
    ['last 10 days', '2026-11-10 2026-11-19'],
    ['10d', '2026-11-10 2026-11-19'],
    ['past 10 days', '2026-11-10 2026-11-19'],
    ['last 3 weeks', '2026-10-30 2026-11-19'],
    ['6m', '2026-05-20 2026-11-19'],
    ['2y', '2024-11-20 2026-11-19'],
    ['this week', '2026-11-16 2026-11-20'],
    ['last week', '2026-11-09 2026-11-15'],
    ['last year', '2025-01-01 2025-12-31'],
    ['last quarter', '2026-07-01 2026-09-30'],
    ['this quarter', '2026-10-01 2026-11-20'],
    ['Q1 2026', '2026-01-01 2026-03-31'],
    ['2025-Q4', '2025-10-01 2025-12-31'],
    ['q4', '2026-10-01 2026-11-20'],
    ['2026-W10', '2026-03-02 2026-03-08'],
    // The first and last week of ISO years lie in two calendar years.
    ['2026-W01', '2025-12-29 2026-01-04'],
    ['2020-W53', '2020-12-28 2021-01-03'],
    ['W10', '2026-03-02 2026-03-08'],
    ['week 50', '2025-12-08 2025-12-14'],
    ['week before last', '2026-11-02 2026-11-08'],
    ['month before last', '2026-09-01 2026-09-30'],
    ['quarter before last', '2026-04-01 2026-06-30'],
    ['year before last', '2024-01-01 2024-12-31'],
    ['2025-W53', '2025 has no week 53: type 1 to 52, or 53 in a long year.'],
    ['Q1 2027', '1 Jan 2027 is still to come: choose days up to today, 20 Nov 2026.'],
    ['1 mar - 15 apr', '2026-03-01 2026-04-15'],
    ['1 Mar – 15 Apr', '2026-03-01 2026-04-15'],
    ['1mar-15apr', '2026-03-01 2026-04-15'],
    ['1 - 15 mar', '2026-03-01 2026-03-15'],
    ['mar to apr', '2026-03-01 2026-04-30'],
    ['2026-01-01..2026-02-15', '2026-01-01 2026-02-15'],
    ['2026-01-01 2026-02-15', '2026-01-01 2026-02-15'],
    ['  2026-01-01   -   2026-02-15 ', '2026-01-01 2026-02-15'],
    ['2025..2026', '2025-01-01 2026-11-20'],
  ])('%s', (text, days) => {
    expect(daysOf(text)).toBe(days);
  });
});

// 20 Nov 2026 is a Friday.
describe('what other programs read', () => {
  it.each([
    ['since 1 mar', '2026-03-01 2026-11-20'],
    ['Since March', '2026-03-01 2026-11-20'],
    ['since monday', '2026-11-16 2026-11-20'],
    ['since yesterday', '2026-11-19 2026-11-20'],
    ['since last week', '2026-11-09 2026-11-20'],
    ['since q3', '2026-07-01 2026-11-20'],
    ['since 2 weeks ago', '2026-11-06 2026-11-20'],
    ['from 2026-03-01', '2026-03-01 2026-11-20'],
    ['>=2026-03-01', '2026-03-01 2026-11-20'],
    ['2026-03-01..', '2026-03-01 2026-11-20'],
    ['2026-03-01..*', '2026-03-01 2026-11-20'],
    ['1 mar - now', '2026-03-01 2026-11-20'],
    ['1 dec to today', '2025-12-01 2026-11-20'],
    ['march to date', '2026-03-01 2026-11-20'],
    ['ytd', '2026-01-01 2026-11-20'],
    ['Year to date', '2026-01-01 2026-11-20'],
    ['qtd', '2026-10-01 2026-11-20'],
    ['MTD', '2026-11-01 2026-11-20'],
    ['month-to-date', '2026-11-01 2026-11-20'],
    ['wtd', '2026-11-16 2026-11-20'],
    ['this month so far', '2026-11-01 2026-11-20'],
    ['week', '2026-11-16 2026-11-20'],
    ['month', '2026-11-01 2026-11-20'],
    ['quarter', '2026-10-01 2026-11-20'],
    ['past week', '2026-11-13 2026-11-19'],
    ['past month', '2026-10-20 2026-11-19'],
    ['the past year', '2025-11-20 2026-11-19'],
    ['previous week', '2026-11-09 2026-11-15'],
    ['previous30', '2026-10-21 2026-11-19'],
    ['last7', '2026-11-13 2026-11-19'],
    ['last 7', '2026-11-13 2026-11-19'],
    ['in the last two weeks', '2026-11-06 2026-11-19'],
    ['3 weeks', '2026-10-30 2026-11-19'],
    ['6mo', '2026-05-20 2026-11-19'],
    ['2 quarters', '2026-05-20 2026-11-19'],
    ['monday', '2026-11-16 2026-11-16'],
    ['friday', '2026-11-20 2026-11-20'],
    ['last friday', '2026-11-13 2026-11-13'],
    ['sat', '2026-11-14 2026-11-14'],
    ['this tuesday', '2026-11-17 2026-11-17'],
    ['weekend', '2026-11-14 2026-11-15'],
    ['last weekend', '2026-11-14 2026-11-15'],
    ['last march', '2026-03-01 2026-03-31'],
    ['last november', '2025-11-01 2025-11-30'],
    ['monday - wednesday', '2026-11-16 2026-11-18'],
    ['friday - monday', '2026-11-13 2026-11-16'],
    ['3 days ago', '2026-11-17 2026-11-17'],
    ['day before yesterday', '2026-11-18 2026-11-18'],
    ['a month ago', '2026-10-20 2026-10-20'],
    ['30daysAgo to yesterday', '2026-10-21 2026-11-19'],
    ['30 days ago - 7 days ago', '2026-10-21 2026-11-13'],
    ['now-7d', '2026-11-13 2026-11-20'],
    ['-7d', '2026-11-13 2026-11-20'],
    ['now-7d to now', '2026-11-13 2026-11-20'],
    ['now-7d to now-1d', '2026-11-13 2026-11-19'],
    ['now-6M', '2026-05-20 2026-11-20'],
    ['now/w', '2026-11-16 2026-11-20'],
    ['now-1w/w', '2026-11-09 2026-11-15'],
    ['now-1M/M', '2026-10-01 2026-10-31'],
    ['now-1y/y', '2025-01-01 2025-12-31'],
    ['nov 1-5', '2026-11-01 2026-11-05'],
    ['nov 1 - 5, 2025', '2025-11-01 2025-11-05'],
    ['1-5 nov', '2026-11-01 2026-11-05'],
    ['November 1st to 5th', '2026-11-01 2026-11-05'],
    ['from 1 mar to 5 mar', '2026-03-01 2026-03-05'],
    ['between 1 mar and 5 mar', '2026-03-01 2026-03-05'],
    ['5th of november', '2026-11-05 2026-11-05'],
    ['in march', '2026-03-01 2026-03-31'],
    ['h1', '2026-01-01 2026-06-30'],
    ['H2 2025', '2025-07-01 2025-12-31'],
    ['q1 - q2', '2026-01-01 2026-06-30'],
    ['q4 - q1 2026', '2025-10-01 2026-03-31'],
    ['2026-W10..2026-W12', '2026-03-02 2026-03-22'],
    ['week of 2 nov', '2026-11-02 2026-11-08'],
    ['2026-03-01/2026-03-05', '2026-03-01 2026-03-05'],
    ['2026-03-01--2026-03-05', '2026-03-01 2026-03-05'],
    ['2026-03-01,2026-03-05', '2026-03-01 2026-03-05'],
    ['20260301-20260305', '2026-03-01 2026-03-05'],
    ['2026.03.01', '2026-03-01 2026-03-01'],
    ['2026-nov-20', '2026-11-20 2026-11-20'],
    ['on 1 mar', '2026-03-01 2026-03-01'],
    ['wk 10', '2026-03-02 2026-03-08'],
    ['cw10 2025', '2025-03-03 2025-03-09'],
    ['2026-11-01 00:00:00 to 2026-11-05 23:59:59', '2026-11-01 2026-11-05'],
    ['2026-11-01T00:00Z/2026-11-05T00:00Z', '2026-11-01 2026-11-05'],
    ['25.3.2026', '2026-03-25 2026-03-25'],
    ['3/25/2026', '2026-03-25 2026-03-25'],
    ['Mon 16 Nov', '2026-11-16 2026-11-16'],
    ['Sat 31 Oct - Fri 13 Nov 2026', '2026-10-31 2026-11-13'],
  ])('%s', (text, days) => {
    expect(daysOf(text)).toBe(days);
  });
  it.each<[string, string, Day]>([
    // A Sunday, a Monday and a Wednesday.
    ['weekend', '2026-11-21 2026-11-22', '2026-11-22'],
    ['last weekend', '2026-11-14 2026-11-15', '2026-11-22'],
    ['monday', '2026-11-16 2026-11-16', '2026-11-22'],
    ['monday', '2026-11-23 2026-11-23', '2026-11-23'],
    ['last monday', '2026-11-16 2026-11-16', '2026-11-23'],
    ['monday - friday', '2026-11-16 2026-11-20', '2026-11-25'],
    ['a month ago', '2026-02-28 2026-02-28', '2026-03-31'],
    ['ytd', '2026-01-01 2026-01-01', '2026-01-01'],
    ['last year', '2025-01-01 2025-12-31', '2026-01-01'],
  ])('%s is %s on %s', (text, days, on) => {
    expect(daysOf(text, on)).toBe(days);
  });
});

describe('a date without a year', () => {
  it.each<[string, string, Day]>([
    ['15 dec - 10 jan', '2025-12-15 2026-01-10', '2026-11-20'],
    ['15 dec - 10 jan', '2025-12-15 2026-01-05', '2026-01-05'],
    ['1 nov - 30 nov', '2026-11-01 2026-11-20', '2026-11-20'],
    ['1 dec - 15 dec', '2025-12-01 2025-12-15', '2026-11-20'],
    ['dec - feb 2026', '2025-12-01 2026-02-28', '2026-11-20'],
    ['15 dec 2024 - 10 jan', '2024-12-15 2025-01-10', '2026-11-20'],
    ['29 feb', '2096-02-29 2096-02-29', '2103-05-01'],
  ])('%s is %s on %s', (text, days, on) => {
    expect(daysOf(text, on)).toBe(days);
  });
});

describe('what moves with the calendar becomes a preset', () => {
  it.each([
    ['today', 'Today'],
    ['YESTERDAY', 'Yesterday'],
    ['30d', 'Last 30 days'],
    ['last 30 days', 'Last 30 days'],
    ['1w', 'Last 7 days'],
    ['12m', 'Last 12 months'],
    ['last 12 months', 'Last 12 months'],
    ['1y', 'Last 12 months'],
    ['this  month', 'This month'],
    ['last month', 'Last month'],
    ['this year', 'This year'],
    ['nov', 'November 2026'],
    ['10d', '10 Nov - 19 Nov 2026'],
  ])('%s is %s', (text, title) => {
    const parsed = parsePeriod(text, today);
    expect('error' in parsed ? parsed.error : describeChoice(parsed.choice)).toBe(title);
  });
});

describe('what is refused says what to type', () => {
  it.each([
    ['', 'Type a period: 30d, last 12 months, 2026-03, 1 mar - 15 apr.'],
    ['foo', '"foo" is no period: type 30d, last 12 months, 2026-03, 1 mar - 15 apr.'],
    ['..2026', '"..2026" is no period: type 30d, last 12 months, 2026-03, 1 mar - 15 apr.'],
    ['until 1 mar', '"until 1 mar" is no period: type 30d, last 12 months, 2026-03, 1 mar - 15 apr.'],
    ['since', '"since" is no period: type 30d, last 12 months, 2026-03, 1 mar - 15 apr.'],
    [
      'mnday',
      '"mnday" is no period: type 30d, last 12 months, 2026-03, 1 mar - 15 apr. Did you mean monday?',
    ],
    ['24h', 'A period has whole days: type today, yesterday or 2d.'],
    ['last hour', 'A period has whole days: type today, yesterday or 2d.'],
    ['now-5m', 'A period has whole days: type today, yesterday or 2d.'],
    ['next week', 'That is still to come: choose days up to today, 20 Nov 2026.'],
    ['tomorrow', 'That is still to come: choose days up to today, 20 Nov 2026.'],
    ['this sunday', '22 Nov 2026 is still to come: choose days up to today, 20 Nov 2026.'],
    ['yesterday - 3 days ago', '17 Nov 2026 is before 19 Nov 2026: type the earlier day first.'],
    ['1-31 nov', 'There is no 31 Nov: November has 30 days.'],
    ['since 31 feb', 'There is no 31 Feb: February has 29 days.'],
    ['4/13/26', '4/13/26 may mean two days: type it as 2026-03-01 or 1 mar 2026.'],
    ['9999 weeks ago', 'A period has at most 20 years: start later.'],
    ['1999..', 'A period has at most 20 years: start later.'],
    ['1 foo 2026', '"foo" is no month: type its name, as in 1 mar 2026.'],
    ['2026-13', 'There is no month 13: type 1 to 12, as in 2026-03.'],
    ['31 feb', 'There is no 31 Feb: February has 29 days.'],
    ['29 feb 2026', 'There is no 29 Feb 2026: February 2026 has 28 days.'],
    ['2026-04-31', 'There is no 31 Apr 2026: April 2026 has 30 days.'],
    ['1 mar - 31 apr', 'There is no 31 Apr: April has 30 days.'],
    ['29 feb - 5 mar 2026', 'There is no 29 Feb 2026: February 2026 has 28 days.'],
    ['2026-04-15..2026-03-01', '1 Mar 2026 is before 15 Apr 2026: type the earlier day first.'],
    ['15 apr - 1 mar', '1 Mar 2026 is before 15 Apr 2026: type the earlier day first.'],
    ['21 nov 2026', '21 Nov 2026 is still to come: choose days up to today, 20 Nov 2026.'],
    ['2027', '1 Jan 2027 is still to come: choose days up to today, 20 Nov 2026.'],
    ['1/3/2026', '1/3/2026 may mean two days: type it as 2026-03-01 or 1 mar 2026.'],
    ['0d', 'A period has at least one day: type 1d or more.'],
    ['9999999999999999999d', 'A period has at most 20 years: start later.'],
    ['1999-2026', 'A period has at most 20 years: start later.'],
    ['0000', 'There is no year 0000: type 2026-03-01 or 1 mar 2026.'],
  ])('%j', (text, error) => {
    expect(daysOf(text)).toBe(error);
  });
  it('shortens what it quotes', () => {
    expect(daysOf('x'.repeat(1000)).length).toBeLessThan(120);
  });
});

describe('for all days', () => {
  it('reads back what describePeriod writes', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (a, b) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const parsed = parsePeriod(describePeriod({ from, to }), to);
        expect(parsed).toMatchObject(
          dayCount({ from, to }) > maxPeriodDays ? tooLong : { period: { from, to } },
        );
      }),
    );
  });
  it('takes today for today, with and without its year', () => {
    fc.assert(
      fc.property(anyDay, day => {
        expect(daysOf(formatDayShort(day), day)).toBe(`${day} ${day}`);
        expect(daysOf(formatDay(day), day)).toBe(`${day} ${day}`);
      }),
    );
  });
  it('reads every shortcut as its preset', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...presets), (day, { name, shortcut }) => {
        const choice = { kind: 'preset', preset: name } as const;
        expect(parsePeriod(shortcut, day)).toEqual({ choice, period: resolvePeriod(choice, day) });
      }),
    );
  });
  it('counts back from today, and on from any day', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom(...weekdayNames),
        (day, days, name) => {
          const back = addDays(day, -days);
          expect(daysOf(`${days} days ago`, day)).toBe(`${back} ${back}`);
          for (const text of [
            `now-${days}d`,
            `since ${days} days ago`,
            `since ${back}`,
            `${formatDayLong(back)} to date`,
          ])
            expect([text, daysOf(text, day)]).toEqual([text, `${back} ${day}`]);
          const week = Array.from({ length: 7 }, (_, ago) => addDays(day, -ago));
          const last = week.find(each => weekdayName(each) === name);
          expect(daysOf(name, day)).toBe(`${last} ${last}`);
        },
      ),
    );
  });
  it('keeps the words of what means other days later, and of nothing else', () => {
    const fixed = fc.constantFrom(
      '2026-03',
      '1 mar 2024',
      'q1 2024',
      'h2 2023',
      '2024-01-01..2024-02-15',
      'w10',
    );
    const moving = fc.constantFrom(
      'since 2024',
      '3 days ago',
      'now-40d',
      'sunday',
      'last may',
      '45d',
      'weekend',
    );
    fc.assert(
      fc.property(fixed, moving, (days, words) => {
        const saidOf = (text: string) => {
          const parsed = parsePeriod(text, today);
          return 'choice' in parsed && parsed.choice.kind === 'range' ? parsed.choice.label : 'refused';
        };
        expect([saidOf(days), saidOf(words.toUpperCase())]).toEqual([undefined, words]);
        expect(daysOf(words, '2027-11-24')).not.toBe(daysOf(words));
      }),
    );
  });
  it('answers any text with days up to today or with one line', () => {
    const word = fc.constantFrom(
      ...'1|31|2026|29|feb|mar|last|days|-|..|to| |2026-02-29|m|0|since|ago|now|monday|week|of|/w|q3|ytd|the|/'.split(
        '|',
      ),
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 7 }).map(words => words.join(' ')),
      fc.array(word).map(words => words.join('')),
    );
    fc.assert(
      fc.property(text, anyDay, (typed, day) => {
        const parsed = parsePeriod(typed, day);
        const { from, to } = 'error' in parsed ? { from: day, to: day } : parsed.period;
        expect(from <= to && to <= day).toBe(true);
        expect('error' in parsed ? parsed.error : 'read.').toMatch(/^.+[.?]$/);
      }),
      { numRuns: 400 },
    );
  });
});
