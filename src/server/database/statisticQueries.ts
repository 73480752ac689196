import type { SortDirection } from '#model/paging/query.ts';
import { isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import { integer, text } from './columnValues.ts';
import type { Database } from './Database.ts';
import { pageOf, type SelectedRows } from './readAhead.ts';
import { contains } from './search.ts';
import { statisticCodes } from './statisticCodes.ts';
import { countsOfPeriod, wholeWeeks } from './weekSums.ts';

export interface StatisticSelection {
  readonly website: number;
  readonly name: StatisticName;
  /** Days since 1970-01-01, both counted. */
  readonly from: number;
  readonly to: number;
  readonly search: string | undefined;
  readonly sortBy: 'count' | 'value';
  readonly sort: SortDirection;
  readonly perPage: number;
  /** 1-based. */
  readonly page: number;
}

/** The counts of a statistic, summed over the days. Values of visitors and page views are days. */
export function selectStatistic(database: Database, selection: StatisticSelection): SelectedRows {
  const byDay = isSeries(selection.name);
  const value = byDay ? `date(day * 86400, 'unixepoch')` : 'value';
  const { condition, text: searched } = contains(value, selection.search);
  const grouped = byDay
    ? `select ${value} as value, sum(count) as count from stat
       where website_id = :website and name = :name and day between :from and :to and ${condition} group by day`
    : `select value, sum(count) as count from (${countsOfPeriod(condition)}) group by value`;
  const bound = {
    website: selection.website,
    name: statisticCodes[selection.name],
    from: selection.from,
    to: selection.to,
    ...(byDay ? {} : wholeWeeks(selection)),
    ...(condition === 'true' ? {} : { text: searched }),
  };
  const paged = database.statement(
    `select value, count, count(*) over () as total from (${grouped})
     order by ${order(selection)} limit :limit offset :offset`,
  );
  const select = (limit: number, offset: number): SelectedRows => {
    const rows = paged.all({ ...bound, limit, offset });
    const first = rows[0] ?? database.statement(`select count(*) as total from (${grouped})`).get(bound);
    return {
      rows: rows.map(row => ({ value: text(row.value), count: integer(row.count) })),
      total: integer(first?.total),
    };
  };
  const { perPage: limit, page, ...query } = selection;
  return pageOf(database, JSON.stringify(query), { limit, offset: (page - 1) * limit }, select);
}

/** Rows of equal count are ordered by value, so that pages never repeat or miss one. */
function order({ sortBy, sort }: StatisticSelection): string {
  return sortBy === 'count' ? `count ${sort}, value` : `value collate nocase ${sort}, value ${sort}`;
}
