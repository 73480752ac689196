import { expect, test } from 'vitest';
import { isFinal, isFresh, requestTime } from '#queries/answers/freshness.ts';

const asked = { at: 1_000_000, on: '2026-11-20' } as const;
const period = (to: '2026-11-19' | '2026-11-20') => ({ from: '2026-11-01', to }) as const;
const clock = (now: number, today: '2026-11-20' | '2026-11-21') => ({ now: () => now, today: () => today });

test('days are final that were over when they were asked for', () => {
  expect(isFinal(asked, period('2026-11-19'))).toBe(true);
  expect(isFinal(asked, period('2026-11-20'))).toBe(false);
  expect(isFinal(undefined, period('2026-11-19'))).toBe(false);
});

test('final counts stay fresh, others for a minute and never into the next day', () => {
  expect(isFresh(asked, period('2026-11-20'), clock(1_059_999, '2026-11-20'))).toBe(true);
  expect(isFresh(asked, period('2026-11-20'), clock(1_060_000, '2026-11-20'))).toBe(false);
  expect(isFresh(asked, period('2026-11-20'), clock(1_000_001, '2026-11-21'))).toBe(false);
  expect(isFresh(asked, period('2026-11-19'), clock(9_000_000, '2026-11-21'))).toBe(true);
  expect(isFresh(undefined, period('2026-11-19'), clock(1_000_000, '2026-11-20'))).toBe(false);
});

test('of a service that counts late no day is final, and all are fresh for a minute', () => {
  const late = requestTime({ ...clock(1_000_000, '2026-11-20'), countsLate: () => true });
  expect(late).toEqual({ ...asked, isOpen: true });
  expect(isFinal(late, period('2026-11-19'))).toBe(false);
  expect(isFresh(late, period('2026-11-19'), clock(1_059_999, '2026-11-20'))).toBe(true);
  expect(isFresh(late, period('2026-11-19'), clock(1_060_000, '2026-11-20'))).toBe(false);
});
