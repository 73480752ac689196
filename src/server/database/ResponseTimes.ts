import type { Days } from '#server/database/counts.ts';
import { type Numbers, packColumns, unpackColumns } from './columns.ts';
import type { TimeName } from '#model/statistics/statistics.ts';
import { type Database, integer } from './Database.ts';

// How long the server took, of each page of a day: not each time, but how many fell into each step of time. Steps are exact up to
// 63 microseconds, and from there on each is 8 % longer than the one before: a time that is told of a step is at most 5 % off.

const exactSteps = 64;
const ratio = 1.08;
/** An hour; longer times count as it. */
const longest = 3_600_000_000;
const logOfRatio = Math.log(ratio);

/**
 * @param took microseconds, a whole number; none is told as one, since servers that write thousandths of a second write zero for
 * less, and a zero would be no time at all
 */
export function stepOf(took: number): number {
  if (took < exactSteps) return Math.max(1, took);
  return exactSteps + Math.floor(Math.log(Math.min(took, longest) / exactSteps) / logOfRatio + 1e-9);
}

/** The time in the middle of a step, in microseconds. */
export function timeOf(step: number): number {
  if (step < exactSteps) return step;
  return Math.round((exactSteps * ratio ** (step - exactSteps) * (1 + ratio)) / 2);
}

/** Of page views so much is the part that took at most the time of a row: half, or all but the slowest tenth. */
export const parts: Readonly<Record<TimeName, number>> = { response_time: 0.5, slow_response: 0.9 };

/** More than there are steps: a page and a step are one number. */
const stepsOfPage = 512;

/** Rows of a page, a step and how many, in the order of pages and steps. */
export class ResponseTimes {
  /** The page times 512, and the step. */
  readonly #keys: Float64Array;
  readonly #counts: Float64Array;

  private constructor(keys: Float64Array, counts: Float64Array) {
    this.#keys = keys;
    this.#counts = counts;
  }

  static readonly none = new ResponseTimes(new Float64Array(), new Float64Array());

  static keyOf(page: number, step: number): number {
    return page * stepsOfPage + step;
  }

  /** @param counted how many, by keyOf */
  static from(counted: ReadonlyMap<number, number>): ResponseTimes {
    const keys = Float64Array.from(counted.keys()).sort();
    return new ResponseTimes(
      keys,
      keys.map(key => counted.get(key) ?? 0),
    );
  }

  static unpack(packed: Uint8Array): ResponseTimes {
    const { rows, column } = unpackColumns(packed);
    const [pages, steps, counts] = [column(0), column(1), column(2)];
    const keys = new Float64Array(rows);
    for (let row = 0; row < rows; row++) keys[row] = ResponseTimes.keyOf(pages[row] ?? 0, steps[row] ?? 0);
    return new ResponseTimes(keys, Float64Array.from(counts));
  }

  get length(): number {
    return this.#keys.length;
  }

  pack(): Uint8Array {
    const columnOf = (number: (key: number, row: number) => number): Numbers =>
      Int32Array.from(this.#keys, number);
    return packColumns(this.length, [
      columnOf(key => Math.floor(key / stepsOfPage)),
      columnOf(key => key % stepsOfPage),
      columnOf((_, row) => this.#counts[row] ?? 0),
    ]);
  }

  /** Both together. */
  with(other: ResponseTimes): ResponseTimes {
    if (this.length === 0) return other;
    if (other.length === 0) return this;
    const keys = new Float64Array(this.length + other.length);
    const counts = new Float64Array(keys.length);
    let [a, b, rows] = [0, 0, 0];
    while (a < this.length || b < other.length) {
      const own = this.#keys[a] ?? Infinity;
      const others = other.#keys[b] ?? Infinity;
      keys[rows] = Math.min(own, others);
      counts[rows++] =
        (own <= others ? (this.#counts[a++] ?? 0) : 0) + (others <= own ? (other.#counts[b++] ?? 0) : 0);
    }
    return new ResponseTimes(keys.slice(0, rows), counts.slice(0, rows));
  }

  /** How many requests of a page were in the step of that time or in a longer one. */
  slowest(page: number, part: number): { readonly step: number; readonly requests: number } {
    for (const found of this.quantiles(part)) if (found.page === page) return found;
    return { step: 0, requests: 0 };
  }

  /**
   * Of each page the time that so much of its requests, 0.5 for half of them, took at most: of n requests in the order of their
   * times that of the request number n * part, rounded up. In microseconds.
   * @yields also how many requests were in its step or in a longer one, and how many there are
   */
  *quantiles(part: number) {
    for (let from = 0; from < this.length;) {
      const page = Math.floor((this.#keys[from] ?? 0) / stepsOfPage);
      const end = ResponseTimes.keyOf(page + 1, 0);
      let to = from;
      let all = 0;
      for (; to < this.length && (this.#keys[to] ?? 0) < end; to++) all += this.#counts[to] ?? 0;
      const wanted = Math.ceil(all * part);
      let at = from;
      let before = 0;
      for (; before + (this.#counts[at] ?? 0) < wanted && at < to - 1; at++) before += this.#counts[at] ?? 0;
      const step = (this.#keys[at] ?? 0) % stepsOfPage;
      yield { page, took: timeOf(step), step, requests: all - before, all };
      from = to;
    }
  }
}

/** Those of the days of a period, a day a step: merged as equal sizes meet, so that no row is gone through often. */
export function* timesOfPeriod(
  database: Database,
  website: number,
  { from, to }: Days,
): Generator<void, ResponseTimes, void> {
  const days = database
    .statement('select day from response_time where website_id = ? and day between ? and ?')
    .all(website, from, to)
    .map(row => integer(row['day']));
  const open: ResponseTimes[] = [];
  for (const day of days) {
    let sum = selectTimes(database, { schema: 'main', id: website }, day);
    for (let last = open.at(-1); last && last.length <= sum.length * 2; last = open.at(-1)) {
      sum = sum.with(last);
      open.pop();
    }
    open.push(sum);
    yield;
  }
  return open.reduceRight((sum, times) => sum.with(times), ResponseTimes.none);
}

interface TimesOwner {
  readonly schema: 'main' | 'staging';
  readonly id: number;
}

export function selectTimes(database: Database, { schema, id }: TimesOwner, day: number): ResponseTimes {
  const row = database
    .statement(`select data from ${schema}.response_time where website_id = ? and day = ?`)
    .get(id, day);
  const data = row?.['data'];
  return data instanceof Uint8Array ? ResponseTimes.unpack(data) : ResponseTimes.none;
}

export function addTimes(database: Database, owner: TimesOwner, day: number, times: ResponseTimes): void {
  const sum = selectTimes(database, owner, day).with(times);
  database
    .statement(
      `insert into ${owner.schema}.response_time (website_id, day, data) values (?, ?, ?)
       on conflict do update set data = excluded.data`,
    )
    .run(owner.id, day, sum.pack());
}

export function deleteTimes(database: Database, website: number, day: number): void {
  database.statement('delete from main.response_time where website_id = ? and day = ?').run(website, day);
}
