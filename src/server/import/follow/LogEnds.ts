import { digest, type Fingerprint, headBytes, tailBytes } from './fingerprint.ts';

/** More than the longest line, which may be held back, and the bytes that a log is recognised by before it. */
const keptBytes = 131_072;
const lineFeed = 10;

/** The first and the last bytes of a log as far as it was read: what it is recognised by later. */
export class LogEnds {
  #head: Buffer;
  #last: Buffer;
  #length: number;

  /**
   * @param head the first bytes, as far as the log was read before
   * @param last the last of those
   */
  constructor(head: Buffer = Buffer.alloc(0), last: Buffer = Buffer.alloc(0), length = 0) {
    this.#head = head;
    this.#last = last;
    this.#length = length;
  }

  /** How many bytes were read. */
  get length(): number {
    return this.#length;
  }

  /** Whether what was read ends with a whole line, or is nothing. */
  get endsLine(): boolean {
    return this.#length === 0 || this.#last.at(-1) === lineFeed;
  }

  add(bytes: Buffer): void {
    if (this.#head.length < headBytes)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, headBytes - this.#head.length)]);
    // Only the end is copied.
    const kept = bytes.length >= keptBytes ? [bytes] : [this.#last, bytes];
    const all = Buffer.concat(kept.map(part => part.subarray(-keptBytes)));
    this.#last = all.subarray(-keptBytes);
    this.#length += bytes.length;
  }

  /** The last of the first `length` bytes. */
  tail(length = this.#length): Buffer {
    const end = Math.max(0, this.#last.length - (this.#length - length));
    return this.#last.subarray(Math.max(0, end - tailBytes), end);
  }

  fingerprint(length: number): Fingerprint {
    return { length, head: digest(this.#head.subarray(0, length)), tail: digest(this.tail(length)) };
  }

  /** Whether all that was read is a log that was read so far before. */
  isOf({ length, head, tail }: Fingerprint): boolean {
    const own = this.fingerprint(this.#length);
    return own.length === length && own.head === head && own.tail === tail;
  }
}
