import { ApiError } from '#model/failure.ts';
import { addDays, dayCount, daysBetween, parseDay } from '#model/period/day.ts';
import { mapConcurrently } from '#model/promises.ts';
import { fillHours, fillZeros, parseHour, windows } from '#model/statistics/series.ts';
import type { Day, Period, SeriesPoint, StatisticRow } from '#model/statistics/statistics.ts';

/** The most windows that are asked for because longer ones were not answered as asked. */
const maxHalves = 64;

/** How many days are asked for alone: of a few visits those of one day may all be of its first hour. */
const maxDaysAlone = 3;

/** No month is shorter: rows of fewer days that are all firsts of a month are one day. */
const minDaysOfMonth = 28;

type Unit = 'day' | 'hour';

interface AnsweredWindow<T> {
  readonly value: T;
  /** As they came. */
  readonly rows: readonly StatisticRow[];
  /** Why it does not say what was asked, where of fewer days it may. */
  readonly tooLong?: ApiError | undefined;
}

/**
 * What a service says of a period by days or hours, asked for in windows of at most so many days; in order. Windows that are too long for
 * it, as those that it answers by months, are asked for again in halves. A service may have shorter limits than those that are known, but
 * one that never answers as asked would be sent thousands of requests: rejects with why a window is too long where it is one day, or
 * before there are more than 64 halves, and as `read` does.
 */
export async function readWindows<T>(
  unit: Unit,
  period: Period,
  maxDays: number,
  read: (part: Period) => Promise<AnsweredWindow<T>>,
): Promise<T[]> {
  const answered: { readonly part: Period; readonly value: T }[] = [];
  let left = maxHalves;
  let open = windows(period, maxDays);
  while (open.length > 0) {
    const answers = await mapConcurrently(open, async part => {
      const { value, rows, tooLong } = await read(part);
      return { part, value, tooLong: tooLong ?? (await whyCoarse(unit, rows, part, read)) };
    });
    answered.push(...answers.filter(({ tooLong }) => tooLong === undefined));
    open = answers.flatMap(({ part, tooLong }) => {
      if (tooLong === undefined) return [];
      const halves = windows(part, Math.ceil(dayCount(part) / 2));
      left -= halves.length;
      if (halves.length < 2 || left < 0) throw tooLong;
      return halves;
    });
  }
  return answered.toSorted((a, b) => (a.part.from < b.part.from ? -1 : 1)).map(({ value }) => value);
}

/** Why rows are weeks or months where days were asked for, or days in place of hours; undefined where they are not. */
async function whyCoarse(
  unit: Unit,
  rows: readonly StatisticRow[],
  part: Period,
  read: (part: Period) => Promise<{ readonly rows: readonly StatisticRow[] }>,
): Promise<ApiError | undefined> {
  if (unit === 'hour') {
    if (dayCount(part) < 2 || !rows.every(beginsADay)) return undefined;
    const busiest = rows.toSorted((a, b) => b.count - a.count).slice(0, maxDaysAlone);
    for (const day of busiest.flatMap(({ value }) => parseDay(value) ?? []))
      if (!(await read({ from: day, to: day })).rows.every(beginsADay)) return coarse('days', 'hours');
    return undefined;
  }
  const days = rows.flatMap(({ value }) => parseDay(value) ?? []).toSorted();
  const isByMonths = days.every(isFirst) || days.every(day => isFirst(addDays(day, 1)));
  const isByWeeks = days.length > 2 && days.every(day => daysBetween(days[0] ?? day, day) % 7 === 0);
  if (days.length === 0 || !(isByMonths || isByWeeks)) return undefined;
  const inside = days.filter(day => isWithin(part, day));
  const isOfOthers = inside.length < days.length;
  if (!isOfOthers && dayCount(part) < minDaysOfMonth && !isByWeeks) return undefined;
  const gap = longestGap(inside, part);
  const isCoarse = isOfOthers || (gap !== undefined && (await read(gap)).rows.length > 0);
  return isCoarse ? coarse(isByMonths ? 'months' : 'weeks', 'days') : undefined;
}

const isFirst = (day: Day) => day.endsWith('-01');
const beginsADay = ({ value }: StatisticRow) => /^.{10}[ T]00:00/.test(value);

function coarse(returned: string, requested: string): ApiError {
  return new ApiError(
    'shape',
    `The service gives ${returned} where ${requested} are asked for, also of shorter periods: choose fewer days.`,
  );
}

/** The longest stretch of a part without any of these days, which are in order; undefined where there is none. */
function longestGap(days: readonly Day[], { from, to }: Period): Period | undefined {
  const ends = [addDays(from, -1), ...days, addDays(to, 1)];
  const gaps = ends.slice(1).map((end, at) => ({ from: addDays(ends[at] ?? end, 1), to: addDays(end, -1) }));
  return gaps
    .filter(gap => gap.from <= gap.to)
    .toSorted((a, b) => dayCount(b) - dayCount(a))
    .at(0);
}

export function isWithin({ from, to }: Period, value: string): boolean {
  const day = parseDay(value);
  return day !== undefined && day >= from && day <= to;
}

/** As fillZeros, of rows that are all of a day: zeros are not made of others. Throws an ApiError of kind shape. */
export function daysOf(period: Period, rows: readonly StatisticRow[]): SeriesPoint[] {
  mustHave('day', rows, value => parseDay(value) !== undefined);
  return fillZeros(period, rows);
}

/** As fillHours, of rows that are all of an hour. */
export function hoursOf(rows: readonly StatisticRow[]): number[] {
  mustHave('hour', rows, value => parseHour(value) !== undefined);
  return fillHours(rows);
}

function mustHave(unit: Unit, rows: readonly StatisticRow[], isOne: (value: string) => boolean): void {
  if (rows.every(({ value }) => isOne(value))) return;
  throw new ApiError(
    'shape',
    `The service gives other rows where ${unit}s are asked for: their numbers would be left out.`,
  );
}
