import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeTone, formatChange } from '#model/comparison/change.ts';
import {
  measureOfSessions,
  sessionChange,
  sessionMeasureNumber,
  sessionMeasures,
  sessionMeasureText,
  sumSessions,
} from '#model/statistics/sessions.ts';

// Eight sessions, three of one view; twenty views in all; ten minutes together.
const week = { sessions: 8, bounces: 3, seconds: 600, pageviews: 20 };

test('bounce rate, time and pages are made of sums', () => {
  const values = sessionMeasures.map(name => measureOfSessions(name, week));
  expect(values).toEqual([0.375, 75, 2.5]);
  expect(sessionMeasures.map((name, at) => sessionMeasureText(name, values[at]))).toEqual([
    '38%',
    '1m 15s',
    '2.5',
  ]);
});

test('of no session there is none: "-", not 0', () => {
  const nothing = sumSessions([]);
  for (const name of sessionMeasures) {
    expect(measureOfSessions(name, nothing)).toBeUndefined();
    expect(sessionMeasureText(name, undefined)).toBe('-');
    expect(sessionMeasureNumber(name, undefined)).toBeUndefined();
  }
});

test('a rate of several days is that of their sums, not the mean of their rates', () => {
  const days = [
    { sessions: 1, bounces: 1, seconds: 0, pageviews: 1 },
    { sessions: 9, bounces: 0, seconds: 900, pageviews: 29 },
  ];
  const both = sumSessions(days);
  expect(sessionMeasures.map(name => measureOfSessions(name, both))).toEqual([0.1, 90, 3]);
});

test.each([
  [0, '0s'],
  [0.4, '0s'],
  [59.4, '59s'],
  [59.6, '1m 00s'],
  [65, '1m 05s'],
  [3599, '59m 59s'],
  [3600, '1h 00m'],
  [7384, '2h 03m'],
])('%d seconds: %s', (seconds, text) => {
  expect(sessionMeasureText('visit_seconds', seconds)).toBe(text);
});

test.each([
  ['bounce_rate', 0.4, 0.375, '+2.5pp'],
  ['bounce_rate', 0.375, 0.4, '-2.5pp'],
  ['bounce_rate', 0.5, 0.25, '+25pp'],
  ['bounce_rate', 0.3004, 0.3, '+<0.1pp'],
  ['bounce_rate', 0.3, 0.3, '='],
  ['bounce_rate', 0.3, 0, '+30pp'],
  ['bounce_rate', undefined, 0.3, ''],
  ['visit_seconds', 75, 60, '+25%'],
  ['visit_seconds', 60, 75, '-20%'],
  ['visit_seconds', 30, 0, ''],
  ['pages_per_visit', 2.5, 2, '+25%'],
  ['pages_per_visit', 2.5, undefined, ''],
] as const)('%s %s after %s: %s', (name, now, before, text) => {
  expect(formatChange(sessionChange(name, now, before))).toBe(text);
});

test('the whole is never outside its parts, and its change never larger than six characters', () => {
  const day = fc
    .tuple(fc.nat(50), fc.nat(50), fc.nat(5000), fc.nat(200))
    .map(([bounces, others, seconds, further]) => ({
      sessions: bounces + others,
      bounces,
      seconds: others === 0 ? 0 : seconds,
      pageviews: bounces + (others === 0 ? 0 : others * 2 + further),
    }));
  const days = fc.array(day, { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(days, days, (now, before) => {
      for (const name of sessionMeasures) {
        const parts = now.flatMap(each => measureOfSessions(name, each) ?? []);
        const whole = measureOfSessions(name, sumSessions(now));
        expect(whole === undefined).toBe(parts.length === 0);
        if (whole === undefined) continue;
        expect(whole).toBeGreaterThanOrEqual(Math.min(...parts) - 1e-9);
        expect(whole).toBeLessThanOrEqual(Math.max(...parts) + 1e-9);
        const change = sessionChange(name, whole, measureOfSessions(name, sumSessions(before)));
        expect(formatChange(change).length).toBeLessThanOrEqual(name === 'bounce_rate' ? 7 : 6);
      }
    }),
  );
});

test('a bounce rate that moved by less than a tenth of a point is neither better nor worse', () => {
  const tone = (now: number) => changeTone(sessionChange('bounce_rate', now, 0.3));
  expect([tone(0.3004), tone(0.2996), tone(0.301), tone(0.29)]).toEqual(['dim', 'dim', 'bad', 'good']);
});
