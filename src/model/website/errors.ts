import { usualDay, weekdaysBefore, weeksWithData } from '#model/comparison/usualDay.ts';
import { medianDeviation } from '#model/statistics/series.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';

/** More answers with an error on a day than on its usual one, by more than chance. */
export interface MoreErrors {
  readonly kind: 'errors';
  readonly day: Day;
  readonly count: number;
  readonly usual: number;
}

/** Fewer earlier days of its weekday do not tell what is usual. */
const fewestWeeks = 4;
/** So many more at least: three errors in place of one are nothing to look at. */
const fewestMore = 20;
/** And so many times as many: twice the visitors ask for twice as many pages that are gone. */
const leastRatio = 2;
const farFromUsual = 3.5;
/** Makes a median deviation comparable to a standard deviation. */
const madToDeviation = 1.4826;

/**
 * Whether a website answered with more errors (a status from 500 on, or 404) on a day than is usual. The usual day is that of the
 * same weekday in the four weeks before which is the middle one by errors; only days that have data count.
 * @param visitors by day, in order: before the first of them the website has no data
 * @param errors by day, zero where there are none; undefined where they are not known
 * @param scale what the counts have been multiplied by
 */
export function moreErrors(
  visitors: readonly SeriesPoint[],
  errors: readonly SeriesPoint[] | undefined,
  day: Day,
  scale = 1,
): MoreErrors | undefined {
  const count = errors?.find(point => point.day === day)?.count;
  if (errors === undefined || count === undefined) return undefined;
  const days = new Set(weeksWithData(visitors, day).map(point => point.day));
  const before = weekdaysBefore(
    errors.filter(point => days.has(point.day)),
    day,
  );
  const usual = before.find(point => point.day === usualDay(before, day)?.day)?.count;
  if (usual === undefined || before.length < fewestWeeks) return undefined;
  const counts = before.map(point => point.count);
  const apart = Math.max(madToDeviation * medianDeviation(counts, usual), Math.sqrt(usual * scale));
  const least = Math.max(fewestMore * scale, farFromUsual * apart, (leastRatio - 1) * usual);
  return count - usual >= least ? { kind: 'errors', day, count, usual } : undefined;
}
