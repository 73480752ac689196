const magic = 0xfd2fb528;
const skippable = 0x184d2a50;
const magicBytes = 4;
const dictionaryBytes = [0, 1, 2, 4];
const sizeBytes = [0, 2, 4, 8];
const nothing: Buffer = Buffer.alloc(0);

/**
 * Splits bytes of zstd into frames, by the sizes in their headers (RFC 8878): Node's decompressor ends with the first frame,
 * whatever follows.
 */
export class ZstdFrames {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest = nothing;

  constructor(pieces: AsyncIterator<Buffer>) {
    this.#pieces = pieces;
  }

  /** Whether another frame is there. Those that are to be skipped are. */
  async hasNext(): Promise<boolean> {
    while ((await this.#atLeast(2 * magicBytes)) >= 2 * magicBytes) {
      if ((this.#rest.readUInt32LE(0) & ~0xf) >>> 0 !== skippable) break;
      const length = 2 * magicBytes + this.#rest.readUInt32LE(magicBytes);
      for await (const _ of this.#take(length)) continue;
    }
    return this.#rest.length > 0;
  }

  /** The bytes of the next frame; what is no frame is passed whole, and what is cut ends early. */
  async *next(): AsyncGenerator<Buffer, void, void> {
    if ((await this.#atLeast(magicBytes + 1)) <= magicBytes) return yield* this.#all();
    if (this.#rest.readUInt32LE(0) !== magic) return yield* this.#all();
    const flags = this.#rest[magicBytes] ?? 0;
    const isSingle = (flags & 0x20) !== 0;
    const size = sizeBytes[flags >> 6] ?? 0;
    const dictionary = dictionaryBytes[flags & 3] ?? 0;
    yield* this.#take(magicBytes + 1 + (isSingle ? Math.max(size, 1) : 1 + size) + dictionary);
    for (let isLast = false; !isLast;) {
      if ((await this.#atLeast(3)) < 3) return yield* this.#all();
      const header = this.#rest.readUIntLE(0, 3);
      isLast = (header & 1) === 1;
      // A block of one repeated byte holds that byte alone.
      yield* this.#take(3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3));
    }
    if ((flags & 4) !== 0) yield* this.#take(4);
  }

  async *#all(): AsyncGenerator<Buffer, void, void> {
    yield* this.#take(Infinity);
  }

  async *#take(length: number): AsyncGenerator<Buffer, void, void> {
    for (let left = length; left > 0 && (await this.#atLeast(1)) > 0;) {
      const part = this.#rest.subarray(0, Math.min(left, this.#rest.length));
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  /** Reads on until so many bytes are there, or the end. Returns how many there are. */
  async #atLeast(length: number): Promise<number> {
    while (this.#rest.length < length) {
      const { done, value } = await this.#pieces.next();
      if (done === true) break;
      this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    }
    return this.#rest.length;
  }
}
