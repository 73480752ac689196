import type { Period, SeriesName } from '#model/statistics/statistics.ts';

/** The most periods kept; the ones least recently added to are dropped first. */
const mostPeriods = 12;

/** A series by days; or, as 'exact', the visitors that the service counted in a period: one number, none where it failed. */
type CachedName = SeriesName | 'exact';

/** The daily numbers of websites as they were read: kept while the program runs. */
export interface NumbersCache {
  /** A count for every day of the period, in order; the same array as long as it is not read again. */
  get(period: Period, websiteId: string, name: CachedName): readonly number[] | undefined;
  /** When that was requested, in milliseconds since 1970. */
  readAt(period: Period, websiteId: string, name: CachedName): number | undefined;
  put(period: Period, websiteId: string, name: CachedName, counts: readonly number[], at: number): void;
  /** Whether it was read after the last `invalidate`. */
  isCurrent(period: Period, websiteId: string, name: CachedName): boolean;
  /** Marks all as outdated; they are returned until they are read again. */
  invalidate(): void;
}

interface Entry {
  readonly counts: readonly number[];
  readonly age: number;
  readonly at: number;
}

export function createNumbersCache(): NumbersCache {
  const periods = new Map<string, Map<string, Entry>>();
  let age = 0;
  const daysOf = ({ from, to }: Period) => `${from} ${to}`;
  const keyOf = (websiteId: string, name: CachedName) => `${name} ${websiteId}`;
  const entryOf = (period: Period, websiteId: string, name: CachedName) =>
    periods.get(daysOf(period))?.get(keyOf(websiteId, name));

  return {
    get: (period, websiteId, name) => entryOf(period, websiteId, name)?.counts,
    readAt: (period, websiteId, name) => entryOf(period, websiteId, name)?.at,
    put(period, websiteId, name, counts, at) {
      const days = daysOf(period);
      const entries = periods.get(days) ?? new Map<string, Entry>();
      entries.set(keyOf(websiteId, name), { counts, age, at });
      periods.delete(days);
      periods.set(days, entries);
      for (const oldest of [...periods.keys()].slice(0, -mostPeriods)) periods.delete(oldest);
    },
    isCurrent: (period, websiteId, name) => entryOf(period, websiteId, name)?.age === age,
    invalidate: () => (age += 1),
  };
}
