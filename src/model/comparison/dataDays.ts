import { addMonths, earlierDay, laterDay, parseDay } from '#model/period/day.ts';
import type { Day, Period, SeriesPoint } from '#model/statistics/statistics.ts';
import type { Website } from '#model/website/website.ts';

/** The days of which a website has data. The others are no zeros: they are gaps, and nothing is compared with them. */
export interface DataDays {
  /** The first one; undefined where there is none. */
  readonly from: Day | undefined;
  /** Later days without data, in order: of a website counted from logs those that none of its sources has a line of. */
  readonly gaps: readonly Period[];
}

/** Where nothing speaks against any day. */
export const everyDay: DataDays = { from: '0001-01-01', gaps: [] };

/** A day and its count; undefined where there is no data of it. */
export interface DayCount {
  readonly day: Day;
  readonly count: number | undefined;
}

function hasData({ from, gaps }: DataDays, day: Day): boolean {
  return from !== undefined && day >= from && !gaps.some(gap => day >= gap.from && day <= gap.to);
}

/** Without the counts of days that have no data. What was counted on a day is data, whatever is known of it. */
export function countsWithData(points: readonly SeriesPoint[], data: DataDays): readonly DayCount[] {
  if (data === everyDay) return points;
  return points.map(({ day, count }) => ({
    day,
    count: count > 0 || hasData(data, day) ? count : undefined,
  }));
}

/** The days that have data, for what takes its measure from them. */
export function daysWithData(points: readonly SeriesPoint[], data: DataDays): readonly SeriesPoint[] {
  return data === everyDay ? points : points.filter(({ day, count }) => count > 0 || hasData(data, day));
}

const mostMonths = 120;

/** All days of a website: since the first with data, or the day it was added where there is none; at most ten years. */
export function allTime(
  { from }: DataDays,
  { createdAt = '' }: Pick<Website, 'createdAt'>,
  today: Day,
): Period {
  const first = from ?? parseDay(createdAt) ?? today;
  return { from: laterDay(earlierDay(first, today), addMonths(today, -mostMonths)), to: today };
}
