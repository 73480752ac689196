import type { StatisticName } from '#model/statistics/statistics.ts';
import type { Database } from './Database.ts';
import { statisticCodes } from './statisticCodes.ts';
import { forgetSums } from './weekSums.ts';

/** A count to be added to what is there. The day is in days since 1970-01-01. */
export type StatisticEntry = readonly [day: number, value: string, count: number];

// Measured: 40 rows per statement take three quarters of the time of nine; 100 rows take no less.
const rowsAtOnce = 40;

/**
 * Adds counts to one statistic of a website, fastest in the order of day and value. Yields after every few rows, so that
 * the caller can give the event loop a turn.
 */
export function* addStatistics(
  database: Database,
  website: number,
  name: StatisticName,
  entries: Iterable<StatisticEntry>,
): Generator<void, void, void> {
  forgetSums(database, website, { from: -Infinity, to: Infinity });
  const several = database.statement(insertion(rowsAtOnce));
  const one = database.statement(insertion(1));
  const target = { website, name: statisticCodes[name] };
  const fields = 3;
  let batch: (string | number)[] = [];
  for (const [day, value, count] of entries) {
    batch.push(day, value, count);
    if (batch.length < rowsAtOnce * fields) continue;
    several.run(target, ...batch);
    batch = [];
    yield;
  }
  for (let index = 0; index < batch.length; index += fields)
    one.run(target, ...batch.slice(index, index + fields));
}

/** Without numbered parameters (?1): the SQLite of Node 22.13 takes none. */
function insertion(rows: number): string {
  return `insert into stat (website_id, name, day, value, count)
    values ${Array.from({ length: rows }, () => '(:website, :name, ?, ?, ?)').join(', ')}
    on conflict do update set count = count + excluded.count`;
}
