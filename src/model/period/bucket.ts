import { wholeMonths } from './calendarMonths.ts';
import {
  addDays,
  dayCount,
  dayParts,
  earlierDay,
  formatDayShort,
  laterDay,
  monthNames,
  startOfWeek,
  weekdayName,
} from './day.ts';
import type { Day, Period, SeriesPoint } from '#model/statistics/statistics.ts';

export type BucketUnit = 'day' | 'week' | 'month';

/** The days of one week or month within a series. */
export interface Bucket extends Period {
  readonly count: number;
  /** How many days are in the sum. */
  readonly days: number;
  /** The series has only some days of the week or month. */
  readonly partial: boolean;
}

/** Adds up days, which must be in order. Weeks start on Monday. */
export function bucket(points: readonly SeriesPoint[], unit: BucketUnit): Bucket[] {
  const buckets: Bucket[] = [];
  let whole: Period | undefined;
  for (const { day, count } of points) {
    const last = buckets.at(-1);
    if (last && whole && day >= whole.from && day <= whole.to) {
      const days = last.days + 1;
      buckets[buckets.length - 1] = {
        from: earlierDay(last.from, day),
        to: laterDay(last.to, day),
        count: last.count + count,
        days,
        partial: days < dayCount(whole),
      };
    } else {
      whole = unitAround(day, unit);
      buckets.push({ from: day, to: day, count, days: 1, partial: dayCount(whole) > 1 });
    }
  }
  return buckets;
}

/** The finest unit for which a chart of this many columns, with two points in each, can show every point. */
export function bucketUnitFor(days: number, columns: number): BucketUnit {
  const room = columns * 2;
  if (days <= room) return 'day';
  return days / 7 <= room ? 'week' : 'month';
}

function unitAround(day: Day, unit: BucketUnit): Period {
  if (unit === 'day') return { from: day, to: day };
  if (unit === 'month') return wholeMonths(day, 1);
  const monday = startOfWeek(day);
  return { from: monday, to: addDays(monday, 6) };
}

/** What stands at a point of a chart: "Sun 8 Nov", "week of 2 Nov", "Nov 2026". */
export function bucketName(from: Day, unit: BucketUnit): string {
  if (unit === 'week') return `week of ${formatDayShort(from)}`;
  if (unit === 'day') return `${weekdayName(from).slice(0, 3)} ${formatDayShort(from)}`;
  const { year, month } = dayParts(from);
  return `${(monthNames[month - 1] ?? '').slice(0, 3)} ${year}`;
}
