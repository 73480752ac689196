import { bucket, type BucketUnit } from '#model/period/bucket.ts';
import { dayCount } from '#model/period/day.ts';
import { fillZeros } from './series.ts';
import type { Period } from './statistics.ts';

/** Days while there are few of them, so that a history takes at most about sixty requests for a year. */
const mostDays = 31;
const mostWeeks = 60;

/** A day, week or month of a history. */
export interface HistoryPart extends Period {
  /** Undefined where it is not read, or unknown. */
  readonly count: number | undefined;
  readonly isRead: boolean;
  /** The period has only some days of this week or month. */
  readonly partial: boolean;
}

/** Splits a period into days, weeks or months by its length. */
export function historyParts(period: Period): { unit: BucketUnit; parts: HistoryPart[] } {
  const days = dayCount(period);
  const unit: BucketUnit = days <= mostDays ? 'day' : days <= mostWeeks * 7 ? 'week' : 'month';
  const parts = bucket(fillZeros(period, []), unit);
  return {
    unit,
    parts: parts.map(({ from, to, partial }) => ({ from, to, partial, count: undefined, isRead: false })),
  };
}
