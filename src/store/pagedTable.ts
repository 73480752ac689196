import { repeatsPage } from '#model/page.ts';
import { perPageSizes, type Page, type PerPage, type SortDirection } from '#model/query.ts';
import { textAtEnd, type TextValue } from '#model/textValue.ts';
import { createDebounce } from './debounce.ts';
import { listStart, moveInList, selectInList, type ListPosition, type Move } from './list.ts';
import { notLoaded, type Loader, type Remote } from './remote.ts';

/** A table whose rows the service searches, sorts and pages. */
export interface PagedTable<T, S extends string> {
  readonly search: string;
  readonly sortBy: S;
  readonly sort: SortDirection;
  readonly perPage: PerPage;
  /** 1-based: the page that is asked for. The page that is shown is `list.data.page`. */
  readonly page: number;
  readonly list: Remote<Page<T>>;
  readonly position: ListPosition;
  /** The selection follows the row's identity, not its number. */
  readonly selectedId?: string | undefined;
  /** The search field while it has the focus. */
  readonly searchField?: TextValue | undefined;
  /** The service answered the next page with the one before: there is no way further. */
  readonly cannotPage: boolean;
}

export interface PagedTableActions<S extends string> {
  load(): Promise<void>;
  move(move: Move): void;
  select(id: string): void;
  /** Finds the selected row again after the rows were changed. */
  settle(): void;
  openSearch(): void;
  editSearch(text: TextValue): void;
  /** Leaves the field and keeps what it filters. */
  leaveSearch(): void;
  clearSearch(): void;
  sortRows(sortBy: S, sort: SortDirection): void;
  reverseSort(): void;
  /** Fewer or more rows a page. */
  resize(step: -1 | 1): void;
  turnPage(step: -1 | 1): void;
}

export function newTable<T, S extends string>(sortBy: S, sort: SortDirection): PagedTable<T, S> {
  return {
    search: '',
    sortBy,
    sort,
    perPage: 25,
    page: 1,
    list: notLoaded,
    position: listStart,
    cannotPage: false,
  };
}

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
    const found = rows().findIndex(row => source.idOf(row) === table().selectedId);
    const target = found === -1 ? table().position.selected : found;
    goTo(selectInList(table().position, target, rows().length, source.height()));
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
