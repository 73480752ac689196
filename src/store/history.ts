import { historyParts, type HistoryPart } from '#model/historyParts.ts';
import { resolvePeriod } from '#model/period.ts';
import type { BucketUnit } from '#model/bucket.ts';
import type { Period } from '#model/statistics.ts';
import type { StoreContext } from './context.ts';
import { readExactCount, type RowName } from './exactCount.ts';
import { askedNow, isFinal, isFresh, type Asked } from './freshness.ts';
import { listStart, moveInList, scrolled, type ListPosition, type Move } from './list.ts';
import { notLoaded, type Remote } from './remote.ts';
import { routeKey } from './route.ts';
import type { Force } from './stats.ts';
import { historyLayout } from './viewport.ts';

/** One row of a statistic over the period. */
export interface HistorySlice extends RowName {
  readonly unit: BucketUnit;
  /** The period's parts in order; they fill in while they are read. */
  readonly parts: readonly HistoryPart[];
  /** How the reading of the parts stands. */
  readonly reading: Remote<true>;
  /** The person stopped it; what was read stays. */
  readonly stopped: boolean;
  /** The table below the chart; the selection is its first row on screen. */
  readonly position: ListPosition;
  open(row: RowName, force?: Force): void;
  stop(): void;
  move(move: Move): void;
}

const mostRemembered = 2000;

export function createHistory({ get, patch, loader, services }: StoreContext): HistorySlice {
  const slice = () => get().history;
  const known = new Map<string, { readonly count: number | undefined; readonly asked: Asked }>();

  const keyOf = ({ websiteId, name, value }: RowName, { from, to }: Period) =>
    JSON.stringify([websiteId, name, value, from, to]);

  const remembered = (row: RowName, part: Period, force: Force) => {
    const found = known.get(keyOf(row, part));
    if (found === undefined || force === true) return undefined;
    const isKept = force === 'today' ? isFinal(found.asked, part) : isFresh(found.asked, part, services);
    return isKept ? found : undefined;
  };

  const remember = (key: string, count: number | undefined, asked: Asked) => {
    known.delete(key);
    known.set(key, { count, asked });
    const [oldest] = known.keys();
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
  };

  const readPart = async (row: RowName, part: HistoryPart, signal: AbortSignal) => {
    const asked = askedNow(services);
    const count = await readExactCount(services.api, row, part, signal);
    remember(keyOf(row, part), count, asked);
    if (signal.aborted) return;
    patch('history', {
      parts: slice().parts.map(old => (old.from === part.from ? { ...old, count, isRead: true } : old)),
    });
  };

  return {
    websiteId: '',
    name: 'page',
    value: '',
    unit: 'day',
    parts: [],
    reading: notLoaded,
    stopped: false,
    position: listStart,
    open({ websiteId, name, value }, force = false) {
      const row = { websiteId, name, value };
      const period = resolvePeriod(get().period.choice, services.today());
      const { unit, parts } = historyParts(period);
      const filled = parts.map((part): HistoryPart => {
        const found = remembered(row, part, force);
        // A refresh shows the numbers it had until the new ones are there.
        const shown = found ?? known.get(keyOf(row, part));
        return { ...part, count: shown?.count, isRead: shown !== undefined };
      });
      const missing = parts.filter(part => remembered(row, part, force) === undefined);
      const isSame = sameParts(slice(), { ...row, parts });
      const position = isSame ? slice().position : listStart;
      patch('history', { ...row, unit, parts: filled, stopped: false, position });
      void loader.load<true>({
        key: 'history',
        owner: routeKey({ screen: 'history', ...row }),
        async read(signal) {
          await allOrNone(missing, signal, (part, either) => readPart(row, part, either));
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

/** Reads them all side by side; the failure of one ends the others. */
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
