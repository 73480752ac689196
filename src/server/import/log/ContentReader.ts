import { createHash, type Hash } from 'node:crypto';
import type { ContentRecord } from '#server/database/importRecords.ts';
import { ContentError } from '#server/import/ImportError.ts';

const firstMark = 256;
const markDigits = 16;
/** Two logs that are the same for so long are the same log. */
const certainBytes = 8 * 2 ** 20;
const lineFeed = 10;
const nothing = Buffer.alloc(0);

/** How a log relates to those imported before. */
export type Relation<T> =
  { readonly kind: 'imported' } | { readonly kind: 'refused' } | { readonly kind: 'grown'; readonly from: T };

/**
 * Reads a log beside the contents imported before. What it gives out is new: nothing of the same content or of an older
 * copy of one, the rest of one that has grown. As long as the log may still turn out to be known, its bytes are held
 * back, at most 8 MB of them.
 */
export class ContentReader<T extends ContentRecord> {
  readonly #hash: Hash = createHash('sha256');
  #length = 0;
  #marks = '';
  /** Those that begin as this log does, as far as it was read, and go on. */
  #alike: T[];
  /** The longest that is the beginning of this log. */
  #known: T | undefined;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #isCertain = false;
  #lastByte = lineFeed;
  #skipsLine = false;

  constructor(known: readonly T[]) {
    this.#alike = known.filter(content => content.length > 0);
  }

  /** Returns the bytes that are found to be new by now. Throws ContentError for a log that was changed in its middle. */
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

  /** To be called after the last byte. */
  end(): { readonly relation: Relation<T>; readonly content: ContentRecord; readonly rest: Buffer[] } {
    const content = { length: this.#length, hash: digest(this.#hash), marks: this.#marks };
    const isOlderCopy = this.#alike.length > 0 && this.#marks !== '';
    if (isOlderCopy || this.#known?.length === this.#length)
      return { relation: { kind: 'refused' }, content, rest: [] };
    const relation: Relation<T> = this.#known ? { kind: 'grown', from: this.#known } : { kind: 'imported' };
    return { relation, content, rest: this.#release() };
  }

  /** Where the next comparison is due: at the end of a known content, or at a mark. */
  #nextPlace(): number {
    const mark = firstMark * 2 ** (this.#marks.length / markDigits);
    return Math.min(mark, ...this.#alike.map(content => content.length));
  }

  #compare(): void {
    const place = this.#marks.length;
    if (this.#length === firstMark * 2 ** (place / markDigits)) {
      const mark = digest(this.#hash).slice(0, markDigits);
      this.#marks += mark;
      this.#alike = this.#alike.filter(content => content.marks.startsWith(mark, place));
    }
    const ended = this.#alike.filter(content => content.length === this.#length);
    if (ended.length > 0) {
      const hash = digest(this.#hash);
      this.#alike = this.#alike.filter(content => content.length > this.#length);
      const same = ended.find(content => content.hash === hash);
      if (same) this.#recognise(same);
    }
    if (this.#alike.length === 0 && this.#isCertain) {
      throw new ContentError(
        'begins like a log that was imported before, but then differs from it: it was changed.',
      );
    }
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
