import type { Urgency } from '#api/api.ts';
import type { ApiError } from '#model/failure.ts';
import {
  hasMore,
  nextPageRequest,
  noRows,
  type Page,
  type PageRequest,
  type PageSize,
  pageSizes,
  type RowsSoFar,
  type SortDirection,
  withPage,
} from '#model/service/paging.ts';
import type { Loader } from '#queries/answers/answers.ts';
import { notLoaded, type Answer } from '#queries/answers/request.ts';
import { textAtEnd, type TextValue } from '#text/textField.ts';
import { cycle, type ListPosition, listStart, type Move, moveInList, selectInList } from './navigation.ts';

/** Longer than between two typed keys, and short enough to seem immediate. */
const searchDelayMs = 250;

/** At most so many requests until it is looked whether the rows are still wanted. */
const mostAtOnce = 10;

/** The pages behind the first rows of a table, read as one scrolls, or in the background. */
function createFurtherRows<T, S extends string>(
  source: PagedTableSource<T, S>,
  put: (list: Answer<RowsSoFar<T>>) => void,
) {
  const { table, loader } = source;
  const key = () => `${source.slot().key}:more`;
  /** Counts the queries: pages of an earlier query are discarded. */
  let question = 0;

  const readPage = async (target: number, urgency: Urgency) => {
    const { data } = table().list;
    if (data === undefined || !hasMore(data)) return { isRead: false };
    const asked = question;
    let isRead = false;
    let failure: ApiError | undefined;
    await loader.load<RowsSoFar<T>>({
      key: key(),
      owner: source.slot().owner,
      async read(signal) {
        const pageRequest = nextPageRequest(data, target);
        const answer = await source.read(pageRequest, signal, urgency);
        return withPage(table().list.data ?? data, pageRequest, answer, source.idOf);
      },
      current: () => table().list,
      write(list) {
        if (asked !== question) return;
        isRead = !list.loading && list.data !== undefined && list.data.pages > data.pages;
        failure = list.loading || isRead ? undefined : list.error;
        // Background reads show neither their start nor their failure.
        if (urgency === 'now' || isRead) put(list);
      },
    });
    return { isRead, failure };
  };

  let wanted = 0;
  let reading: Promise<void> | undefined;
  /** Reads pages until there are `count` rows or a page fails. */
  const reach = (count: number): Promise<void> => {
    wanted = Math.max(wanted, count);
    reading ??= readUntilWanted().finally(() => {
      reading = undefined;
      wanted = 0;
    });
    return reading;
  };
  const readUntilWanted = async () => {
    for (let asked = 0; asked < mostAtOnce; asked++) {
      const read = table().list.data?.rows.length ?? 0;
      // Scrolling reads large pages; turning pages reads pages of their own size.
      if (read >= wanted) return;
      const { isRead } = await readPage(table().perPage === 'fit' ? Number.POSITIVE_INFINITY : wanted, 'now');
      if (!isRead) return;
    }
  };

  return {
    reach,
    async readOn() {
      // A read that a key has started brings the same rows.
      if (loader.isLoading(key())) return undefined;
      return (await readPage(Number.POSITIVE_INFINITY, 'background')).failure;
    },
    /** Aborts reading; pages under way belong to an earlier query. */
    stop() {
      question += 1;
      loader.abort(key());
    },
  };
}

/** A table whose rows the service searches, sorts and pages. */
export interface PagedTable<T, S extends string> {
  readonly search: string;
  readonly sortBy: S;
  readonly sort: SortDirection;
  readonly perPage: PageSize;
  /** 1-based number of the shown page; 1 where the list has no pages. */
  readonly page: number;
  readonly list: Answer<RowsSoFar<T>>;
  readonly position: ListPosition;
  /** The selection follows the row's id, not its index. */
  readonly selectedId?: string | undefined;
  readonly searchField?: TextValue | undefined;
  /** The service returned an earlier page again: it does not support paging. */
  readonly cannotPage: boolean;
  /** Of which query the rows are, where another search or order was asked for since. */
  readonly rowsOf: 'before' | 'now';
}

export interface PagedTableActions<S extends string> {
  /** Reads all rows up to the last one on screen. With `all`, the rows behind it have to be read again too. */
  load(all?: boolean): Promise<void>;
  readOn(): Promise<ApiError | undefined>;
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

export function rowsBefore({ perPage, page }: Pick<PagedTable<unknown, string>, 'perPage' | 'page'>): number {
  return perPage === 'fit' ? 0 : (page - 1) * perPage;
}

export function rowsOfPage<T>(
  rows: readonly T[],
  table: Pick<PagedTable<unknown, string>, 'perPage' | 'page'>,
): readonly T[] {
  if (table.perPage === 'fit') return rows;
  const first = rowsBefore(table);
  return rows.slice(first, first + table.perPage);
}

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

interface PagedTableSource<T, S extends string> {
  readonly loader: Loader;
  table(): PagedTable<T, S>;
  patch(change: Partial<PagedTable<T, S>>): void;
  /** The loader's key of the read, and the route that owns it. */
  slot(): { key: string; owner: string };
  read(pageRequest: PageRequest, signal: AbortSignal, urgency: Urgency): Promise<Page<T>>;
  idOf(row: T): string;
  height(): number;
  /** Rows that there may be on screen once others are read; by default as many. */
  maxRows?(): number;
  /** The rows as displayed; by default those of the page in the service's order. */
  rows?(): readonly T[];
  /** The number of rows that pages are counted in; by default those that are read. */
  known?(): number;
  /** Whether scrolling has to read further rows; by default true. */
  readsAsOneScrolls?(): boolean;
  /** Whether further pages stay valid until they are read again. */
  readonly keepsFurther?: boolean;
  arrived?(): void;
}

export function createTableActions<T, S extends string>(
  source: PagedTableSource<T, S>,
): PagedTableActions<S> {
  const { table, patch, loader } = source;
  let searching: NodeJS.Timeout | undefined;
  const rows = () => source.rows?.() ?? rowsOfPage(table().list.data?.rows ?? [], table());
  const fits = () => table().perPage === 'fit';
  /** The selection moves to the last row once it is read. */
  let isToEnd = false;

  const goTo = (position: ListPosition) => {
    const row = rows()[position.selected];
    patch({ position, selectedId: row === undefined ? undefined : source.idOf(row) });
  };
  const settle = () => {
    const { position, selectedId } = table();
    const isSelected = (row: T | undefined) => row !== undefined && source.idOf(row) === selectedId;
    const found = isSelected(rows()[position.selected]) ? position.selected : rows().findIndex(isSelected);
    const target = found === -1 ? position.selected : found;
    goTo(selectInList(position, target, rows().length, source.height()));
    if (isNearEnd()) void further.reach(rows().length + source.height());
  };

  /** Further rows are read before the selection reaches the last one. */
  const isNearEnd = () =>
    fits() &&
    source.readsAsOneScrolls?.() !== false &&
    table().position.selected >= rows().length - Math.ceil(source.height() / 2);
  const known = () => source.known?.() ?? table().list.data?.rows.length ?? 0;

  const put = (list: Answer<RowsSoFar<T>>) => {
    patch({ list, cannotPage: list.data?.cannotPage ?? false });
    if (list.loading) return;
    patch({ rowsOf: 'now' });
    source.arrived?.();
    settle();
  };

  const further = createFurtherRows(source, put);

  const shownRows = () => {
    const { perPage, page, position } = table();
    const rows = source.maxRows?.() ?? source.height();
    return perPage === 'fit' ? position.top + rows : page * perPage;
  };

  const load = async (all = false, isNew = false) => {
    clearTimeout(searching);
    stop();
    const before = table().list.data;
    const kept = source.keepsFurther === true && !isNew ? before : undefined;
    await loader.load<RowsSoFar<T>>({
      ...source.slot(),
      async read(signal) {
        const target = shownRows();
        let so = noRows<T>(kept?.rows);
        do {
          const pageRequest = nextPageRequest(so, target);
          so = withPage(so, pageRequest, await source.read(pageRequest, signal, 'now'), source.idOf);
        } while (hasMore(so) && so.fresh < target && so.pages < mostAtOnce);
        const isAllThere =
          kept !== undefined && !hasMore(kept) && (so.total ?? so.rows.length) === so.rows.length;
        return isAllThere && !all ? { ...so, next: kept.next, cannotPage: kept.cannotPage } : so;
      },
      current: () => table().list,
      write: put,
    });
  };
  const stop = () => {
    isToEnd = false;
    further.stop();
  };

  /** Starts another query at its first page and row. */
  const ask = (change: Partial<PagedTable<T, S>>) => {
    patch({
      page: 1,
      position: listStart,
      selectedId: undefined,
      cannotPage: false,
      rowsOf: 'before',
      ...change,
    });
    void load(false, true);
  };

  const move = (step: Move) => {
    isToEnd = false;
    goTo(moveInList(table().position, step, rows().length, source.height()));
    if (step === 'last' && fits()) void moveToEnd();
    else if (isNearEnd()) void further.reach(rows().length + source.height());
  };
  const moveToEnd = async () => {
    isToEnd = true;
    // The selection follows what is read, until another key is pressed or nothing more comes.
    for (let before = -1; rows().length > before;) {
      before = rows().length;
      await further.reach(Number.POSITIVE_INFINITY);
      if (!isToEnd) return;
      goTo(moveInList(table().position, 'last', rows().length, source.height()));
    }
    isToEnd = false;
  };
  /** Without pages: moves by the rows on screen. */
  const turnWindow = async (step: -1 | 1) => {
    const height = source.height();
    if (source.readsAsOneScrolls?.() !== false)
      await further.reach(table().position.top + (step + 1) * height);
    const { selected, top } = table().position;
    const moved = { selected: selected + step * height, top: Math.max(0, top + step * height) };
    goTo(selectInList(moved, moved.selected, rows().length, height));
  };
  const turnPage = async (step: -1 | 1) => {
    const { page, perPage, list } = table();
    if (perPage === 'fit') return await turnWindow(step);
    if (page + step < 1 || list.loading || list.data === undefined) return;
    if (known() < (page + step) * perPage && hasMore(list.data)) await further.reach((page + step) * perPage);
    if (table().page !== page || known() <= (page + step - 1) * perPage) return;
    patch({ page: page + step, position: listStart, selectedId: undefined });
    source.arrived?.();
    settle();
  };

  return {
    load,
    stop,
    readOn: further.readOn,
    settle,
    move,
    select(id) {
      patch({ selectedId: id });
      settle();
    },
    openSearch: () => patch({ searchField: textAtEnd(table().search) }),
    editSearch(text) {
      patch({ searchField: text });
      const search = text.value.trim();
      clearTimeout(searching);
      if (search !== table().search) searching = setTimeout(() => ask({ search }), searchDelayMs);
    },
    leaveSearch() {
      const search = table().searchField?.value.trim() ?? table().search;
      clearTimeout(searching);
      patch({ searchField: undefined });
      if (search !== table().search) ask({ search });
    },
    clearSearch() {
      clearTimeout(searching);
      patch({ searchField: undefined });
      if (table().search !== '') ask({ search: '' });
    },
    sortRows: (sortBy, sort) => ask({ sortBy, sort }),
    reverseSort: () => ask({ sort: table().sort === 'asc' ? 'desc' : 'asc' }),
    resize: step => ask({ perPage: cycle(pageSizes, table().perPage, step) }),
    turnPage: step => void turnPage(step),
  };
}

/** What Esc clears of a table: the search field that has the focus, then the search. */
export function tableEscape({
  searchField,
  search,
}: Pick<PagedTable<unknown, string>, 'searchField' | 'search'>): 'field' | 'search' | undefined {
  if (searchField !== undefined) return 'field';
  return search === '' ? undefined : 'search';
}
