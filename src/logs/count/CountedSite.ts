import type { Target } from '#logs/storage/targets.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { KnownLines, type LinePool } from './KnownLines.ts';

export interface SiteParts {
  /** What the hashes of visitors and lines are made with. */
  readonly key: string;
  /** The name that tells servers apart; empty for none. */
  readonly source: string;
  readonly pool: LinePool;
  readonly tally: Tally;
}

/** A website while lines are counted for it, and what is known of its lines. */
export class Site {
  /** By which its counts are found in the temporary database. */
  readonly number: number;
  readonly target: Target;
  /** Undefined: nothing is known of it, as if it was still to be created. */
  readonly website: number | undefined;
  readonly secret: string;
  readonly lines: KnownLines;
  readonly tally: SiteTally;
  /** Page views. */
  counted = 0;

  constructor(
    target: Target,
    { number, website }: { readonly number: number; readonly website: number | undefined },
    { key, source, pool, tally }: SiteParts,
  ) {
    this.number = number;
    this.target = target;
    this.website = website;
    this.secret = siteSecret(key, target);
    this.lines = new KnownLines(pool, { site: number, website, source });
    this.tally = tally.of(number);
  }
}

/** Only who knows it can tell whose hash a visitor is. */
export function siteSecret(key: string, { domain }: Target): string {
  return `${key}\n${domain}`;
}

/** What the hashes of a website's lines are made with. */
export function lineSecret(secret: string): string {
  return `${secret}\nlines`;
}

/** The counts of the values of a statistic on a day of one of the websites. The day is in days since 1970-01-01. */
type TallyGroup = readonly [
  site: number,
  name: StatisticName,
  day: number,
  values: ReadonlyMap<string, number>,
];

/** Estimated: a value takes its text and some 100 bytes. */
const mostBytes = 6_000_000;
const valueBytes = 100;
const tableBytes = 300;

/** Sums counts in memory, and passes them on once they are many. */
export class Tally {
  readonly #sites: SiteTally[] = [];
  readonly #spill: (groups: Iterable<TallyGroup>) => void;
  #bytes = 0;

  constructor(spill: (groups: Iterable<TallyGroup>) => void) {
    this.#spill = spill;
  }

  of(site: number): SiteTally {
    const tally = new SiteTally(site, bytes => this.#grow(bytes));
    this.#sites.push(tally);
    return tally;
  }

  /** Passes everything on. */
  flush(): void {
    for (const site of this.#sites) {
      this.#spill(site.groups());
      site.clear();
    }
    this.#bytes = 0;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes >= mostBytes) this.flush();
  }
}

/** Of a statistic. Lines of one day stand together, so the last one is remembered. */
interface Days {
  readonly all: Map<number, Map<string, number>>;
  day: number;
  values: Map<string, number>;
}

/** The counts of one website. */
export class SiteTally {
  readonly #site: number;
  readonly #grow: (bytes: number) => void;
  readonly #names = new Map<StatisticName, Days>();

  constructor(site: number, grow: (bytes: number) => void) {
    this.#site = site;
    this.#grow = grow;
  }

  /** @param count may be negative */
  add(name: StatisticName, day: number, value: string, count = 1): void {
    const values = this.#valuesOf(name, day);
    const before = values.get(value);
    values.set(value, (before ?? 0) + count);
    if (before === undefined) this.#grow(valueBytes + value.length);
  }

  *groups(): Generator<TallyGroup, void, void> {
    for (const [name, { all }] of this.#names)
      for (const [day, values] of all) yield [this.#site, name, day, values];
  }

  clear(): void {
    this.#names.clear();
  }

  #valuesOf(name: StatisticName, day: number): Map<string, number> {
    let days = this.#names.get(name);
    if (days?.day === day) return days.values;
    if (!days) this.#names.set(name, (days = { all: new Map(), day, values: new Map() }));
    const values = days.all.get(day) ?? new Map<string, number>();
    days.day = day;
    days.values = values;
    if (values.size > 0) return values;
    days.all.set(day, values);
    this.#grow(tableBytes);
    return values;
  }
}
