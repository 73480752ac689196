import type { StatisticName } from '#model/statistics/statistics.ts';

/** A count of a statistic of one of the websites. The day is in days since 1970-01-01. */
type TallyRow = readonly [site: number, name: StatisticName, day: number, value: string, count: number];

/** Estimated: a row takes its text and some 100 bytes. */
const mostBytes = 6_000_000;
const rowBytes = 100;
const tableBytes = 300;

/** The counts of one website. */
export interface SiteTally {
  /** @param count may be negative */
  readonly add: (name: StatisticName, day: number, value: string, count?: number) => void;
}

/** Sums counts in memory, and passes them on once they are many. */
export class Tally {
  readonly #sites = new Map<number, Map<StatisticName, Map<number, Map<string, number>>>>();
  readonly #spill: (rows: Iterable<TallyRow>) => void;
  #bytes = 0;

  constructor(spill: (rows: Iterable<TallyRow>) => void) {
    this.#spill = spill;
  }

  of(site: number): SiteTally {
    return { add: (name, day, value, count = 1) => this.#add(site, name, day, value, count) };
  }

  /** Passes everything on. */
  flush(): void {
    this.#spill(this.#all());
    this.#sites.clear();
    this.#bytes = 0;
  }

  #add(site: number, name: StatisticName, day: number, value: string, count: number): void {
    const values = this.#valuesOf(site, name, day);
    const before = values.get(value);
    values.set(value, (before ?? 0) + count);
    if (before !== undefined) return;
    this.#bytes += rowBytes + value.length;
    if (this.#bytes >= mostBytes) this.flush();
  }

  #valuesOf(site: number, name: StatisticName, day: number): Map<string, number> {
    let names = this.#sites.get(site);
    if (!names) this.#sites.set(site, (names = new Map<StatisticName, Map<number, Map<string, number>>>()));
    let days = names.get(name);
    if (!days) names.set(name, (days = new Map<number, Map<string, number>>()));
    let values = days.get(day);
    if (!values) {
      days.set(day, (values = new Map<string, number>()));
      this.#bytes += tableBytes;
    }
    return values;
  }

  *#all(): Generator<TallyRow, void, void> {
    for (const [site, names] of this.#sites)
      for (const [name, days] of names)
        for (const [day, values] of days)
          for (const [value, count] of values) if (count !== 0) yield [site, name, day, value, count];
  }
}
