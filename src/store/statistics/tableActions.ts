import { pageSizes, type Page } from '#model/paging/query.ts';
import { goesOn, nextAsk, noRows, withPage, type PageAsk, type RowsSoFar } from '#model/paging/rowsSoFar.ts';
import { textAtEnd } from '#model/text/textValue.ts';
import type { Urgency } from '#api/api.ts';
import type { ApiError } from '#api/error.ts';
import { createDebounce } from '#store/core/debounce.ts';
import { listStart, moveInList, selectInList, type ListPosition, type Move } from '#store/core/list.ts';
import { neighbour } from '#store/core/neighbour.ts';
import type { PagedTable, PagedTableActions } from './pagedTable.ts';
import { onPage } from './pagedTable.ts';
import type { Loader, Remote } from '#store/core/remote.ts';

export interface PagedTableSource<T, S extends string> {
  readonly loader: Loader;
  table(): PagedTable<T, S>;
  patch(change: Partial<PagedTable<T, S>>): void;
  /** The slot of the loader and the route that owns it. */
  slot(): { key: string; owner: string };
  read(ask: PageAsk, signal: AbortSignal, urgency: Urgency): Promise<Page<T>>;
  idOf(row: T): string;
  /** Rows on screen. */
  height(): number;
  /** The rows as they are shown; left out, those of the page as they came. */
  rows?(): readonly T[];
  /** How many rows there are to turn pages in; left out, those that were read. */
  known?(): number;
  /** Whether rows have to be read before one can scroll to them; left out, they have. */
  readsAsOneScrolls?(): boolean;
  /** What was read of the further rows is of use until it is read again. */
  readonly keepsFurther?: boolean;
  /** A page has come, or it could not be read. */
  arrived?(): void;
}

interface PageRead {
  readonly isRead: boolean;
  readonly failure?: ApiError | undefined;
}

/** Requests that one key may cost: reading to the end of very many rows takes several. */
const mostAtOnce = 10;

/** What keys do to a table: every table of the program moves, searches, sorts and pages in the same way. */
export function createTableActions<T, S extends string>(
  source: PagedTableSource<T, S>,
): PagedTableActions<S> {
  const { table, patch, loader } = source;
  const searchLater = createDebounce();
  const rows = () => source.rows?.() ?? onPage(table().list.data?.rows ?? [], table());
  const fits = () => table().perPage === 'fit';
  const moreKey = () => `${source.slot().key}:more`;
  /** The question that is asked: another one makes what was read of the one before of no use. */
  let question = 0;
  /** The last row is wanted, once it is read. */
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
    if (isNearEnd()) void reach(rows().length + source.height());
  };

  /** Further rows are read before the selection comes to the last one. */
  const isNearEnd = () =>
    fits() &&
    source.readsAsOneScrolls?.() !== false &&
    table().position.selected >= rows().length - Math.ceil(source.height() / 2);
  const known = () => source.known?.() ?? table().list.data?.rows.length ?? 0;

  const put = (list: Remote<RowsSoFar<T>>) => {
    patch({ list, cannotPage: list.data?.cannotPage ?? false });
    if (list.loading) return;
    source.arrived?.();
    settle();
  };

  /** One page more. Resolves to whether one came, and to what was wrong. */
  const readPage = async (target: number, urgency: Urgency): Promise<PageRead> => {
    const { data } = table().list;
    if (data === undefined || !goesOn(data)) return { isRead: false };
    const asked = question;
    let isRead = false;
    let failure: ApiError | undefined;
    await loader.load<RowsSoFar<T>>({
      key: moreKey(),
      owner: source.slot().owner,
      async read(signal) {
        const ask = nextAsk(data, target);
        const answer = await source.read(ask, signal, urgency);
        return withPage(table().list.data ?? data, ask, answer, source.idOf);
      },
      current: () => table().list,
      write(list) {
        if (asked !== question) return;
        isRead = !list.loading && list.data !== undefined && list.data.pages > data.pages;
        failure = list.loading || isRead ? undefined : list.error;
        // Nobody waits for what is read in the background: neither its beginning nor its failure is told.
        if (urgency === 'now' || isRead) put(list);
      },
    });
    return { isRead, failure };
  };

  /** Reads on until there are so many rows, or a page does not come. */
  let wanted = 0;
  let reading: Promise<void> | undefined;
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
      // What is read as one scrolls comes in large pages, a page that was turned to in its own size.
      if (read >= wanted) return;
      const { isRead } = await readPage(fits() ? Number.POSITIVE_INFINITY : wanted, 'now');
      if (!isRead) return;
    }
  };

  /** Rows from the first on that are on screen or before it. */
  const shownRows = () => {
    const { perPage, page, position } = table();
    return perPage === 'fit' ? position.top + source.height() : page * perPage;
  };

  const load = async (all = false, isNew = false) => {
    searchLater.cancel();
    stop();
    const before = table().list.data;
    const kept = source.keepsFurther === true && !isNew ? before : undefined;
    await loader.load<RowsSoFar<T>>({
      ...source.slot(),
      async read(signal) {
        const target = shownRows();
        let so = noRows<T>(kept?.rows);
        do {
          const ask = nextAsk(so, target);
          so = withPage(so, ask, await source.read(ask, signal, 'now'), source.idOf);
        } while (goesOn(so) && so.fresh < target && so.pages < mostAtOnce);
        const isAllThere =
          kept !== undefined && !goesOn(kept) && (so.total ?? so.rows.length) === so.rows.length;
        return isAllThere && !all ? { ...so, next: kept.next, cannotPage: kept.cannotPage } : so;
      },
      current: () => table().list,
      write: put,
    });
  };
  const stop = () => {
    question += 1;
    isToEnd = false;
    loader.abort(moreKey());
  };

  /** Another question: back to the first page and the first row. */
  const ask = (change: Partial<PagedTable<T, S>>) => {
    patch({ page: 1, position: listStart, selectedId: undefined, cannotPage: false, ...change });
    void load(false, true);
  };

  const move = (step: Move) => {
    isToEnd = false;
    goTo(moveInList(table().position, step, rows().length, source.height()));
    if (step === 'last' && fits()) void moveToEnd();
    else if (isNearEnd()) void reach(rows().length + source.height());
  };
  const moveToEnd = async () => {
    isToEnd = true;
    await reach(Number.POSITIVE_INFINITY);
    if (!isToEnd) return;
    isToEnd = false;
    goTo(moveInList(table().position, 'last', rows().length, source.height()));
  };
  /** Where there are no pages: the rows behind or before those on screen. */
  const turnWindow = async (step: -1 | 1) => {
    const height = source.height();
    if (source.readsAsOneScrolls?.() !== false) await reach(table().position.top + (step + 1) * height);
    const { selected, top } = table().position;
    const moved = { selected: selected + step * height, top: Math.max(0, top + step * height) };
    goTo(selectInList(moved, moved.selected, rows().length, height));
  };
  const turnPage = async (step: -1 | 1) => {
    const { page, perPage, list } = table();
    if (perPage === 'fit') return await turnWindow(step);
    if (page + step < 1 || list.loading || list.data === undefined) return;
    if (known() < (page + step) * perPage && goesOn(list.data)) await reach((page + step) * perPage);
    if (table().page !== page || known() <= (page + step - 1) * perPage) return;
    patch({ page: page + step, position: listStart, selectedId: undefined });
    source.arrived?.();
    settle();
  };

  return {
    load,
    stop,
    async readOn() {
      // What a key asked for reads it already.
      if (loader.isLoading(moreKey())) return undefined;
      return (await readPage(Number.POSITIVE_INFINITY, 'background')).failure;
    },
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
    resize: step => ask({ perPage: neighbour(pageSizes, table().perPage, step) }),
    turnPage: step => void turnPage(step),
  };
}
