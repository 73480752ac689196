import type { ComparedPeriods } from '#model/period/comparedPeriods.ts';
import { addDays, dayCount, daysBetween, parseDay } from '#model/period/day.ts';
import { compareRows, type ReadRows } from '#model/statistics/rowComparison.ts';
import { isSeries, type StatisticName, type StatisticRow } from '#model/statistics/statistics.ts';
import type { TableEntry } from '#model/statistics/statisticTables.ts';

/**
 * Rows with their earlier counts; rows that have disappeared come last. `reaches`: the earlier rows cover all their days;
 * else no earlier count is known.
 */
export function comparedEntries(
  name: StatisticName,
  now: ReadRows,
  before: ReadRows,
  periods: ComparedPeriods,
  reaches: boolean,
): TableEntry[] {
  if (isSeries(name)) return comparedDays(now.rows, before.rows, periods);
  const { rows, missing } = compareRows(now, before, reaches);
  return [...rows, ...missing.filter(({ mark }) => mark.kind === 'gone')].map(row => ({
    value: row.value,
    count: row.count ?? (row.mark.kind === 'gone' ? 0 : undefined),
    before: row.before ?? (row.mark.kind === 'new' ? 0 : undefined),
  }));
}

/**
 * Each day with the day at the same position in the earlier period; last the earlier days without a counterpart, so that
 * their sum is complete.
 */
function comparedDays(
  now: readonly StatisticRow[],
  before: readonly StatisticRow[],
  periods: ComparedPeriods,
): TableEntry[] {
  const counts = new Map(before.map(({ value, count }) => [parseDay(value), count]));
  const entries = now.map(({ value, count }): TableEntry => {
    const day = parseDay(value);
    if (day === undefined) return { value, count };
    const earlier = addDays(periods.before.from, daysBetween(periods.now.from, day));
    if (earlier > periods.before.to) return { value, count };
    return { value, count, dayBefore: earlier, before: counts.get(earlier) };
  });
  const firstAlone = addDays(periods.before.from, dayCount(periods.now));
  const alone = [...counts].flatMap(([day, count]): TableEntry[] =>
    day === undefined || day < firstAlone
      ? []
      : [{ value: undefined, count: undefined, dayBefore: day, before: count }],
  );
  return [...entries, ...alone];
}
