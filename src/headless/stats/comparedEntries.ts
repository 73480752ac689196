import type { ComparedPeriods } from '#model/comparedPeriods.ts';
import { addDays, daysBetween, parseDay } from '#model/day.ts';
import { compareRows, type ReadRows } from '#model/rowComparison.ts';
import { isSeries, type StatisticName, type StatisticRow } from '#model/statistics.ts';
import type { TableEntry } from '#model/statisticTables.ts';

/** Rows beside their counts before; those that are gone come last, where both sides are whole. */
export function comparedEntries(
  name: StatisticName,
  now: ReadRows,
  before: ReadRows,
  periods: ComparedPeriods,
): TableEntry[] {
  if (isSeries(name)) return comparedDays(now.rows, before.rows, periods);
  const { rows, missing } = compareRows(now, before);
  return [...rows, ...missing.filter(({ mark }) => mark.kind === 'gone')].map(row => ({
    value: row.value,
    count: row.count ?? (row.mark.kind === 'gone' ? 0 : undefined),
    before: row.before ?? (row.mark.kind === 'new' ? 0 : undefined),
  }));
}

/** Each day beside the one at its place in the period before, in whatever order they are. */
function comparedDays(
  now: readonly StatisticRow[],
  before: readonly StatisticRow[],
  periods: ComparedPeriods,
): TableEntry[] {
  const counts = new Map(before.map(({ value, count }) => [parseDay(value), count]));
  return now.map(({ value, count }) => {
    const day = parseDay(value);
    if (day === undefined) return { value, count };
    const earlier = addDays(periods.before.from, daysBetween(periods.now.from, day));
    return { value, count, before: counts.get(earlier) };
  });
}
