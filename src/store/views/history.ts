import { type Change, change } from '#model/comparison/change.ts';
import { type ComparedPeriods, usualDays } from '#model/comparison/periods.ts';
import { isWeekdayWithin } from '#model/service/filter.ts';
import { coveredMeasure, referenceStatistic } from '#model/comparison/rows.ts';
import { type BucketUnit, type HistoryPart, historyParts } from '#model/period/bucket.ts';
import { addDays, daysBetween, dayOfWeek } from '#model/period/day.ts';
import type { EarlierDays, OwnComparisons } from '#model/statistics/cursor.ts';
import type { Period } from '#model/statistics/statistics.ts';
import type { Force, ReadOptions } from '#queries/answers/answers.ts';
import { type Answer, request, notLoaded, type RowName } from '#queries/answers/request.ts';
import { comparedByItself, knownDataDays, seriesRequests } from '#queries/days/series.ts';
import { countedPart, countOf } from '#queries/history.ts';
import { earlierReach, reachRequests } from '#queries/rows/rows.ts';
import { historyLayout } from '#store/display.ts';
import {
  type ListPosition,
  listStart,
  type Move,
  moveInList,
  scrolled,
  selectInList,
} from '#store/navigation/navigation.ts';
import { routeKey } from '#store/navigation/route.ts';
import {
  knownOf,
  type QueryState,
  readAll,
  shownComparison,
  shownDays,
  shownPeriod,
  type ViewState,
  websiteDays,
} from '#store/queries/question.ts';
import { statisticOf } from '#store/queries/rows.ts';
import { readSeries, whereOf } from '#store/queries/series.ts';
import type { SliceContext } from '#store/slice.ts';
import { memoizeLast } from '#text/memo.ts';

export function historyDays(state: QueryState, websiteId: string) {
  const { unit, parts } = historyParts(shownPeriod(state));
  const compared = shownComparison(state, websiteId);
  const where = whereOf(state);
  // Days of other weekdays have nothing, and the days compared with stand side by side.
  if (unit === 'day' && where.some(({ field }) => field === 'weekday'))
    return {
      unit,
      parts: parts.filter(({ from }) => isWeekdayWithin(where, dayOfWeek(from))),
      compared,
      earlier: [],
    };
  return { unit, parts, compared, earlier: unit === 'day' ? earlierDays(parts, compared) : [] };
}

/** The day compared with each day of the period, as far as there is one: not for today, which is not over. */
function earlierDays(parts: readonly Period[], compared: ComparedPeriods | undefined): Period[] {
  if (compared === undefined) return [];
  const { now, before } = compared;
  return parts
    .filter(({ from }) => from <= now.to)
    .map(({ from }) => addDays(before.from, daysBetween(now.from, from)))
    .filter(day => day <= before.to)
    .map(day => ({ from: day, to: day }));
}

export interface ShownHistory extends RowName {
  readonly unit: BucketUnit;
  readonly parts: readonly HistoryPart[];
  /** The days compared with, each beside the day at its place; undefined unless all of them are read. */
  readonly before: EarlierDays | undefined;
  /** The row's counts of the period's whole days and of the days compared with. */
  readonly sides: { readonly now?: number | undefined; readonly before?: number | undefined };
}

interface HistoryState extends QueryState {
  readonly history: RowName;
}

const lastShown = memoizeLast<ShownHistory>();

/** The row that was opened, or another one. The same object as long as nothing of it changes. */
export function shownHistory(state: HistoryState, named: RowName = state.history): ShownHistory {
  const { websiteId, name, value } = named;
  const row = { websiteId, name, value };
  const days = [shownPeriod(state), shownComparison(state, websiteId), whereOf(state)];
  const keys = [state.answers, websiteId, name, value, ...days];
  return lastShown(keys, () => {
    const { unit, parts, compared, earlier } = historyDays(state, websiteId);
    const known = (period: Period) => countOf(row, period, state);
    const before = earlier.map(known);
    const data = knownDataDays(websiteId, websiteDays(state, websiteId), knownOf(state));
    const [first] = earlier;
    return {
      ...row,
      unit,
      parts: parts.map(part => countedPart(name, part, known(part), data)),
      before:
        first === undefined || before.some(({ isRead }) => !isRead)
          ? undefined
          : { from: first.from, counts: before.map(({ count }) => count) },
      sides:
        compared === undefined
          ? {}
          : { now: known(compared.now).count, before: known(compared.before).count },
    };
  });
}

/** What tells whether the row can be compared: the total of its statistic, and the earlier rows. */
function readReachOf(state: QueryState, { websiteId, name }: RowName, options: ReadOptions): void {
  const before = shownComparison(state, websiteId)?.before;
  if (before === undefined) return;
  const reference = referenceStatistic(name);
  const measure = coveredMeasure(reference, state.capabilities);
  // The visitors say which day is the usual one of each.
  const isUsual = state.comparison.baseline === 'usual' && historyDays(state, websiteId).unit === 'day';
  readSeries(
    state,
    websiteId,
    isUsual && measure !== 'visitors' ? ['visitors', measure] : [measure],
    options,
  );
  readAll(state, reachRequests(statisticOf(state, websiteId, name), knownOf(state)), options);
}

/** The change of the row's count; none where nothing is compared, as of today, which is not over, or not everything is read. */
export function historyChange(state: HistoryState): Change | 'unknown' {
  const { sides, websiteId, name } = shownHistory(state);
  if (shownComparison(state, websiteId) === undefined) return { kind: 'none' };
  const reaches = earlierReach(statisticOf(state, websiteId, name), knownOf(state));
  return reaches === false ? 'unknown' : change(reaches === true ? sides.now : undefined, sides.before);
}

/** The days compared with, where they are read and their detail reaches as far. */
export function historyBefore(state: HistoryState, row?: RowName): EarlierDays | undefined {
  const { before, websiteId, name } = shownHistory(state, row);
  const statistic = statisticOf(state, websiteId, name);
  return before !== undefined && earlierReach(statistic, knownOf(state)) === true ? before : undefined;
}

/** In the demo and in own logs, where a request costs little: what says which day is the usual one of each day. */
function usualRequest(state: QueryState, websiteId: string) {
  const { unit, parts } = historyDays(state, websiteId);
  const [first] = parts;
  const last = parts.at(-1);
  const isAsked =
    state.capabilities.isLocal === true && state.comparison.baseline === 'usual' && unit === 'day';
  if (!isAsked || first === undefined || last === undefined) return undefined;
  return request.series('visitors', { from: addDays(first.from, -usualDays), to: last.to });
}

/** What tells with which days a part is compared by itself, as far as it is read. */
function comparisonData(state: QueryState, websiteId: string) {
  const usual = usualRequest(state, websiteId);
  const requests = [
    ...(usual === undefined ? [] : [usual]),
    ...seriesRequests(websiteId, ['visitors'], shownDays(state)).map(question => question.request),
  ];
  const visitors = requests.map(request => state.answers.get(websiteId, request).data);
  return { visitors, data: knownDataDays(websiteId, shownDays(state), knownOf(state)) };
}

/** The days with which the days of the period are compared by themselves. */
function usualPeriods(state: QueryState, websiteId: string): readonly Period[] {
  const known = comparisonData(state, websiteId);
  return historyDays(state, websiteId).parts.flatMap(part => {
    const compared = comparedByItself(part, state.comparison.baseline, state.today(), known);
    return compared === undefined ? [] : [compared.before];
  });
}

const ownOf = memoizeLast<OwnComparisons>();

/** What each part is compared with by itself: the row's count of those days, where it was asked for. */
export function historyComparisons(state: HistoryState, named?: RowName): OwnComparisons {
  const row = shownHistory(state, named);
  const { baseline } = state.comparison;
  const { websiteId, parts, before } = row;
  const today = state.today();
  const { visitors, data } = comparisonData(state, websiteId);
  const keys = [state.answers, parts, before, baseline, today, data, visitors.length, ...visitors];
  return ownOf(keys, () => span => {
    const compared = comparedByItself(span, baseline, today, { visitors, data });
    const count = compared && countOf(row, compared.before, state).count;
    return compared && count !== undefined ? { compared, before: count } : undefined;
  });
}

/** Whether days have a column for their changes: where the days they are compared with are read, or are going to be. */
export function historyHasChanges(state: HistoryState & ViewState): boolean {
  const { unit, parts } = shownHistory(state);
  const today = state.today();
  if (unit !== 'day' || state.comparison.baseline === undefined || parts.every(({ to }) => to >= today))
    return false;
  const comparisons = historyComparisons(state);
  return state.capabilities.isLocal === true || parts.some(part => comparisons(part) !== undefined);
}

/** One row of a statistic over the days, weeks or months of the period: `shownHistory` has its counts. */
export interface HistorySlice extends RowName {
  readonly period: Period | undefined;
  readonly reading: Answer<true>;
  /** The user cancelled the reading; what was read stays. */
  readonly stopped: boolean;
  /** The scroll position of the table below the chart. */
  readonly position: ListPosition;
  open(row: RowName, force?: Force): void;
  stop(): void;
  move(move: Move): void;
  showRow(row: number): void;
}

type HistoryContext = SliceContext<{ history: HistorySlice }, ViewState>;

export function createHistory({ get, patch, loader, answers }: HistoryContext): HistorySlice {
  const slice = () => get().history;
  const length = () => shownHistory(get()).parts.length;

  /** Reads all counts concurrently; the first failure aborts the others. */
  const readCounts = async (
    row: RowName,
    periods: readonly Period[],
    options: ReadOptions,
    signal: AbortSignal,
  ) => {
    const abort = () => {
      for (const period of periods) answers.abort(row.websiteId, request.counts(row, period));
    };
    signal.addEventListener('abort', abort);
    const read = async (period: Period) => {
      await get().answers.read(row.websiteId, request.counts(row, period, shownPeriod(get())), options);
      const error = countOf(row, period, get()).slot?.error;
      if (error !== undefined) throw error;
    };
    try {
      await Promise.all(periods.map(read));
    } catch (error) {
      abort();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };

  /** Which day is the usual one of each, then the row's counts of those. */
  const readUsual = async (row: RowName, options: ReadOptions, signal: AbortSignal) => {
    const { websiteId } = row;
    const usual = usualRequest(get(), websiteId);
    if (usual === undefined || signal.aborted) return;
    const days = request.dataDays(get().capabilities, get().today());
    await Promise.all([usual, days].map(request => get().answers.read(websiteId, request, options)));
    if (!signal.aborted) await readCounts(row, usualPeriods(get(), websiteId), options, signal);
  };

  return {
    websiteId: '',
    name: 'page',
    value: '',
    period: undefined,
    reading: notLoaded,
    stopped: false,
    position: listStart,
    open({ websiteId, name, value }, force = false) {
      const row = { websiteId, name, value };
      const period = shownPeriod(get());
      const { parts, compared, earlier } = historyDays(get(), websiteId);
      const position = isSame(slice(), { ...row, period }) ? slice().position : listStart;
      patch('history', { ...row, period, stopped: false, position });
      const options = { owner: routeKey({ screen: 'history', ...row }), force };
      readReachOf(get(), row, options);
      void loader.load<true>({
        key: 'history',
        owner: options.owner,
        async read(signal) {
          const sides = compared === undefined ? [] : [compared.now, compared.before];
          await readCounts(row, [...parts, ...sides], options, signal);
          // Over the network it would take as many requests again: there it is only what was read before.
          if (get().capabilities.isLocal === true && !signal.aborted) {
            await readCounts(row, earlier, options, signal);
            await readUsual(row, options, signal);
          }
          return true;
        },
        current: () => slice().reading,
        write(reading) {
          patch('history', { reading });
          // What could not be read is scrolled to, what is known is shown.
          const { parts: shown } = shownHistory(get());
          const first = shown.toReversed().findIndex(({ isRead }) => isRead);
          const isFirst = reading.error !== undefined && slice().position.selected === 0;
          if (!isFirst || first < 1) return;
          const { rows } = historyLayout(get().viewport);
          const selected = Math.min(first, Math.max(0, shown.length - rows));
          patch('history', { position: { ...slice().position, selected } });
        },
      });
    },
    stop() {
      loader.abort('history');
      patch('history', { stopped: true });
    },
    move(move) {
      const { rows } = historyLayout(get().viewport);
      const tops = Math.max(1, length() - rows + 1);
      patch('history', { position: moveInList(slice().position, scrolled[move], tops, rows) });
    },
    showRow(row) {
      const { rows } = historyLayout(get().viewport);
      const { position } = slice();
      const { top } = selectInList({ selected: row, top: position.selected }, row, length(), rows);
      patch('history', { position: { selected: top, top: position.top } });
    },
  };
}

type Opened = Pick<HistorySlice, keyof RowName | 'period'>;

function isSame(a: Opened, b: Opened): boolean {
  const isSameRow = a.websiteId === b.websiteId && a.name === b.name && a.value === b.value;
  return isSameRow && a.period?.from === b.period?.from && a.period?.to === b.period?.to;
}
