import { createHash, type Hash } from 'node:crypto';
import type { ContentRecord } from '#logs/storage/contents.ts';

const firstMark = 256;
const markDigits = 16;
/** Two logs that are the same for so long are the same log. */
const certainBytes = 8 * 2 ** 20;
const lineFeed = 10;
const nothing = Buffer.alloc(0);

/** A log began like a known one and differs only after its beginning was dropped. None of its bytes were returned yet. */
export class ChangedLog extends Error {
  override readonly name = 'ChangedLog';
}

export type Relation<T> =
  { readonly kind: 'imported' } | { readonly kind: 'refused' } | { readonly kind: 'grown'; readonly from: T };

/**
 * Returns all bytes of a log but a beginning that is the whole of a known content. While that is open at most 8 MB are
 * buffered; then a file is taken to be known, since it can be read again, and a stream to be new.
 */
export class ContentReader<T extends ContentRecord> {
  readonly #hash: Hash = createHash('sha256');
  readonly #isFile: boolean;
  #length = 0;
  #marks = '';
  /** Longer contents that begin like this log as far as it was read. */
  #alike: T[];
  /** The longest that is the beginning of this log. */
  #known: T | undefined;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #isCertain = false;
  #lastByte = lineFeed;
  #skipsLine = false;

  constructor(known: readonly T[], isFile: boolean) {
    this.#isFile = isFile;
    this.#alike = known.filter(content => content.length > 0);
  }

  /** The longest content that is the beginning of this log: the returned bytes follow it. */
  get known(): T | undefined {
    return this.#known;
  }

  /** Returns the bytes that are new for certain. Throws ChangedLog for a file. */
  push(bytes: Buffer): Buffer[] {
    let rest = bytes;
    while (rest.length > 0) {
      const part = rest.subarray(0, this.#nextPlace() - this.#length);
      rest = rest.subarray(part.length);
      this.#hash.update(part);
      this.#length += part.length;
      this.#lastByte = part.at(-1) ?? lineFeed;
      this.#hold(part);
      this.#compare();
    }
    return this.#alike.length === 0 ? this.#release() : [];
  }

  /** To be called after the last byte. Throws ChangedLog for a file. */
  end(): { readonly relation: Relation<T>; readonly content: ContentRecord; readonly rest: Buffer[] } {
    const content = { length: this.#length, hash: digest(this.#hash), marks: this.#marks };
    if (this.#known?.length === this.#length) return { relation: { kind: 'refused' }, content, rest: [] };
    // Perhaps an older copy of one that is alike, but only up to the last mark is that sure.
    if (this.#isCertain) throw new ChangedLog();
    const relation: Relation<T> = this.#known ? { kind: 'grown', from: this.#known } : { kind: 'imported' };
    return { relation, content, rest: this.#release() };
  }

  /** Where the next comparison is due: at the end of a known content, or at a mark. */
  #nextPlace(): number {
    const mark = firstMark * 2 ** (this.#marks.length / markDigits);
    return Math.min(mark, ...this.#alike.map(content => content.length));
  }

  #compare(): void {
    const index = this.#marks.length;
    if (this.#length === firstMark * 2 ** (index / markDigits)) {
      const mark = digest(this.#hash).slice(0, markDigits);
      this.#marks += mark;
      this.#alike = this.#alike.filter(content => content.marks.startsWith(mark, index));
    }
    const ended = this.#alike.filter(content => content.length === this.#length);
    if (ended.length > 0) {
      const hash = digest(this.#hash);
      this.#alike = this.#alike.filter(content => content.length > this.#length);
      const same = ended.find(content => content.hash === hash);
      if (same) this.#recognise(same);
    }
    if (this.#alike.length === 0 && this.#isCertain) throw new ChangedLog();
  }

  #recognise(known: T): void {
    this.#known = known;
    this.#held = [];
    this.#heldBytes = 0;
    this.#isCertain = false;
    // Its last line was counted before its line feed was written.
    this.#skipsLine = this.#lastByte !== lineFeed;
  }

  #hold(part: Buffer): void {
    if (this.#isCertain) return;
    this.#held.push(part);
    this.#heldBytes += part.length;
    if (this.#heldBytes <= certainBytes || this.#alike.length === 0) return;
    if (!this.#isFile) {
      this.#alike = [];
      return;
    }
    this.#isCertain = true;
    this.#held = [];
    this.#heldBytes = 0;
  }

  #release(): Buffer[] {
    const released = this.#skipsLine ? this.#held.map(part => this.#afterLine(part)) : this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    return released.filter(part => part.length > 0);
  }

  #afterLine(part: Buffer): Buffer {
    if (!this.#skipsLine) return part;
    const end = part.indexOf(lineFeed);
    if (end < 0) return nothing;
    this.#skipsLine = false;
    return part.subarray(end + 1);
  }
}

function digest(hash: Hash): string {
  return hash.copy().digest('hex');
}
