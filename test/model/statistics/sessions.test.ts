import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeTone, formatChange } from '#model/comparison/change.ts';
import {
  measureOfSessions,
  sessionChange,
  sessionMeasureNumber,
  sessionMeasures,
  sessionMeasureText,
  type SessionSides,
  type SessionSums,
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
  // Two standard deviations of 0.4 and 0.375 of ten thousand each are 0.0138, of a hundred each 0.138.
  ['bounce_rate', 4000, 3750, 10_000, '+2.5pp', 'bad'],
  ['bounce_rate', 3750, 4000, 10_000, '-2.5pp', 'good'],
  ['bounce_rate', 40, 37.5, 100, '+2.5pp', 'dim'],
  ['bounce_rate', 500, 250, 1000, '+25pp', 'bad'],
  ['bounce_rate', 3004, 3000, 10_000, '+<0.1pp', 'dim'],
  ['bounce_rate', 300, 300, 1000, '=', 'dim'],
  ['bounce_rate', 300, 0, 1000, '+30pp', 'bad'],
  ['bounce_rate', undefined, 300, 1000, '', 'dim'],
  // Of 75 and 60 seconds two standard deviations are 2 * 2 * 96 / sqrt(sessions): 12.1 of a thousand, 38.4 of a hundred.
  ['visit_seconds', 75_000, 60_000, 1000, '+25%', 'good'],
  ['visit_seconds', 60_000, 75_000, 1000, '-20%', 'bad'],
  ['visit_seconds', 7500, 6000, 100, '+25%', 'dim'],
  ['visit_seconds', 3000, 0, 100, '', 'dim'],
  // Of 2.5 and 2 page views 2 * sqrt((3.75 + 2) / sessions): 0.48 of a hundred, 0.54 of eighty.
  ['pages_per_visit', 250, 200, 100, '+25%', 'good'],
  ['pages_per_visit', 200, 160, 80, '+25%', 'dim'],
  ['pages_per_visit', 250, undefined, 100, '', 'dim'],
] as const)('%s of %s after %s, of %s sessions each: %s, %s', (name, now, before, sessions, text, tone) => {
  const sums = (part: number | undefined) =>
    part === undefined ? undefined : { sessions, bounces: part, seconds: part, pageviews: part };
  const change = sessionChange(name, { now: sums(now), before: sums(before) });
  expect([formatChange(change), changeTone(change)]).toEqual([text, tone]);
});

test('chance is told by the counts where an index is shown', () => {
  const sums = (sessions: number, bounces: number) => ({ sessions, bounces, seconds: 0, pageviews: 0 });
  const sides = { now: sums(10_000, 4000), before: sums(10_000, 3750) };
  const index = { now: sumSessions([sides.now], 1 / 64), before: sumSessions([sides.before], 1 / 64) };
  const tone = (shown: SessionSides) => changeTone(sessionChange('bounce_rate', shown));
  expect([tone(sides), tone({ ...index, scale: 1 / 64 }), tone(index)]).toEqual(['bad', 'bad', 'dim']);
});

test('the days say how much a measure varies, where they are told', () => {
  const day = (bounces: number) => ({ sessions: 1000, bounces, seconds: 0, pageviews: 0 });
  const sidesOf = (days: SessionSums[], daysBefore: SessionSums[]) => ({
    now: sumSessions(days),
    before: sumSessions(daysBefore),
    days,
    daysBefore,
  });
  const steady = sidesOf([day(400), day(401), day(399), day(400)], [day(380), day(381), day(379), day(380)]);
  const shaky = sidesOf([day(300), day(500), day(350), day(450)], [day(280), day(480), day(330), day(430)]);
  const tones = [steady, shaky].map(sides => changeTone(sessionChange('bounce_rate', sides)));
  expect(tones).toEqual(['bad', 'dim']);
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
        const change = sessionChange(name, { now: sumSessions(now), before: sumSessions(before) });
        expect(formatChange(change).length).toBeLessThanOrEqual(name === 'bounce_rate' ? 7 : 6);
      }
    }),
  );
});

test('a bounce rate that moved by less than a tenth of a point is neither better nor worse', () => {
  const sums = (rate: number) => ({ sessions: 1e8, bounces: rate * 1e8, seconds: 0, pageviews: 0 });
  const tone = (now: number) =>
    changeTone(sessionChange('bounce_rate', { now: sums(now), before: sums(0.3) }));
  expect([tone(0.3004), tone(0.2996), tone(0.301), tone(0.29)]).toEqual(['dim', 'dim', 'bad', 'good']);
});
