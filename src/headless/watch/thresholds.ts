import { formatChange, change } from '#model/statistics/comparison.ts';
import { addDays, formatDayShort } from '#model/period/day.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { describePeriod } from '#model/period/period.ts';
import type { Day, Period, SeriesPoint } from '#model/statistics/statistics.ts';

export interface Thresholds {
  readonly below?: number | undefined;
  readonly above?: number | undefined;
  /** Percent. */
  readonly drop?: number | undefined;
}

/** The counts of the watched days and of the same weekdays before. */
export interface WatchedCounts {
  readonly now: number;
  readonly before: number;
  /** Where both are zero: the first day without, after days with counts. */
  readonly goneSince?: Day | undefined;
}

/** So many days up to yesterday, and as many a whole number of weeks earlier, so that weekdays match. */
export function watchedPeriods(days: number, today: Day): { now: Period; before: Period } {
  const now = { from: addDays(today, -days), to: addDays(today, -1) };
  const weeks = Math.ceil(days / 7) * 7;
  return { now, before: { from: addDays(now.from, -weeks), to: addDays(now.to, -weeks) } };
}

/** The 100 days up to the last one watched: a request. */
export function longBefore({ to }: Period): Period {
  return { from: addDays(to, -99), to };
}

/** The day after the last one with a count, where that was before the days compared with; undefined for others. */
export function goneSince(points: readonly SeriesPoint[], before: Period): Day | undefined {
  const last = points.findLast(({ count }) => count > 0);
  return last === undefined || last.day >= before.from ? undefined : addDays(last.day, 1);
}

/** The crossed thresholds, a few words each; empty for none. `drop` is in percent. */
export function crossed(
  { below, above, drop }: Thresholds,
  { now, before, goneSince: since }: WatchedCounts,
): string[] {
  const fall = before > 0 ? ((before - now) / before) * 100 : 0;
  return [
    ...(below !== undefined && now < below ? [`below ${groupThousands(below)}`] : []),
    ...(above !== undefined && now > above ? [`above ${groupThousands(above)}`] : []),
    ...(drop !== undefined && fall >= drop
      ? [`${formatChange(change(now, before))} from ${groupThousands(before)}`]
      : []),
    ...(drop !== undefined && since !== undefined ? [`gone since ${formatDayShort(since)}`] : []),
  ];
}

/** "12 visitors on 19 Nov 2026". */
export function countWords(count: number, measure: string, period: Period): string {
  const days = describePeriod(period);
  return `${counted(count, measure)} ${period.from === period.to ? 'on' : 'in'} ${days}`;
}
