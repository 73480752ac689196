import type { DayCount } from '#model/comparison/change.ts';
import { fillZeros, sum } from '#model/statistics/series.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import {
  addDays,
  dayCount,
  dayOfWeek,
  dayParts,
  earlierDay,
  laterDay,
  startOfMonth,
  startOfWeek,
  wholeMonths,
} from './day.ts';
import { counted } from '#text/words.ts';
import { formatDayShort, formatWeekday, shortMonth } from './format.ts';

export type BucketUnit = 'day' | 'week' | 'month';

/** The days of one week or month within a series. */
export interface Bucket extends Period {
  /** Of the days with data; undefined where none has any. */
  readonly count: number | undefined;
  /** How many days of the series it has. */
  readonly days: number;
  /** Only some days of the week or month are in the series, or have data. */
  readonly partial: boolean;
}

/** Adds up days, which must be in order. Weeks start on Monday. */
export function bucket(points: readonly DayCount[], unit: BucketUnit): Bucket[] {
  const buckets: Bucket[] = [];
  let whole: Period | undefined;
  let isIncomplete = false;
  for (const { day, count } of points) {
    const last = buckets.at(-1);
    if (last && whole && day >= whole.from && day <= whole.to) {
      isIncomplete ||= count === undefined;
      const days = last.days + 1;
      buckets[buckets.length - 1] = {
        from: earlierDay(last.from, day),
        to: laterDay(last.to, day),
        count: count === undefined ? last.count : (last.count ?? 0) + count,
        days,
        partial: days < dayCount(whole) || isIncomplete,
      };
    } else {
      whole = unitAround(day, unit);
      isIncomplete = count === undefined;
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
  if (unit === 'day') return formatWeekday(from);
  const { year, month } = dayParts(from);
  return `${shortMonth(month)} ${year}`;
}

/** Adds up a series by week or month. Where both series begin with the first day of a month, months are compared whole. */
export function comparedBuckets(points: readonly DayCount[], before: readonly DayCount[], unit: BucketUnit) {
  const buckets = bucket(points, unit);
  const isByMonth = unit === 'month' && bucketBeginsMonth(points) && bucketBeginsMonth(before);
  const months = isByMonth ? bucket(before, 'month') : [];
  const earlier = months.length === buckets.length ? months : buckets;
  let [from, fromBefore] = [0, 0];
  /** By position; undefined where there is none, or days of either side have no data. */
  const counts = buckets.map(({ days }, index) => {
    const daysBefore = earlier[index]?.days ?? days;
    const own = points.slice(from, (from += days));
    const behind = before.slice(fromBefore, (fromBefore += daysBefore));
    const isWhole = [...own, ...behind].every(({ count }) => count !== undefined);
    return behind.length === 0 || !isWhole ? undefined : sum(behind);
  });
  return { buckets, before: counts };
}

function bucketBeginsMonth([first]: readonly DayCount[]): boolean {
  return first !== undefined && first.day === startOfMonth(first.day);
}

interface DateTick {
  readonly index: number;
  readonly text: string;
}

/** The closest first: every day, the Mondays, every second one, months, quarters, halves, years. A chart takes the first that fits. */
export function dateTicks(buckets: readonly Pick<Bucket, 'from'>[], unit: BucketUnit): DateTick[][] {
  const days = buckets.map(({ from }, index) => ({ index: index, from, text: formatDayShort(from) }));
  const mondays = days.filter(({ from }) => dayOfWeek(from) === 0);
  const months = days
    .filter(({ from, index }) => beginsMonth(from, buckets[index - 1]?.from, unit))
    .map(({ index, from }) => ({ index, from, text: monthText(from) }));
  const every = (count: number): typeof months =>
    months.filter(({ from }) => (dayParts(from).month - 1) % count === 0);
  const close = unit === 'day' ? [days, mondays] : unit === 'week' ? [mondays] : [];
  return [
    ...close,
    ...(unit === 'month' ? [] : [mondays.filter((_, index) => index % 2 === 0)]),
    ...[1, 3, 6, 12].map(every),
  ].map(ticks => ticks.map(({ index, text }) => ({ index, text })));
}

/** Of weeks, the first one that begins in it. */
function beginsMonth(from: Day, before: Day | undefined, unit: BucketUnit): boolean {
  if (before === undefined) return unit === 'month' || from.endsWith('-01');
  return dayParts(from).month !== dayParts(before).month;
}

/** "Mar"; January is its year. */
function monthText(from: Day): string {
  const { year, month } = dayParts(from);
  return month === 1 ? String(year) : shortMonth(month);
}

/** Days while there are few of them, so that a history takes at most about sixty requests for a year. */
const maxDays = 31;
const maxWeeks = 60;

export interface HistoryPart extends Period {
  /** Undefined where it is not read, or unknown. */
  readonly count: number | undefined;
  readonly isRead: boolean;
  /** None of its days has data. */
  readonly hasNoData?: boolean | undefined;
  /** The period has only some days of this week or month. */
  readonly partial: boolean;
}

/** Behind its name: ", so far" of a part that is not over, ", 3 days" of one that the period has only some days of. */
export function partNote(part: Period & { readonly partial: boolean }, today: Day): string {
  if (part.to >= today) return ', so far';
  return part.partial ? `, ${counted(dayCount(part), 'days')}` : '';
}

export function historyParts(period: Period): { unit: BucketUnit; parts: HistoryPart[] } {
  const days = dayCount(period);
  const unit: BucketUnit = days <= maxDays ? 'day' : days <= maxWeeks * 7 ? 'week' : 'month';
  const parts = bucket(fillZeros(period, []), unit);
  return {
    unit,
    parts: parts.map(({ from, to, partial }) => ({ from, to, partial, count: undefined, isRead: false })),
  };
}
