import type { StatisticName } from '#model/statistics/statistics.ts';

/** A count of a statistic. The day is in days since 1970-01-01. */
type TallyRow = readonly [name: StatisticName, day: number, value: string, count: number];

/** Estimated: a row takes its text and some 100 bytes. */
const mostBytes = 6_000_000;
const rowBytes = 100;

/** Sums counts in memory, and passes them on once they are many. A count may be negative. */
export class Tally {
  readonly #counts = new Map<StatisticName, Map<number, Map<string, number>>>();
  readonly #spill: (rows: Iterable<TallyRow>) => void;
  #bytes = 0;

  constructor(spill: (rows: Iterable<TallyRow>) => void) {
    this.#spill = spill;
  }

  add(name: StatisticName, day: number, value: string, count = 1): void {
    const values = this.#valuesOf(name, day);
    const before = values.get(value);
    values.set(value, (before ?? 0) + count);
    if (before !== undefined) return;
    this.#bytes += rowBytes + value.length;
    if (this.#bytes >= mostBytes) this.flush();
  }

  /** Passes everything on. */
  flush(): void {
    this.#spill(this.#all());
    this.#counts.clear();
    this.#bytes = 0;
  }

  #valuesOf(name: StatisticName, day: number): Map<string, number> {
    let days = this.#counts.get(name);
    if (!days) this.#counts.set(name, (days = new Map<number, Map<string, number>>()));
    let values = days.get(day);
    if (!values) days.set(day, (values = new Map<string, number>()));
    return values;
  }

  *#all(): Generator<TallyRow, void, void> {
    for (const [name, days] of this.#counts)
      for (const [day, values] of days)
        for (const [value, count] of values) if (count !== 0) yield [name, day, value, count];
  }
}
