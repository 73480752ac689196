import { firstRows, type RowsSoFar, type SortDirection } from '#model/service/paging.ts';
import { isListedSort, type WebsitesSort } from '#model/own/choices.ts';
import { ownTags, parseTagSearch, searchedTags, strayWords } from '#model/website/tags.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import type { Answer, RequestTime } from '#queries/answers/request.ts';
import { isPast, keptRequestTime } from '#queries/answers/freshness.ts';
import { websiteRows } from '#store/display.ts';
import type { NoticesSlice } from '#store/notices.ts';
import { listStart, type NavigationSlice } from '#store/navigation/navigation.ts';
import { routeKey } from '#store/navigation/route.ts';
import { createTableActions, newTable, type PagedTableActions, rowsOfPage } from '#store/navigation/table.ts';
import type { ProfileInfo, Services } from '#store/profile/services.ts';
import { attentionReader, type NumbersState, sortReader } from '#store/queries/overview.ts';
import { shownDays } from '#store/queries/question.ts';
import type { SliceContext } from '#store/slice.ts';
import { memoizeLast } from '#text/memo.ts';
import { compareText, keyOf } from '#text/words.ts';
import {
  isListCovered,
  type LayoutState,
  listLayout,
  type ListState,
  type WebsitesTable,
} from './listLayout.ts';
import { websiteOf } from './records.ts';
import { readTagged, type TagsSlice } from './tags.ts';

/** Websites in the order in which the service lists them: names without regard to case, numbers in ids as numbers. */
export function inListedOrder(
  rows: readonly Website[],
  { sortBy, sort }: WebsitesTable['listedBy'],
): readonly Website[] {
  const direction = sort === 'asc' ? 1 : -1;
  const textOf = (website: Website) => (sortBy === 'id' ? website.id : websiteName(website).toLowerCase());
  // Made here: at a start it would take milliseconds.
  const compare = sortBy === 'id' ? new Intl.Collator('en', { numeric: true }).compare : compareText;
  return rows.toSorted((a, b) => direction * compare(textOf(a), textOf(b)));
}

type Known = NumbersState & Pick<ListState, 'websites'>;

interface OrderedRows {
  readonly rows: readonly Website[];
  /** Sorted by numbers: how many rows have theirs. */
  readonly numbered: number;
}

/** The rows in the service's order, or sorted by numbers with the unknown ones last. */
export function orderedRows(state: Known): OrderedRows {
  const { list, sortBy, sort } = state.websites;
  const rows = list.data?.rows ?? [];
  if (isListedSort(sortBy)) return { rows, numbered: rows.length };
  const direction = sort === 'asc' ? 1 : -1;
  const valueOf = sortReader(state, sortBy);
  const withNumbers = rows.map((row, index) => ({ row, index, ...valueOf(row.id) }));
  const ordered = withNumbers.sort((a, b) => {
    if (a.number === undefined || b.number === undefined)
      return Number(a.number === undefined) - Number(b.number === undefined) || a.index - b.index;
    // Infinity - Infinity is NaN.
    return a.number === b.number ? a.index - b.index : a.number < b.number ? -direction : direction;
  });
  const numbered = ordered.filter(({ isRead }) => isRead).length;
  return { rows: ordered.map(({ row }) => row), numbered };
}

// Every key in the search field asks for it.
const orderOfWhole = memoizeLast<OrderedRows>();

/** The list without a search, as far as it is read, in the order of now. */
export function wholeInOrder(state: Known): OrderedRows {
  const { websites, overview } = state;
  const { whole, sortBy, sort } = websites;
  return orderOfWhole([whole, sortBy, sort, shownDays(state).key, overview.numbers], () =>
    orderedRows({ ...state, websites: { ...websites, list: { loading: false, data: whole } } }),
  );
}

/** The same order with the present rows; new ones go to the end. */
function inOrderOf(order: readonly Website[], rows: readonly Website[]): readonly Website[] {
  const now = new Map(rows.map(row => [row.id, row]));
  const before = new Set(order.map(({ id }) => id));
  return [...order.flatMap(({ id }) => now.get(id) ?? []), ...rows.filter(({ id }) => !before.has(id))];
}

/** The rows that need attention: those already shown keep their place, later ones go to the end. */
function rowsNeedingAttention(
  state: Known,
  rows: readonly Website[],
  before: readonly Website[],
): readonly Website[] {
  const reasonsOf = attentionReader(state);
  const inNeed = rows.filter(row => reasonsOf(row).length > 0);
  const indexById = new Map(before.map(({ id }, index) => [id, index]));
  const indexOf = ({ id }: Website) => indexById.get(id) ?? before.length;
  return inNeed.toSorted((a, b) => indexOf(a) - indexOf(b));
}

export interface WebsitesSlice extends WebsitesTable, PagedTableActions<WebsitesSort> {
  /** Replaces the row of a website that was just saved or read again. */
  replaceWebsite(website: Website): void;
  removeWebsites(ids: ReadonlySet<string>): void;
  toggleAttention(): void;
  /** Sorted by numbers: how many websites had theirs when the order was made. */
  readonly numbered: number;
  /** Adds rows that have come since, without moving those on screen. */
  arrange(): void;
  /** The numbers are of other days from now on, so the order by numbers is outdated. */
  forgetOrder(): void;
  /** No more numbers will come: sorts by all that are known. */
  settleOrder(): void;
}

type OtherSlices = NumbersState &
  ListState & {
    readonly overview: { readonly progress: { readonly read: number; readonly total: number } };
    readonly tags: TagsSlice;
    readonly marks: { put(websites: readonly Website[]): void };
    readonly notices: NoticesSlice;
  };

type WebsitesContext = SliceContext<{ websites: WebsitesSlice }, OtherSlices>;

export function createWebsites({ get, patch, loader, services }: WebsitesContext): WebsitesSlice {
  const slice = () => get().websites;
  const saved = services.choices?.saved;
  const { orders } = services.api.capabilities.websites;
  const [usualOrder] = orders;
  const usual = { sortBy: usualOrder, sort: usualOrder === 'id' ? 'desc' : 'asc' } as const;
  const isKnown = saved !== undefined && !(isListedSort(saved.sortBy) && !orders.includes(saved.sortBy));
  const { sortBy, sort } = isKnown ? saved : usual;
  const table = newTable<Website, WebsitesSort>(sortBy, sort);
  const listedBy = isListedSort(sortBy) ? { sortBy, sort } : usual;
  const kept = keptRows(services, listedBy);
  /** Rows of an earlier session that the first reading has to cover, so that none of them is asked for by itself. */
  let unread = Math.min(100, kept?.data?.rows.length ?? 0);

  let saidSo = false;
  let saidCut: string | undefined;
  /** All rows in order, and the search they belong to. */
  let order: readonly Website[] = [];
  let orderedSearch: string | undefined;
  /** The order of all websites, and what the rows answer: the search and the order. */
  let wholeBy = listedBy;
  let answered: { readonly asked: string; readonly requested: RequestTime | undefined } | undefined;
  /** What was last seen is searched and sorted here, as long as the service does not answer. */
  const findSeen = (search: string): Partial<WebsitesSlice> => {
    const { list, listedBy, whole } = slice();
    if (whole === undefined || (list.isKept !== true && list.error === undefined)) return {};
    const { text, tags } = parseTagSearch(search);
    const wanted = searchedTags(get().tags.all, tags);
    const isNamed = ({ domain = '', name = '' }: Website) =>
      [domain, name].some(known => known.toLowerCase().includes(text.toLowerCase()));
    const isTagged = (website: Website) => tags.length === 0 || ownTags(wanted, website).length > 0;
    const found = whole.rows.filter(website => isNamed(website) && isTagged(website));
    const rows = isSameOrder(listedBy, wholeBy) ? found : inListedOrder(found, listedBy);
    const total = search === '' ? whole.total : undefined;
    return { list: { ...list, data: { ...whole, rows, total, fresh: rows.length } }, rowsOf: 'now' };
  };
  const show = (before: readonly Website[]) => {
    const arranged = slice().attentionOnly ? rowsNeedingAttention(get(), order, before) : order;
    patch('websites', { arranged, rows: rowsOfPage(arranged, slice()) });
  };
  /** Handles new rows or numbers: in an order by numbers the rows on screen keep their place. */
  const arrange = () => {
    const { list, sortBy, search, arranged } = slice();
    if (!isListedSort(sortBy) && orderedSearch !== search) return orderAnew();
    const rows = list.data?.rows ?? [];
    order = isListedSort(sortBy) ? rows : inOrderOf(order, rows);
    show(arranged);
  };
  const orderAnew = () => {
    const { rows, numbered } = orderedRows(get());
    order = rows;
    orderedSearch = slice().search;
    patch('websites', { numbered });
    show([]);
  };
  const setWebsites = (change: (rows: readonly Website[]) => readonly Website[]) => {
    const { list } = slice();
    if (list.data === undefined) return;
    patch('websites', { list: { ...list, data: withRows(list.data, change(list.data.rows)) } });
    arrange();
  };
  const actions = createTableActions<Website, WebsitesSort>({
    loader,
    table: slice,
    patch(change) {
      const { search = change.sortBy && slice().search } = change;
      const found = search === undefined ? {} : findSeen(search);
      patch('websites', { ...change, ...found });
      if (found.list === undefined) return;
      arrange();
      actions.settle();
    },
    slot: () => ({ key: 'websites', owner: routeKey({ screen: 'websites' }) }),
    async read(pageRequest, signal, urgency) {
      const { search, listedBy } = slice();
      const { text, tags } = parseTagSearch(search);
      const query = { ...(text === '' ? {} : { search: text }), ...listedBy };
      if (tags.length === 0)
        return await services.api.listWebsites({ ...query, ...pageRequest }, { signal, urgency });
      const wanted = searchedTags(get().tags.all, tags);
      const { strays, ...page } = await readTagged(
        page => services.api.listWebsites({ ...query, ...page }, { signal, urgency }),
        wanted,
      );
      if (strays.length > 0)
        get().notices.say(
          `Not tagged so any more: ${strayWords(strays)}. ${keyOf('websites.tags')} tags it again.`,
          'bad',
        );
      return page;
    },
    idOf: website => website.id,
    height: () => listLayout(get()).rows,
    // Rows of two lines are of the websites that there are now.
    maxRows: () => Math.max(websiteRows(get().viewport), unread),
    rows: () => slice().rows,
    known: () => slice().arranged.length,
    readsAsOneScrolls: () => !get().overview.on || (isListedSort(slice().sortBy) && !slice().attentionOnly),
    keepsFurther: true,
    arrived() {
      const { search, listedBy, list: answer } = slice();
      const asked = [listedBy.sortBy, listedBy.sort, search].join(' ');
      if (answer.error === undefined && answer.requested !== answered?.requested) {
        answered = { asked, requested: answer.requested };
        if (search === '') {
          patch('websites', { whole: answer.data });
          wholeBy = listedBy;
        }
      } else if (answered?.asked !== asked) patch('websites', findSeen(search));
      if (slice().list.isKept !== true) unread = 0;
      get().marks.put(slice().list.data?.rows ?? []);
      arrange();
      const { cannotPage, perPage, list } = slice();
      const isSmall = perPage !== 'fit' && perPage < 100;
      if (cannotPage && !saidSo)
        get().notices.say(
          `This service does not page. Press ${isSmall ? `${keyOf('websites.more')} for more rows, ` : ''}${keyOf('websites.reverse')} for the other end, ${keyOf('websites.search')} to search.`,
        );
      saidSo = cannotPage;
      const whyCut = list.data?.whyCut;
      if (whyCut !== undefined && whyCut !== saidCut) get().notices.say(whyCut);
      saidCut = whyCut;
    },
  });

  /** Sorted by numbers: only the rows at hand, without further requests. */
  const sortRows = (sortBy: WebsitesSort, sort: SortDirection) => {
    if (isListedSort(sortBy)) {
      patch('websites', { listedBy: { sortBy, sort } });
      return actions.sortRows(sortBy, sort);
    }
    patch('websites', { sortBy, sort, page: 1, position: listStart, selectedId: undefined });
    orderAnew();
    actions.settle();
  };

  return {
    ...table,
    ...(saved === undefined ? {} : { perPage: saved.perPage }),
    ...actions,
    load: async all => await actions.load(all === true || slice().list.isKept === true),
    ...(kept === undefined ? {} : { list: kept }),
    listedBy,
    arranged: [],
    whole: kept?.data,
    rows: [],
    numbered: 0,
    attentionOnly: false,
    sortRows,
    reverseSort: () => sortRows(slice().sortBy, slice().sort === 'asc' ? 'desc' : 'asc'),
    replaceWebsite(website) {
      get().marks.put([website]);
      setWebsites(rows => rows.map(row => (row.id === website.id ? website : row)));
    },
    removeWebsites(ids) {
      get().tags.read();
      const { whole } = slice();
      const left = (rows: readonly Website[]) => rows.filter(({ id }) => !ids.has(id));
      if (whole !== undefined) patch('websites', { whole: withRows(whole, left(whole.rows)) });
      setWebsites(left);
    },
    toggleAttention() {
      patch('websites', { attentionOnly: !slice().attentionOnly, page: 1, arranged: [] });
      arrange();
      actions.settle();
    },
    arrange() {
      arrange();
      actions.settle();
    },
    forgetOrder: () => patch('websites', { numbered: 0 }),
    settleOrder() {
      const { sortBy, numbered, position, selectedId } = slice();
      if (isListedSort(sortBy)) return;
      const { read, total } = get().overview.progress;
      if (numbered > 0 && read < total) return;
      // A selection on the first row was not chosen by the user; any other stays on its website and its line.
      const chosen = position.selected === 0 ? undefined : selectedId;
      orderAnew();
      const index = chosen === undefined ? 0 : slice().rows.findIndex(({ id }) => id === chosen);
      const top = Math.max(0, index - (position.selected - position.top));
      patch('websites', { selectedId: chosen, position: { selected: Math.max(0, index), top } });
      actions.settle();
    },
  };
}

/** The list as an earlier session saw it, in the order that is asked for now: of another order a part would not do. */
function keptRows(
  { lastSeen, timeZone, now }: Services,
  listedBy: WebsitesSlice['listedBy'],
): Answer<RowsSoFar<Website>> | undefined {
  const kept = lastSeen?.list;
  if (kept === undefined) return undefined;
  const { at, total, next } = kept;
  const isInOrder = isSameOrder(kept, listedBy);
  if (!isInOrder && next !== 'no') return undefined;
  const rows = isInOrder ? kept.rows : inListedOrder(kept.rows, listedBy);
  if (!isPast(at, { now })) return undefined;
  const data = { ...firstRows({ rows, page: 1, total, next }), page: 1 as const };
  return { loading: false, data, requested: keptRequestTime(at, timeZone), isKept: true };
}

/** Where websites were replaced or removed. */
function withRows(list: RowsSoFar<Website>, rows: readonly Website[]): RowsSoFar<Website> {
  const gone = list.rows.length - rows.length;
  const total = list.total === undefined ? undefined : list.total - gone;
  return { ...list, rows, total, fresh: Math.max(0, list.fresh - gone) };
}

/** How many rows a list has; undefined while that is not known. */
export function countOf(list: RowsSoFar<Website> | undefined): number | undefined {
  return list?.total ?? (list?.next === 'no' ? list.rows.length : undefined);
}

function isSameOrder(one: WebsitesSlice['listedBy'], other: WebsitesSlice['listedBy']): boolean {
  return one.sortBy === other.sortBy && one.sort === other.sort;
}

export function selectedWebsite({ rows, position }: WebsitesTable): Website | undefined {
  return rows[position.selected];
}

/** The id of the one that the view is of, in the list of the selected one. */
export function chosenWebsiteId(state: {
  readonly navigation: Pick<NavigationSlice, 'view'>;
  readonly websites: WebsitesTable;
}): string | undefined {
  const { view } = state.navigation;
  return 'websiteId' in view ? view.websiteId : selectedWebsite(state.websites)?.id;
}

/** That one, as far as it is known. */
export function chosenWebsite(
  state: Parameters<typeof chosenWebsiteId>[0] & Parameters<typeof websiteOf>[0],
): Website | undefined {
  const id = chosenWebsiteId(state);
  return id === undefined ? undefined : websiteOf(state, id);
}

/** Why no website is selected, with what to press; undefined where one is. */
export function whyNoWebsite(state: LayoutState & { readonly profile: ProfileInfo }): string | undefined {
  const { list, search, attentionOnly, page } = state.websites;
  if (isListCovered(state)) return 'The welcome box covers the list: 3 closes it.';
  if (selectedWebsite(state.websites) !== undefined) return undefined;
  if (state.preparing !== undefined) return 'The demo is being made: wait a moment.';
  if (list.data === undefined)
    return list.error === undefined
      ? 'Websites still loading.'
      : `Websites not loaded: ${keyOf('refresh')} tries again.`;
  if (attentionOnly) return `No website is listed: ${keyOf('websites.attention')} shows them all.`;
  if (search !== '') return 'No website is found: Esc clears the search.';
  if (page > 1) return `None on this page: ${keyOf('websites.previousPage')} goes back.`;
  return state.profile.readOnly
    ? 'There is no website yet.'
    : `There is no website yet: ${keyOf('websites.add')} adds one.`;
}

/** Why the list has no numbers that the key could act on. */
export function whyNoNumbers({ overview }: Pick<LayoutState, 'overview'>, key: string): string | undefined {
  return overview.on ? undefined : `Numbers are hidden: ${keyOf('websites.overview')}, then ${key}.`;
}
