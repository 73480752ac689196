import { isListedSort, type ListedSort, type WebsitesSort } from '#model/savedChoices.ts';
import type { SortDirection } from '#model/query.ts';
import type { Website } from '#model/website.ts';
import type { StoreContext } from './context.ts';
import { listStart } from './list.ts';
import { newTable, type PagedTable, type PagedTableActions } from './pagedTable.ts';
import { createTableActions } from './tableActions.ts';
import { hasAllNumbers, orderedRows, rowsInNeed } from './shownRows.ts';
import { websiteRows } from './viewport.ts';

/** The home screen's list. */
export interface WebsitesSlice extends PagedTable<Website, WebsitesSort>, PagedTableActions<WebsitesSort> {
  /** How the service is asked to sort. Sorts by numbers are ours, over the rows that it gave. */
  readonly listedBy: { readonly sortBy: ListedSort; readonly sort: SortDirection };
  /** The rows of the page as they are shown. */
  readonly rows: readonly Website[];
  /** Only rows that need attention are shown. */
  readonly attentionOnly: boolean;
  /** Puts a website that was just saved or read afresh in place of its row. */
  replaceWebsite(website: Website): void;
  toggleAttention(): void;
  /** Makes the rows shown anew from the page and the numbers that are known. */
  arrange(): void;
}

export function createWebsites({ get, patch, loader, services }: StoreContext): WebsitesSlice {
  const slice = () => get().websites;
  const saved = services.choices?.saved;
  const table = newTable<Website, WebsitesSort>(saved?.sortBy ?? 'id', saved?.sort ?? 'desc');

  let saidSo = false;
  const arrange = () => {
    const before = slice().rows;
    const ordered = orderedRows(get());
    patch('websites', { rows: slice().attentionOnly ? rowsInNeed(get(), ordered, before) : ordered });
  };
  const actions = createTableActions<Website, WebsitesSort>({
    loader,
    table: slice,
    patch: change => patch('websites', change),
    slot: () => ({ key: 'websites', owner: 'websites' }),
    async read(signal) {
      const { search, listedBy, perPage, page } = slice();
      const searched = search === '' ? {} : { search };
      return await services.api.listWebsites({ ...searched, ...listedBy, perPage, page }, signal);
    },
    idOf: website => website.id,
    height: () => websiteRows(get().viewport),
    rows: () => slice().rows,
    arrived() {
      for (const website of slice().list.data?.rows ?? []) get().marks.put(website);
      arrange();
      const { cannotPage, perPage } = slice();
      if (cannotPage && !saidSo)
        get().notices.say(
          `This service does not page. Press ${perPage < 100 ? '+ for more rows, ' : ''}S for the other end, / to search.`,
        );
      saidSo = cannotPage;
    },
  });

  /** By numbers: the rows that are here, without asking for others. */
  const sortRows = (sortBy: WebsitesSort, sort: SortDirection) => {
    if (isListedSort(sortBy)) {
      patch('websites', { listedBy: { sortBy, sort } });
      return actions.sortRows(sortBy, sort);
    }
    patch('websites', { sortBy, sort, position: listStart, selectedId: undefined });
    // Rows whose numbers are still to come are ordered once, when they are all here.
    if (hasAllNumbers(get())) arrange();
    actions.settle();
  };

  return {
    ...table,
    ...(saved === undefined ? {} : { search: saved.search, perPage: saved.perPage }),
    ...actions,
    listedBy: isListedSort(table.sortBy)
      ? { sortBy: table.sortBy, sort: table.sort }
      : { sortBy: 'id', sort: 'desc' },
    rows: [],
    attentionOnly: false,
    sortRows,
    reverseSort: () => sortRows(slice().sortBy, slice().sort === 'asc' ? 'desc' : 'asc'),
    replaceWebsite(website) {
      const { list } = slice();
      get().marks.put(website);
      if (list.data === undefined) return;
      const rows = list.data.rows.map(row => (row.id === website.id ? website : row));
      patch('websites', { list: { ...list, data: { ...list.data, rows } } });
      arrange();
    },
    toggleAttention() {
      patch('websites', { attentionOnly: !slice().attentionOnly, rows: [] });
      arrange();
      actions.settle();
    },
    arrange() {
      // Who stands on the first row has not chosen it.
      if (slice().position.selected === 0) patch('websites', { selectedId: undefined });
      arrange();
      actions.settle();
    },
  };
}

/** The website under the selection. */
export function selectedWebsite({ rows, position }: WebsitesSlice): Website | undefined {
  return rows[position.selected];
}
