import { type Change, change, type DayCount, type IsChance, judged } from '#model/comparison/change.ts';
import type { ComparedPeriods } from '#model/comparison/periods.ts';
import {
  type Bucket,
  bucketName,
  type BucketUnit,
  comparedBuckets,
  type HistoryPart,
} from '#model/period/bucket.ts';
import { addDays } from '#model/period/day.ts';
import { describePeriod, formatDayLong, hourText, hourValue } from '#model/period/format.ts';
import { type Day, type Period } from './statistics.ts';

/** On the day, week or month that has this day, on an hour, or on an hour of the week: 0 for Monday 00:00 to 167. */
export type ChartPosition = Day | number;

export type CursorMove = 'left' | 'right' | 'weekBack' | 'weekOn' | 'first' | 'last';

/** The index of the bucket with the day; undefined where no bucket has it. */
function dayIndex(buckets: readonly Period[], day: Day): number | undefined {
  const found = buckets.findIndex(({ from, to }) => from <= day && day <= to);
  return found === -1 ? undefined : found;
}

/** From nowhere, moves back come to the last point and those on to the first; a week ends at the edge of the chart. */
export function movedIndex(index: number | undefined, move: CursorMove, count: number, week: number): number {
  const last = count - 1;
  if (move === 'first') return 0;
  if (move === 'last') return last;
  const by = { left: -1, right: 1, weekBack: -week, weekOn: week }[move];
  if (index === undefined) return by < 0 ? last : 0;
  return Math.min(Math.max(index + by, 0), last);
}

/** How many points of a chart are a week; a month is one step, undefined of hours. */
export function pointsOfWeek({ unit }: CursorPoint['span']): number | undefined {
  return unit === 'hour' ? undefined : unit === 'day' ? 7 : 1;
}

/** What a cursor can stand on: the days of a point of a chart, or an hour. */
export interface CursorPoint {
  readonly span:
    | ({ readonly unit: BucketUnit } & Period)
    | {
        readonly unit: 'hour';
        readonly hour: number;
        /** Of this day alone. */ readonly day?: Day | undefined;
      };
  /** Undefined where it is not known. */
  readonly count: number | undefined;
  /** It is not known since there is no data. */
  readonly hasNoData?: boolean | undefined;
  /** How its count and the one beside it are said, where they are no counts. */
  readonly countText?: ((count: number) => string) | undefined;
  /** Its time is not over: it is compared with nothing. */
  readonly isOpen: boolean;
  /** What is drawn beside it: "Sun 11 Oct" where it is one day or week. */
  readonly before?:
    | {
        readonly count: number | undefined;
        readonly name: string;
        /** The usual day, not the one before it. */
        readonly isUsual?: boolean | undefined;
      }
    | undefined;
  /** Of an hour: whether chance explains that it differs from the one before, as the sentences of its day judge it. */
  readonly isChance?: IsChance | undefined;
  /** What it is compared with when it is opened: its change is against that, whatever is drawn beside it. */
  readonly own?: OwnComparison | undefined;
}

interface OwnComparison {
  readonly compared: ComparedPeriods;
  /** The count of those days. */
  readonly before: number;
}

/** Undefined where nothing is compared, or those days are not read. */
export type OwnComparisons = (span: Period) => OwnComparison | undefined;

/** The points of a measure's chart, each beside the days at its place in the earlier series. */
export function seriesCursorPoints(
  points: readonly DayCount[],
  before: readonly DayCount[],
  unit: BucketUnit,
  today: Day,
  comparisons?: OwnComparisons,
): CursorPoint[] {
  const compared = comparedBuckets(points, before, unit);
  let first = 0;
  return compared.buckets.map(({ from, to, count, days }: Bucket, index): CursorPoint => {
    const earlier = before[first];
    first += days;
    const earlierCount = compared.before[index];
    return {
      span: { unit, from, to },
      count,
      hasNoData: count === undefined,
      isOpen: to >= today,
      before:
        earlier === undefined || earlierCount === undefined
          ? undefined
          : { count: earlierCount, name: unit === 'month' ? '' : bucketName(earlier.day, unit) },
      own: comparisons?.({ from, to }),
    };
  });
}

export interface EarlierDays {
  readonly from: Day;
  readonly counts: readonly (number | undefined)[];
}

/** Where the days compared with are not read, days stand beside the same weekday a week before, the rest beside the one before. */
export function historyCursorPoints(
  parts: readonly HistoryPart[],
  unit: BucketUnit,
  today: Day,
  compared: EarlierDays | undefined,
  comparisons?: OwnComparisons,
): CursorPoint[] {
  const back = unit === 'day' ? 7 : 1;
  const comparedAt = (index: number): CursorPoint['before'] => {
    if (compared !== undefined) {
      const name = bucketName(addDays(compared.from, index), unit);
      return index < compared.counts.length ? { count: compared.counts[index], name } : undefined;
    }
    const earlier = parts[index - back];
    const isAlike = unit === 'day' || (parts[index]?.partial === false && earlier?.partial === false);
    return earlier && isAlike ? { count: earlier.count, name: bucketName(earlier.from, unit) } : undefined;
  };
  return parts.map(({ from, to, count, hasNoData }, index): CursorPoint => ({
    span: { unit, from, to },
    count,
    hasNoData,
    isOpen: to >= today,
    before: comparedAt(index),
    own: comparisons?.({ from, to }),
  }));
}

/** The hours of one day, or of all days of a period. `openFrom`: the hour that is not over, of today. */
export function hourCursorPoints(
  counts: readonly (number | undefined)[],
  before: readonly number[] | undefined,
  days: {
    readonly day?: Day | undefined;
    readonly beforeDay?: Day | undefined;
    readonly openFrom?: number | undefined;
    /** Those that are shown, where not all are. */
    readonly hours?: readonly number[] | undefined;
    readonly isUsual?: boolean | undefined;
    readonly isChance?: IsChance | undefined;
  },
): CursorPoint[] {
  const { day, beforeDay, openFrom = 24, hours, isUsual, isChance } = days;
  const points = counts.map((count, hour): CursorPoint => ({
    span: { unit: 'hour', hour, day },
    count: hour > openFrom && count === 0 ? undefined : count,
    isOpen: hour >= openFrom,
    before: before && {
      count: before[hour],
      name: beforeDay === undefined ? '' : bucketName(beforeDay, 'day'),
      isUsual,
    },
    isChance,
  }));
  return hours === undefined ? points : points.filter((_, hour) => hours.includes(hour));
}

/** Every hour, every second one ...: the axis of a chart names as many as it has room for. */
export function ticksOfHours(
  hours: readonly number[],
): { readonly index: number; readonly text: string }[][] {
  return [1, 2, 3, 6].map(step =>
    hours.map((hour, index) => ({ index, text: hourValue(hour) })).filter(({ index }) => index % step === 0),
  );
}

export const hourTicks = ticksOfHours(Array.from({ length: 24 }, (_, hour) => hour));

/** The index of the point a cursor stands on; undefined where there is none of it. */
export function pointIndex(
  points: readonly CursorPoint[],
  cursor: ChartPosition | undefined,
): number | undefined {
  if (cursor === undefined) return undefined;
  if (typeof cursor === 'number') {
    const found = points.findIndex(({ span }) => span.unit === 'hour' && span.hour === cursor);
    return found === -1 ? undefined : found;
  }
  return dayIndex(
    points.flatMap(({ span }) => (span.unit === 'hour' ? [] : [span])),
    cursor,
  );
}

export function cursorAt({ span }: CursorPoint): ChartPosition {
  return span.unit === 'hour' ? span.hour : span.from;
}

/** "Sun 8 Nov", "week of 2 Nov", "Nov 2026", "14:00". */
export function shortPointName({ span }: CursorPoint): string {
  return span.unit === 'hour' ? hourText(span.hour) : bucketName(span.from, span.unit);
}

/** "Sun 8 Nov 2026", "2 Nov - 8 Nov 2026", "14:00 to 15:00". */
export function longPointName({ span }: CursorPoint): string {
  if (span.unit === 'hour') {
    const hours = `${hourText(span.hour)} to ${hourText(span.hour + 1)}`;
    return span.day === undefined ? hours : `${bucketName(span.day, 'day')}, ${hours}`;
  }
  return span.unit === 'day' ? formatDayLong(span.from) : describePeriod(span);
}

/** None where it is not over, or one of both is not known. */
export function pointChange({ span, count, before, own, isOpen, isChance }: CursorPoint): Change {
  const now = isOpen ? undefined : count;
  if (span.unit !== 'hour') return change(now, own?.before);
  return judged(change(now, before?.count), now, before?.count, isChance);
}
