import { longestLine } from '#server/import/formats/LogLine.ts';

/**
 * Splits bytes into lines, as Latin-1 text without the line feed. A line that is too long becomes an empty one. Zeros in front of a
 * line are left out: a log that was truncated has as many as it was long where its server goes on at its old place.
 */
export class LineSplitter {
  readonly #take: (line: string) => void;
  /** Where the line that is taken begins among the bytes that were pushed last; negative where it began before. */
  place = 0;
  #carry = '';
  #isTooLong = false;

  /** @param take gets slices of a larger text: what it keeps it should copy */
  constructor(take: (line: string) => void) {
    this.#take = take;
  }

  push(bytes: Buffer): void {
    const chunk = bytes.toString('latin1');
    const text = this.#carry === '' ? chunk : this.#carry + chunk;
    const carried = text.length - chunk.length;
    let at = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      if (!this.#isTooLong) at = behindZeros(text, at);
      this.place = at - carried;
      this.#take(this.#isTooLong ? '' : text.slice(at, end));
      this.#isTooLong = false;
      at = end + 1;
    }
    this.#carry = text.slice(this.#isTooLong ? at : behindZeros(text, at));
    if (this.#carry.length <= longestLine) return;
    this.#isTooLong = true;
    this.#carry = '';
  }

  /** After the last byte: a last line without a line feed counts as one. */
  end(): void {
    this.place = -1;
    if (this.#carry !== '' || this.#isTooLong) this.#take(this.#isTooLong ? '' : this.#carry);
    this.#carry = '';
    this.#isTooLong = false;
  }
}

/** The place of the first character from `at` on that is no zero. */
export function behindZeros(text: string, at = 0): number {
  let place = at;
  while (text.charCodeAt(place) === 0) place++;
  return place;
}

/** The bytes without the zeros that they begin with. */
export function withoutZeros(bytes: Buffer): Buffer {
  let place = 0;
  while (bytes[place] === 0) place++;
  return bytes.subarray(place);
}
