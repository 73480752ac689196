import { change } from '#model/comparison/change.ts';
import { type ComparedRow, compareRows } from '#model/comparison/rows.ts';
import { historyParts } from '#model/period/bucket.ts';
import { hourText } from '#model/period/format.ts';
import { countsOf, hasStatistic, statisticInfo, whyNoRowSearch } from '#model/service/capabilities.ts';
import { fieldOfStatistic, type Filter, narrowed } from '#model/service/filter.ts';
import { whyNoCondition, whyNoFilter, whyNotFiltered } from '#model/service/filterText.ts';
import type { Period, StatisticName } from '#model/statistics/statistics.ts';
import type { FilteredPeriod } from '#model/service/paging.ts';
import { ask, type AskOf, firstQuery, type RowName } from '#queries/answers/ask.ts';
import { asRead } from '#queries/rows/rows.ts';
import { rowPaneColumns, countryColumns } from '#store/display.ts';
import { routeKey } from '#store/navigation/route.ts';
import { historyDays } from './history.ts';
import { rowsPeriod, shownComparison, shownPeriod, type ViewState } from '#store/queries/question.ts';
import { shownTableRows, statisticOf, type StatisticTable, tableRowsBeside } from '#store/queries/rows.ts';
import { createRestingReads, type PaneAsk, type Rested, type RestingReads } from '#store/reading/reading.ts';
import type { SliceContext } from '#store/slice.ts';

/** The pane beside the rows of a statistic: which row it shows, and what it reads of it. */
export interface RowBesideSlice extends RestingReads {
  /** The row selected when the selection last came to rest. */
  readonly row: RowName | undefined;
  /** Requests of the pane, and those that are answered or have failed. */
  readonly asked: number;
  readonly answered: number;
}

interface BesideState extends ViewState {
  readonly statistic: StatisticTable;
}

type BesideContext = SliceContext<{ rowBeside: RowBesideSlice }, BesideState>;

interface WantedRow extends Rested {
  readonly row: RowName;
}

export function createRowBeside(context: BesideContext): RowBesideSlice {
  const { get, patch } = context;
  const reads = createRestingReads<WantedRow>(context, {
    owner: 'rowBeside',
    wanted: () => wantedOf(get()),
    isEmpty: () => get().rowBeside.row === undefined,
    show({ row }) {
      if (get().rowBeside.row !== row) patch('rowBeside', { row, asked: 0, answered: 0 });
    },
    asks: ({ row }) => paneAsks(get(), row),
    progress(now) {
      const { asked, answered } = get().rowBeside;
      if (asked !== now.asked || answered !== now.answered) patch('rowBeside', now);
    },
  });
  return { row: undefined, asked: 0, answered: 0, ...reads };
}

/** Columns of the pane, which stands below the rows where countries have their map beside them; 0 without one. */
export function rowPane(state: BesideState): number {
  const { name } = state.statistic;
  const room = rowPaneColumns(state.viewport);
  if (room === undefined || statisticInfo(name).kind !== 'rows') return 0;
  if (whyNoRowSearch(state.capabilities) !== undefined) return 0;
  if (historyParts(shownPeriod(state)).parts.length < 2 && withinRow(state, name, '') === undefined) return 0;
  return hasMap(state) ? (countryColumns(state.viewport)?.table ?? 0) : room.pane;
}

export function hasMap({ statistic, viewport }: Pick<BesideState, 'statistic' | 'viewport'>): boolean {
  return statistic.name === 'country' && countryColumns(viewport) !== undefined;
}

/** Whether the map stands in place of the rows, where there is no room for it beside them. */
export function showsMapAlone(
  state: Pick<BesideState, 'viewport'> & { readonly statistic: StatisticTable & { showsMap: boolean } },
): boolean {
  const { name, showsMap } = state.statistic;
  return name === 'country' && showsMap && !hasMap(state);
}

function wantedOf(state: BesideState): WantedRow | undefined {
  const { view } = state.navigation;
  if (view.screen !== 'statistic' || rowPane(state) === 0) return undefined;
  const { websiteId, name, position } = state.statistic;
  if (view.websiteId !== websiteId || view.name !== name) return undefined;
  const selected = shownTableRows(state)[position.selected];
  if (selected === undefined) return undefined;
  const row = { websiteId, name, value: selected.value };
  const where = withinRow(state, name, row.value) ?? state.filter.where;
  const { rows, before } = statisticOf(state, websiteId, name).days;
  return { row, websiteId, key: JSON.stringify([routeKey(view), row.value, rows, before, where]) };
}

/** The days of the row, then what is told within it, then the days compared with where no request leaves this machine. */
function paneAsks(state: BesideState, row: RowName): readonly PaneAsk[] {
  const { parts, earlier } = historyDays(state, row.websiteId);
  const isLocal = state.capabilities.isLocal === true;
  const lists = listsOf(state, row);
  const countsOfDays = (days: typeof earlier) =>
    days.map(day => ({ ask: ask.counts(row, day, shownPeriod(state)) }));
  return [
    ...(parts.length > 1 ? countsOfDays(parts) : []),
    ...(lists === undefined ? [] : [...asksOf(lists.rows), ...asksOf(lists.hours)]).map(each => ({
      ask: each,
      where: lists?.where,
    })),
    ...(isLocal ? countsOfDays(earlier) : []),
  ];
}

function asksOf<A>(list: List<A> | undefined): A[] {
  if (list === undefined) return [];
  return list.before === undefined ? [list.now] : [list.now, list.before];
}

/** The filter with only the row in it; undefined where the service cannot tell of what came with it. */
function withinRow(
  { capabilities, filter }: BesideState,
  name: StatisticName,
  value: string,
): Filter | undefined {
  const field = fieldOfStatistic(name);
  if (field === undefined) return undefined;
  const where = narrowed(filter.where, [{ field, value }]);
  const [reason = whyNoFilter(capabilities, where)] = where.flatMap(
    each => whyNoCondition(capabilities, each) ?? [],
  );
  return reason === undefined ? where : undefined;
}

/** What came with the row, as it is asked for. */
interface List<A> {
  readonly name: StatisticName;
  readonly now: A;
  readonly before: A | undefined;
}

interface Lists {
  readonly where: Filter;
  readonly rows?: List<AskOf<'rows'>>;
  readonly hours?: List<AskOf<'hours'>>;
}

function listsOf(state: BesideState, row: RowName): Lists | undefined {
  const { capabilities } = state;
  const where = withinRow(state, row.name, row.value);
  if (where === undefined || !coversFilter(state, row)) return undefined;
  const isOffered = (name: StatisticName) =>
    hasStatistic(capabilities, name) && whyNotFiltered(name, capabilities, where) === undefined;
  const name = statisticInfo(row.name).family === 'sources' ? 'page' : 'referrer';
  const hours = countsOf(row.name, capabilities) === 'page views' ? 'pageviews_hours' : 'visitors_hours';
  const { rows, before } = statisticOf(state, row.websiteId, name).days;
  const beside = shownComparison(state, row.websiteId)?.before;
  const ofRows = (period: FilteredPeriod) => ask.rows(firstQuery(name, period));
  const ofHours = (period: Period) => ask.hours(hours, period);
  return {
    where,
    ...(isOffered(name) && { rows: { name, now: ofRows(rows), before: before && ofRows(before) } }),
    ...(isOffered(hours) && {
      hours: {
        name: hours,
        now: ofHours(rowsPeriod(state, row.websiteId)),
        before: beside && ofHours(beside),
      },
    }),
  };
}

/** Whether a filter counts all of the days, as far as that is known: own logs keep visits since a certain day. */
function coversFilter(state: BesideState, { websiteId }: RowName): boolean {
  const { data } = state.answers.get(websiteId, ask.dataDays(state.capabilities, state.today()));
  const first = shownComparison(state, websiteId)?.before.from ?? rowsPeriod(state, websiteId).from;
  return data?.filtersFrom === undefined || data.filtersFrom <= first;
}

/** What came with the row, the most frequent first: undefined rows are not read. */
export interface BesideList {
  readonly name: StatisticName;
  readonly rows: readonly ComparedRow[] | undefined;
}

export function besideLists(state: BesideState, row: RowName): readonly BesideList[] {
  const lists = listsOf(state, row);
  if (lists === undefined) return [];
  const { websiteId } = row;
  const answers = state.answers.within(lists.where);
  const isComparable = !tableRowsBeside(state).isUnknown;
  const found: BesideList[] = [];
  if (lists.rows !== undefined) {
    const { name, now, before } = lists.rows;
    const [page, earlier] = [now, before].map(each => each && answers.get(websiteId, each).data);
    const rows =
      page &&
      compareRows(asRead([page]), asRead(earlier ? [earlier] : []), isComparable && earlier !== undefined)
        .rows;
    found.push({ name, rows });
  }
  if (lists.hours !== undefined) {
    const { name, now, before } = lists.hours;
    const [hours, earlier] = [now, before].map(each => each && answers.get(websiteId, each).data);
    found.push({ name, rows: hours && hourRows(hours, isComparable ? earlier : undefined) });
  }
  return found;
}

function hourRows(now: readonly number[], before: readonly number[] | undefined): ComparedRow[] {
  return now
    .map((count, hour): ComparedRow => ({
      value: hourText(hour),
      count,
      before: before?.[hour],
      mark: { kind: 'change', change: change(count, before?.[hour]) },
    }))
    .filter(({ count = 0 }) => count > 0)
    .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0));
}
