import { hash } from 'node:crypto';
import { longestLine } from '#server/import/formats/LogLine.ts';

/** A line's bytes, padded with zeros and its length, so that they are read four at a time. */
const bytes = Buffer.from(new ArrayBuffer(longestLine + 8));
const words = new Int32Array(bytes.buffer);

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
    const written = bytes.write(line, 'latin1');
    const length = bytes[written - 1] === carriageReturn ? written - 1 : written;
    const last = length >> 2;
    for (let at = length; at < last * 4 + 3; at++) bytes[at] = 0;
    bytes[last * 4 + 3] = length;
    let a = this.#low;
    let b = this.#high ^ 0xee;
    let c = 0x6c796765 ^ this.#low;
    let d = 0x74656462 ^ this.#high;
    // A round for each word, and three for each half of the hash.
    for (let index = 0; index <= last + 6; index++) {
      const word = index <= last ? (words[index] ?? 0) : 0;
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
