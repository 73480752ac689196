import { dayOfWeek } from '#model/period/day.ts';
import { median, sum } from './series.ts';
import type { SeriesPoint } from './statistics.ts';

/** A weekday with less than this part of the average day, its largest day apart, has nobody as a rule. */
const quietPart = 0.05;

interface ClosedDay extends SeriesPoint {
  /** What the other days of its weekday have on average. */
  readonly usual: number;
}

/**
 * Days whose weekday has visitors as a rule, and the others: those are zero whatever happens, and would make the days that are
 * left vary less than they do. Of a website that has hardly begun all days are open.
 */
export function openDays(points: readonly SeriesPoint[]): {
  readonly open: readonly SeriesPoint[];
  readonly closed: readonly ClosedDay[];
} {
  const counts = Array.from({ length: 7 }, (): number[] => []);
  for (const { day, count } of points) counts[dayOfWeek(day)]?.push(count);
  const least = quietPart * (sum(points) / Math.max(1, points.length));
  const weekdays = counts.map(each => {
    const usual = (total(each) - Math.max(0, ...each)) / Math.max(1, each.length - 1);
    // A single one says nothing of what is so as a rule.
    return { usual, isQuiet: each.length > 1 && usual < least, hasSome: (median(each) ?? 0) > 0 };
  });
  if (!weekdays.some(({ isQuiet, hasSome }) => !isQuiet && hasSome)) return { open: points, closed: [] };
  const isClosed = ({ day }: SeriesPoint) => weekdays[dayOfWeek(day)]?.isQuiet === true;
  return {
    open: points.filter(point => !isClosed(point)),
    closed: points
      .filter(isClosed)
      .map(point => ({ ...point, usual: weekdays[dayOfWeek(point.day)]?.usual ?? 0 })),
  };
}

/**
 * The days after the last one with a count on which some come as a rule, by the days since the first with one: on the others
 * nobody is missed.
 * @param points in order
 */
export function missedDays(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  const hasCount = ({ count }: SeriesPoint) => count > 0;
  const last = points.findLastIndex(hasCount);
  const { closed } = openDays(points.slice(Math.max(0, points.findIndex(hasCount)), last + 1));
  const weekdays = new Set(closed.map(({ day }) => dayOfWeek(day)));
  return points.slice(last + 1).filter(({ day }) => !weekdays.has(dayOfWeek(day)));
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
