import { expect, test } from 'vitest';
import { parseDay } from '#model/period/day.ts';
import { capabilities as ofUmami } from '#api/umami/capabilities.ts';
import { capabilities as ofSums } from '#api/phpAnalytics/capabilities.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { summaryParts } from '#screens/history/index.ts';

/** A row that had 3 and 5 on two days. */
function summed(name: StatisticName, capabilities: Capabilities, today = '2026-11-20'): string {
  const known = { partial: false, isRead: true } as const;
  const parts = [
    { from: '2026-11-01', to: '2026-11-01', count: 3, ...known },
    { from: '2026-11-02', to: '2026-11-02', count: 5, ...known },
  ] as const;
  const history = {
    websiteId: '1',
    name,
    value: 'x',
    unit: 'day',
    parts,
    before: undefined,
    sides: {},
  } as const;
  const [sum] = summaryParts(
    history,
    { change: { kind: 'none' }, unknown: '', today: parseDay(today) ?? '2026-11-20' },
    40,
    capabilities,
  );
  return String(sum?.text).trim();
}

test.each([
  ['visitors whom the service counts once a period', 'country', ofUmami, '8 visitors (sum of days)'],
  ['views, which are counted each', 'page', ofUmami, '8 page views'],
  ['visitors whom the service counts by the day', 'country', ofSums, '8 visitors (sum of days)'],
] as const)('the parts of a row over time add up: %s', (_, name, capabilities, expected) => {
  expect(summed(name, capabilities)).toBe(expected);
});

test('with today among them they are so far, and their change is of whole days', () => {
  expect(summed('page', ofSums, '2026-11-02')).toBe('8 page views so far');
  expect(summed('country', ofUmami, '2026-11-02')).toBe('8 visitors so far (sum of days)');
});
