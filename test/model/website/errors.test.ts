import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import {
  attentionOf,
  attentionSentence,
  attentionUrgency,
  moreErrors,
  shortAttention,
} from '#model/website/attention.ts';

const day = '2026-11-22';
const points = (counts: readonly number[]) =>
  counts.map((count, index) => ({ day: addDays(day, index + 1 - counts.length), count }));
/** Five weeks of visitors, and errors of one weekday in the four weeks before, then on the day. */
const visitors = points(Array.from({ length: 36 }, () => 100));
const errors = (before: readonly number[], last: number) =>
  [...before, last].map((count, week) => ({ day: addDays(day, 7 * (week - before.length)), count }));

test.each([
  // The middle one of 2, 4, 3, 9 is the lower of 3 and 4.
  [[2, 4, 3, 9], 140, 3],
  [[0, 0, 0, 0], 20, 0],
  // 100 and the largest of 20, 100 and 3.5 times the root of 100.
  [[100, 100, 100, 100], 200, 100],
  // A median deviation of 30 times 1.4826 times 3.5 is 155.
  [[70, 100, 100, 160], 300, 100],
])('after %j errors %i are more than the usual %i', (before, count, usual) => {
  expect(moreErrors(visitors, errors(before, count), day)).toEqual({ kind: 'errors', day, count, usual });
});

test.each([
  ['three in place of one', [1, 1, 1, 1], 3],
  ['19 in place of none', [0, 0, 0, 0], 19],
  ['not twice as many', [100, 100, 100, 100], 199],
  // A median deviation of 30 from 70: 155.7 more.
  ['as far apart as they are anyway', [70, 40, 100, 200], 225],
  ['fewer', [300, 300, 300, 300], 10],
])('%s are not', (_, before, count) => {
  expect(moreErrors(visitors, errors(before, count), day)).toBeUndefined();
});

test('a website without four weeks of data has no usual day, nor one whose errors are not known', () => {
  expect(moreErrors(visitors.slice(-20), errors([1, 1, 1, 1], 500), day)).toBeUndefined();
  expect(moreErrors(visitors, undefined, day)).toBeUndefined();
});

test('counts that were multiplied are no more certain than they were', () => {
  expect(moreErrors(visitors, errors([0, 0, 0, 0], 19_000), day, 1_000)).toBeUndefined();
  expect(moreErrors(visitors, errors([0, 0, 0, 0], 20_000), day, 1_000)?.count).toBe(20_000);
});

test('it is a reason for attention, more urgent than an unusual day', () => {
  const [found] = attentionOf({}, visitors, day, 1, errors([2, 4, 3, 9], 140));
  expect(found && attentionSentence(found)).toBe('140 errors on Sun 22 Nov, where 3 are usual.');
  const rows = (...named: readonly (readonly [string, number])[]) =>
    named.map(([value, count]) => ({ value, count }));
  const withPaths = found?.kind === 'errors' && {
    ...found,
    paths: [
      { name: 'not_found', rows: rows(['/old', 3]) },
      { name: 'failed', rows: rows(['/\u009b31mcheck\u202eout', 100], ['/a', 20], ['/b', 10], ['/c', 7]) },
    ] as const,
  };
  // With most first, three of each, safe to show.
  expect(withPaths && attentionSentence(withPaths, value => `<${value}>`)).toBe(
    '140 errors on Sun 22 Nov, where 3 are usual; failed: </checkout> 100, </a> 20, </b> 10; not found: </old> 3.',
  );
  expect(withPaths && shortAttention(withPaths)).toBe(
    '140 errors on Sun, usually 3; failed: /checkout 100, /a 20, /b 10; not found: /old 3',
  );
  expect(found && shortAttention(found)).toBe('140 errors on Sun, usually 3');
  expect(attentionUrgency.indexOf('errors')).toBeLessThan(attentionUrgency.indexOf('unusual'));
});
