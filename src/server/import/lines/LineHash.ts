import { hash } from 'node:crypto';
import { longestLine } from '#server/import/log/logLine.ts';

/**
 * A keyed 64-bit hash of lines: HalfSipHash-1-3 (https://github.com/veorq/SipHash), whose words JavaScript can hold.
 * Nobody who has not the key can write two lines with the same hash.
 */
export class LineHash {
  /** Of the last line, 32 bits each. */
  low = 0;
  high = 0;
  readonly #low: number;
  readonly #high: number;
  /** A line's bytes and up to four zeros, aligned so that they are read four at a time. */
  readonly #bytes = Buffer.from(new ArrayBuffer(longestLine + 8));
  readonly #words = new Int32Array(this.#bytes.buffer);

  constructor(secret: string) {
    const key = hash('sha256', secret, 'buffer');
    this.#low = key.readInt32LE(0);
    this.#high = key.readInt32LE(4);
  }

  /** @param line Latin-1, at most as long as a line may be; a carriage return at its end is no part of it */
  take(line: string): void {
    const written = this.#bytes.write(line, 'latin1');
    const length = this.#bytes[written - 1] === carriageReturn ? written - 1 : written;
    this.#bytes.fill(0, length, length + 4);
    const words = (length >> 2) + 1;
    let a = this.#low;
    let b = this.#high ^ 0xee;
    let c = 0x6c796765 ^ this.#low;
    let d = 0x74656462 ^ this.#high;
    // The length is the last word, then come the three rounds of each half.
    for (let index = 0; index < words + 7; index++) {
      const word = index < words ? (this.#words[index] ?? 0) : index === words ? length : 0;
      d ^= word;
      if (index === words + 1) c ^= 0xee;
      if (index === words + 4) {
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
