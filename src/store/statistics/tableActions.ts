import { pageSizes } from '#model/paging/query.ts';
import { hasMore, nextPageRequest, noRows, withPage, type RowsSoFar } from '#model/paging/rowsSoFar.ts';
import { textAtEnd } from '#model/text/textValue.ts';
import { createDebounce } from '#store/core/debounce.ts';
import { listStart, moveInList, selectInList, type ListPosition, type Move } from '#store/core/list.ts';
import { cycle } from '#store/core/cycle.ts';
import { createFurtherRows, mostAtOnce } from './furtherRows.ts';
import { rowsOfPage, type PagedTable, type PagedTableActions, type PagedTableSource } from './pagedTable.ts';
import type { Remote } from '#store/core/remote.ts';

/** The actions of a table: all tables of the program move, search, sort and page in the same way. */
export function createTableActions<T, S extends string>(
  source: PagedTableSource<T, S>,
): PagedTableActions<S> {
  const { table, patch, loader } = source;
  const searchLater = createDebounce();
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

  const put = (list: Remote<RowsSoFar<T>>) => {
    patch({ list, cannotPage: list.data?.cannotPage ?? false });
    if (list.loading) return;
    patch({ rowsOf: 'now' });
    source.arrived?.();
    settle();
  };

  const further = createFurtherRows(source, put);

  /** How many rows there are from the first one to the last on screen. */
  const shownRows = () => {
    const { perPage, page, position } = table();
    const rows = source.mostRows?.() ?? source.height();
    return perPage === 'fit' ? position.top + rows : page * perPage;
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
          const ask = nextPageRequest(so, target);
          so = withPage(so, ask, await source.read(ask, signal, 'now'), source.idOf);
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
    await further.reach(Number.POSITIVE_INFINITY);
    if (!isToEnd) return;
    isToEnd = false;
    goTo(moveInList(table().position, 'last', rows().length, source.height()));
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
    resize: step => ask({ perPage: cycle(pageSizes, table().perPage, step) }),
    turnPage: step => void turnPage(step),
  };
}
