import type { Software } from '#logs/fields/agents.ts';
import type { Place } from '#logs/fields/clients.ts';
import type { PrefixKind } from '#logs/formats/fields/prefixes.ts';
import type { Target } from '#logs/storage/targets.ts';
import { type LineClass, lineClasses } from '#logs/summary.ts';

/** The numbers of a row, one a line. Texts are numbers of `texts`, where 0 is the empty one. */
export const column = {
  /** The place in lineClasses of what the line is, if it is new. */
  kind: 0,
  /** The number of its website; -1 where it has none, and is not looked up. */
  site: 1,
  /** 1 and the place in `formatNames`; 0 for a line that was not read. */
  format: 2,
  /** A text; 0 where none stands in the line. */
  host: 3,
  flags: 4,
  status: 5,
  /** The hash of the line. */
  low: 6,
  high: 7,
  /** A text: of a page view, or the path of what was not found or failed. */
  page: 8,
  campaign: 9,
  /** A text: of what was not found the link to it. As one text with the path most would come once, and stay in two threads. */
  referrer: 10,
  rank: 11,
  address: 12,
  /** In `places`. */
  place: 13,
  /** A text: the whole of it. */
  agent: 14,
  /** In `software`. */
  software: 15,
  language: 16,
  /** A text: the name of a bot. */
  bot: 17,
  /** A text: the path that was asked for, of a download and where there are bytes. */
  path: 18,
  /** What the client was sent: how many less than 2^30, and how often that. */
  bytes: 19,
  bytesAbove: 20,
  /** Of a page view: 1 and the step of time that it took; 0 where that is not known. */
  took: 21,
  /** A text: the other parameters of a campaign, a line each. */
  utm: 22,
} as const;

/** A row holds numbers of 32 bits. */
export const bytesOfColumn = 2 ** 30;

export const columns = Object.keys(column).length;

export const flag = {
  /** The host is the website's own, or none stands in the line. */
  isOwnHost: 1,
  hasStatus: 2,
  isForwarded: 4,
  isBot: 8,
  isMissing: 16,
  lacksAgent: 32,
  isDownload: 64,
  isFailed: 128,
  isPageOfBot: 256,
} as const;

export const kinds: readonly LineClass[] = lineClasses.map(({ key }) => key);

/** A malformed line, as far as it is shown, and the format it comes nearest to. */
export interface MalformedLine {
  readonly text: string;
  readonly nearest: string;
}

/** What some lines are, as numbers, with the texts and other values that were not passed on before. May be sent to another thread. */
export interface LineRows {
  readonly length: number;
  /** So many more lines are empty, or too long: they are malformed, and have no row. */
  readonly empty: number;
  readonly numbers: Int32Array<ArrayBuffer>;
  /** Of each line, in seconds since 1970. */
  readonly times: Float64Array<ArrayBuffer>;
  /** Numbers of texts begin again: those of earlier rows say nothing about these. */
  readonly isRestart: boolean;
  readonly texts: JoinedTexts;
  readonly software: readonly Software[];
  readonly places: readonly Place[];
  /** Websites of hosts, in the order of their numbers. */
  readonly sites: readonly Target[];
  readonly prefixes: ReadonlyMap<PrefixKind, number>;
  /** The first one of the source so far that is not empty. */
  readonly malformed: MalformedLine | undefined;
  /** The last "#Fields:" line of the source. */
  readonly directive: string | undefined;
  readonly crowdedOut: number;
}

export class RowWriter {
  length = 0;
  /** Of the last row. */
  start = 0;
  numbers = new Int32Array(0);
  times = new Float64Array(0);

  /** Begins a row of zeros. */
  next(): void {
    if (this.length === this.times.length) this.#grow();
    this.start = this.length * columns;
    this.numbers.fill(0, this.start, this.start + columns);
    this.times[this.length] = 0;
    this.length++;
  }

  put(offset: number, number: number): void {
    this.numbers[this.start + offset] = number;
  }

  flag(bit: number): void {
    const offset = this.start + column.flags;
    this.numbers[offset] = (this.numbers[offset] ?? 0) | bit;
  }

  /** A copy of the rows so far, no larger than they are: others begin. */
  take(): Pick<LineRows, 'length' | 'numbers' | 'times'> {
    const { length, numbers, times } = this;
    this.length = 0;
    return { length, numbers: numbers.slice(0, length * columns), times: times.slice(0, length) };
  }

  #grow(): void {
    const { numbers, times } = this;
    const rows = Math.max(16, times.length * 2);
    this.numbers = new Int32Array(rows * columns);
    this.times = new Float64Array(rows);
    this.numbers.set(numbers);
    this.times.set(times);
  }
}

/** With all that hangs on them some 40 MB. */
const maxCharacters = 16_000_000;

interface JoinedTexts {
  readonly text: string;
  /** In characters, of each of them. */
  readonly lengths: Int32Array;
}

export class TextNumbers {
  /** No cache, it costs 13 % of the time to classify: visitors are told apart by the numbers, so a text has one. */
  readonly #numbers = new Map<string, number>();
  #fresh: string[] = [];
  #characters = 0;

  get isFull(): boolean {
    return this.#characters > maxCharacters;
  }

  /** @param text is kept: no slice of a larger one */
  numberOf(text: string): number {
    if (text === '') return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(text, number);
    this.#fresh.push(text);
    // It takes memory besides its characters.
    this.#characters += text.length + 100;
    return number;
  }

  /** Those that were not taken before, in the order of their numbers: one text is sent faster than many. */
  take(): JoinedTexts {
    const fresh = this.#fresh;
    this.#fresh = [];
    return { text: fresh.join(''), lengths: Int32Array.from(fresh, ({ length }) => length) };
  }

  restart(): void {
    this.#numbers.clear();
    this.#fresh = [];
    this.#characters = 0;
  }
}
