import { everyPage } from '#model/paging/everyPage.ts';
import type { StatisticQuery } from '#model/paging/query.ts';
import { mostSorted } from '#model/statistics/rowOrder.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import { shownComparison } from './comparison.ts';
import type { StoreContext } from '#store/core/context.ts';
import type { Force } from './stats.ts';
import { beforeQuery, rowsKey } from './statsQueries.ts';

interface RowsToSort {
  readonly rows: readonly StatisticRow[];
  /** There are more rows than are read for sorting. */
  readonly isCut: boolean;
}

interface SortRead {
  readonly websiteId: string;
  readonly query: StatisticQuery;
  readonly owner: string;
  readonly force: Force;
}

/**
 * Reads the most frequent rows of both periods, since no service sorts by change. The earlier ones are cached for all
 * views.
 */
export async function readRowsToSort(
  context: Pick<StoreContext, 'get' | 'services'>,
  read: SortRead,
  signal: AbortSignal,
): Promise<RowsToSort> {
  const earlier = readEarlier(context, read);
  const { websiteId, query } = read;
  const rows: StatisticRow[] = [];
  let isCut = false;
  const pages = everyPage(
    page => context.services.api.readStatistic(websiteId, { ...query, page }, signal),
    ({ value }) => value,
    mostSorted / 100,
  );
  for await (const { rows: some, end } of pages) {
    rows.push(...some);
    isCut = end !== 'whole';
  }
  await earlier;
  return { rows, isCut };
}

/** Reads page after page; fresh pages come from the cache. */
async function readEarlier({ get }: Pick<StoreContext, 'get'>, read: SortRead): Promise<void> {
  const before = shownComparison(get())?.before;
  if (before === undefined) return;
  const { websiteId, query, owner, force } = read;
  const pages = everyPage<StatisticRow>(
    async page => {
      const asked = { ...beforeQuery(query.name, before, query.search), page };
      await get().stats.readRows(websiteId, asked, { owner, force });
      const slot = get().stats.rows[rowsKey(websiteId, asked)];
      const wasRead = slot?.data !== undefined && slot.error === undefined;
      return wasRead ? slot.data : { rows: [], page, next: 'no' };
    },
    ({ value }) => value,
    mostSorted / 100,
  );
  for await (const { end } of pages) if (end !== undefined) return;
}
