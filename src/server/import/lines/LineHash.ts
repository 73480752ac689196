import { hash } from 'node:crypto';
import { longestLine } from '#server/import/formats/LogLine.ts';

/** Of a line that is given as text. */
const bytes = Buffer.alloc(longestLine);
const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/**
 * A keyed 64-bit hash of lines: HalfSipHash-1-3 (https://github.com/veorq/SipHash), whose words JavaScript can hold.
 * Without the key nobody can construct two lines with the same hash.
 */
export class LineHash {
  /** Of the last line, 32 bits each. */
  low = 0;
  high = 0;
  readonly #low: number;
  readonly #high: number;

  constructor(secret: string) {
    const key = hash('sha256', secret, 'buffer');
    this.#low = key.readInt32LE(0);
    this.#high = key.readInt32LE(4);
  }

  /** @param line Latin-1, at most as long as a line may be; a carriage return at its end is no part of it */
  take(line: string): void {
    this.takeBytes(view, 0, bytes.write(line, 'latin1'));
  }

  /** The same of the bytes from one place to another. */
  takeBytes(view: DataView, start: number, end: number): void {
    const isReturned = end > start && view.getUint8(end - 1) === carriageReturn;
    const length = end - start - (isReturned ? 1 : 0);
    const last = length >> 2;
    // The rest of the bytes, zeros and the length, so that they are read four at a time.
    let rest = length << 24;
    for (let at = last * 4; at < length; at++) rest |= view.getUint8(start + at) << ((at & 3) * 8);
    let a = this.#low;
    let b = this.#high ^ 0xee;
    let c = 0x6c796765 ^ this.#low;
    let d = 0x74656462 ^ this.#high;
    // A round for each word, and three for each half of the hash.
    for (let index = 0; index <= last + 6; index++) {
      const word = index < last ? view.getInt32(start + index * 4, true) : index === last ? rest : 0;
      d ^= word;
      if (index === last + 1) c ^= 0xee;
      if (index === last + 4) {
        this.high = b ^ d;
        b ^= 0xdd;
      }
      a = (a + b) | 0;
      b = ((b << 5) | (b >>> 27)) ^ a;
      a = (a << 16) | (a >>> 16);
      c = (c + d) | 0;
      d = ((d << 8) | (d >>> 24)) ^ c;
      a = (a + d) | 0;
      d = ((d << 7) | (d >>> 25)) ^ a;
      c = (c + b) | 0;
      b = ((b << 13) | (b >>> 19)) ^ c;
      c = (c << 16) | (c >>> 16);
      a ^= word;
    }
    this.low = b ^ d;
  }
}

const carriageReturn = 13;
