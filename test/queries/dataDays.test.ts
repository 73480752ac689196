import { expect, test } from 'vitest';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import { everyDay } from '#model/comparison/change.ts';
import { addDays } from '#model/period/day.ts';
import { isAnswerTo, type KnownAnswers, notLoaded } from '#queries/answers/request.ts';
import { dataDaysRequest, dataDaysOf } from '#queries/days/series.ts';
import { websiteGoals } from '#queries/goals.ts';

const today = '2026-11-20';
const period = { from: '2026-11-13', to: '2026-11-19' } as const;
const before = { from: '2026-11-06', to: '2026-11-12' } as const;
const asked = { kind: 'dataDays', period: { from: '1990-01-01', to: '1990-01-01' } } as const;
/** Five weeks up to today, with a visitor on these days ago. */
const read = (...ago: readonly number[]) =>
  Array.from({ length: 36 }, (_, at) => 35 - at).map(back => ({
    day: addDays(today, -back),
    count: ago.includes(back) ? 1 : 0,
  }));

test('the first day is asked for where a day compared, or one that may be usual, is before the first count', () => {
  const ask = (...ago: readonly number[]) =>
    dataDaysRequest(read(...ago), { period, before, today }, { capabilities });
  expect(ask(35, 3)).toBeUndefined();
  expect(ask(34)).toEqual(asked);
  expect(ask(3)).toEqual(asked);
  expect(ask()).toEqual(asked);
});

test('where there was no first day yet it is that of the first count', () => {
  const none = { loading: false, data: { from: undefined, gaps: [] } };
  const answers: KnownAnswers = { get: (_, ask) => (isAnswerTo(ask, none) ? none : notLoaded) };
  const of = (...ago: readonly number[]) => dataDaysOf('1', read(...ago), asked, { answers, capabilities });
  expect(of()?.from).toBeUndefined();
  expect(of(3, 1)).toEqual({ from: '2026-11-17', gaps: [] });
  expect(dataDaysOf('1', read(35), undefined, { answers, capabilities })).toBe(everyDay);
});

test('what was counted of a row is data for its goal, whatever is known of the days', () => {
  // No line of the last three days of each week is known.
  const gaps = [4, 3, 2, 1].map(weeks => ({
    from: addDays(today, -7 * weeks),
    to: addDays(today, 2 - 7 * weeks),
  }));
  const days = { loading: false, data: { from: '2026-01-01', gaps } } as const;
  const count = { loading: false, data: 30 };
  const answers: KnownAnswers = {
    get(_, ask) {
      const found = ask.kind === 'dataDays' ? days : count;
      return isAnswerTo(ask, found) ? found : notLoaded;
    },
  };
  const goal = { id: '1', domain: 'one.example', name: 'page', value: '/', per: 'week', count: 200 } as const;
  const standings = websiteGoals.result(
    { website: '1', goals: [goal] },
    { answers, capabilities, today, timeZone: 'UTC' },
  );
  // Four of them had 30: on three days 90 beside the 30 so far.
  expect(standings).toMatchObject([{ soFar: 30, end: 120 }]);
});
