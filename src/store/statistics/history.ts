import type { EarlierDays } from '#model/statistics/cursorPoint.ts';
import { historyParts, type HistoryPart } from '#model/statistics/historyParts.ts';
import { resolvePeriod } from '#model/period/period.ts';
import type { BucketUnit } from '#model/period/bucket.ts';
import type { Period } from '#model/statistics/statistics.ts';
import { shownComparison } from './comparison.ts';
import type { StoreContext } from '#store/core/context.ts';
import type { RowName } from './exactCount.ts';
import { earlierDays, readReachOf } from './historyComparison.ts';
import { createKnownCounts } from './knownCounts.ts';
import {
  listStart,
  moveInList,
  scrolled,
  selectInList,
  type ListPosition,
  type Move,
} from '#store/core/list.ts';
import { notLoaded, type Remote } from '#store/core/remote.ts';
import { routeKey } from '#store/navigation/route.ts';
import type { Force } from './stats.ts';
import { historyLayout } from '#store/core/viewport.ts';

/** One row of a statistic over the days or weeks of the period. */
export interface HistorySlice extends RowName {
  readonly unit: BucketUnit;
  /** The parts (days or weeks) of the period in order; their counts fill in as they are read. */
  readonly parts: readonly HistoryPart[];
  /** The days compared with, each beside the day at its place; undefined unless all of them are read. */
  readonly before: EarlierDays | undefined;
  /** The row's counts of the period's whole days and of the days compared with, as far as they are read. */
  readonly sides: HistorySides;
  /** The progress of reading the parts. */
  readonly reading: Remote<true>;
  /** The user cancelled the reading; what was read stays. */
  readonly stopped: boolean;
  /** The scroll position of the table below the chart. */
  readonly position: ListPosition;
  open(row: RowName, force?: Force): void;
  stop(): void;
  move(move: Move): void;
  /** Brings a row of the table on screen, by its index. */
  showRow(row: number): void;
}

interface HistorySides {
  readonly now?: number | undefined;
  readonly before?: number | undefined;
}

export function createHistory({ get, patch, loader, services }: StoreContext): HistorySlice {
  const slice = () => get().history;
  const known = createKnownCounts(services);

  const readPart = async (row: RowName, part: HistoryPart, signal: AbortSignal) => {
    const count = await known.read(row, part, signal);
    if (signal.aborted) return;
    patch('history', {
      parts: slice().parts.map(old => (old.from === part.from ? { ...old, count, isRead: true } : old)),
    });
  };

  const earlierCounts = (row: RowName, days: readonly Period[]): EarlierDays | undefined => {
    const found = days.map(day => known.get(row, day));
    const [first] = days;
    if (first === undefined || found.some(day => day === undefined)) return undefined;
    return { from: first.from, counts: found.map(day => day?.count) };
  };

  const readSide = async (row: RowName, side: keyof HistorySides, period: Period, signal: AbortSignal) => {
    const count = await known.read(row, period, signal);
    if (!signal.aborted) patch('history', { sides: { ...slice().sides, [side]: count } });
  };

  return {
    websiteId: '',
    name: 'page',
    value: '',
    unit: 'day',
    parts: [],
    before: undefined,
    sides: {},
    reading: notLoaded,
    stopped: false,
    position: listStart,
    open({ websiteId, name, value }, force = false) {
      const row = { websiteId, name, value };
      const period = resolvePeriod(get().period.choice, services.today());
      const { unit, parts } = historyParts(period);
      const filled = parts.map((part): HistoryPart => {
        const found = known.kept(row, part, force);
        // During a refresh the old numbers stay until the new ones come.
        const shown = found ?? known.get(row, part);
        return { ...part, count: shown?.count, isRead: shown !== undefined };
      });
      const missing = parts.filter(part => known.kept(row, part, force) === undefined);
      const isSame = sameParts(slice(), { ...row, parts });
      const position = isSame ? slice().position : listStart;
      const compared = shownComparison(get());
      const periods = compared === undefined ? {} : { now: compared.now, before: compared.before };
      const wanted = (['now', 'before'] as const).flatMap(side => {
        const days = periods[side];
        return days === undefined ? [] : [{ side, days, found: known.kept(row, days, force) }];
      });
      const sides: HistorySides = Object.fromEntries(wanted.map(({ side, found }) => [side, found?.count]));
      const earlier = unit === 'day' ? earlierDays(parts, compared) : [];
      const before = earlierCounts(row, earlier);
      patch('history', { ...row, unit, parts: filled, before, sides, stopped: false, position });
      readReachOf(get(), row, { owner: routeKey({ screen: 'history', ...row }), force });
      void loader.load<true>({
        key: 'history',
        owner: routeKey({ screen: 'history', ...row }),
        async read(signal) {
          const unread = wanted.filter(({ found }) => found === undefined);
          const reads = [
            ...missing.map(part => (either: AbortSignal) => readPart(row, part, either)),
            ...unread.map(
              ({ side, days }) =>
                (either: AbortSignal) =>
                  readSide(row, side, days, either),
            ),
          ];
          await allOrNone(reads, signal, (read, either) => read(either));
          // Over the network it would take as many requests again: there it is only what was read before.
          if (services.profile.kind !== 'service') {
            const asked = earlier.filter(day => known.kept(row, day, force) === undefined);
            await allOrNone(asked, signal, async (day, either) => void (await known.read(row, day, either)));
            if (!signal.aborted) patch('history', { before: earlierCounts(row, earlier) });
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
      const tops = Math.max(1, slice().parts.length - rows + 1);
      patch('history', { position: moveInList(slice().position, scrolled[move], tops, rows) });
    },
    showRow(row) {
      const { rows } = historyLayout(get().viewport);
      const { parts, position } = slice();
      const { top } = selectInList({ selected: row, top: position.selected }, row, parts.length, rows);
      patch('history', { position: { selected: top, top: position.top } });
    },
  };
}

/** Whether it is still being read. */
export function isReading({ reading }: Pick<HistorySlice, 'reading'>): boolean {
  return reading.loading;
}

type Shown = RowName & { readonly parts: readonly HistoryPart[] };

function sameParts(a: Shown, b: Shown): boolean {
  const isSameRow = a.websiteId === b.websiteId && a.name === b.name && a.value === b.value;
  const ends = (parts: readonly HistoryPart[]) => `${parts[0]?.from} ${parts.at(-1)?.to}`;
  return isSameRow && ends(a.parts) === ends(b.parts);
}

/** Reads all parts concurrently; the first failure aborts the others. */
async function allOrNone<T>(
  items: readonly T[],
  signal: AbortSignal,
  read: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  try {
    await Promise.all(items.map(item => read(item, either)));
  } catch (error) {
    failed.abort();
    throw error;
  }
}
