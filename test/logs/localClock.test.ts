import { expect, test } from 'vitest';
import { type DayClock, LocalClock } from '#model/period/day.ts';
import { clockOf, endOf } from '#logs/storage/formerCounts.ts';
import { temporaryFolder } from '../server/serverFixture.ts';
import { countsOf, fileWithWebsite, importInto, line, query, writeLog } from './importFixture.ts';

const seconds = (utc: string): number => Date.parse(utc) / 1000;
/** What the clock shows, as a time of UTC. */
const shown = (clock: DayClock, utc: string): string =>
  new Date(clock.local(seconds(utc)) * 1000).toISOString().slice(0, 19);

// By the tz database: the last second before a change and the first after it.
const changes: readonly (readonly [
  zone: string,
  before: readonly [string, string],
  after: readonly [string, string],
])[] = [
  [
    'Europe/Berlin',
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00'],
  ],
  [
    'Europe/Berlin',
    ['2026-10-25T00:59:59Z', '2026-10-25T02:59:59'],
    ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00'],
  ],
  [
    'Australia/Lord_Howe',
    ['2026-10-03T15:29:59Z', '2026-10-04T01:59:59'],
    ['2026-10-03T15:30:00Z', '2026-10-04T02:30:00'],
  ],
  // Guyana left its quarter of an hour at a quarter to four.
  [
    'America/Guyana',
    ['1975-08-01T03:44:59Z', '1975-07-31T23:59:59'],
    ['1975-08-01T03:45:00Z', '1975-08-01T00:45:00'],
  ],
];

test('a clock changes at the second at which its zone does, forwards and back again', () => {
  for (const [zone, before, after] of changes) {
    for (const clock of [new LocalClock(zone), new LocalClock(zone)]) {
      for (const [utc, local] of [before, after, before, after])
        expect([zone, shown(clock, utc)]).toEqual([zone, local]);
    }
    const backwards = new LocalClock(zone);
    for (const [utc, local] of [after, before]) expect(shown(backwards, utc)).toBe(local);
  }
});

test('lines before a time are of the days of another zone, those at it and behind it of the one of now', () => {
  const until = seconds('2026-11-20T05:00:00Z');
  const clock = clockOf([{ until, timeZone: 'America/New_York', rules: 3 }], 'Asia/Tokyo');
  expect(shown(clock, '2026-11-20T04:59:59Z')).toBe('2026-11-19T23:59:59');
  expect(shown(clock, '2026-11-20T05:00:00Z')).toBe('2026-11-20T14:00:00');
});

test.each([
  ['America/New_York', '2026-11-19', '2026-11-20T05:00:00Z'],
  ['Asia/Kathmandu', '2026-11-19', '2026-11-19T18:15:00Z'],
  ['Pacific/Kiritimati', '2026-11-19', '2026-11-19T10:00:00Z'],
  // Of 25 hours, and of 23.
  ['Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-29T22:00:00Z'],
])('in %s the lines of %s end at %s', (zone, day, end) => {
  expect(endOf(seconds(`${day}T00:00:00Z`) / 86_400, new LocalClock(zone))).toBe(seconds(end));
});

test('more quarters of an hour than are remembered make no difference', () => {
  const clock = new LocalClock('Europe/Berlin');
  const winter = seconds('2026-01-01T00:00:00Z');
  const wrong = Array.from({ length: 12_000 }, (_, index) => winter + index * 900).filter(time => {
    // In 2026 summer time is from 29 March 01:00 to 25 October 01:00 UTC.
    const isSummer = time >= seconds('2026-03-29T01:00:00Z') && time < seconds('2026-10-25T01:00:00Z');
    return clock.local(time) !== time + (isSummer ? 7_200 : 3_600);
  });
  expect(wrong).toEqual([]);
  expect(shown(clock, '2026-01-01T00:00:00Z')).toBe('2026-01-01T01:00:00');
});

test('an import across both changes of summer time counts by the hours of the zone', async () => {
  const file = await fileWithWebsite();
  const times = [
    // The night of 29 March has no 2 o'clock: 00:59 UTC is 1:59, 01:00 is 3:00.
    '29/Mar/2026:00:59:59',
    '29/Mar/2026:01:00:00',
    '29/Mar/2026:21:59:59',
    '29/Mar/2026:22:00:00',
    // The night of 25 October has 2 o'clock twice; its day ends at 23:00 UTC.
    '24/Oct/2026:21:59:59',
    '24/Oct/2026:22:00:00',
    '25/Oct/2026:00:59:59',
    '25/Oct/2026:01:00:00',
    '25/Oct/2026:01:59:59',
    '25/Oct/2026:02:00:00',
    '25/Oct/2026:22:59:59',
    '25/Oct/2026:23:00:00',
  ];
  const log = writeLog(
    temporaryFolder(),
    'access.log',
    times.map(time => line(time)),
  );
  await importInto(file, [log], { timeZone: 'Europe/Berlin' });
  expect(countsOf(file, 17)).toEqual({ '00': 3, '01': 1, '02': 3, '03': 2, '23': 3 });
  const days = query(file, 'select day, count from stat where name = 2 order by day');
  // Days since 1970: 29 and 30 March, 24 to 26 October.
  expect(days).toEqual([
    { day: 20_541, count: 3 },
    { day: 20_542, count: 1 },
    { day: 20_750, count: 1 },
    { day: 20_751, count: 6 },
    { day: 20_752, count: 1 },
  ]);
});
