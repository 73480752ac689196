import type { SeriesPeriods } from '#model/statistics/seriesSpan.ts';
import type { Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import type { Remote } from '#store/core/remote.ts';
import type { State } from '#store/core/state.ts';
import { spanKey } from '#store/statistics/statsQueries.ts';

/** The daily counts of a website that are read, and those of the earlier days where those are read separately. */
export interface ReadCounts {
  readonly counts: readonly number[] | undefined;
  readonly beside: readonly number[] | undefined;
}

/** The same arrays as long as nothing is read again. */
export function readCounts(
  state: Pick<State, 'stats' | 'overview'>,
  days: SeriesPeriods,
  websiteId: string,
  name: SeriesName,
): ReadCounts {
  return countsReader(state, days, name)(websiteId);
}

/** Looks up once what all websites have in common. */
export function countsReader(
  state: Pick<State, 'stats' | 'overview'>,
  { span, apart }: SeriesPeriods,
  name: SeriesName,
): (websiteId: string) => ReadCounts {
  const { numbers } = state.overview;
  const readerOf = (period: Period) => {
    const slots = slotsOf(state, name, period);
    // Series that another view has read count as well.
    return (id: string) => numbers.get(period, id, name) ?? toCounts(slots.get(id)?.data);
  };
  const [countsOf, besideOf] = [readerOf(span), apart && readerOf(apart)];
  return id => ({ counts: countsOf(id), beside: besideOf?.(id) });
}

type SeriesSlots = State['stats']['series'];
const slotsBySpan = new WeakMap<
  SeriesSlots,
  Map<string, ReadonlyMap<string, Remote<readonly SeriesPoint[]>>>
>();

/** The series in `stats` of a measure over a period, by website: those of few websites, and no keys are made for all others. */
export function slotsOf(
  { stats: { series } }: Pick<State, 'stats'>,
  name: SeriesName,
  period: Period,
): ReadonlyMap<string, Remote<readonly SeriesPoint[]>> {
  const known =
    slotsBySpan.get(series) ?? new Map<string, ReadonlyMap<string, Remote<readonly SeriesPoint[]>>>();
  slotsBySpan.set(series, known);
  const ofSpan = spanKey('', name, period);
  const found = known.get(ofSpan);
  if (found !== undefined) return found;
  const slots = new Map<string, Remote<readonly SeriesPoint[]>>();
  for (const [key, slot] of Object.entries(series))
    if (key.endsWith(ofSpan)) slots.set(key.slice(0, -ofSpan.length), slot);
  known.set(ofSpan, slots);
  return slots;
}

const countsOfPoints = new WeakMap<readonly SeriesPoint[], readonly number[]>();

/** The counts of a series in order; undefined where it was not read. */
export function toCounts(points: readonly SeriesPoint[] | undefined): readonly number[] | undefined {
  if (points === undefined) return undefined;
  const counts = countsOfPoints.get(points) ?? points.map(({ count }) => count);
  countsOfPoints.set(points, counts);
  return counts;
}
