import { expect, test } from 'vitest';
import { request, keyOf } from '#queries/answers/request.ts';
import { isFinal, isFresh, isKeptFresh, requestTime } from '#queries/answers/freshness.ts';

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

test('what an earlier session read stays for an hour of that day, and not where a clock was wrong', () => {
  const noon = Date.UTC(2026, 10, 20, 12);
  const isKept = (at: number) => isKeptFresh(at, clock(noon, '2026-11-20'), 'UTC');
  expect(isKept(noon)).toBe(true);
  expect(isKept(noon - 3_599_999)).toBe(true);
  expect(isKept(noon - 3_600_000)).toBe(false);
  expect(isKept(noon + 1)).toBe(false);
  expect(isKeptFresh(noon, clock(noon, '2026-11-21'), 'UTC')).toBe(false);
});

test('each answer has a key of its own', () => {
  const days = { from: '2026-11-01', to: '2026-11-14' } as const;
  const where = [{ field: 'country', comparison: 'is', value: 'DE' }] as const;
  const query = { name: 'page', period: days } as const;
  const asks = [
    request.rows(query),
    request.rows({ ...query, sort: 'asc' }),
    request.rows({ ...query, sortBy: 'value' }),
    request.rows({ ...query, perPage: 25 }),
    request.rows({ ...query, page: 2 }),
    request.rows({ ...query, search: 'a' }),
    request.rows({ ...query, period: { ...days, until: 12 } }),
    request.rows({ ...query, period: { ...days, where } }),
    request.series('visitors', days),
    request.series('pageviews', days),
    request.visitors(days),
  ];
  expect(new Set(asks.map(keyOf)).size).toBe(asks.length);
  expect(keyOf(request.rows({ ...query, sort: 'desc', sortBy: 'count', perPage: 10, page: 1 }))).toBe(
    keyOf(request.rows(query)),
  );
});
