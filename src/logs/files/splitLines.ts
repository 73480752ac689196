import { longestLine } from '#logs/formats/LogLine.ts';
import { splitPrefix } from '#logs/formats/fields/prefixes.ts';

/**
 * Splits bytes into lines, as Latin-1 text without the line feed. A line that is too long becomes an empty one. Zeros in front of a
 * line are left out: a log that was truncated has as many as it was long where its server goes on at its old place.
 */
export class LineSplitter {
  #carry = '';
  #isTooLong = false;

  /** The lines that end in the bytes: slices of a larger text, so that what is kept of them should be copied. */
  push(bytes: Buffer): string[] {
    const chunk = bytes.toString('latin1');
    const text = this.#carry === '' ? chunk : this.#carry + chunk;
    const lines: string[] = [];
    let at = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      if (!this.#isTooLong) at = behindZeros(text, at);
      lines.push(this.#isTooLong ? '' : text.slice(at, end));
      this.#isTooLong = false;
      at = end + 1;
    }
    this.#carry = text.slice(this.#isTooLong ? at : behindZeros(text, at));
    if (this.#carry.length > longestLine) {
      this.#isTooLong = true;
      this.#carry = '';
    }
    return lines;
  }

  /** After the last byte: a last line without a line feed counts as one. */
  end(): string[] {
    const last = this.#carry !== '' || this.#isTooLong ? [this.#isTooLong ? '' : this.#carry] : [];
    this.#carry = '';
    this.#isTooLong = false;
    return last;
  }
}

/** The place of the first character from `at` on that is no zero. */
export function behindZeros(text: string, at = 0): number {
  let offset = at;
  while (text.charCodeAt(offset) === 0) offset++;
  return offset;
}

/** The bytes without the zeros that they begin with. */
export function withoutZeros(bytes: Buffer): Buffer {
  let offset = 0;
  while (bytes[offset] === 0) offset++;
  return bytes.subarray(offset);
}

const lineFeed = 10;
const nothing: Buffer = Buffer.alloc(0);

/** Of a line's beginning: a known prefix is shorter. */
const prefixBytes = 400;

/** Holds back an incomplete last line, and the parts of one that Kubernetes split. More bytes than a line has are returned. */
export class WholeLines {
  #rest = nothing;
  #lineBefore = '';

  /** The lines that end in the bytes. Nothing here reads them again: whoever gets them may give them to another thread. */
  push(bytes: Buffer): Buffer {
    const end = bytes.lastIndexOf(lineFeed) + 1;
    if (end === 0) {
      const all = Buffer.concat([this.#rest, bytes]);
      this.#rest = all.length <= longestLine ? all : nothing;
      return all.length <= longestLine ? nothing : this.#passOn(all);
    }
    const lines = Buffer.concat([this.#rest, bytes.subarray(0, end)]);
    const cut = beforeParts(lines, lines.length);
    const behind = bytes.subarray(end);
    this.#rest = cut === lines.length ? behind : Buffer.concat([lines.subarray(cut), behind]);
    return this.#passOn(cut === lines.length ? lines : lines.subarray(0, cut));
  }

  #passOn(lines: Buffer): Buffer {
    const end = lines.length - 1;
    if (end < 0) return lines;
    const start = end > 0 ? lines.lastIndexOf(lineFeed, end - 1) + 1 : 0;
    this.#lineBefore = lines.toString('latin1', start, Math.max(end, start));
    return lines;
  }

  /** After the last byte: what stands behind the last line feed, and the line before it. */
  end(): { readonly rest: string; readonly lineBefore: string } {
    return { rest: this.#rest.toString('latin1'), lineBefore: this.#lineBefore };
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
