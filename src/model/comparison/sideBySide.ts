import { bucket, type BucketUnit, dateTicks } from '#model/period/bucket.ts';
import { isWeekend } from '#model/period/day.ts';
import type { Page } from '#model/service/paging.ts';
import {
  type CursorPoint,
  hourCursorPoints,
  hourTicks,
  type OwnComparisons,
  seriesCursorPoints,
} from '#model/statistics/cursor.ts';
import type { Day, StatisticName, StatisticRow } from '#model/statistics/statistics.ts';
import { isNoted, type Notes } from '#model/website/notes.ts';
import type { DayCount } from './dataDays.ts';

/** So many websites stand side by side. */
export const fewestBeside = 2;
export const mostBeside = 4;

/** What the lines of a chart are where they are no counts. */
export function indexWords(isOfHours: boolean): string {
  return `100: the mean ${isOfHours ? 'hour' : 'day'} of each`;
}

export function canStandBeside(count: number): boolean {
  return count >= fewestBeside && count <= mostBeside;
}

/** What stands in columns below the numbers, where the service has it. */
export const besideNames = ['page', 'referrer', 'country'] as const satisfies readonly StatisticName[];

export interface BesideRow {
  readonly value: string;
  /** Its place in the website that has it first, from 1 on. */
  readonly rank: number;
  /** By website; undefined where it is not among the rows that are read, so that nothing is known of it. */
  readonly counts: readonly (number | undefined)[];
}

type FirstRows = Pick<Page<StatisticRow>, 'rows' | 'next'> | undefined;

/** The most frequent rows of several websites: the first of each, then the second of each, each value once. */
export function besideRows(pages: readonly FirstRows[]): BesideRow[] {
  const known = pages.map(page => new Map(page?.rows.map(({ value, count }) => [value, count])));
  const longest = Math.max(0, ...pages.map(page => page?.rows.length ?? 0));
  const ranks = new Map<string, number>();
  for (let rank = 1; rank <= longest; rank += 1)
    for (const page of pages) {
      const value = page?.rows[rank - 1]?.value;
      if (value !== undefined && !ranks.has(value)) ranks.set(value, rank);
    }
  return Array.from(ranks, ([value, rank]) => ({
    value,
    rank,
    counts: pages.map((page, at) => known[at]?.get(value) ?? (page?.next === 'no' ? 0 : undefined)),
  }));
}

/** Days or hours of a website, as a line of a chart. */
export interface BesideLine {
  readonly points: readonly CursorPoint[];
  /** Of each point, on a scale on which the mean of the website's own whole days, or hours, is 100. */
  readonly indices: readonly (number | undefined)[];
  /** The mean of a day or an hour; undefined where none has data. */
  readonly mean: number | undefined;
  /** Of each point whether it is not over, or only a part of its week or month. */
  readonly unfinished: readonly boolean[];
}

/** @param own what each point is compared with by itself */
export function lineOfDays(
  days: readonly DayCount[],
  unit: BucketUnit,
  today: Day,
  own: OwnComparisons,
): BesideLine {
  const whole = days.filter(({ day }) => day < today);
  const mean = meanOf((whole.length === 0 ? days : whole).map(({ count }) => count));
  const buckets = bucket(days, unit);
  return {
    mean,
    unfinished: buckets.map(({ to, partial }) => to >= today || (unit !== 'day' && partial)),
    points: seriesCursorPoints(days, [], unit, today, own),
    indices: buckets.map(({ from, to }) => {
      const inside = days.filter(({ day }) => day >= from && day <= to);
      const over = inside.filter(({ day }) => day < today);
      return indexOf(meanOf((over.length === 0 ? inside : over).map(({ count }) => count)), mean);
    }),
  };
}

/** @param openFrom the hour that is not over, of today */
export function lineOfHours(counts: readonly number[], day: Day, openFrom: number | undefined): BesideLine {
  const points = hourCursorPoints(counts, undefined, { day, openFrom });
  const mean = meanOf(counts.slice(0, openFrom));
  return {
    mean,
    points,
    indices: points.map(({ count }) => indexOf(count, mean)),
    unfinished: points.map(({ isOpen }) => isOpen),
  };
}

/** Of those that are known. */
function meanOf(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter(count => count !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0) / known.length;
}

/** Of a website that counted nobody there is none. */
function indexOf(count: number | undefined, mean: number | undefined): number | undefined {
  return count === undefined || mean === undefined || mean === 0 ? undefined : (count * 100) / mean;
}

/** What the points of a chart have in common, and the texts of its axis. */
export function axisOf({ points, unfinished }: BesideLine, notes: Notes) {
  const spans = points.flatMap(({ span }) => (span.unit === 'hour' ? [] : [span]));
  const [first] = spans;
  return {
    ticks: first === undefined ? hourTicks : dateTicks(spans, first.unit),
    points: points.map(({ span }, at) => ({
      unfinished: unfinished[at],
      weekend: span.unit === 'day' && isWeekend(span.from),
      noted: span.unit !== 'hour' && isNoted(notes, span),
    })),
  };
}
