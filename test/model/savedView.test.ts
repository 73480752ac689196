import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePeriod } from '#model/period/parsePeriod.ts';
import { type PeriodChoice, presets, resolvePeriod, stepPeriod } from '#model/period/period.ts';
import {
  asViewName,
  noViews,
  chosenPeriodOf,
  periodTitle,
  type SavedView,
  savedPeriod,
  viewCalled,
  viewWords,
  withoutViews,
  withViews,
} from '#model/savedView.ts';
import type { Day } from '#model/statistics/statistics.ts';

const today = '2026-11-20';

/** As it is typed in the menu of periods. */
function typed(text: string, day: Day = today): PeriodChoice {
  const parsed = parsePeriod(text, day);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.choice;
}

function daysOf(said: Pick<SavedView, 'period' | 'steps'>, day: Day) {
  const choice = chosenPeriodOf(said, day);
  if (choice === 'all' || 'problem' in choice) throw new Error(`${said.period} has no days`);
  return resolvePeriod(choice, day);
}

test.each([
  ['28d', { period: '28d' }],
  ['This Month', { period: 'this month' }],
  ['45 days', { period: '45 days' }],
  ['Last  Quarter', { period: 'last quarter' }],
  ['week before last', { period: 'week before last' }],
  ['last year', { period: 'last year' }],
  ['Q1 2026', { period: '2026-01-01..2026-03-31' }],
  ['2026-W10', { period: '2026-03-02..2026-03-08' }],
  ['1 mar - 15 apr', { period: '2026-03-01..2026-04-15' }],
  ['2026-03-05', { period: '2026-03-05..2026-03-05' }],
])('the period %s is kept as it was said', (text, said) => {
  expect(savedPeriod(typed(text))).toEqual(said);
});

test('what was said means other days later; days stay the days they were', () => {
  const later = '2027-01-04';
  expect(daysOf({ period: '45d' }, later)).toEqual({ from: '2026-11-20', to: '2027-01-03' });
  expect(daysOf({ period: 'this month', steps: -1 }, later)).toEqual({
    from: '2026-12-01',
    to: '2026-12-31',
  });
  expect(daysOf({ period: 'last quarter' }, later)).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(daysOf({ period: '2026-03-01..2026-04-15' }, later)).toEqual({
    from: '2026-03-01',
    to: '2026-04-15',
  });
  expect(chosenPeriodOf({ period: 'all' }, later)).toBe('all');
  expect(chosenPeriodOf({ period: 'soon' }, later)).toEqual({
    problem: expect.stringContaining('"soon" is no period'),
  });
});

test('a step from days is those days, a step from a preset is a step', () => {
  const step = (choice: PeriodChoice) => savedPeriod(stepPeriod(choice, -1, today));
  expect(step({ kind: 'range', from: '2026-03-01', to: '2026-03-10' })).toEqual({
    period: '2026-02-19..2026-02-28',
  });
  expect(step({ kind: 'preset', preset: 'last7' })).toEqual({ period: '7d', steps: -1 });
});

const choices = fc.oneof(
  fc.constantFrom(...presets).map(({ name }): PeriodChoice => ({ kind: 'preset', preset: name })),
  fc
    .constantFrom('45d', '3 weeks', '5m', '2y', 'last quarter', 'month before last', 'march', 'q2', '2026-02')
    .map(text => typed(text)),
);
const walks = fc.array(fc.constantFrom(-1 as const, 1 as const), { maxLength: 8 });

test('property: whatever is chosen and stepped, what is kept means the same days on the same day', () => {
  fc.assert(
    fc.property(choices, walks, (choice, steps) => {
      const shown = steps.reduce((now, direction) => stepPeriod(now, direction, today), choice);
      expect(daysOf(savedPeriod(shown), today)).toEqual(resolvePeriod(shown, today));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['Monday', 'monday'],
  [' @kw-48 ', 'kw-48'],
  ['größe', 'größe'],
  ['constructor', 'constructor'],
  ['x'.repeat(40), 'x'.repeat(40)],
])('%j is a name for a view', (text, name) => {
  expect(asViewName(text)).toBe(name);
});

test.each([
  '',
  '-a',
  'a b',
  '__proto__',
  'a.b',
  'a/b',
  'a\u001b',
  'a\u200b',
  '\u3164',
  'x'.repeat(41),
  'a#1',
])('%j is none', text => {
  expect(asViewName(text)).toBeUndefined();
});

const view: SavedView = {
  profile: 'demo',
  screen: 'statistic',
  website: { id: '7', domain: 'shop.example.com' },
  statistic: 'page',
  search: '',
  sortBy: 'count',
  sort: 'desc',
  period: '28d',
  compare: 'usual',
  where: ['country=DE:Germany'],
};

test('a name such as constructor is of no view before one is saved', () => {
  expect(viewCalled(noViews, 'constructor')).toBeUndefined();
  const all = withViews(noViews, { constructor: view });
  expect(viewCalled(all, 'constructor')).toBe(view);
  expect(withoutViews({ ...all, default: 'constructor' }, ['constructor'])).toEqual({ views: {} });
  expect(withoutViews(all, ['other'])).toBe(all);
});

test('a view is said in a line', () => {
  expect(viewWords(view)).toBe('Pages of shop.example.com, last 28 days, country Germany');
  const ofMay = { ...view, where: [], period: '2015-05-01..2015-05-31' };
  expect(viewWords(ofMay)).toBe('Pages of shop.example.com, May 2015');
  expect(viewWords({ ...ofMay, period: 'all' })).toBe('Pages of shop.example.com, all days');
  expect(periodTitle({ period: '2026-03-01..2026-04-15' })).toBe('1 Mar - 15 Apr 2026');
  expect(periodTitle({ period: 'this month', steps: -2 })).toBe('This month, 2 earlier');
});
