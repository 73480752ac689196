import type { Day } from '#model/statistics/statistics.ts';
import type { BucketUnit } from './bucket.ts';
import { dayParts, formatDayShort, monthNames, weekdayName } from './day.ts';

/** What stands at a point of a chart: "Sun 8 Nov", "week of 2 Nov", "Nov 2026". */
export function bucketName(from: Day, unit: BucketUnit): string {
  if (unit === 'week') return `week of ${formatDayShort(from)}`;
  if (unit === 'day') return `${weekdayName(from).slice(0, 3)} ${formatDayShort(from)}`;
  const { year, month } = dayParts(from);
  return `${(monthNames[month - 1] ?? '').slice(0, 3)} ${year}`;
}
