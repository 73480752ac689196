import { formatDay, formatDayShort, weekdayName } from '#model/period/day.ts';
import { describePeriod } from '#model/period/period.ts';
import type { BucketUnit } from '#model/period/bucket.ts';
import type { Period } from '#model/statistics/statistics.ts';

/** "3 Mar 2026 Tuesday", "2 Mar - 8 Mar 2026" or "March 2026". */
export function partName(part: Period, unit: BucketUnit): string {
  return unit === 'day' ? `${formatDay(part.from)} ${weekdayName(part.from)}` : describePeriod(part);
}

/** "on 3 Mar", "from 2 Mar to 8 Mar". */
export function partWhen({ from, to }: Period): string {
  return from === to ? `on ${formatDayShort(from)}` : `from ${formatDayShort(from)} to ${formatDayShort(to)}`;
}
