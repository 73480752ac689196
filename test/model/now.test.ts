import { expect, test } from 'vitest';
import { missingText, type NowNumbers, nowTable, viewsNow, visitorsNow } from '#model/now.ts';

/** 20 Nov 2026, 10:30 UTC. */
const minute = Date.UTC(2026, 10, 20, 10, 30) / 60_000;
const numbers: NowNumbers = {
  minute,
  minutes: [undefined, ...Array.from({ length: 27 }, () => 0), 1_200, 1],
  visitors: 1,
  isMany: false,
  latest: [{ time: minute * 60 + 5, page: '/', referrer: 'a.example' }],
  since: undefined,
  sources: 1,
  problems: [],
};

test('the numbers in words', () => {
  expect(visitorsNow(numbers)).toBe('1 visitor in the last 5 minutes');
  expect(visitorsNow({ ...numbers, visitors: 50_000, isMany: true }, true)).toBe(
    'over 50,000 visitors in 5 min',
  );
  expect(viewsNow(numbers)).toBe('1,201 page views in the last 30');
  expect(viewsNow(numbers, true)).toBe('1,201 views in 30');
});

test('what is missing is said: a file that cannot be read before lines that were left out', () => {
  expect(missingText(numbers, 'UTC')).toBeUndefined();
  const since = (minute - 10) * 60;
  expect(missingText({ ...numbers, since }, 'Europe/Berlin')).toBe(
    'There are too many lines to read: these are those from 11:20 on.',
  );
  expect(missingText({ ...numbers, since, problems: ['x.log is a folder.'] }, 'UTC')).toBe(
    'x.log is a folder.',
  );
});

test('minutes and page views are rows of one table', () => {
  const table = nowTable({ id: '7', domain: 'one.example' }, numbers, 'UTC');
  expect(table.about).toEqual({
    website: '7',
    domain: 'one.example',
    visitors: 1,
    visitors_is_at_least: undefined,
    visitor_minutes: 5,
    read_since: undefined,
    time_zone: 'UTC',
  });
  expect(table.rows).toHaveLength(31);
  expect(table.rows[0]).toEqual(['minute', '2026-11-20 10:01:00', undefined, undefined, undefined]);
  expect(table.rows[29]).toEqual(['minute', '2026-11-20 10:30:00', 1, undefined, undefined]);
  expect(table.rows[30]).toEqual(['view', '2026-11-20 10:30:05', 1, '/', 'a.example']);
});
