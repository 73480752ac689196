import { pointsFrom } from '../../helpers/points.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayCount, daysFrom, isWeekend } from '#model/period/day.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';
import {
  asGoalCount,
  countsOfDays,
  endWords,
  forecast,
  forecastPeriods,
  type Goal,
  goalPeriod,
  goalSentence,
  currentGoals,
  goalsOf,
  goalStanding,
  goalUnits,
  isGoalValue,
  longestReach,
  pastErrors,
  pastMoments,
  setGoal,
} from '#model/website/goal.ts';
import { randomYears } from './randomYears.ts';

const goal: Goal = { id: '3', domain: 'a.example', name: 'visitors', per: 'month', count: 1000 };
/** Working days have 10, weekends 4: a week has 58. */
const steady = (from: Day, days: number, times = 1): SeriesPoint[] =>
  daysFrom(from, days).map(day => ({ day, count: (isWeekend(day) ? 4 : 10) * times }));

describe('where a period will end', () => {
  test('the days over, and for the rest the mean of each weekday of the last four weeks', () => {
    // Mon 26 Oct to Sun 22 Nov 2026; the week of 23 to 29 Nov is looked at on Thu 26: over are 7 + 7 + 7.
    const weeks = [1, 2, 3, 4].flatMap(week => [0, 0, 0, week, 10, 20, 30].map(count => count));
    const countIn = countsOfDays(pointsFrom('2026-10-26', [...weeks, 7, 7, 7, 5]));
    // Of the four Thursdays 1 to 4 the mean is 2.5; Friday 10, Saturday 20, Sunday 30.
    const week = goalPeriod('week', '2026-11-26');
    expect(week).toEqual({ from: '2026-11-23', to: '2026-11-29' });
    // On Monday the whole week is before it: its days are all that is known, (10 + 60 * 4) / 4.
    expect(forecast({ period: week, day: '2026-11-23' }, countIn)).toBe(62.5);
    // On Thursday the three days of this week count among the four weeks too: only Thursday to Sunday are taken of them.
    expect(forecast({ period: week, day: '2026-11-26' }, countIn)).toBe(21 + 2.5 + 10 + 20 + 30);
    expect(forecastPeriods({ period: week, day: '2026-11-26' })).toEqual([
      { from: '2026-11-23', to: '2026-11-25' },
      { from: '2026-10-29', to: '2026-11-25' },
      { from: '2026-11-19', to: '2026-11-22' },
      { from: '2026-11-12', to: '2026-11-15' },
      { from: '2026-11-05', to: '2026-11-08' },
      { from: '2026-10-29', to: '2026-11-01' },
    ]);
  });

  test('days without data are no zeros, and of too few nothing is said', () => {
    const month = goalPeriod('month', '2026-11-26');
    const moment = { period: month, day: '2026-11-26' as const };
    // Since Mon 16 Nov: ten days that had 7 each; five are to come.
    const begun = countsOfDays(
      pointsFrom(
        '2026-11-16',
        Array.from({ length: 10 }, () => 7),
      ),
    );
    expect(forecast(moment, begun)).toBe(70 + 5 * 7);
    expect(forecast(moment, countsOfDays(pointsFrom('2026-11-21', [7, 7, 7, 7, 7])))).toBeUndefined();
    expect(forecast(moment, () => undefined)).toBeUndefined();
  });

  test('a week of days has to be known, and as many of the days at its end as are to come', () => {
    // Thursday to Sunday are to come, looked at on Thu 26 Nov; each day that is known had 7.
    const moment = { period: goalPeriod('week', '2026-11-26'), day: '2026-11-26' as const };
    const known = (...days: readonly Day[]) =>
      forecast(moment, countsOfDays(days.toSorted().map(day => ({ day, count: 7 }))));
    const before: readonly Day[] = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
    expect(known(...before, '2026-11-23', '2026-11-24')).toBeUndefined();
    expect(known(...before, '2026-11-23', '2026-11-24', '2026-11-25')).toBe(3 * 7 + 4 * 7);
    // Monday to Wednesday of four weeks, and of the other days three, then four, of two weeks.
    const begun = [2, 9, 16, 23].flatMap(monday => daysFrom(addDays('2026-11-01', monday - 1), 3));
    expect(known(...begun, '2026-11-19', '2026-11-20', '2026-11-21')).toBeUndefined();
    expect(known(...begun, '2026-11-12', '2026-11-19', '2026-11-20', '2026-11-21')).toBe(3 * 7 + 4 * 7);
    // Where one week has all four, those of the others are not asked.
    const whole = [...begun.map(on => ({ day: on, count: 7 })), ...pointsFrom('2026-11-19', [8, 8, 8, 8])];
    const other = { day: '2026-11-12' as const, count: 100 };
    const inOrder = [other, ...whole].toSorted((one, two) => (one.day < two.day ? -1 : 1));
    expect(forecast(moment, countsOfDays(inOrder))).toBe(3 * 7 + 4 * 8);
  });

  test('what was forecast of a period of which a day is not known says nothing', () => {
    const day: Day = '2026-11-26';
    const all = steady('2026-08-03', dayCount({ from: '2026-08-03', to: day }));
    // The Saturday behind the Thursday on which the week before was looked at.
    const gap = all.filter(point => point.day !== '2026-11-21');
    expect(pastErrors('week', day, countsOfDays(all))).toEqual(Array.from({ length: 12 }, () => 1));
    expect(pastErrors('week', day, countsOfDays(gap))).toEqual(Array.from({ length: 11 }, () => 1));
  });

  test('is right of a website whose weeks are all alike, on every day of every period', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(500), { minLength: 7, maxLength: 7 }),
        fc.nat(700),
        fc.constantFrom(...goalUnits),
        (rhythm, later, per) => {
          const points = daysFrom('2024-01-01', 1200).map((day, at) => ({ day, count: rhythm[at % 7] ?? 0 }));
          const countIn = countsOfDays(points);
          const day = addDays('2025-03-01', later);
          const period = goalPeriod(per, day);
          const had = countIn(period)?.count ?? 0;
          expect(forecast({ period, day }, countIn)).toBeCloseTo(had, 6);
          for (const error of pastErrors(per, day, countIn)) expect(error).toBeCloseTo(1, 9);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('is never before what is counted, nor its range; twice the counts are twice the end', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(300), fc.constantFrom(...goalUnits), (seed, later, per) => {
        const points = randomYears(seed, '2023-10-02', 1100);
        const day = addDays('2025-06-01', later);
        const known = points.filter(point => point.day <= day);
        const one = goalStanding({ ...goal, per }, 'visitors', day, countsOfDays(known));
        const two = goalStanding(
          { ...goal, per, count: goal.count * 2 },
          'visitors',
          day,
          countsOfDays(known.map(({ count, ...rest }) => ({ ...rest, count: count * 2 }))),
        );
        const { end = 0, range, soFar } = one ?? { soFar: 0 };
        expect(end).toBeGreaterThanOrEqual(soFar);
        expect(range?.from).toBeGreaterThanOrEqual(soFar);
        expect(range?.from).toBeLessThanOrEqual(end);
        expect(range?.to).toBeGreaterThanOrEqual(end);
        expect(two?.end).toBeCloseTo(end * 2, 6);
        expect(two?.range?.to).toBeCloseTo((range?.to ?? 0) * 2, 6);
        expect(two?.state).toBe(one?.state);
      }),
      { numRuns: 40 },
    );
  });
});

test('a goal is told beside days that reach to yesterday, or into its month or week', () => {
  const [ofMonth, ofWeek] = [goal, { ...goal, per: 'week' as const }];
  const shown = (to: Day, today: Day) => currentGoals([ofMonth, ofWeek], { from: '2026-01-01', to }, today);
  // Friday 27 Nov 2026: its week begins on Monday the 23rd.
  expect(shown('2026-11-23', '2026-11-27')).toEqual([ofMonth, ofWeek]);
  expect(shown('2026-11-22', '2026-11-27')).toEqual([ofMonth]);
  expect(shown('2026-11-01', '2026-11-27')).toEqual([ofMonth]);
  expect(shown('2026-10-31', '2026-11-27')).toEqual([]);
  // On the first day of both, the last 28 days end in the month and the week before.
  expect(shown('2026-05-31', '2026-06-01')).toEqual([ofMonth, ofWeek]);
  expect(shown('2026-05-30', '2026-06-01')).toEqual([]);
});

test('the periods before are looked at on the same day of them, in shorter ones on the last', () => {
  expect(pastMoments('month', '2026-03-30').slice(0, 2)).toEqual([
    { period: { from: '2026-02-01', to: '2026-02-28' }, day: '2026-02-28' },
    { period: { from: '2026-01-01', to: '2026-01-31' }, day: '2026-01-30' },
  ]);
  expect(pastMoments('month', '2026-03-30')).toHaveLength(12);
  expect(pastMoments('week', '2026-11-26')[11]).toEqual({
    period: { from: '2026-08-31', to: '2026-09-06' },
    day: '2026-09-03',
  });
  expect(longestReach('month', '2026-03-30')).toBe('2025-02-01');
  expect(longestReach('week', '2026-11-26')).toBe('2026-08-03');
});

describe('how far a goal is', () => {
  // November 2026 has 21 working days and 9 of weekends: 246. Up to the 26th, a Thursday, 19 and 7: 218.
  const day: Day = '2026-11-26';
  const standing = (count: number, points: readonly SeriesPoint[]) =>
    goalStanding({ ...goal, count }, 'visitors', day, countsOfDays(points));

  test('reached, ahead, open or missed by the range that the last forecasts would have had', () => {
    const all = steady('2025-10-01', dayCount({ from: '2025-10-01', to: day }));
    expect(standing(218, all)?.state).toBe('reached');
    expect(standing(246, all)).toMatchObject({
      soFar: 218,
      end: 246,
      range: { from: 246, to: 246, forecasts: 12 },
      state: 'ahead',
    });
    expect(standing(247, all)?.state).toBe('missed');
    // In the last six days of October twice as many came, 108: what was forecast on its 26th, 256, became 310. Of this month the
    // days over have 208, and the means of the others are 12.5, 12.5, 5, 4 and 10.
    const grown = all.map(point =>
      point.day >= '2026-10-26' && point.day <= '2026-10-31' ? { ...point, count: point.count * 2 } : point,
    );
    const open = standing(260, grown);
    expect(open).toMatchObject({ end: 252, range: { from: 252, forecasts: 12 }, state: 'open' });
    expect(open?.range?.to).toBeCloseTo((252 * 310) / 256, 9);
    // What always came to less than was forecast promises no less than the forecast, at most.
    const less = all.map(point => (Number(point.day.slice(8)) > 26 ? { ...point, count: 0 } : point));
    const { end = 0, range } = standing(1000, less) ?? {};
    expect(range?.to).toBe(end);
    expect(range?.from).toBeLessThan(end);
  });

  test('where all that was forecast came to more, the range begins at the forecast', () => {
    // Each week has twice the visitors of the one before: on its Thursday 3 of its days are over, and the other four are expected
    // to be as in the four weeks before, 15/16 of a day of this week in all. Each of the last weeks had 16/9 of that.
    const points = daysFrom('2026-08-03', 115).map((each, at) => ({
      day: each,
      count: 2 ** Math.floor(at / 7),
    }));
    const doubling = goalStanding(
      { ...goal, per: 'week', count: 300_000 },
      'visitors',
      day,
      countsOfDays(points),
    );
    expect(doubling).toMatchObject({
      soFar: 196_608,
      end: 258_048,
      range: { from: 258_048, forecasts: 12 },
      state: 'open',
    });
    expect(doubling?.range?.to).toBeCloseTo(458_752, 6);
  });

  test('without five past forecasts there is no range, and no verdict before half of it is over', () => {
    const few = steady('2026-08-20', dayCount({ from: '2026-08-20', to: day }));
    expect(standing(300, few)).toMatchObject({ end: 246, range: undefined, state: 'missed' });
    const since = (first: Day) =>
      standing(300, steady(first, dayCount({ from: first, to: day })))?.range?.forecasts;
    expect([since('2026-07-01'), since('2026-06-01')]).toEqual([undefined, 5]);
    const early = goalStanding({ ...goal, count: 300 }, 'visitors', '2026-11-05', countsOfDays(few));
    expect(early?.state).toBe('open');
    // Of 30 days 15 are no more than half.
    const on = (today: Day) =>
      goalStanding({ ...goal, count: 300 }, 'visitors', today, countsOfDays(few))?.state;
    expect([on('2026-11-15'), on('2026-11-16')]).toEqual(['open', 'missed']);
    expect(standing(300, steady('2026-11-24', 3))).toMatchObject({
      soFar: 30,
      end: undefined,
      state: 'open',
    });
    expect(goalStanding(goal, 'visitors', day, () => undefined)).toBeUndefined();
  });

  test('is said in a sentence', () => {
    const all = steady('2025-10-01', dayCount({ from: '2025-10-01', to: day }), 100);
    const said = standing(30_000, all);
    expect(said && goalSentence(said)).toBe(
      'Goal: 21,800 of 30,000 visitors in November 2026, 73%; about 24,600 at its end (24,600 to 24,600): will be missed.',
    );
    expect(endWords({ end: undefined, range: undefined })).toBe('too few days to tell its end');
    const row: Goal = { ...goal, name: 'event', value: '*', per: 'week', count: 50 };
    const ofRow = goalStanding(row, 'events', day, countsOfDays(steady('2026-11-01', 26)));
    expect(ofRow && goalSentence(ofRow, text => `"${text}"`)).toBe(
      'Goal: 40 of 50 events of "*" in 23 Nov - 29 Nov 2026, 80%; about 58 at its end.',
    );
  });
});

test('a goal takes the place of one that counts the same, and is of a website with its domain only', () => {
  const week: Goal = { ...goal, per: 'week' };
  const both = setGoal(setGoal([], goal), week);
  expect(both).toEqual([goal, week]);
  expect(setGoal(both, { ...goal })).toBe(both);
  expect(setGoal(both, { ...goal, count: 5 })).toEqual([week, { ...goal, count: 5 }]);
  expect(goalsOf(both, { id: '3', domain: 'b.example' })).toEqual([]);
  expect(goalsOf(both, { id: '3', domain: 'A.example' })).toEqual(both);
  // The website with its id has another domain now: what was set for the other goes.
  const moved = { ...goal, domain: 'b.example' };
  expect(setGoal(both, moved)).toEqual([moved]);
});

test.each([
  ['50000', 50_000],
  [' 50,000 ', 50_000],
  ['1_000', 1000],
  ['0', undefined],
  ['5,00', undefined],
  ['-5', undefined],
  ['1e6', undefined],
  ['1000000000000', 1_000_000_000_000],
  ['1000000000001', undefined],
  ['many', undefined],
])('a goal of %j', (text, count) => {
  expect(asGoalCount(text)).toBe(count);
});

test('a value of a goal has at most 2,000 characters', () => {
  expect([2000, 2001].map(length => isGoalValue('page', 'x'.repeat(length)))).toEqual([true, false]);
});

// Of twelve errors that are as likely in any order the next one is between the lowest and the highest 11 times of 13: 85 of 100.
test.each(goalUnits)('the range of a %s holds 80 to 90 times of 100 on generated years', per => {
  let [held, all] = [0, 0];
  for (let seed = 1; seed <= 60; seed += 1) {
    const countIn = countsOfDays(randomYears(seed, '2023-10-02', 1100));
    for (let day: Day = '2025-06-01'; day < '2026-06-01'; day = addDays(day, 11)) {
      const had = countIn(goalPeriod(per, day))?.count ?? 0;
      const { range } = goalStanding({ ...goal, per }, 'visitors', day, lastKnown(countIn, day)) ?? {};
      if (range === undefined) continue;
      all += 1;
      if (had >= range.from && had <= range.to) held += 1;
    }
  }
  expect(all).toBeGreaterThan(1500);
  expect(held / all).toBeGreaterThan(0.8);
  expect(held / all).toBeLessThan(0.9);
});

/** As known on the morning of a day: it has nothing so far. */
function lastKnown(countIn: ReturnType<typeof countsOfDays>, day: Day): ReturnType<typeof countsOfDays> {
  return ({ from, to }) => countIn({ from, to: to >= day ? addDays(day, -1) : to });
}
