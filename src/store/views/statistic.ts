import { request } from '#queries/answers/request.ts';
import { coveredMeasure, referenceStatistic } from '#model/comparison/rows.ts';
import { dayCount } from '#model/period/day.ts';
import { type FilteredPeriod, firstRows, type Page, type StatisticQuery } from '#model/service/paging.ts';
import { measureOf } from '#model/statistics/summary.ts';
import {
  isHours,
  isSeries,
  type SeriesName,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import { countryColumns, seriesLayout, statisticRows } from '#store/display.ts';
import { listStart, moveInList, scrolled, selectInList } from '#store/navigation/navigation.ts';
import { routeKey } from '#store/navigation/route.ts';
import { createTableActions, newTable, type PagedTableActions } from '#store/navigation/table.ts';
import { isFinal } from '#queries/answers/freshness.ts';
import { hoursInstead, readDayHours, readSeries } from '#store/queries/series.ts';
import { knownOf, shownDays, shownPeriod, type ViewState, websiteDays } from '#store/queries/question.ts';
import {
  awaitsRows,
  readBasis,
  readComparison,
  readRowsToSort,
  readWorld,
  sameRows,
  shownTableRows,
  statisticOf,
  type StatisticSort,
  type StatisticTable,
  tableRowCount,
  completeTable,
} from '#store/queries/rows.ts';
import { comparesHours } from '#queries/days/today.ts';
import type { Force, ReadOptions } from '#queries/answers/answers.ts';
import type { SliceContext } from '#store/slice.ts';

export interface StatisticSlice extends StatisticTable, PagedTableActions<StatisticSort> {
  /** Bars on a logarithmic scale, for statistics with one dominant row. */
  readonly logScale: boolean;
  /** Countries as a map where it has no room beside the rows. */
  readonly showsMap: boolean;
  /** Opens a statistic: another one starts with a new table; the same one keeps its position. */
  open(websiteId: string, name: StatisticName, force?: Force): void;
  toggleLogScale(): void;
  toggleMap(): void;
  /** Reads what the rows or hours are compared with, once it is known which days those are. */
  readCompared(): void;
  /** Brings a row of the days on screen, by its index. */
  showDay(row: number): void;
}

type StatisticContext = SliceContext<{ statistic: StatisticSlice }, ViewState>;
type StatisticState = ReturnType<StatisticContext['get']>;

export function createStatistic({ get, patch, loader, services }: StatisticContext): StatisticSlice {
  const slice = () => get().statistic;
  const owner = () => routeKey({ screen: 'statistic', websiteId: slice().websiteId, name: slice().name });
  const filtered = (period: FilteredPeriod): FilteredPeriod => {
    const { where } = get().filter;
    return where.length === 0 ? period : { ...period, where };
  };
  const shown = () => statisticOf(get(), slice().websiteId, slice().name);
  const query = (): StatisticQuery => {
    const { name, search, sortBy, sort } = slice();
    const searched = search === '' ? {} : { search };
    const order = sortBy === 'change' ? ({ sortBy: 'count', sort: 'desc' } as const) : { sortBy, sort };
    return { name, period: filtered(shown().days.rows), ...searched, ...order };
  };

  /** Reads what the rows are compared with, for the same search. */
  const readBefore = (query: StatisticQuery | undefined, force: Force = false) => {
    readComparison(get(), { ...shown(), query }, { owner: owner(), force });
  };

  /** What was asked for last, of which the rows may still be read. */
  let latest: StatisticQuery | undefined;
  /** Read although fresh: the user pressed `r`. */
  let forced: Force = false;

  /** The most frequent rows of both periods as one page without a next one. */
  const readToSort = async (signal: AbortSignal): Promise<Page<StatisticRow>> => {
    const first = { ...query(), perPage: 100, page: 1 } as const;
    latest = first;
    const options = { owner: owner(), force: forced };
    forced = false;
    const { rows, isCut } = await readRowsToSort(get, { ...shown(), query: first }, options);
    signal.throwIfAborted();
    patch('statistic', { asked: first, isCut });
    return { rows, page: 1, next: 'no' };
  };

  const actions = createTableActions<StatisticRow, StatisticSort>({
    loader,
    table: slice,
    patch: change => patch('statistic', change),
    slot: () => ({ key: 'statistic', owner: owner() }),
    async read(pageRequest, signal) {
      if (slice().sortBy === 'change') return await readToSort(signal);
      const asked = { ...query(), ...pageRequest };
      latest = asked;
      readBefore(asked);
      const page = await services.api.readStatistic(slice().websiteId, asked, { signal });
      const isWhole = asked.search === undefined && page.page === 1;
      patch('statistic', { asked, isCut: false, ...(isWhole && { whole: page }) });
      return page;
    },
    idOf: row => row.value,
    rows: () => shownTableRows(get()),
    known: () => tableRowCount(get()),
    height: () => statisticRows(get().viewport),
    arrived: () => void readBasis(get, completeTable, { owner: owner() }),
  });

  /** Rows the dashboard has read are shown at once and read again in the background. */
  const showKnown = () => {
    const known = { ...query(), perPage: 10 } as const;
    const data = get().answers.get(slice().websiteId, request.rows(known)).data;
    patch('statistic', {
      list: { loading: true, data: data && firstRows(data) },
      asked: data && known,
      whole: undefined,
    });
  };

  return {
    ...newTable<StatisticRow, StatisticSort>('count', 'desc'),
    ...actions,
    websiteId: '',
    name: 'page',
    isCut: false,
    logScale: false,
    showsMap: false,
    open(websiteId, name, force: Force = false) {
      const isSame = slice().websiteId === websiteId && slice().name === name;
      if (!isSame) {
        latest = undefined;
        const fresh = newTable<StatisticRow, StatisticSort>(isSeries(name) ? 'value' : 'count', 'desc');
        const { perPage } = slice();
        patch('statistic', { ...fresh, perPage, websiteId, name, searchField: undefined, asked: undefined });
      }
      const state = get();
      const options = { owner: owner(), force };
      if (isSeries(name)) {
        const hours = hoursInstead(state, name);
        if (hours !== undefined) readDayHours(state, websiteId, hours, options);
        return readSeries(state, websiteId, withVisitors(state, [name]), options);
      }
      if (isHours(name)) {
        readDayHours(state, websiteId, name, options);
        const covered = coveredMeasure(name, state.capabilities);
        const needed = withVisitors(state, websiteDays(state, websiteId).isCompared ? [covered] : []);
        return readSeries(state, websiteId, needed, options);
      }
      // Rows of another period must never stand under these dates, not even until the right ones come.
      const { asked, list } = slice();
      const isMoved = asked !== undefined && !sameRows(asked.period, filtered(shown().days.rows));
      const isKnown = !isMoved && list.data !== undefined;
      if (force === 'today' && isKnown && isFinal(list.requested, shown().days.rows)) return;
      if (isMoved) patch('statistic', { page: 1, cannotPage: false });
      if (!isSame || isMoved) showKnown();
      if (force === true) readBefore(query(), force);
      forced = force;
      const awaits = awaitsRows(get(), websiteId);
      if (!awaits) void actions.load();
      // The total that shares are parts of, and whether the earlier rows cover all their days.
      const measure = websiteDays(state, websiteId).isCompared
        ? coveredMeasure(referenceStatistic(name), state.capabilities)
        : measureOf(name, state.capabilities);
      readSeries(get(), websiteId, withHour(get(), measure === undefined ? [] : [measure]), options);
      if (force !== true) readBefore(query(), force);
      readMap(get(), options);
    },
    readCompared() {
      const { websiteId, name, sortBy, asked } = slice();
      const options = { owner: owner() };
      if (isSeries(name)) {
        const hours = hoursInstead(get(), name);
        if (hours !== undefined) readDayHours(get(), websiteId, hours, options);
      } else if (isHours(name)) readDayHours(get(), websiteId, name, options);
      else {
        const isOld = latest === undefined || !sameRows(latest.period, filtered(shown().days.rows));
        if (sortBy === 'change' || isOld) void actions.load();
        readBefore(asked);
        readMap(get(), options);
      }
    },
    move(move) {
      if (!isSeries(slice().name)) return actions.move(move);
      // The list of days only scrolls: its position is the first row on screen.
      const height = seriesLayout(get().viewport).rows;
      const tops = Math.max(1, dayCount(shownPeriod(get())) - height + 1);
      patch('statistic', { position: moveInList(slice().position, scrolled[move], tops, height) });
    },
    showDay(row) {
      const height = seriesLayout(get().viewport).rows;
      const days = dayCount(shownPeriod(get()));
      const { top } = selectInList({ selected: row, top: slice().position.selected }, row, days, height);
      patch('statistic', { position: { selected: top, top: slice().position.top } });
    },
    settle() {
      if (isSeries(slice().name)) return;
      actions.settle();
      // In a terminal that has become larger there may be a map now.
      if (get().navigation.view.screen === 'statistic') readMap(get(), { owner: owner() });
    },
    sortRows(sortBy, sort) {
      if (isSeries(slice().name)) patch('statistic', { sortBy, sort, position: listStart });
      else actions.sortRows(sortBy, sort);
    },
    reverseSort: () => get().statistic.sortRows(slice().sortBy, slice().sort === 'asc' ? 'desc' : 'asc'),
    toggleLogScale: () => patch('statistic', { logScale: !slice().logScale }),
    toggleMap() {
      patch('statistic', { showsMap: !slice().showsMap });
      readMap(get(), { owner: owner() });
    },
  };
}

/** Up to which hour rows of today are says when its visitors were read. */
function withHour(state: ViewState, names: readonly SeriesName[]): readonly SeriesName[] {
  return comparesHours(shownDays(state), knownOf(state))
    ? [...new Set(['visitors' as const, ...names])]
    : names;
}

/** Hours of today stand beside those of its usual day, which the visitors say. */
function withVisitors(state: ViewState, names: readonly SeriesName[]): readonly SeriesName[] {
  const isNeeded = shownDays(state).usualOf !== undefined && !names.includes('visitors');
  return isNeeded ? ['visitors', ...names] : names;
}

function readMap(state: StatisticState, options: ReadOptions): void {
  const { name, websiteId, showsMap } = state.statistic;
  const isShown = name === 'country' && (showsMap || countryColumns(state.viewport) !== undefined);
  if (isShown) readWorld(state, websiteId, options);
}
