import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import { sumSessions } from '#model/statistics/sessions.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { ShownSessions } from '#queries/days/sessions.ts';
import { sessionPoints } from '#screens/chart/seriesChartRows.ts';

const day = (on: Day, sessions: number, bounces: number, seconds: number, pageviews: number) => ({
  day: on,
  sessions,
  bounces,
  seconds,
  pageviews,
});
const days = [
  day('2026-11-02', 1, 1, 0, 1),
  day('2026-11-03', 9, 2, 900, 29),
  day('2026-11-10', 4, 1, 60, 6),
];
const daysBefore = [day('2026-10-20', 2, 1, 30, 3)];
const read: ShownSessions = {
  total: sumSessions(days),
  now: undefined,
  before: undefined,
  days,
  daysNow: undefined,
  daysBefore,
  from: undefined,
  missingDays: undefined,
  loading: false,
  error: undefined,
};
const period = { from: '2026-11-02', to: '2026-11-15' } as const;
const before = { from: '2026-10-19', to: '2026-11-01' } as const;
const asked = { period, before, today: '2026-11-16' } as const;

test('a day is what its sessions come to, and one without any has no rate', () => {
  const points = sessionPoints('bounce_rate', read, { ...asked, unit: 'day' });
  expect(points).toHaveLength(14);
  const [first, second, third] = points;
  expect([first?.count, first?.before, first?.countText?.(100)]).toEqual([100, undefined, '100%']);
  expect(second?.count).toBeCloseTo(100 * (2 / 9));
  expect(second?.before).toEqual({ count: 50, name: 'Tue 20 Oct' });
  expect([third?.count, third?.before]).toEqual([undefined, undefined]);
});

test('a week is that of its sums, not the mean of its days', () => {
  const weeks = (name: Parameters<typeof sessionPoints>[0]) =>
    sessionPoints(name, read, { ...asked, unit: 'week' }).map(({ count, countText }) =>
      countText?.(count ?? NaN),
    );
  expect(weeks('bounce_rate')).toEqual(['30%', '25%']);
  expect(weeks('visit_seconds')).toEqual(['1m 30s', '15s']);
  expect(weeks('pages_per_visit')).toEqual(['3.0', '1.5']);
});

test('before the first day of which sessions are known there is no data', () => {
  const from = addDays(period.from, 1);
  const points = sessionPoints('bounce_rate', { ...read, from }, { ...asked, unit: 'day' });
  expect([points[0]?.count, points[0]?.hasNoData]).toEqual([undefined, true]);
  expect(points[1]?.count).toBeCloseTo(100 * (2 / 9));
});
