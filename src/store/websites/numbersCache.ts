import { dayCount, daysFrom, earlierDay } from '#model/period/day.ts';
import type { Day, Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';

/** The most periods kept; the ones least recently added to are dropped first. */
const mostPeriods = 12;

/** A series by days; or, as 'exact', the visitors that the service counted in a period: one number, none where it failed. */
export type CachedName = SeriesName | 'exact';

/** The daily numbers of websites as they were read, by this session or, until they are read again, by an earlier one. */
export interface NumbersCache {
  /** A count for every day of the period, in order; the same array as long as it is not read again. */
  get(period: Period, websiteId: string, name: CachedName): readonly number[] | undefined;
  /** When that was requested, in milliseconds since 1970. */
  readAt(period: Period, websiteId: string, name: CachedName): number | undefined;
  put(period: Period, websiteId: string, name: CachedName, counts: readonly number[], at: number): void;
  /** Takes over what an earlier session read. */
  restore(period: Period, websiteId: string, name: CachedName, counts: readonly number[], at: number): void;
  /** When an earlier session read it; undefined where this one did. */
  keptAt(period: Period, websiteId: string, name: CachedName): number | undefined;
  /** Whether it was read after the last `invalidate`. */
  isCurrent(period: Period, websiteId: string, name: CachedName): boolean;
  /** The first days of a period whose counts are known for good; `finalTo` says up to which day a reading is final. */
  finalDays(
    period: Period,
    websiteId: string,
    name: SeriesName,
    finalTo: (readAt: number) => Day,
  ): readonly SeriesPoint[];
  /** Whether what earlier sessions read counts as known: nothing was asked for again since the start. */
  trustsKept(): boolean;
  /** Marks all as outdated; they are returned until they are read again. */
  invalidate(): void;
}

interface Entry {
  readonly counts: readonly number[];
  readonly age: number;
  readonly at: number;
  readonly isKept: boolean;
}

interface Days {
  readonly period: Period;
  readonly byName: Map<CachedName, Map<string, Entry>>;
}

export function createNumbersCache(): NumbersCache {
  const periods = new Map<string, Days>();
  let age = 0;
  // Every key asks for each row on screen several times, by the same periods: no text is made for that.
  const names = new WeakMap<Period, string>();
  const daysOf = (period: Period) => {
    const known = names.get(period);
    if (known !== undefined) return known;
    const days = `${period.from} ${period.to}`;
    names.set(period, days);
    return days;
  };
  const entryOf = (period: Period, websiteId: string, name: CachedName) =>
    periods.get(daysOf(period))?.byName.get(name)?.get(websiteId);
  const set = (period: Period, websiteId: string, name: CachedName, entry: Entry) => {
    const days = daysOf(period);
    const known = periods.get(days) ?? { period, byName: new Map<CachedName, Map<string, Entry>>() };
    const entries = known.byName.get(name) ?? new Map<string, Entry>();
    known.byName.set(name, entries.set(websiteId, entry));
    periods.delete(days);
    periods.set(days, known);
    for (const oldest of [...periods.keys()].slice(0, -mostPeriods)) periods.delete(oldest);
  };

  return {
    get: (period, websiteId, name) => entryOf(period, websiteId, name)?.counts,
    readAt: (period, websiteId, name) => entryOf(period, websiteId, name)?.at,
    put: (period, websiteId, name, counts, at) =>
      set(period, websiteId, name, { counts, age, at, isKept: false }),
    restore: (period, websiteId, name, counts, at) =>
      set(period, websiteId, name, { counts, age, at, isKept: true }),
    keptAt(period, websiteId, name) {
      const entry = entryOf(period, websiteId, name);
      return entry?.isKept === true ? entry.at : undefined;
    },
    isCurrent: (period, websiteId, name) => entryOf(period, websiteId, name)?.age === age,
    finalDays({ from, to }, websiteId, name, finalTo) {
      let longest: readonly number[] = [];
      for (const { period, byName } of periods.values()) {
        const entry = byName.get(name)?.get(websiteId);
        if (entry === undefined || entry.age !== age || period.from > from) continue;
        const end = [finalTo(entry.at), period.to, to].reduce(earlierDay);
        const first = dayCount({ from: period.from, to: from }) - 1;
        const counts = end < from ? [] : entry.counts.slice(first, first + dayCount({ from, to: end }));
        if (counts.length > longest.length) longest = counts;
      }
      const days = longest.length === 0 ? [] : daysFrom(from, longest.length);
      return days.map((day, place) => ({ day, count: longest[place] ?? 0 }));
    },
    trustsKept: () => age === 0,
    invalidate: () => (age += 1),
  };
}
