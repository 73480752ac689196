import type { ApiError } from '#api/error.ts';
import type { Page, PageSize, SortDirection } from '#model/paging/query.ts';
import type { RowsSoFar } from '#model/paging/rowsSoFar.ts';
import type { TextValue } from '#model/text/textValue.ts';
import { listStart, type ListPosition, type Move } from '#store/core/list.ts';
import { notLoaded, type Remote } from '#store/core/remote.ts';

/** A table whose rows the service searches, sorts and pages. */
export interface PagedTable<T, S extends string> {
  readonly search: string;
  readonly sortBy: S;
  readonly sort: SortDirection;
  readonly perPage: PageSize;
  /** 1-based: which of the pages is shown; 1 where the list goes on as one scrolls. */
  readonly page: number;
  /** All rows that were read of it, from the first on. */
  readonly list: Remote<RowsSoFar<T>>;
  readonly position: ListPosition;
  /** The selection follows the row's identity, not its number. */
  readonly selectedId?: string | undefined;
  /** The search field while it has the focus. */
  readonly searchField?: TextValue | undefined;
  /** The service answered the next page with the one before: there is no way further. */
  readonly cannotPage: boolean;
}

export interface PagedTableActions<S extends string> {
  /** Reads what is shown, and all that stands before it. With `all` what stands behind it has to be read again too. */
  load(all?: boolean): Promise<void>;
  /** Reads one page more in the background; resolves to the failure where it could not be read. */
  readOn(): Promise<ApiError | undefined>;
  /** Gives up reading on. */
  stop(): void;
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
  /** Fewer or more rows a page, as many as fit before the fewest; behind the last comes the first. */
  resize(step: -1 | 1): void;
  turnPage(step: -1 | 1): void;
}

export function newTable<T, S extends string>(sortBy: S, sort: SortDirection): PagedTable<T, S> {
  return {
    search: '',
    sortBy,
    sort,
    perPage: 'fit',
    page: 1,
    list: notLoaded,
    position: listStart,
    cannotPage: false,
  };
}

/** How many rows stand before the page that is shown. */
export function rowsBefore({ perPage, page }: Pick<PagedTable<unknown, string>, 'perPage' | 'page'>): number {
  return perPage === 'fit' ? 0 : (page - 1) * perPage;
}

/** Of all rows those of the page that is shown. */
export function onPage<T>(
  rows: readonly T[],
  table: Pick<PagedTable<unknown, string>, 'perPage' | 'page'>,
): readonly T[] {
  if (table.perPage === 'fit') return rows;
  const first = rowsBefore(table);
  return rows.slice(first, first + table.perPage);
}

/** The page that is shown. */
export function shownPage<T>(table: PagedTable<T, string>): Page<T> | undefined {
  const { perPage, page, list } = table;
  if (list.data === undefined || perPage === 'fit') return list.data;
  const isLast = list.data.rows.length <= page * perPage;
  return { ...list.data, rows: onPage(list.data.rows, table), page, next: isLast ? list.data.next : 'yes' };
}
