import type { Period } from '#model/statistics/statistics.ts';
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
import { type Answer, ask, notLoaded } from '#queries/answers/ask.ts';
import { countOf } from '#queries/history.ts';
import { historyDays, readReachOf, shownHistory, usualAsk, usualPeriods } from '#store/queries/history.ts';
import type { RowName } from '#queries/answers/question.ts';
import { shownPeriod, type ViewState } from '#store/queries/question.ts';
import type { Force, ReadOptions } from '#queries/answers/answers.ts';
import type { SliceContext } from '#store/slice.ts';

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
      for (const period of periods) answers.abort(row.websiteId, ask.counts(row, period));
    };
    signal.addEventListener('abort', abort);
    const read = async (period: Period) => {
      await get().answers.read(row.websiteId, ask.counts(row, period, shownPeriod(get())), options);
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
    const usual = usualAsk(get(), websiteId);
    if (usual === undefined || signal.aborted) return;
    const days = ask.dataDays(get().capabilities, get().today());
    await Promise.all([usual, days].map(asked => get().answers.read(websiteId, asked, options)));
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
        write: reading => patch('history', { reading }),
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

export function isReading({ reading }: Pick<HistorySlice, 'reading'>): boolean {
  return reading.loading;
}

type Opened = Pick<HistorySlice, keyof RowName | 'period'>;

function isSame(a: Opened, b: Opened): boolean {
  const isSameRow = a.websiteId === b.websiteId && a.name === b.name && a.value === b.value;
  return isSameRow && a.period?.from === b.period?.from && a.period?.to === b.period?.to;
}
