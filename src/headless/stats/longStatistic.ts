import { say } from '#headless/output/stderr.ts';
import { printLines } from '#headless/output/stdout.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { csvOfBatches } from '#model/export/exportCsv.ts';
import { jsonOfBatches } from '#model/export/exportJson.ts';
import type { PageRows } from '#model/paging/everyPage.ts';
import { sum } from '#model/statistics/series.ts';
import type { ShareBasis } from '#model/statistics/share.ts';
import { statisticsTable, type TableSubject } from '#model/statistics/statisticTables.ts';
import type { StatisticName, StatisticRow } from '#model/statistics/statistics.ts';

/** So many rows are held: where there are more, each page is printed as it comes. */
export const mostRowsHeld = 10_000;

interface LongStatistic {
  readonly name: StatisticName;
  /** Of the first rows. */
  readonly basis: ShareBasis;
  readonly first: readonly StatisticRow[];
  readonly further: AsyncIterable<PageRows<StatisticRow>>;
}

/**
 * Prints rows as they are read, holding a page at a time. Shares are of `basis`, where its total is of the measure: any other
 * is known only when all rows are.
 */
export async function printLongStatistic(
  format: 'csv' | 'json',
  subject: TableSubject,
  { name, basis, first, further }: LongStatistic,
): Promise<void> {
  let complete = false;
  let shared = basis.kind === 'measure' ? basis : undefined;
  let counted = 0;
  const table = (entries: readonly StatisticRow[]): DataTable => {
    counted += sum(entries);
    // A total smaller than the sum of its rows counts something else.
    if (shared !== undefined && counted > shared.total) shared = undefined;
    return statisticsTable(subject, [{ name, entries, basis: shared }]);
  };
  async function* batches(): AsyncGenerator<DataTable> {
    yield table(first);
    for await (const { rows, end } of further) {
      yield table(rows);
      complete = end === 'whole';
    }
  }
  const { about } = statisticsTable(subject, []);
  const lines =
    format === 'csv' ? csvOfBatches(batches()) : jsonOfBatches(about, batches(), () => ({ complete }));
  await printLines(lines);
  if (shared === undefined)
    say(
      `Rows of ${name} have no shares: more than 10,000 are printed as they come, before their sum is known.`,
    );
}
