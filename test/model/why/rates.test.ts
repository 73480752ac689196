import { expect, test } from 'vitest';
import {
  rateChangeText,
  rateFacts,
  ratesSentence,
  rateText,
  shortRateText,
  type WhyRate,
  whyRates,
} from '#model/why/table.ts';
import { rateScore, sumSessions } from '#model/statistics/sessions.ts';
import { randomOf } from '../../helpers/random.ts';

const day = (sessions: number, bounces: number) => ({
  sessions,
  bounces,
  seconds: sessions * 60,
  pageviews: sessions * 2,
});

test('by hand: how far a rate lies from the one before, in standard deviations of its days', () => {
  const now = [day(4, 1), day(4, 1), day(4, 3), day(4, 3)];
  const before = [day(4, 0), day(4, 2), day(4, 0), day(4, 2)];
  // 8 of 16 and 4 of 16. Each day is a quarter away: 8 days * 4 sessions / 16 = 2, over 6 = 1/3; 1/16 + 1/16 = 1/8.
  expect(rateScore('bounce_rate', { now, before })).toBeCloseTo(0.25 / Math.sqrt(1 / 24), 10);
  // Days without a session tell nothing.
  const withEmpty = { now: [...now, day(0, 0)], before };
  expect(rateScore('bounce_rate', withEmpty)).toBeCloseTo(0.25 / Math.sqrt(1 / 24), 10);
  expect(rateScore('visit_seconds', { now, before })).toBe(0);
  // Too few.
  expect(rateScore('bounce_rate', { now: now.slice(1), before })).toBeUndefined();
  expect(rateScore('bounce_rate', { now: now.slice(3), before: [...before, ...before] })).toBeUndefined();
  expect(rateScore('bounce_rate', { now: [], before })).toBeUndefined();
});

test('chance alone is told as a change at most once in fifty, a change of a quarter nearly always', () => {
  const random = randomOf(1);
  const daysOf = (rate: number) =>
    Array.from({ length: 28 }, (_, at) => {
      // Weekends have half the sessions; each day has a rate of its own.
      const sessions = Math.floor((at % 7 < 5 ? 60 : 30) * (0.8 + random() * 0.4));
      const ownRate = rate * (0.9 + random() * 0.2);
      return day(sessions, Array.from({ length: sessions }, random).filter(each => each < ownRate).length);
    });
  const told = (rate: number) =>
    Array.from({ length: 300 }, () => {
      const days = { now: daysOf(rate), before: daysOf(0.4) };
      const sums = { now: sumSessions(days.now), before: sumSessions(days.before) };
      return whyRates(sums, days)[0]?.isChance === false;
    }).filter(Boolean).length;
  expect(told(0.4)).toBeLessThanOrEqual(6);
  expect(told(0.5)).toBeGreaterThanOrEqual(285);
});

const rates: readonly WhyRate[] = [
  { name: 'bounce_rate', now: 0.45, before: 0.389, change: { kind: 'points', points: 6.1 }, isChance: false },
  {
    name: 'visit_seconds',
    now: 118,
    before: 125,
    change: { kind: 'percent', ratio: -0.056 },
    isChance: true,
  },
  { name: 'pages_per_visit', now: 2.4, before: 2.4, change: { kind: 'same' }, isChance: true },
];

test('what is said of them', () => {
  expect(rates.map(rateText)).toEqual([
    'Bounce rate 39% to 45% (+6.1pp, beyond chance)',
    'Time on website 2m 05s to 1m 58s (-6%, within chance)',
    'Pages per visit 2.4 to 2.4 (=)',
  ]);
  expect(rates.map(shortRateText)).toEqual([
    'Bounces 45% (+6.1pp)',
    'Time a visit 1m 58s (-6%)',
    'Per visit 2.4 (=)',
  ]);
  expect(rates.map(rateChangeText)).toEqual(['Bounces (+6.1pp)', 'Time a visit (-6%)', 'Per visit (=)']);
  expect(ratesSentence(rates)).toBe(
    'Bounce rate 39% to 45% (+6.1pp, beyond chance); time on website 2m 05s to 1m 58s (-6%, within chance); pages per visit 2.4 to 2.4 (=).',
  );
  expect(rateFacts(rates)).toEqual({
    bounce_rate: 0.45,
    bounce_rate_before: 0.389,
    bounce_rate_stands_out: true,
    visit_seconds: 118,
    visit_seconds_before: 125,
    visit_seconds_stands_out: false,
    pages_per_visit: 2.4,
    pages_per_visit_before: 2.4,
    pages_per_visit_stands_out: false,
  });
});

test('without days nothing is said of chance; a side without a session has no rate', () => {
  const sums = { now: day(4, 1), before: { ...day(4, 2), seconds: 0 } };
  const told = whyRates(sums, undefined);
  expect(told.map(rateText)).toEqual([
    'Bounce rate 50% to 25% (-25pp)',
    'Time on website 0s to 1m 00s',
    'Pages per visit 2.0 to 2.0 (=)',
  ]);
  expect(rateFacts(told.slice(0, 1))).toEqual({
    bounce_rate: 0.25,
    bounce_rate_before: 0.5,
    bounce_rate_stands_out: undefined,
  });
  expect(whyRates({ now: day(4, 1), before: day(0, 0) }, undefined)).toEqual([]);
  expect(whyRates({ now: undefined, before: undefined }, undefined)).toEqual([]);
});
