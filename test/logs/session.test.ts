import { expect, test } from 'vitest';
import { extendSession, joinSessions } from '#logs/count/sessions.ts';
import type { Session } from '#logs/storage/staging.ts';

const session = (started: number, ended = started): Session => ({
  started,
  ended,
  hour: 0,
  rank: 1,
  page: '/',
  referrer: '',
  campaign: '',
});
const spans = (sessions: readonly Session[]) => sessions.map(({ started, ended }) => [started, ended]);

test('a view extends a session up to half an hour behind its last view and before its first', () => {
  const known = session(10_000, 20_000);
  expect(extendSession(known, session(21_800))).toEqual(session(10_000, 21_800));
  expect(extendSession(known, session(21_801))).toBeUndefined();
  expect(extendSession(known, session(8_200))).toEqual(session(8_200, 20_000));
  expect(extendSession(known, session(8_199))).toBeUndefined();
  expect(extendSession(known, session(15_000))).toBe(known);
});

test('sessions are one where at most half an hour is between them, in any order, also one within another', () => {
  expect(spans(joinSessions([session(1_900, 2_000), session(0, 100)]))).toEqual([[0, 2_000]]);
  expect(spans(joinSessions([session(1_901, 2_000), session(0, 100)]))).toEqual([
    [0, 100],
    [1_901, 2_000],
  ]);
  expect(spans(joinSessions([session(0, 5_000), session(100, 200), session(6_800, 6_900)]))).toEqual([
    [0, 6_900],
  ]);
});
