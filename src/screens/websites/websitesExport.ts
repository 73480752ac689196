import { websiteNumbersTable } from '#model/website/websitesTable.ts';
import { shownComparison, shownPeriod } from '#store/statistics/comparison.ts';
import { shownPage } from '#store/statistics/pagedTable.ts';
import { numbersReader } from '#store/websites/overviewNumbers.ts';
import type { ExportSource } from '#store/exporting/exportSource.ts';
import type { State } from '#store/core/state.ts';

/** The rows that are read, with their numbers. */
export function websitesExport(state: State): ExportSource | undefined {
  const { rows, page, search, sortBy, sort } = state.websites;
  if (rows.length === 0) return undefined;
  const period = shownPeriod(state);
  const numbersOf = numbersReader(state);
  const parameters = {
    search,
    sort_by: sortBy,
    sort,
    page,
    more_rows: shownPage(state.websites)?.next !== 'no',
  };
  const compared = shownComparison(state);
  const table = websiteNumbersTable(rows, {
    // Whole days are compared with whole days.
    period: compared?.now ?? period,
    before: compared?.before,
    timeZone: state.timeZone,
    parameters,
    of(website) {
      const { visitors, pageviews } = numbersOf(website);
      return { visitors: visitors?.count, visitorsBefore: visitors?.before, pageviews: pageviews?.count };
    },
  });
  return { table, nameParts: ['websites'], period };
}
