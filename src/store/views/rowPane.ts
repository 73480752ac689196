import type { Activity } from '#api/api.ts';
import { change } from '#model/comparison/change.ts';
import { type ComparedRow, compareRows } from '#model/comparison/rows.ts';
import { historyParts } from '#model/period/bucket.ts';
import { hourText } from '#model/period/format.ts';
import { countsOf, hasStatistic, statisticInfo, whyNoRowSearch } from '#model/service/capabilities.ts';
import { dayOfWeek } from '#model/period/day.ts';
import {
  fieldOfStatistic,
  type Filter,
  hoursWithin,
  isWeekdayWithin,
  narrowed,
  noFilter,
} from '#model/service/filter.ts';
import { whyNoCondition, whyNoFilter, whyNotFiltered } from '#model/service/filterText.ts';
import {
  type Day,
  isHours,
  isSeries,
  type Period,
  type SeriesPoint,
  type StatisticName,
} from '#model/statistics/statistics.ts';
import type { FilteredPeriod } from '#model/service/paging.ts';
import { request, type DataRequestOf, firstQuery, type RowName } from '#queries/answers/request.ts';
import { asRead, earlierReach } from '#queries/rows/rows.ts';
import { countryColumns, hasSpacing, rowPaneColumns, statisticRows } from '#store/display.ts';
import { type RouteOf, routeKey } from '#store/navigation/route.ts';
import { daysInOrder } from '#store/queries/rows.ts';
import { historyDays } from './history.ts';
import {
  knownOf,
  rowsPeriod,
  seenIn,
  shownDays,
  shownComparison,
  websiteDays,
  shownPeriod,
  singleDay,
  type ViewState,
} from '#store/queries/question.ts';
import { shownTableRows, statisticOf, type StatisticTable, tableComparison } from '#store/queries/rows.ts';
import { hourNow, seriesOfHours, shownComparisons, shownSeries, weeksTo } from '#store/queries/series.ts';
import {
  createDebouncedReads,
  nothingAsked,
  type PaneProgress,
  type PaneRequest,
  type PaneSubject,
  type DebouncedReads,
} from '#store/reading/reading.ts';
import type { SliceContext } from '#store/slice.ts';
import type { HoursOfDay } from '#store/websites/previewContent.ts';

/** A row of a statistic; of its history, and of the days of visitors, those of its days that a pane shows. */
export interface RowPart extends RowName {
  readonly at?: Period | undefined;
}

/** The pane beside the rows of a statistic: which row it shows, and what it reads of it. */
export interface RowPaneSlice extends DebouncedReads, PaneProgress {
  /** The row selected when the selection last came to rest. */
  readonly row: RowPart | undefined;
}

interface RowPaneState extends ViewState {
  readonly activity: Activity;
  readonly statistic: StatisticTable & { readonly showsMap: boolean };
  readonly history: RowName & { readonly position: { readonly selected: number } };
}

type ShownPane = RowPaneState & { readonly rowPane: Pick<RowPaneSlice, 'row'> };

type RowPaneContext = SliceContext<{ rowPane: RowPaneSlice }, RowPaneState>;

interface WantedRow extends PaneSubject {
  readonly row: RowPart;
}

export function createRowPane(context: RowPaneContext): RowPaneSlice {
  const { get, patch } = context;
  const reads = createDebouncedReads<WantedRow>(context, {
    owner: 'rowPane',
    wanted: () => wantedOf(get()),
    isEmpty: () => get().rowPane.row === undefined,
    show({ row }) {
      if (get().rowPane.row !== row) patch('rowPane', { row, ...nothingAsked });
    },
    requests: ({ row }) => paneRequests(get(), row),
    progress: read => patch('rowPane', read),
  });
  return { row: undefined, ...nothingAsked, ...reads };
}

/** Lines that a few rows leave to the pane where there is no room for it beside them: of a chart at least, below a blank one. */
const minBelow = 3;

/** Whether the pane stands below the rows: countries have their map beside them, and fewer columns no room. */
export function isPaneBelow(state: Pick<RowPaneState, 'statistic' | 'viewport'>): boolean {
  return hasMap(state) || rowPaneColumns(state.viewport) === undefined;
}

/** Columns of the pane; 0 without one. */
export function rowPaneWidth(state: Omit<RowPaneState, 'history' | 'activity'>): number {
  const { name } = state.statistic;
  const { viewport } = state;
  const room = rowPaneColumns(viewport);
  if (isUnread(state)) return 0;
  if (isHours(name) || isSeries(name)) return room && hasDayPane(state, name) ? room.pane : 0;
  if (whyNoRowSearch(state.capabilities) !== undefined) return 0;
  if (historyParts(shownPeriod(state)).parts.length < 2 && withinRow(state, name, '') === undefined) return 0;
  if (hasMap(state)) return countryColumns(viewport)?.table ?? 0;
  if (room === undefined) {
    const { length } = shownTableRows(state);
    const needed = minBelow + Number(hasSpacing(viewport));
    return statisticRows(viewport) - length >= needed && !showsMapAlone(state) ? viewport.columns : 0;
  }
  // Without a column for changes the rows need less room.
  const { isCompared } = statisticOf(state, state.statistic.websiteId, name).days;
  return isCompared ? room.pane : room.pane + changeColumns;
}

const changeColumns = 14;

/** Beside days stands one of them; beside hours what explains their day, where rows tell that. */
function hasDayPane(state: ViewState, name: StatisticName): boolean {
  const { today, single } = shownDays(state);
  if (single === undefined) return isSeries(name);
  return (
    state.comparison.baseline !== undefined && (single !== today || state.capabilities.rowsByHour === true)
  );
}

export function hasMap({ statistic, viewport }: Pick<RowPaneState, 'statistic' | 'viewport'>): boolean {
  return (
    statistic.name === 'country' && !areRowsUnread({ statistic }) && countryColumns(viewport) !== undefined
  );
}

/** What was never read has neither a map nor a row to tell of. */
function areRowsUnread({ statistic: { name, list } }: Pick<RowPaneState, 'statistic'>): boolean {
  return !isHours(name) && !isSeries(name) && list.data === undefined && list.error !== undefined;
}

/** Days, hours or rows that were never read say so across the whole width. */
function isUnread(state: Omit<RowPaneState, 'history' | 'activity'>): boolean {
  const { name, websiteId } = state.statistic;
  if (isSeries(name)) {
    const { summary, error } = shownSeries(state, websiteId, name);
    return summary === undefined && error !== undefined;
  }
  if (!isHours(name)) return areRowsUnread(state);
  const { data, error } = state.answers.get(websiteId, request.hours(name, rowsPeriod(state, websiteId)));
  return data === undefined && error !== undefined;
}

/** Whether the map stands in place of the rows, where there is no room for it beside them. */
export function showsMapAlone(state: Pick<RowPaneState, 'statistic' | 'viewport'>): boolean {
  const { name, showsMap } = state.statistic;
  return name === 'country' && showsMap && !hasMap(state);
}

function wantedOf(state: ShownPane): WantedRow | undefined {
  const row = selectedRow(state);
  if (row === undefined) return undefined;
  const { websiteId, name, value, at } = row;
  const where = withinRow(state, name, value) ?? state.filter.where;
  const { rows, before } = statisticOf(seenIn(state, row.at), websiteId, name).days;
  const key = JSON.stringify([routeKey(state.navigation.view), value, at, rows, before, where]);
  return { row, websiteId, key };
}

/** What the pane is of, as soon as the selection rests on it. */
function selectedRow(state: ShownPane): RowPart | undefined {
  const { view } = state.navigation;
  if (view.screen === 'history') return historyPane(state) === 0 ? undefined : partInView(state, view);
  if (view.screen !== 'statistic' || rowPaneWidth(state) === 0) return undefined;
  const { websiteId, name, position, search, whole } = state.statistic;
  if (view.websiteId !== websiteId || view.name !== name) return undefined;
  if (statisticInfo(name).kind !== 'rows') {
    const day = dayInView(state);
    return day && { websiteId, name, value: day, at: { from: day, to: day } };
  }
  const selected = shownTableRows(state)[position.selected];
  if (selected !== undefined) return { websiteId, name, value: selected.value };
  // Below a search without matches the rows of before stand, and the pane beside them.
  const { row } = state.rowPane;
  const stands = search !== '' && whole !== undefined && row?.websiteId === websiteId && row.name === name;
  return stands ? row : undefined;
}

/** Of the days of visitors or page views beside a pane that under the cursor, else the first on screen. */
export function dayInView(state: Omit<RowPaneState, 'history' | 'activity'>): Day | undefined {
  const { navigation, statistic } = state;
  const { view } = navigation;
  if (view.screen !== 'statistic' || singleDay(state) !== undefined || rowPaneWidth(state) === 0)
    return undefined;
  const { websiteId, name, cursor } = view;
  if (!isSeries(name)) return undefined;
  const { from, to } = shownPeriod(state);
  if (typeof cursor === 'string' && from <= cursor && cursor <= to) return cursor;
  const { summary } = shownSeries(state, websiteId, name);
  const comparisons = shownComparisons(state, websiteId, name);
  const days = summary && daysInOrder(summary, statistic, comparisons, state.today());
  return days?.[statistic.position.selected]?.point.day;
}

/** The part of a history under the cursor, else the first on screen: the last one comes first. */
function partInView(state: RowPaneState, view: RouteOf<'history'>): RowPart | undefined {
  const { websiteId, name, value, cursor } = view;
  const { parts } = historyDays(state, websiteId);
  const pointed = parts.find(({ from, to }) => typeof cursor === 'string' && from <= cursor && cursor <= to);
  const part = pointed ?? parts.at(-1 - state.history.position.selected);
  return part && { websiteId, name, value, at: { from: part.from, to: part.to } };
}

/** Columns of the pane beside a history: the whole screen where that has only one part; 0 without one. */
export function historyPane(state: Pick<RowPaneState, keyof ViewState | 'history'>): number {
  const { name, value } = state.history;
  if (historyParts(shownPeriod(state)).parts.length > 1) return rowPaneColumns(state.viewport)?.pane ?? 0;
  return withinRow(state, name, value) === undefined ? 0 : state.viewport.columns;
}

/** Whether the chart of the pane is of the hours of a day, or of a few, in place of days. */
export function isByHour(state: ViewState, { at }: RowPart): boolean {
  return at !== undefined || singleDay(state) !== undefined;
}

/** The days of the row, then what is told within it, then the days compared with where no request leaves this machine. */
function paneRequests(state: RowPaneState, row: RowPart): readonly PaneRequest[] {
  const { parts, earlier } = historyDays(state, row.websiteId);
  const isLocal = state.capabilities.isLocal === true;
  const hasDays = !isByHour(state, row);
  const lists = listsOf(state, row);
  const countsOfDays = (days: typeof earlier) =>
    days.map(day => ({ request: request.counts(row, day, shownPeriod(state)) }));
  return [
    ...usualRequests(seenIn(state, row.at)),
    ...(hasDays ? countsOfDays(parts) : []),
    ...[...(lists?.rows ?? []), lists?.hours, { now: lists?.days, before: undefined }]
      .flatMap(list => [list?.now, list?.before])
      .flatMap(each => (each === undefined ? [] : { request: each, where: lists?.where })),
    ...(isLocal && hasDays ? countsOfDays(earlier) : []),
  ];
}

/** What says which day is the usual one of a day of a history. */
function usualRequests(seen: ViewState): readonly PaneRequest[] {
  const { usualOf, span } = shownDays(seen);
  return usualOf === undefined ? [] : [{ request: request.series('visitors', span) }];
}

/** The filter with only the row in it; undefined where the service cannot tell of what came with it. */
function withinRow(
  { capabilities, filter }: ViewState,
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

/** The filter with the row in it, where it counts all of the days shown. */
export function filterOfRow(state: ViewState, row: RowName): Filter | undefined {
  return coversFilter(state, row) ? withinRow(state, row.name, row.value) : undefined;
}

/** Told too where no request leaves this machine. */
const furtherNames = ['country', 'device', 'landing_page'] as const;

/** What came with the row, as it is asked for. */
interface List<A> {
  readonly name: StatisticName;
  readonly now: A;
  readonly before: A | undefined;
}

interface Lists {
  readonly where: Filter;
  readonly rows: readonly List<DataRequestOf<'rows'>>[];
  readonly hours?: List<DataRequestOf<'hours'>>;
  /** Of a single day within one hour: the days that have that hour. */
  readonly days?: DataRequestOf<'series'>;
}

function listsOf(state: ViewState, row: RowPart): Lists | undefined {
  const { capabilities } = state;
  const seen = seenIn(state, row.at);
  const isDay = isSeries(row.name);
  const where = isDay ? state.filter.where : withinRow(state, row.name, row.value);
  if (where === undefined || !(isDay || coversFilter(seen, row))) return undefined;
  const isOffered = (name: StatisticName) =>
    hasStatistic(capabilities, name) && whyNotFiltered(name, capabilities, where) === undefined;
  const first = statisticInfo(row.name).family === 'sources' ? 'page' : 'referrer';
  const names = [first, ...(capabilities.isLocal === true ? furtherNames : [])] as const;
  const hours = countsOf(row.name, capabilities) === 'page views' ? 'pageviews_hours' : 'visitors_hours';
  const { rows, before } = statisticOf(seen, row.websiteId, row.name).days;
  const { hoursBefore } = websiteDays(seen, row.websiteId);
  const single = singleDay(state);
  const ofRows = (name: StatisticName, period: FilteredPeriod) => request.rows(firstQuery(name, period));
  const ofHours = (period: Period) => request.hours(hours, period);
  return {
    where,
    rows: isDay
      ? []
      : names
          .filter(name => name !== row.name && isOffered(name))
          .map(name => ({ name, now: ofRows(name, rows), before: before && ofRows(name, before) })),
    ...(isOffered(hours) && {
      hours: {
        name: hours,
        now: ofHours(rowsPeriod(seen, row.websiteId)),
        before: hoursBefore && ofHours(hoursBefore),
      },
    }),
    ...(isOffered(hours) &&
      single !== undefined &&
      !isDay &&
      hoursWithin(where).length === 1 && { days: request.series(seriesOfHours[hours], weeksTo(single)) }),
  };
}

/** Whether a filter counts all of the days, as far as that is known: own logs keep visits since a certain day. */
function coversFilter(state: ViewState, { websiteId }: RowName): boolean {
  const { data } = state.answers.get(websiteId, request.dataDays(state.capabilities, state.today()));
  const first = shownComparison(state, websiteId)?.before.from ?? rowsPeriod(state, websiteId).from;
  return data?.filtersFrom === undefined || data.filtersFrom <= first;
}

/** What came with the row, the most frequent first: undefined rows are not read. */
export interface ComparedList {
  readonly name: StatisticName;
  readonly rows: readonly ComparedRow[] | undefined;
}

export function comparedLists(state: RowPaneState, row: RowPart): readonly ComparedList[] {
  const lists = listsOf(state, row);
  if (lists === undefined) return [];
  const { websiteId } = row;
  const answers = state.answers.within(lists.where);
  const isComparable = isRowComparable(state, row);
  const found: ComparedList[] = [];
  for (const { name, now, before } of lists.rows) {
    const [page, earlier] = [now, before].map(each => each && answers.get(websiteId, each).data);
    const rows =
      page &&
      compareRows(asRead([page]), asRead(earlier ? [earlier] : []), isComparable && earlier !== undefined)
        .rows;
    found.push({ name, rows: before === undefined ? rows?.map(withoutMark) : rows });
  }
  if (lists.hours !== undefined && !isByHour(state, row) && hoursWithin(lists.where).length > 1) {
    const { name, now, before } = lists.hours;
    const [hours, earlier] = [now, before].map(each => each && answers.get(websiteId, each).data);
    found.push({ name, rows: hours && hourRows(hours, isComparable ? earlier : undefined) });
  }
  return found;
}

function withoutMark(row: ComparedRow): ComparedRow {
  return { ...row, mark: { kind: 'change', change: { kind: 'none' } } };
}

function isRowComparable(state: RowPaneState, row: RowPart): boolean {
  if (row.at === undefined) return !tableComparison(state).isUnknown;
  return earlierReach(statisticOf(state, row.websiteId, row.name), knownOf(state)) !== false;
}

/** The hours of what a pane shows by the hour, and those of the days beside them; no counts before they are read. */
export interface PaneHours extends Pick<HoursOfDay, 'before' | 'openFrom'> {
  readonly counts: readonly number[] | undefined;
  readonly days: Period | undefined;
  /** Those that the filter leaves, and where it leaves one the days that have it; none of several days, which have a chart of their own. */
  readonly hours: readonly number[];
  readonly daysOfHour: readonly SeriesPoint[] | undefined;
}

/** Undefined where the service cannot tell them. */
export function paneHours(state: RowPaneState, row: RowPart): PaneHours | undefined {
  const { hours, days, where = noFilter } = listsOf(state, row) ?? {};
  if (hours === undefined || !isByHour(state, row)) return undefined;
  const { websiteId } = row;
  const seen = seenIn(state, row.at);
  const answers = state.answers.within(where);
  const counts = answers.get(websiteId, hours.now).data;
  const before =
    hours.before && isRowComparable(state, row) ? answers.get(websiteId, hours.before).data : undefined;
  const isOpen = singleDay(seen) === state.today();
  return {
    counts,
    before,
    days: before && hours.before?.period,
    openFrom: isOpen ? (hourNow(state) ?? 24) : 24,
    hours: hoursWithin(where),
    daysOfHour:
      days &&
      answers.get(websiteId, days).data?.filter(point => isWeekdayWithin(where, dayOfWeek(point.day))),
  };
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
