import type { Urgency } from '#api/api.ts';
import type { ApiError } from '#api/error.ts';
import type { Page, PageSize, SortDirection } from '#model/paging/query.ts';
import type { PageRequest, RowsSoFar } from '#model/paging/rowsSoFar.ts';
import type { TextValue } from '#model/text/textValue.ts';
import { listStart, type ListPosition, type Move } from '#store/core/list.ts';
import { notLoaded, type Loader, type Remote } from '#store/core/remote.ts';

/** A table whose rows the service searches, sorts and pages. */
export interface PagedTable<T, S extends string> {
  readonly search: string;
  readonly sortBy: S;
  readonly sort: SortDirection;
  readonly perPage: PageSize;
  /** 1-based number of the shown page; 1 where the list has no pages. */
  readonly page: number;
  /** All rows read so far, from the first one on. */
  readonly list: Remote<RowsSoFar<T>>;
  readonly position: ListPosition;
  /** The selection follows the row's id, not its index. */
  readonly selectedId?: string | undefined;
  /** The search field while it has the focus. */
  readonly searchField?: TextValue | undefined;
  /** The service returned an earlier page again: it does not support paging. */
  readonly cannotPage: boolean;
  /** Of which query the rows are, where another search or order was asked for since. */
  readonly rowsOf: 'before' | 'now';
}

export interface PagedTableActions<S extends string> {
  /** Reads all rows up to the last one on screen. With `all`, the rows behind it have to be read again too. */
  load(all?: boolean): Promise<void>;
  /** Reads one more page in the background; resolves to the error where it failed. */
  readOn(): Promise<ApiError | undefined>;
  /** Aborts reading further pages. */
  stop(): void;
  move(move: Move): void;
  select(id: string): void;
  /** Finds the selected row again after the rows have changed. */
  settle(): void;
  openSearch(): void;
  editSearch(text: TextValue): void;
  /** Closes the field and keeps the search. */
  leaveSearch(): void;
  clearSearch(): void;
  sortRows(sortBy: S, sort: SortDirection): void;
  reverseSort(): void;
  /** The next or previous page size; "as many as fit" stands before the smallest, and the choice wraps around. */
  resize(step: -1 | 1): void;
  turnPage(step: -1 | 1): void;
}

/** An empty table, before its first read. */
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
    rowsOf: 'now',
  };
}

/** Whether another search or order is being read, and the rows are still those of the one before. */
export function showsRowsOfBefore({
  rowsOf,
  list,
}: Pick<PagedTable<unknown, string>, 'rowsOf' | 'list'>): boolean {
  return rowsOf === 'before' && list.loading && list.data !== undefined;
}

/** How many rows are before the shown page. */
export function rowsBefore({ perPage, page }: Pick<PagedTable<unknown, string>, 'perPage' | 'page'>): number {
  return perPage === 'fit' ? 0 : (page - 1) * perPage;
}

/** The rows of the shown page. */
export function rowsOfPage<T>(
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
  return {
    ...list.data,
    rows: rowsOfPage(list.data.rows, table),
    page,
    next: isLast ? list.data.next : 'yes',
  };
}

/** What the actions of a table work with. */
export interface PagedTableSource<T, S extends string> {
  readonly loader: Loader;
  table(): PagedTable<T, S>;
  patch(change: Partial<PagedTable<T, S>>): void;
  /** The loader's key of the read, and the route that owns it. */
  slot(): { key: string; owner: string };
  read(ask: PageRequest, signal: AbortSignal, urgency: Urgency): Promise<Page<T>>;
  idOf(row: T): string;
  /** Rows on screen. */
  height(): number;
  /** Rows that there may be on screen once others are read; by default as many. */
  mostRows?(): number;
  /** The rows as displayed; by default those of the page in the service's order. */
  rows?(): readonly T[];
  /** The number of rows that pages are counted in; by default those that are read. */
  known?(): number;
  /** Whether scrolling has to read further rows; by default true. */
  readsAsOneScrolls?(): boolean;
  /** Whether further pages stay valid until they are read again. */
  readonly keepsFurther?: boolean;
  /** Called when a page was read or has failed. */
  arrived?(): void;
}
