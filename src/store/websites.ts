import type { Website } from '#model/website.ts';
import type { StoreContext } from './context.ts';
import { createTableActions, newTable, type PagedTable, type PagedTableActions } from './pagedTable.ts';
import { websiteRows } from './viewport.ts';

export type WebsitesSort = 'id' | 'domain';

/** The home screen's list. */
export interface WebsitesSlice extends PagedTable<Website, WebsitesSort>, PagedTableActions<WebsitesSort> {
  /** Puts a website that was just saved or read afresh in place of its row. */
  replaceWebsite(website: Website): void;
}

export function createWebsites({ get, patch, loader, services }: StoreContext): WebsitesSlice {
  const slice = () => get().websites;
  const actions = createTableActions<Website, WebsitesSort>({
    loader,
    table: slice,
    patch: change => patch('websites', change),
    slot: () => ({ key: 'websites', owner: 'websites' }),
    read(signal) {
      const { search, sortBy, sort, perPage, page } = slice();
      const searched = search === '' ? {} : { search };
      return services.api.listWebsites({ ...searched, sortBy, sort, perPage, page }, signal);
    },
    idOf: website => website.id,
    height: () => websiteRows(get().viewport),
  });

  return {
    ...newTable<Website, WebsitesSort>('id', 'desc'),
    ...actions,
    replaceWebsite(website) {
      const { list } = slice();
      if (list.data === undefined) return;
      const rows = list.data.rows.map(row => (row.id === website.id ? website : row));
      patch('websites', { list: { ...list, data: { ...list.data, rows } } });
    },
  };
}

/** The website under the selection. */
export function selectedWebsite({ list, position }: WebsitesSlice): Website | undefined {
  return list.data?.rows[position.selected];
}
