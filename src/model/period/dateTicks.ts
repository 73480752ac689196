import type { Day } from '#model/statistics/statistics.ts';
import type { Bucket, BucketUnit } from './bucket.ts';
import { dayOfWeek, dayParts, formatDayShort, monthNames } from './day.ts';

interface DateTick {
  /** Of the bucket. */
  readonly place: number;
  readonly text: string;
}

/**
 * What the axis of a chart can name, the closest first: every day, the Mondays, every second one, the months, the
 * quarters, the halves of years, the years. A chart takes the first for which it has room.
 */
export function dateTicks(buckets: readonly Pick<Bucket, 'from'>[], unit: BucketUnit): DateTick[][] {
  const days = buckets.map(({ from }, place) => ({ place, from, text: formatDayShort(from) }));
  const mondays = days.filter(({ from }) => dayOfWeek(from) === 0);
  const months = days
    .filter(({ from, place }) => beginsMonth(from, buckets[place - 1]?.from, unit))
    .map(({ place, from }) => ({ place, from, text: monthText(from) }));
  const every = (count: number): typeof months =>
    months.filter(({ from }) => (dayParts(from).month - 1) % count === 0);
  const close = unit === 'day' ? [days, mondays] : unit === 'week' ? [mondays] : [];
  return [
    ...close,
    ...(unit === 'month' ? [] : [mondays.filter((_, index) => index % 2 === 0)]),
    ...[1, 3, 6, 12].map(every),
  ].map(ticks => ticks.map(({ place, text }) => ({ place, text })));
}

/** Of weeks, the first one that begins in it. */
function beginsMonth(from: Day, before: Day | undefined, unit: BucketUnit): boolean {
  if (before === undefined) return unit === 'month' || from.endsWith('-01');
  return dayParts(from).month !== dayParts(before).month;
}

/** "Mar"; January is its year. */
function monthText(from: Day): string {
  const { year, month } = dayParts(from);
  return month === 1 ? String(year) : (monthNames[month - 1] ?? '').slice(0, 3);
}
