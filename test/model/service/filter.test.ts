import * as fc from 'fast-check';
import { anyCharacter } from '../../helpers/anyCharacter.ts';
import { expect, test } from 'vitest';
import { capabilities, ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { whyNoStatistic } from '#model/service/capabilities.ts';
import {
  asksForSessions,
  beforeHour,
  comparisons,
  type Condition,
  conditionText,
  countConditions,
  filterFields,
  filterKey,
  hoursWithin,
  isWeekdayWithin,
  narrowed,
  readCondition,
  withCondition,
} from '#model/service/filter.ts';
import {
  conditionLabel,
  parseCondition,
  typedCondition,
  whyNoCondition,
  whyNoFilter,
  whyNotFiltered,
  withinFilter,
} from '#model/service/filterText.ts';

const germany: Condition = { field: 'country', comparison: 'is', value: 'DE:Germany' };
const noMobile: Condition = { field: 'device', comparison: 'is not', value: 'mobile' };
const blog: Condition = { field: 'page', comparison: 'contains', value: '/blog' };

test.each([
  ['country=DE', { field: 'country', comparison: 'is', value: 'DE' }],
  ['device!=mobile', noMobile],
  ['page~/blog', blog],
  [' Landing page = /a=b ', { field: 'landing_page', comparison: 'is', value: '/a=b' }],
  ['system=Windows', { field: 'os', comparison: 'is', value: 'Windows' }],
  ['path!=/x~y', { field: 'page', comparison: 'is not', value: '/x~y' }],
  ['referrer=', { field: 'referrer', comparison: 'is', value: '' }],
  ['hour=9', { field: 'hour', comparison: 'is', value: '09' }],
  ['hour=14:00', { field: 'hour', comparison: 'is', value: '14' }],
  ['weekday=mon', { field: 'weekday', comparison: 'is', value: '1' }],
  ['weekday=7', { field: 'weekday', comparison: 'is', value: '7' }],
])('%s is read', (text, condition) => {
  expect(parseCondition(text)).toEqual({ condition });
});

test.each([
  ['germany', '"germany" is no condition: type country=DE, device!=mobile or page~/blog.'],
  ['hour=24', '"24" is no hour: type hour=14, from 0 to 23.'],
  ['weekday=8', '"8" is no weekday: type weekday=Monday.'],
  ['status=404', 'status is counted by request, not by page view, so not within a filter.'],
  ['page~', 'Type the text that page contains, as in page~/blog.'],
])('%s is refused in one line', (text, problem) => {
  expect(parseCondition(text)).toEqual({ problem });
});

test('a field that is misspelled is named', () => {
  expect(parseCondition('contry=DE')).toEqual({
    problem: 'There is no filter by "contry". Did you mean country?',
  });
  // What every object has is no spelling of a field.
  expect(parseCondition('constructor=1', { country: ['is'] })).toEqual({
    problem: 'There is no filter by "constructor", only by country.',
  });
  expect(parseCondition('xyzzyxyzzy=1')).toMatchObject({
    problem: expect.stringMatching(/^There is no filter by "xyzzyxyzzy", only by page, .*weekday\.$/),
  });
  expect(parseCondition('xyzzyxyzzy=1', { country: ['is'], page: ['is'] })).toEqual({
    problem: 'There is no filter by "xyzzyxyzzy", only by page, country.',
  });
});

const condition: fc.Arbitrary<Condition> = fc.record({
  field: fc.constantFrom(...filterFields.filter(field => field !== 'hour' && field !== 'weekday')),
  comparison: fc.constantFrom(...comparisons),
  value: fc.string({ unit: anyCharacter, minLength: 1 }).filter(text => text === text.trim() && text !== ''),
});

test('what is written is read as the same', () => {
  fc.assert(
    fc.property(condition, each => {
      expect(parseCondition(conditionText(each))).toEqual({ condition: each });
    }),
  );
});

test('equal filters have equal keys, others do not', () => {
  const texts = (filter: readonly Condition[]) => new Set(filter.map(conditionText));
  fc.assert(
    fc.property(fc.array(condition), fc.array(condition), (one, other) => {
      expect(filterKey([...one, ...one].toReversed())).toBe(filterKey(one));
      const isSame = texts(one).symmetricDifference(texts(other)).size === 0;
      expect(filterKey(one) === filterKey(other)).toBe(isSame);
    }),
  );
});

test('in words, and as it is typed', () => {
  expect([germany, noMobile, blog].map(conditionLabel)).toEqual([
    'country Germany',
    'device not mobile',
    'page contains /blog',
  ]);
  // In brackets behind a title, so without those of its own.
  expect(conditionLabel({ field: 'referrer', comparison: 'is', value: '' })).toBe('referrer direct');
  expect(conditionLabel({ field: 'campaign', comparison: 'is not', value: '' })).toBe('campaign not none');
  expect(conditionLabel({ field: 'page', comparison: 'is', value: '(x)' })).toBe('page (x)');
  expect(conditionLabel({ field: 'hour', comparison: 'is not', value: '09' })).toBe('hour not 09:00');
  expect(conditionLabel({ field: 'weekday', comparison: 'is', value: '1' })).toBe('weekday Monday');
  expect([germany, noMobile, blog].map(typedCondition)).toEqual([
    'country=DE',
    'device!=mobile',
    'page~/blog',
  ]);
  // The code of a city is its country's.
  expect(typedCondition({ field: 'city', comparison: 'is', value: 'FR:Paris' })).toBe('city=FR:Paris');
});

test('a condition is added once', () => {
  const filter = withCondition([germany], blog);
  expect(filter).toEqual([germany, blog]);
  expect(withCondition(filter, { ...germany })).toBe(filter);
});

test('what a service cannot filter by is said', () => {
  expect(whyNoFilter(capabilities, [])).toBe('This service does not filter statistics.');
  const able = { ...capabilities, serviceName: 'Umami', filters: { country: ['is', 'is not'] } } as const;
  expect(whyNoFilter(able, [germany])).toBeUndefined();
  expect(whyNoFilter(able, [germany, noMobile])).toBe('Umami does not filter by device.');
  expect(whyNoCondition(able, { field: 'country', comparison: 'contains' })).toBe(
    'Umami filters by country with "is" and "is not" only.',
  );
  expect(
    whyNoFilter(
      able,
      Array.from({ length: 9 }, () => germany),
    ),
  ).toBe('A filter has at most 8 conditions.');
});

test('what is counted by request is not within a filter', () => {
  expect(whyNotFiltered('not_found')).toBe(
    'Not found: counted by request, not by page view, so not within a filter.',
  );
  expect(whyNotFiltered('errors')).toMatch(/^Errors: /);
  expect(whyNotFiltered('landing_page')).toBeUndefined();

  const umami = { serviceName: 'Umami', unfiltered: { referrer: ['page'] } } as const;
  expect(whyNotFiltered('referrer', umami, [blog])).toBe(
    'Umami does not count referrers within a filter by page.',
  );
  expect(whyNotFiltered('referrer', umami, [germany])).toBeUndefined();
});

test('within a filter a service has nothing that is counted by request', () => {
  const filter = [germany];
  expect(withinFilter(ownCapabilities, [])).toBe(ownCapabilities);
  const within = withinFilter(ownCapabilities, filter);
  expect(withinFilter(ownCapabilities, filter)).toBe(within);
  expect([within.statistics.bot, within.statistics.status, within.knowsErrors]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(within.statistics.country).toBe('visitors');
  expect(whyNoStatistic(within, 'bot')).toBe(
    'Bots: counted by request, not by page view, so not within a filter.',
  );
});

test('a condition is read as it was written, whatever its value; any other text is none', () => {
  const every = fc.record({
    field: fc.constantFrom(...filterFields),
    comparison: fc.constantFrom(...comparisons),
    value: fc.string({ unit: anyCharacter }),
  });
  fc.assert(
    fc.property(every, each => {
      expect(readCondition(conditionText(each))).toEqual(each);
    }),
  );
  expect(readCondition('page!==/a')).toEqual({ field: 'page', comparison: 'is not', value: '=/a' });
  expect(readCondition('page=  ')).toEqual({ field: 'page', comparison: 'is', value: '  ' });
  for (const text of ['', 'page', 'nothing=1', ' page=/', '=1', 'page!/a', 'constructor=1'])
    expect(readCondition(text)).toBeUndefined();
});

const hour = (value: string): Condition => ({ field: 'hour', comparison: 'is', value });

test('what was before an hour is all that is left of the hours, and one condition', () => {
  expect(beforeHour([germany], 2)).toEqual([germany, hour('00'), hour('01')]);
  expect(beforeHour([hour('09'), germany, hour('15')], 15)).toEqual([germany, hour('09')]);
  // No day has an hour 24.
  expect(beforeHour([hour('09')], 9)).toEqual([hour('24')]);
  expect(countConditions(beforeHour([germany, noMobile], 24))).toBe(3);
  expect(countConditions([germany, noMobile])).toBe(2);
});

test('a row is in place of what its field was, not of what it was not or had in it', () => {
  const others: readonly Condition[] = [
    { field: 'country', comparison: 'is not', value: 'FR:France' },
    { field: 'country', comparison: 'contains', value: 'land' },
    noMobile,
  ];
  const row = { field: 'country', value: 'IE:Ireland' } as const;
  expect(narrowed([germany, ...others], [row])).toEqual([...others, { ...row, comparison: 'is' }]);
});

test('the session of a page view is asked for by all but its page and its time', () => {
  const page: Condition = { field: 'page', comparison: 'is', value: '/' };
  const weekday: Condition = { field: 'weekday', comparison: 'is', value: '1' };
  expect([[], [page], [hour('09')], [weekday], [page, hour('09'), weekday]].map(asksForSessions)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect([[germany], [page, germany]].map(asksForSessions)).toEqual([true, true]);
});

const at = (field: 'hour' | 'weekday', comparison: 'is' | 'is not', value: string): Condition => ({
  field,
  comparison,
  value,
});

test('the hours and weekdays that a filter counts', () => {
  expect(hoursWithin([germany])).toHaveLength(24);
  expect(hoursWithin([germany, at('hour', 'is', '21')])).toEqual([21]);
  expect(hoursWithin([at('hour', 'is', '09'), at('hour', 'is', '08')])).toEqual([8, 9]);
  expect(hoursWithin([at('hour', 'is not', '00')])).toEqual(
    Array.from({ length: 23 }, (_, hour) => hour + 1),
  );
  // Nothing meets it: nothing is left out.
  expect(hoursWithin([at('hour', 'is', '24')])).toHaveLength(24);
  const days = [0, 1, 2, 3, 4, 5, 6];
  expect(days.filter(day => isWeekdayWithin([at('weekday', 'is', '3')], day))).toEqual([2]);
  expect(days.filter(day => isWeekdayWithin([at('weekday', 'is not', '7')], day))).toEqual([
    0, 1, 2, 3, 4, 5,
  ]);
  expect(days.filter(day => isWeekdayWithin([germany], day))).toEqual(days);
});
