import { expect, test } from 'vitest';
import { lastFinalDay } from '#model/period/zone.ts';

test.each([
  // The 20th ends at midnight, and 14 hours later its counts are final.
  ['2026-11-21T13:59:59Z', 'UTC', '2026-11-19'],
  ['2026-11-21T14:00:00Z', 'UTC', '2026-11-20'],
  // In Berlin it ends at 23:00 UTC, in Auckland at 11:00 UTC.
  ['2026-11-21T12:59:59Z', 'Europe/Berlin', '2026-11-19'],
  ['2026-11-21T13:00:00Z', 'Europe/Berlin', '2026-11-20'],
  ['2026-11-21T00:59:59Z', 'Pacific/Auckland', '2026-11-19'],
  ['2026-11-21T01:00:00Z', 'Pacific/Auckland', '2026-11-20'],
  // A day of 25 hours.
  ['2026-10-26T12:59:59Z', 'Europe/Berlin', '2026-10-24'],
  ['2026-10-26T13:00:00Z', 'Europe/Berlin', '2026-10-25'],
  // One of 23 hours ends at 22:00 UTC; in Beirut the next begins at one o'clock, which is 22:00 UTC too.
  ['2027-03-29T11:59:59Z', 'Europe/Berlin', '2027-03-27'],
  ['2027-03-29T12:00:00Z', 'Europe/Berlin', '2027-03-28'],
  ['2027-03-28T11:59:59Z', 'Asia/Beirut', '2027-03-26'],
  ['2027-03-28T12:00:00Z', 'Asia/Beirut', '2027-03-27'],
] as const)('read at %s in %s, days are final up to %s', (at, zone, day) => {
  expect(lastFinalDay(Date.parse(at), zone)).toBe(day);
});
