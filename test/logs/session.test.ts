import { expect, test } from 'vitest';
import { statisticCodes } from '#server/database/counts.ts';
import { temporaryFile } from '../server/serverFixture.ts';
import { countsOf, importHere, line, pipedLines } from './importFixture.ts';
import { compareSessions, extendSession, joinSessions } from '#logs/count/sessions.ts';
import type { Session } from '#logs/storage/visits.ts';

const session = (started: number, ended = started): Session => ({
  started,
  ended,
  hour: 0,
  rank: 1,
  page: '/',
  referrer: '',
  campaign: '',
  utm: '',
  language: '',
  exit: '/',
  views: 1,
});
const spans = (sessions: readonly Session[]) => sessions.map(({ started, ended }) => [started, ended]);

test('a view extends a session up to half an hour behind its last view and before its first', () => {
  const known = session(10_000, 20_000);
  expect(extendSession(known, session(21_800))).toEqual({ ...session(10_000, 21_800), views: 2 });
  expect(extendSession(known, session(21_801))).toBeUndefined();
  expect(extendSession(known, session(8_200))).toEqual({ ...session(8_200, 20_000), views: 2 });
  expect(extendSession(known, session(8_199))).toBeUndefined();
  expect(extendSession(known, session(15_000))).toEqual({ ...known, views: 2 });
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

test('the page of the last view is where a session ends, of two at once always the same', () => {
  const known = { ...session(10_000, 20_000), exit: '/b' };
  const view = (time: number, page: string) => ({ ...session(time), page, exit: page });
  expect(extendSession(known, view(20_001, '/a'))).toMatchObject({ page: '/', exit: '/a' });
  expect(extendSession(known, view(19_999, '/z'))).toMatchObject({ exit: '/b' });
  expect(extendSession(known, view(20_000, '/c'))).toMatchObject({ exit: '/c' });
  expect(extendSession(known, view(20_000, '/a'))).toMatchObject({ exit: '/b' });
});

test('how many views it has is not known where that of a part is not', () => {
  expect(joinSessions([session(0), { ...session(10), views: 4 }])).toMatchObject([{ views: 5 }]);
  expect(joinSessions([session(0), { ...session(10), views: 0 }])).toMatchObject([{ views: 0 }]);
});

test('of two that differ in one thing alone the order is by it, whichever was read first', () => {
  for (const change of [
    { page: '/b' },
    { referrer: 'b' },
    { campaign: 'b' },
    { utm: 'b' },
    { language: 'b' },
  ]) {
    const [one, other] = [session(10), { ...session(10), ...change }];
    expect(compareSessions(one, other)).toBe(-1);
    expect(compareSessions(other, one)).toBe(1);
  }
});

test('of page views of one second who comes from elsewhere begins the session, else who typed an address, else who followed a link', async () => {
  const time = '10/Nov/2026:08:00:00';
  const linked = line(time, '/a', { referrer: 'https://example.com/list' });
  const typed = line(time, '/b');
  const found = line(time, '/c', { referrer: 'https://news.example.org/' });
  for (const [lines, landing] of [
    [[linked, typed], '/b'],
    [[typed, linked], '/b'],
    [[linked, typed, found], '/c'],
  ] as const) {
    const file = temporaryFile();
    await importHere(file, [pipedLines(lines)]);
    expect(countsOf(file, statisticCodes.landing_page)).toEqual({ [landing]: 1 });
  }
});
