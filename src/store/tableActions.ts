import { repeatsPage } from '#model/page.ts';
import { perPageSizes, type Page } from '#model/query.ts';
import { textAtEnd } from '#model/textValue.ts';
import { createDebounce } from './debounce.ts';
import { listStart, moveInList, selectInList, type ListPosition } from './list.ts';
import type { PagedTable, PagedTableActions } from './pagedTable.ts';
import type { Loader } from './remote.ts';

export interface PagedTableSource<T, S extends string> {
  readonly loader: Loader;
  table(): PagedTable<T, S>;
  patch(change: Partial<PagedTable<T, S>>): void;
  /** The slot of the loader and the route that owns it. */
  slot(): { key: string; owner: string };
  read(signal: AbortSignal): Promise<Page<T>>;
  idOf(row: T): string;
  /** Rows on screen. */
  height(): number;
  /** The rows as they are shown; left out, those of the page as they came. */
  rows?(): readonly T[];
  /** A page has come, or it could not be read. */
  arrived?(): void;
}

/** What keys do to a table: every table of the program moves, searches, sorts and pages in the same way. */
export function createTableActions<T, S extends string>(
  source: PagedTableSource<T, S>,
): PagedTableActions<S> {
  const { table, patch, loader } = source;
  const searchLater = createDebounce();
  const rows = () => source.rows?.() ?? table().list.data?.rows ?? [];
  const ids = (page: Page<T> | undefined) => page?.rows.map(source.idOf) ?? [];

  const settle = () => {
    const { position, selectedId } = table();
    const isSelected = (row: T | undefined) => row !== undefined && source.idOf(row) === selectedId;
    // Where it was first: a service may give the same row twice.
    const found = isSelected(rows()[position.selected]) ? position.selected : rows().findIndex(isSelected);
    const target = found === -1 ? position.selected : found;
    goTo(selectInList(position, target, rows().length, source.height()));
  };
  const goTo = (position: ListPosition) => {
    const row = rows()[position.selected];
    patch({ position, selectedId: row === undefined ? undefined : source.idOf(row) });
  };

  const load = async () => {
    searchLater.cancel();
    const before = table().list.data;
    await loader.load({
      ...source.slot(),
      read: source.read,
      current: () => table().list,
      write(list) {
        const turned = list.data !== undefined && before !== undefined && list.data.page > before.page;
        if (turned && list.data !== before && repeatsPage(ids(before), ids(list.data)))
          patch({ page: before.page, cannotPage: true, list: { ...list, data: before } });
        else patch({ list });
        if (list.loading) return;
        // A page that could not be read leaves the person on the one that is shown.
        if (list.error !== undefined && list.data !== undefined) patch({ page: list.data.page });
        source.arrived?.();
        settle();
      },
    });
  };

  /** Another question: back to the first page and the first row. */
  const ask = (change: Partial<PagedTable<T, S>>) => {
    patch({ page: 1, position: listStart, selectedId: undefined, cannotPage: false, ...change });
    void load();
  };

  return {
    load,
    settle,
    move: move => goTo(moveInList(table().position, move, rows().length, source.height())),
    select(id) {
      patch({ selectedId: id });
      settle();
    },
    openSearch: () => patch({ searchField: textAtEnd(table().search) }),
    editSearch(text) {
      patch({ searchField: text });
      const search = text.value.trim();
      if (search === table().search) searchLater.cancel();
      else searchLater.run(() => ask({ search }));
    },
    leaveSearch() {
      const search = table().searchField?.value.trim() ?? table().search;
      searchLater.cancel();
      patch({ searchField: undefined });
      if (search !== table().search) ask({ search });
    },
    clearSearch() {
      searchLater.cancel();
      patch({ searchField: undefined });
      if (table().search !== '') ask({ search: '' });
    },
    sortRows: (sortBy, sort) => ask({ sortBy, sort }),
    reverseSort: () => ask({ sort: table().sort === 'asc' ? 'desc' : 'asc' }),
    resize(step) {
      const perPage = perPageSizes[perPageSizes.indexOf(table().perPage) + step];
      if (perPage !== undefined) ask({ perPage });
    },
    turnPage(step) {
      const { page, list, cannotPage } = table();
      if (page + step < 1 || list.loading) return;
      if (step === 1 && (cannotPage || list.data?.next === 'no')) return;
      patch({ page: page + step, position: listStart, selectedId: undefined });
      void load();
    },
  };
}
