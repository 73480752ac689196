import type { Page, PerPage, SortDirection } from '#model/query.ts';
import type { TextValue } from '#model/textValue.ts';
import { listStart, type ListPosition, type Move } from './list.ts';
import { notLoaded, type Remote } from './remote.ts';

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
