import { addDays } from '#model/period/day.ts';
import * as fc from 'fast-check';

/** Any day of the years 1900 to 2199, leap days and the ends of months more often than by chance. */
export const anyDay = fc.oneof(
  fc.integer({ min: -25_567, max: 84_005 }).map(number => addDays('1970-01-01', number)),
  fc.constantFrom(
    '2024-02-29',
    '2026-02-28',
    '2026-03-31',
    '2025-12-31',
    '2026-01-01',
    '2100-02-28',
    '2028-03-01',
  ),
);
