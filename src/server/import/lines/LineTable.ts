const wordsOfHash = 2;
/** Many tables have few lines, and V8 makes the smallest arrays fastest. */
const fewestSlots = 4;
/** Fewer become four times as many at once. */
const severalSlots = 256;
const bytesOfSlot = 16;

/**
 * A hash table of the lines of ten minutes: how often each of them is known, and how often it occurred so far in the source
 * that is being read, which is never more.
 */
export class LineTable {
  /** Whether lines were added. */
  isChanged = false;
  #slots = fewestSlots;
  /** Low and high word of a slot's hash. */
  #hashes = new Int32Array(fewestSlots * wordsOfHash);
  /** 0 where a slot is free. */
  #known = new Uint32Array(fewestSlots);
  #own = new Uint32Array(fewestSlots);
  #used = 0;
  /** The slot of the last look-up. */
  #slot = 0;

  /** @param known hashes as `known` gives them */
  constructor(known: Uint8Array) {
    const words = wordsOf(known);
    for (let at = 0; at < words.length; at += wordsOfHash) {
      const [low, high] = [words[at] ?? 0, words[at + 1] ?? 0];
      this.#find(low, high);
      this.#insert(low, high);
    }
  }

  get bytes(): number {
    return this.#slots * bytesOfSlot;
  }

  /** Whether the source's next occurrence of this hash is known; if so, counts it for the source. */
  isKnown(low: number, high: number): boolean {
    this.#find(low, high);
    const own = this.#own[this.#slot] ?? 0;
    if (own >= (this.#known[this.#slot] ?? 0)) return false;
    this.#own[this.#slot] = own + 1;
    return true;
  }

  /** Adds the hash for which `isKnown` has just returned false. */
  add(low: number, high: number): void {
    this.#insert(low, high);
    this.#find(low, high);
    this.#own[this.#slot] = this.#known[this.#slot] ?? 0;
    this.isChanged = true;
  }

  /** Starts another source, or continues the one whose hashes these are. */
  begin(own: Uint8Array): void {
    this.#own.fill(0);
    const words = wordsOf(own);
    for (let at = 0; at < words.length; at += wordsOfHash) this.isKnown(words[at] ?? 0, words[at + 1] ?? 0);
  }

  /** Eight bytes a line, sorted. */
  get known(): Uint8Array {
    return this.#sorted(this.#known);
  }

  /** The same, of the source being read. */
  get own(): Uint8Array {
    return this.#sorted(this.#own);
  }

  /** Whether those two are the same. */
  get isAllOwn(): boolean {
    return Buffer.compare(new Uint8Array(this.#known.buffer), new Uint8Array(this.#own.buffer)) === 0;
  }

  #find(low: number, high: number): void {
    const mask = this.#slots - 1;
    let slot = low & mask;
    while (this.#known[slot] !== 0 && !this.#holds(slot, low, high)) slot = (slot + 1) & mask;
    this.#slot = slot;
  }

  #holds(slot: number, low: number, high: number): boolean {
    const at = slot * wordsOfHash;
    return this.#hashes[at] === low && this.#hashes[at + 1] === high;
  }

  #insert(low: number, high: number): void {
    const known = this.#known[this.#slot] ?? 0;
    this.#known[this.#slot] = known + 1;
    if (known > 0) return;
    this.#hashes[this.#slot * wordsOfHash] = low;
    this.#hashes[this.#slot * wordsOfHash + 1] = high;
    if (++this.#used > this.#slots * 0.7) this.#grow();
  }

  #grow(): void {
    const [hashes, known, own, slots] = [this.#hashes, this.#known, this.#own, this.#slots];
    this.#slots = slots * (slots < severalSlots ? 4 : 2);
    this.#hashes = new Int32Array(this.#slots * wordsOfHash);
    this.#known = new Uint32Array(this.#slots);
    this.#own = new Uint32Array(this.#slots);
    for (let slot = 0; slot < slots; slot++) {
      if (known[slot] === 0) continue;
      const low = hashes[slot * wordsOfHash] ?? 0;
      const high = hashes[slot * wordsOfHash + 1] ?? 0;
      this.#find(low, high);
      this.#hashes[this.#slot * wordsOfHash] = low;
      this.#hashes[this.#slot * wordsOfHash + 1] = high;
      this.#known[this.#slot] = known[slot] ?? 0;
      this.#own[this.#slot] = own[slot] ?? 0;
    }
  }

  #sorted(counts: Uint32Array): Uint8Array {
    let lines = 0;
    for (const count of counts) lines += count;
    const words = new Int32Array(lines * wordsOfHash);
    let at = 0;
    for (let slot = 0; slot < this.#slots; slot++) {
      for (let left = counts[slot] ?? 0; left > 0; left--) {
        words[at++] = this.#hashes[slot * wordsOfHash] ?? 0;
        words[at++] = this.#hashes[slot * wordsOfHash + 1] ?? 0;
      }
    }
    new BigUint64Array(words.buffer).sort();
    return new Uint8Array(words.buffer);
  }
}

/** A copy, since a view of 32-bit words must be aligned. */
function wordsOf(hashes: Uint8Array): Int32Array {
  return new Int32Array(new Uint8Array(hashes).buffer);
}
