import { allStatistics, isSeries, isTime, type StatisticName } from '#model/statistics/statistics.ts';
import { type Database, integer, RowInsertion } from './Database.ts';

/** The number of a statistic in the file. Never renumber: existing files contain these. */
export const statisticCodes: Readonly<Record<StatisticName, number>> = {
  visitors: 1,
  pageviews: 2,
  page: 3,
  landing_page: 4,
  referrer: 5,
  campaign: 6,
  event: 7,
  country: 8,
  city: 9,
  continent: 10,
  language: 11,
  browser: 12,
  os: 13,
  device: 14,
  resolution: 15,
  visitors_hours: 16,
  pageviews_hours: 17,
  bot: 18,
  not_found: 19,
  status: 20,
  bot_page: 21,
  // No row has it: exit pages are counted from the sessions that are kept.
  exit_page: 22,
  download: 23,
  bytes: 24,
  // No row has these two: times are kept in steps.
  response_time: 25,
  slow_response: 26,
  utm_source: 27,
  utm_medium: 28,
  utm_term: 29,
  utm_content: 30,
  // Nor this one: groups follow from referrers.
  referrer_group: 31,
  failed: 32,
};

/** Days since 1970-01-01, both counted. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

/** Weeks begin on Monday; day 0 was a Thursday. Not for days before 1970. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);
const firstDayOf = (week: number): number => week * 7 - 3;

const summedNames = allStatistics.filter(name => !isSeries(name) && !isTime(name));

/** What `countsOfPeriod` reads, beside :website, :name, :from and :to: the first and the last whole week of a period. */
export function wholeWeeks({ from, to }: Days): { readonly first: number; readonly last: number } {
  return { first: weekOf(from + 6), last: weekOf(to + 1) - 1 };
}

/**
 * A query of the values and counts of a period, each value several times: from the sums of its weeks, and the days before and
 * after them. Where a week between two others has no sums, all is read from the days. One statement, so that it reads one
 * state of the file.
 */
export function countsOfPeriod(condition: string): string {
  const ofName = 'website_id = :website and name = :name';
  return `
    with week as (
      select min(week) as first, max(week) as last, count(*) as weeks from summed_week
      where website_id = :website and week between :first and :last),
    summed as materialized (
      select first, last, first * 7 - 3 as first_day, last * 7 + 3 as last_day from week where weeks = last - first + 1)
    select value, count from week_sum where ${ofName} and ${condition}
      and week between (select first from summed) and (select last from summed)
    union all
    select value, count from stat where ${ofName} and ${condition}
      and day between :from and ifnull((select first_day - 1 from summed), :to)
    union all
    select value, count from stat where ${ofName} and ${condition}
      and day between (select last_day + 1 from summed) and :to`;
}

/** Whoever writes counts of these days has to call this in the same transaction. */
export function forgetSums(database: Database, website: number, { from, to }: Days): void {
  database
    .statement('delete from summed_week where website_id = ? and week between ? and ?')
    .run(website, weekOf(from), weekOf(to));
}

/** So far back weeks are summed: a wrong year in a log must not make it a task of minutes. */
const maxWeeks = 600;

/** Sums the weeks of a website that are over and have no sums (any more). Needs a transaction. */
export function sumWeeks(database: Database, website: number): void {
  const span = database
    .statement('select min(day) as first, max(day) as last from stat where website_id = ? and name = ?')
    .get(website, statisticCodes.pageviews);
  if (typeof span?.first !== 'number') return;
  const last = weekOf(integer(span.last)) - 1;
  const first = Math.max(1, weekOf(span.first), last - maxWeeks + 1);
  const known = new Set(
    database
      .statement('select week from summed_week where website_id = ? and week between ? and ?')
      .all(website, first, last)
      .map(row => integer(row.week)),
  );
  for (let week = first; week <= last; week++) if (!known.has(week)) sumWeek(database, website, week);
}

function sumWeek(database: Database, website: number, week: number): void {
  const remove = database.statement('delete from week_sum where website_id = ? and name = ? and week = ?');
  const add = database.statement(
    `insert into week_sum (website_id, name, week, value, count)
     select :website, :name, :week, value, sum(count) from stat
     where website_id = :website and name = :name and day between :from and :to group by value`,
  );
  const days = { from: firstDayOf(week), to: firstDayOf(week + 1) - 1 };
  for (const each of summedNames) {
    const name = statisticCodes[each];
    remove.run(website, name, week);
    add.run({ website, name, week, ...days });
  }
  database.statement('insert into summed_week (website_id, week) values (?, ?)').run(website, week);
}

/** A count to be added to what is there. The day is in days since 1970-01-01. */
export type StatisticEntry = readonly [day: number, value: string, count: number];

/** Fastest in the order of day and value. Yields after every few rows, for the event loop. */
export function* addStatistics(
  database: Database,
  website: number,
  name: StatisticName,
  entries: Iterable<StatisticEntry>,
): Generator<void, void, void> {
  forgetSums(database, website, { from: -Infinity, to: Infinity });
  const insertion = new RowInsertion<StatisticEntry>(database, {
    table: 'stat',
    columns: ['day', 'value', 'count'],
    shared: { website_id: website, name: statisticCodes[name] },
    end: 'on conflict do update set count = count + excluded.count',
  });
  for (const entry of entries) if (insertion.add(...entry)) yield;
  insertion.end();
}
