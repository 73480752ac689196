import { dayOfWeek } from './day.ts';
import type { Day } from '#model/statistics/statistics.ts';

/** A day's counts by hour, midnight first; undefined: not read. */
export interface DayHours {
  readonly day: Day;
  readonly hours: readonly number[] | undefined;
}

/** The average of each hour over the read days of each weekday; Monday first, undefined where none was read. */
export function weekHours(days: readonly DayHours[]): (number | undefined)[][] {
  return Array.from({ length: 7 }, (_, weekday) => {
    const read = days.flatMap(({ day, hours }) => (hours && dayOfWeek(day) === weekday ? [hours] : []));
    return Array.from({ length: 24 }, (__, hour) =>
      read.length === 0 ? undefined : read.reduce((sum, hours) => sum + (hours[hour] ?? 0), 0) / read.length,
    );
  });
}

interface WeekHour {
  /** 0 for Monday. */
  readonly weekday: number;
  readonly hour: number;
  readonly count: number;
}

/** The busiest hour of the week, the first one where several are equal; undefined without visitors. */
export function busiestHour(week: readonly (readonly (number | undefined)[])[]): WeekHour | undefined {
  let best: WeekHour | undefined;
  for (const [weekday, hours] of week.entries())
    for (const [hour, count = 0] of hours.entries())
      if (count > (best?.count ?? 0)) best = { weekday, hour, count };
  return best;
}
