import { splitPrefix } from './knownPrefix.ts';
import { longestLine } from '#server/import/formats/LogLine.ts';

const lineFeed = 10;
const nothing: Buffer = Buffer.alloc(0);

/** Of a line's beginning: a known prefix is shorter. */
const prefixBytes = 400;

/**
 * Holds back an incomplete last line, which may still be being written, and the parts of a line that Kubernetes has split
 * until the rest is there. More bytes than a line can have are returned as they are.
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
    const cut = end === 0 ? all.length : beforeParts(all, end + this.#rest.length);
    this.#rest = all.subarray(cut);
    if (cut > 0) this.#last = all.subarray(0, cut);
    return all.subarray(0, cut);
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

/** Where the last lines begin that are parts of one whose rest is still to come; the end where they are none. */
function beforeParts(bytes: Buffer, end: number): number {
  let cut = end;
  while (cut > 0) {
    const start = cut < 2 ? 0 : bytes.lastIndexOf(lineFeed, cut - 2) + 1;
    if (!splitPrefix(bytes.toString('latin1', start, Math.min(cut, start + prefixBytes))).isPart) break;
    cut = start;
  }
  return bytes.length - cut > longestLine ? end : cut;
}
