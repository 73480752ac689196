import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayCount } from '#model/period/day.ts';
import {
  defaultPeriodChoice,
  describeChoice,
  includesToday,
  type PeriodChoice,
  type PresetName,
  presets,
  resolvePeriod,
  samePeriod,
  stepPeriod,
} from '#model/period/period.ts';
import { describePeriod } from '#model/period/format.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { anyDay } from './days.ts';

const today = '2026-11-20';
const p = (from: Day, to: Day): Period => ({ from, to });

describe('resolvePeriod', () => {
  it.each<[PresetName, Day, Day, Day]>([
    ['today', today, '2026-11-20', '2026-11-20'],
    ['yesterday', today, '2026-11-19', '2026-11-19'],
    ['last7', today, '2026-11-13', '2026-11-19'],
    ['last28', today, '2026-10-23', '2026-11-19'],
    ['last30', today, '2026-10-21', '2026-11-19'],
    ['last90', today, '2026-08-22', '2026-11-19'],
    ['last12Months', today, '2025-11-20', '2026-11-19'],
    ['last12Months', '2024-02-29', '2023-02-28', '2024-02-28'],
    ['last12Months', '2026-03-01', '2025-03-01', '2026-02-28'],
    // 20 Nov 2026 is a Friday: its week began on Monday the 16th.
    ['thisWeek', today, '2026-11-16', '2026-11-20'],
    ['thisWeek', '2026-11-16', '2026-11-16', '2026-11-16'],
    ['thisWeek', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['lastWeek', today, '2026-11-09', '2026-11-15'],
    ['lastWeek', '2027-01-01', '2026-12-21', '2026-12-27'],
    ['thisMonth', today, '2026-11-01', '2026-11-20'],
    ['thisMonth', '2026-11-01', '2026-11-01', '2026-11-01'],
    ['lastMonth', today, '2026-10-01', '2026-10-31'],
    ['lastMonth', '2024-03-31', '2024-02-01', '2024-02-29'],
    ['lastMonth', '2026-01-01', '2025-12-01', '2025-12-31'],
    ['thisYear', today, '2026-01-01', '2026-11-20'],
    ['thisYear', '2026-01-01', '2026-01-01', '2026-01-01'],
  ])('%s on %s', (preset, on, from, to) => {
    expect(resolvePeriod({ kind: 'preset', preset }, on)).toEqual({ from, to });
  });
  it('starts with the last 28 days, which are in step with the 28 before', () => {
    expect(describeChoice(defaultPeriodChoice)).toBe('Last 28 days');
  });
  it('cuts a range at today', () => {
    expect(resolvePeriod({ kind: 'range', from: '2026-11-01', to: '2026-11-30' }, today)).toEqual(
      p('2026-11-01', today),
    );
  });
  it('never ends in the future, never starts after it ends', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...presets), (day, { name }) => {
        const period = resolvePeriod({ kind: 'preset', preset: name }, day);
        expect(period.from <= period.to && period.to <= day).toBe(true);
      }),
    );
  });
  it('ends the last so many days yesterday', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(7, 28, 30, 90), (day, days) => {
        const period = resolvePeriod({ kind: 'preset', preset: `last${days}` }, day);
        expect([dayCount(period), addDays(period.to, 1)]).toEqual([days, day]);
      }),
    );
  });
});

describe('stepPeriod', () => {
  const range = ({ from, to }: Period): PeriodChoice => ({ kind: 'range', from, to });
  const steppedTo = (choice: PeriodChoice, direction: -1 | 1, on: Day = today) =>
    resolvePeriod(stepPeriod(choice, direction, on), on);

  it.each<[string, Period, -1 | 1, Period]>([
    ['days by their number', p('2026-10-21', '2026-11-19'), -1, p('2026-09-21', '2026-10-20')],
    ['days forward', p('2026-09-21', '2026-10-20'), 1, p('2026-10-21', '2026-11-19')],
    ['days slide back to yesterday', p('2026-11-09', '2026-11-15'), 1, p('2026-11-13', '2026-11-19')],
    [
      'the last 30 days have nothing after them',
      p('2026-10-21', '2026-11-19'),
      1,
      p('2026-10-21', '2026-11-19'),
    ],
    ['yesterday to today', p('2026-11-19', '2026-11-19'), 1, p(today, today)],
    ['today stays', p(today, today), 1, p(today, today)],
    ['today back', p(today, today), -1, p('2026-11-19', '2026-11-19')],
    ['a month to a longer month', p('2026-02-01', '2026-02-28'), 1, p('2026-03-01', '2026-03-31')],
    ['a month to a leap February', p('2024-03-01', '2024-03-31'), -1, p('2024-02-01', '2024-02-29')],
    ['a month to the month that runs', p('2026-10-01', '2026-10-31'), 1, p('2026-11-01', today)],
    ['the month that runs to a whole month', p('2026-11-01', today), -1, p('2026-10-01', '2026-10-31')],
    ['no month after the one that runs', p('2026-11-01', today), 1, p('2026-11-01', today)],
    ['a year to a leap year', p('2025-01-01', '2025-12-31'), -1, p('2024-01-01', '2024-12-31')],
    ['a year to the year that runs', p('2025-01-01', '2025-12-31'), 1, p('2026-01-01', today)],
    ['the year that runs to a whole year', p('2026-01-01', today), -1, p('2025-01-01', '2025-12-31')],
    ['a quarter to a quarter', p('2026-04-01', '2026-06-30'), 1, p('2026-07-01', '2026-09-30')],
    ['the week that runs to a whole week', p('2026-11-16', today), -1, p('2026-11-09', '2026-11-15')],
  ])('%s', (_, period, direction, expected) => {
    expect(steppedTo(range(period), direction)).toEqual(expected);
  });
  it('takes the first of a month for a day', () => {
    expect(steppedTo(range(p('2026-11-01', '2026-11-01')), -1, '2026-11-01')).toEqual(
      p('2026-10-31', '2026-10-31'),
    );
  });
  it.each<[PresetName, Period]>([
    ['thisWeek', p('2026-11-09', '2026-11-15')],
    ['lastWeek', p('2026-11-02', '2026-11-08')],
    ['thisMonth', p('2026-10-01', '2026-10-31')],
    ['lastMonth', p('2026-09-01', '2026-09-30')],
    ['thisYear', p('2025-01-01', '2025-12-31')],
    ['last28', p('2026-09-25', '2026-10-22')],
  ])('%s back', (preset, expected) => {
    expect(steppedTo({ kind: 'preset', preset }, -1)).toEqual(expected);
  });
  it('keeps the week that runs whole, so that it runs on', () => {
    const choice = stepPeriod({ kind: 'preset', preset: 'lastWeek' }, 1, today);
    expect(choice).toMatchObject({ from: '2026-11-16', to: '2026-11-22' });
    expect(resolvePeriod(choice, today)).toEqual(p('2026-11-16', today));
    expect(resolvePeriod(choice, '2026-11-25')).toEqual(p('2026-11-16', '2026-11-22'));
  });
  it('returns the same object where there is nowhere to go', () => {
    const choice = range(p(today, today));
    expect(stepPeriod(choice, 1, today)).toBe(choice);
  });
  it('touches the period it came from, and never passes today', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(800), fc.nat(800), (to, length, ago) => {
        const now = addDays(to, ago);
        const period = p(addDays(to, -length), to);
        const before = steppedTo(range(period), -1, now);
        expect(addDays(before.to, 1)).toBe(period.from);
        const after = steppedTo(range(period), 1, now);
        expect(after.from <= after.to && after.to <= now && after.to >= period.to).toBe(true);
        const touches = after.from === addDays(period.to, 1);
        expect(touches || after.to >= addDays(now, -1)).toBe(true);
      }),
    );
  });

  const anyChoice = fc.oneof(
    fc.constantFrom(...presets).map(({ name }): PeriodChoice => ({ kind: 'preset', preset: name })),
    fc.tuple(anyDay, fc.nat(800)).map(([from, days]): PeriodChoice => range(p(from, addDays(from, days)))),
  );
  const walk = (choice: PeriodChoice, steps: readonly (-1 | 1)[], on: Day) =>
    steps.reduce((at, direction) => stepPeriod(at, direction, on), choice);

  it('there and back is the very choice, a preset included, from any choice and however far', () => {
    fc.assert(
      fc.property(anyChoice, anyDay, fc.integer({ min: 1, max: 40 }), (choice, on, far) => {
        const back = Array.from({ length: far }, () => -1 as const);
        const there = walk(choice, back, on);
        expect(
          walk(
            there,
            back.map(() => 1),
            on,
          ),
        ).toBe(choice);
      }),
    );
  });
  it('a step that moved can be taken back, forward ones that slid at today too', () => {
    fc.assert(
      fc.property(
        anyChoice,
        anyDay,
        fc.array(fc.constantFrom(-1, 1), { maxLength: 8 }),
        (choice, on, way) => {
          const at = walk(choice, way, on);
          for (const direction of [-1, 1] as const) {
            const moved = stepPeriod(at, direction, on);
            if (moved === at) continue;
            expect(stepPeriod(moved, direction === 1 ? -1 : 1, on)).toEqual(at);
          }
        },
      ),
    );
  });
  it('a preset given back moves with the calendar again', () => {
    const back = stepPeriod({ kind: 'preset', preset: 'last28' }, -1, today);
    // Two days later it is the last 28 days of that day.
    const again = stepPeriod(back, 1, '2026-11-22');
    expect(again).toEqual({ kind: 'preset', preset: 'last28' });
    expect(resolvePeriod(again, '2026-11-22')).toEqual(p('2026-10-25', '2026-11-21'));
  });
});

describe('words', () => {
  it.each<[Day, Day, string]>([
    ['2026-01-01', '2026-12-31', '2026'],
    ['2026-03-01', '2026-03-31', 'March 2026'],
    ['2025-03-03', '2025-03-03', '3 Mar 2025'],
    ['2026-01-01', '2026-02-15', '1 Jan - 15 Feb 2026'],
    ['2025-12-20', '2026-01-15', '20 Dec 2025 - 15 Jan 2026'],
    ['2025-07-01', '2026-06-30', '1 Jul 2025 - 30 Jun 2026'],
  ])('%s to %s is %s', (from, to, words) => {
    expect(describePeriod({ from, to })).toBe(words);
    expect(describeChoice({ kind: 'range', from, to })).toBe(words);
  });
  it('tells whether today is in it', () => {
    expect(includesToday(p('2026-11-01', today), today)).toBe(true);
    expect(includesToday(p('2026-11-01', '2026-11-19'), today)).toBe(false);
    expect(samePeriod(p(today, today), p(today, today))).toBe(true);
    expect(samePeriod(p('2026-11-19', today), p(today, today))).toBe(false);
  });
});
