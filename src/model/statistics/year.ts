import type { DayCount } from '#model/comparison/dataDays.ts';
import { type Bucket, bucket, bucketName } from '#model/period/bucket.ts';
import { addDays, dayCount, dayOfWeek, dayParts, daysFrom, startOfWeek } from '#model/period/day.ts';
import { describePeriod, formatDayLong, shortMonth } from '#model/period/format.ts';
import { counted, groupThousands } from '#text/words.ts';
import { bestDay, sum } from './series.ts';
import type { Day, Period, SeriesPoint } from './statistics.ts';

const yearWeeks = 53;

/** The days of the calendar of a year: 53 weeks, from a Monday to today. */
export function yearPeriod(today: Day): Period {
  return { from: addDays(startOfWeek(today), -7 * (yearWeeks - 1)), to: today };
}

/** Weeks that each had more than the one before. */
export interface Rise extends Period {
  readonly weeks: number;
}

export interface YearFacts {
  /** Of the days that are over, as all of these facts. */
  readonly best: SeriesPoint | undefined;
  /** Of the months of which every day has data. */
  readonly bestMonth: Bucket | undefined;
  readonly rise: Rise | undefined;
  /** The average of each weekday, Monday first; undefined where none has data. */
  readonly weekdays: readonly (number | undefined)[];
}

export function yearFacts(points: readonly DayCount[], today: Day): YearFacts {
  const over = points.filter(({ day }) => day < today);
  return {
    best: bestDay(over),
    bestMonth: mostOf(bucket(over, 'month').filter(({ partial }) => !partial)),
    rise: longestRise(over),
    weekdays: Array.from({ length: 7 }, (_, weekday) => {
      const counts = over.flatMap(({ day, count }) =>
        dayOfWeek(day) === weekday && count !== undefined ? [count] : [],
      );
      return counts.length === 0 ? undefined : sum(counts.map(count => ({ count }))) / counts.length;
    }),
  };
}

function mostOf(buckets: readonly Bucket[]): Bucket | undefined {
  return buckets.reduce<Bucket | undefined>(
    (best, each) => ((each.count ?? 0) > (best?.count ?? 0) ? each : best),
    undefined,
  );
}

/**
 * The most whole weeks that follow each other and each had more than the week before, of equally many the latest; undefined where
 * there are no two. A week that lacks days of data neither grew nor is grown from.
 * @param days that are over, in order
 */
export function longestRise(days: readonly DayCount[]): Rise | undefined {
  const weeks = bucket(days, 'week');
  let best: Rise | undefined;
  let run = 0;
  for (const [index, week] of weeks.entries()) {
    const before = weeks[index - 1];
    run = before !== undefined && grew(before, week) ? run + 1 : 0;
    const first = weeks[index - run + 1];
    if (run >= Math.max(2, best?.weeks ?? 0) && first) best = { weeks: run, from: first.from, to: week.to };
  }
  return best;
}

function grew(before: Bucket, week: Bucket): boolean {
  return !before.partial && !week.partial && (week.count ?? 0) > (before.count ?? 0);
}

/** Where the names of the months stand: the first week, and each week in which a month begins. */
export function monthHeadings({ from, to }: Period): { readonly week: number; readonly text: string }[] {
  const mondays = daysFrom(from, dayCount({ from, to })).filter(day => dayOfWeek(day) === 0);
  return mondays.flatMap((monday, week) => {
    const { month } = dayParts(addDays(monday, 6));
    const isNew = week === 0 || dayParts(addDays(monday, -1)).month !== month;
    return isNew ? [{ week, text: shortMonth(month) }] : [];
  });
}

export interface YearFact {
  readonly name: string;
  readonly text: string;
}

/** What is said of a year, the most telling first. */
export function factTexts(facts: YearFacts | undefined): YearFact[] {
  const { best, bestMonth, rise } = facts ?? {};
  const text = (name: string, said: string | undefined) => (said === undefined ? [] : [{ name, text: said }]);
  return [
    ...text('best day', best && `${formatDayLong(best.day)}, ${groupThousands(best.count)}`),
    ...text('longest rise', rise && `${counted(rise.weeks, 'weeks')}, ${describePeriod(rise)}`),
    ...text(
      'best month',
      bestMonth && `${bucketName(bestMonth.from, 'month')}, ${groupThousands(bestMonth.count)}`,
    ),
  ];
}
