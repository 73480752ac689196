import { longestLine } from './logLine.ts';

const lineFeed = 10;
const nothing: Buffer = Buffer.alloc(0);

/**
 * Cuts the bytes of a log behind a line feed, so that a last line that is still being written stands apart. Bytes
 * without any line feed are handed on as they are once there are more than a line can have.
 */
export class WholeLines {
  #rest = nothing;
  #last = nothing;

  push(bytes: Buffer): Buffer {
    const end = bytes.lastIndexOf(lineFeed) + 1;
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    if (end === 0 && all.length <= longestLine) {
      this.#rest = all;
      return nothing;
    }
    const cut = end === 0 ? all.length : end + this.#rest.length;
    this.#rest = all.subarray(cut);
    this.#last = all.subarray(0, cut);
    return this.#last;
  }

  /** After the last byte: what stands behind the last line feed, and the line before it. */
  end(): { readonly rest: string; readonly lineBefore: string } {
    const end = this.#last.length - 1;
    const start = end > 0 ? this.#last.lastIndexOf(lineFeed, end - 1) + 1 : 0;
    return {
      rest: this.#rest.toString('latin1'),
      lineBefore: this.#last.toString('latin1', start, Math.max(end, start)),
    };
  }
}
