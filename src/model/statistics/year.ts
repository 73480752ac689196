import type { DayCount } from '#model/comparison/change.ts';
import { type Bucket, bucket, bucketName } from '#model/period/bucket.ts';
import { addDays, dayCount, dayOfWeek, dayParts, daysFrom, startOfWeek } from '#model/period/day.ts';
import { describePeriod, formatDayLong, shortMonth } from '#model/period/format.ts';
import { counted, groupThousands } from '#text/words.ts';
import { bestDay, mostOf, sum } from './series.ts';
import type { Day, Period, SeriesPoint, StatisticRow } from './statistics.ts';
import { readableValue } from './values.ts';

export const yearWeeks = 53;

/** The days of the calendar of a year: 53 weeks, from a Monday to today. */
export function yearPeriod(today: Day): Period {
  return { from: addDays(startOfWeek(today), -7 * (yearWeeks - 1)), to: today };
}

/** Weeks that each had more than the one before. */
interface Rise extends Period {
  readonly weeks: number;
}

export interface YearFacts {
  /** The first day with data, of a website that is younger than half a year. */
  readonly since: Day | undefined;
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
  const first = points.findIndex(({ count }) => count !== undefined);
  return {
    since: first > points.length / 2 ? points[first]?.day : undefined,
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
    const areWhole = before?.partial === false && !week.partial;
    run = areWhole && (week.count ?? 0) > (before.count ?? 0) ? run + 1 : 0;
    const first = weeks[index - run + 1];
    if (run >= Math.max(2, best?.weeks ?? 0) && first) best = { weeks: run, from: first.from, to: week.to };
  }
  return best;
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

/** The countries of some days; undefined rows are not known, or not all of them. */
interface CountriesOfDays extends Period {
  readonly rows: readonly StatisticRow[] | undefined;
}

export interface NewCountry {
  /** Raw, as the service returned it. */
  readonly value: string;
  /** The first day of the days in which its first visits came. */
  readonly from: Day;
  /** Visitors of all days since. */
  readonly count: number;
}

/**
 * Countries whose first visits came in one of these stretches of days: those that none before it has, most visitors first. In the
 * first stretch with any nothing is new, nor in the one after it, since the first may be a few days only.
 * @param stretches in order; from one that is not known on none is new
 */
export function newCountries(stretches: readonly CountriesOfDays[]): NewCountry[] {
  const begun = stretches.findIndex(({ rows }) => rows === undefined || rows.length > 0);
  const seen = new Map<string, { from: Day | undefined; count: number }>();
  for (const [index, { from, rows }] of stretches.entries()) {
    if (rows === undefined) break;
    for (const { value, count } of rows.filter(row => row.value.trim() !== '')) {
      const first = index > begun + 1 ? from : undefined;
      const country = seen.get(value) ?? { from: first, count: 0 };
      seen.set(value, { ...country, count: country.count + count });
    }
  }
  return [...seen]
    .flatMap(([value, { from, count }]) => (from === undefined ? [] : [{ value, from, count }]))
    .toSorted((one, other) => other.count - one.count);
}

const namedCountries = 3;

/** "Iceland (Mar), Kenya (Jul) and 2 more". */
function countriesText(countries: readonly NewCountry[]): string {
  const named = countries
    .slice(0, namedCountries)
    .map(({ value, from }) => `${readableValue('country', value)} (${shortMonth(dayParts(from).month)})`);
  const others = countries.length - named.length;
  return others === 0 ? named.join(', ') : `${named.join(', ')} and ${others} more`;
}

export interface YearFact {
  readonly name: string;
  readonly text: string;
}

/** What is said of a year, the most telling first. */
export function factTexts(facts: YearFacts | undefined, countries: readonly NewCountry[] = []): YearFact[] {
  const { since, best, bestMonth, rise } = facts ?? {};
  const text = (name: string, sentence: string | undefined) =>
    sentence === undefined ? [] : [{ name, text: sentence }];
  return [
    ...text('first day', since && formatDayLong(since)),
    ...text('best day', best && `${formatDayLong(best.day)}, ${groupThousands(best.count)}`),
    ...text('longest rise', rise && `${counted(rise.weeks, 'weeks')}, ${describePeriod(rise)}`),
    ...text('first visits from', countries.length === 0 ? undefined : countriesText(countries)),
    ...text(
      'best month',
      bestMonth && `${bucketName(bestMonth.from, 'month')}, ${groupThousands(bestMonth.count)}`,
    ),
  ];
}
