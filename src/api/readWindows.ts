import { ApiError } from '#model/failure.ts';
import { dayCount, parseDay } from '#model/period/day.ts';
import { fewAtOnce } from '#model/service/fewAtOnce.ts';
import { fillHours, fillZeros, parseHour, windows } from '#model/statistics/series.ts';
import type { Period, SeriesPoint, StatisticRow } from '#model/statistics/statistics.ts';

/** The most windows that are asked for because longer ones were not answered as asked. */
const mostHalves = 64;

interface AnsweredWindow<T> {
  readonly value: T;
  /** Why it does not say what was asked, where of fewer days it may. */
  readonly tooLong?: ApiError | undefined;
}

/**
 * What a service says of a period, asked for in windows of at most so many days; in order. Windows that are too long for it are asked for
 * again in halves. A service may have shorter limits than those that are known, but one that never answers as asked would be sent
 * thousands of requests: rejects with why a window is too long where it is one day, or before there are more than 64 halves, and as
 * `read` does.
 */
export async function readWindows<T>(
  period: Period,
  mostDays: number,
  read: (part: Period) => Promise<AnsweredWindow<T>>,
): Promise<T[]> {
  const answered: { readonly part: Period; readonly value: T }[] = [];
  let left = mostHalves;
  let open = windows(period, mostDays);
  while (open.length > 0) {
    const answers = await fewAtOnce(open, async part => ({ part, ...(await read(part)) }));
    answered.push(...answers.filter(({ tooLong }) => tooLong === undefined));
    open = answers.flatMap(({ part, tooLong }) => {
      if (tooLong === undefined) return [];
      const halves = halvesOf(part);
      left -= halves.length;
      if (halves.length < 2 || left < 0) throw tooLong;
      return halves;
    });
  }
  return answered.toSorted((a, b) => (a.part.from < b.part.from ? -1 : 1)).map(({ value }) => value);
}

function halvesOf(part: Period): Period[] {
  return windows(part, Math.ceil(dayCount(part) / 2));
}

type Unit = 'day' | 'hour';

/** No month is shorter: rows of fewer days that are all firsts of a month are one day. */
const shortestMonth = 28;

/**
 * Why rows that should be days are taken for months, or hours for days: all are labelled by the first of them, where that is no accident.
 * Undefined for others.
 */
export function whyCoarse(rows: readonly StatisticRow[], unit: Unit, part: Period): ApiError | undefined {
  const [given, asked] = unit === 'day' ? ['months', 'days'] : ['days', 'hours'];
  const [label, isLikely] =
    unit === 'day'
      ? [/^.{7}-01\b/, dayCount(part) >= shortestMonth || rows.some(({ value }) => !isWithin(part, value))]
      : [/^.{10}[ T]00:00/, rows.length > 1 && dayCount(part) > 1];
  if (rows.length === 0 || !isLikely || !rows.every(({ value }) => label.test(value))) return undefined;
  return new ApiError(
    'shape',
    `The service gives ${given} where ${asked} are asked for, also of shorter periods: choose fewer days.`,
  );
}

export function isWithin({ from, to }: Period, value: string): boolean {
  const day = parseDay(value);
  return day !== undefined && day >= from && day <= to;
}

/** As fillZeros; zeros are not made up where no row is of a day. Throws an ApiError of kind shape. */
export function daysOf(period: Period, rows: readonly StatisticRow[]): SeriesPoint[] {
  mustHave('day', rows, value => parseDay(value) !== undefined);
  return fillZeros(period, rows);
}

/** As fillHours, and as daysOf. */
export function hoursOf(rows: readonly StatisticRow[]): number[] {
  mustHave('hour', rows, value => parseHour(value) !== undefined);
  return fillHours(rows);
}

function mustHave(unit: Unit, rows: readonly StatisticRow[], isOne: (value: string) => boolean): void {
  if (rows.length === 0 || rows.some(({ value }) => isOne(value))) return;
  throw new ApiError(
    'shape',
    `The service gives no ${unit}s where ${unit}s are asked for: its rows are of something else.`,
  );
}
