import { randomInt } from 'node:crypto';

const fewestSlots = 64;
const mostProbes = 32;
/** Numbers in the table for each value: it grows that far where hashes lie too close together. */
const mostSlots = 32;
/** With the values some 20 MB: the addresses of a busy month. */
const mostBytes = 8_000_000;
/** A value takes memory too, more than a short text. */
const valueBytes = 100;
const headBytes = 8;
const seed = randomInt(2 ** 31);

/**
 * Values made of texts, found by the bytes of those without making a text of them. Emptied when there are too many, so that
 * its size is bounded. Texts that somebody chose such that their hashes meet are forgotten early, and take no longer.
 */
export class ByteCache<T extends object> {
  readonly #limit: number;
  /** Places of entries and 1, each with the hash of its text; 0 where none is. */
  #slots = new Int32Array(fewestSlots * 2);
  readonly #values: T[] = [];
  /** Of each entry the length of its text, the number of its value and the text: together they are in the processor's cache. */
  #bytes = Buffer.alloc(fewestSlots * 8);
  #end = 0;
  #view = viewOf(this.#bytes);
  /** Of the text that was looked for last. */
  #hash = 0;
  #sought: { view: DataView; start: number; end: number } = { view: this.#view, start: 0, end: 0 };

  constructor(limit = mostBytes) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#values.length === 0;
  }

  /** The value of the text at a place; undefined where it is not known. */
  find(view: DataView, start: number, end: number): T | undefined {
    const hash = hashOf(view, start, end);
    this.#hash = hash;
    this.#sought.view = view;
    this.#sought.start = start;
    this.#sought.end = end;
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    for (let probe = 0; probe < mostProbes; probe++) {
      const slot = ((hash + probe) & mask) * 2;
      const entry = (slots[slot] ?? 0) - 1;
      if (entry < 0) return undefined;
      if (slots[slot + 1] === hash && this.#holds(entry, view, start, end))
        return this.#values[this.#view.getInt32(entry + 4, true)];
    }
    return undefined;
  }

  /** Adds the value of the text that was looked for last, and returns it. */
  add(value: T): T {
    const { view, start, end } = this.#sought;
    const length = end - start;
    const entry = this.#end;
    if (entry + length + (this.#values.length + 1) * valueBytes > this.#limit && entry > 0) {
      this.clear();
      return this.add(value);
    }
    const from = entry + headBytes;
    if (from + length > this.#bytes.length) this.#enlarge(from + length);
    this.#view.setInt32(entry, length, true);
    this.#view.setInt32(entry + 4, this.#values.length, true);
    for (let at = 0; at < length; at++) this.#bytes[from + at] = view.getUint8(start + at);
    this.#end = from + length;
    this.#values.push(value);
    if (this.#values.length * 4 > this.#slots.length) this.#rehash();
    this.#place(entry + 1, this.#hash);
    return value;
  }

  clear(): void {
    this.#slots = new Int32Array(fewestSlots * 2);
    this.#end = 0;
    this.#values.length = 0;
  }

  #holds(entry: number, view: DataView, start: number, end: number): boolean {
    const from = entry + headBytes;
    const length = end - start;
    const own = this.#view;
    if (own.getInt32(entry, true) !== length) return false;
    let at = 0;
    for (; at + 4 <= length; at += 4)
      if (own.getInt32(from + at, true) !== view.getInt32(start + at, true)) return false;
    for (; at < length; at++) if (own.getUint8(from + at) !== view.getUint8(start + at)) return false;
    return true;
  }

  #place(held: number, hash: number): void {
    const mask = this.#slots.length / 2 - 1;
    for (let probe = 0; probe < mostProbes; probe++) {
      const slot = ((hash + probe) & mask) * 2;
      if (this.#slots[slot] !== 0) continue;
      this.#slots[slot] = held;
      this.#slots[slot + 1] = hash;
      return;
    }
    if (this.#slots.length < this.#values.length * mostSlots) {
      this.#rehash();
      return this.#place(held, hash);
    }
    const slot = (hash & mask) * 2;
    this.#slots[slot] = held;
    this.#slots[slot + 1] = hash;
  }

  #rehash(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(before.length * 2);
    for (let slot = 0; slot < before.length; slot += 2)
      if (before[slot] !== 0) this.#place(before[slot] ?? 0, before[slot + 1] ?? 0);
  }

  #enlarge(least: number): void {
    const before = this.#bytes;
    this.#bytes = Buffer.alloc(Math.max(least, before.length * 2));
    this.#bytes.set(before);
    this.#view = viewOf(this.#bytes);
  }
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Two sums side by side, which a processor makes at once. */
function hashOf(view: DataView, start: number, end: number): number {
  let hash = seed ^ (end - start);
  let other = hash;
  let at = start;
  for (; at + 8 <= end; at += 8) {
    hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e3779b1);
    hash ^= hash >>> 15;
    other = Math.imul(other ^ view.getInt32(at + 4, true), 0x85ebca6b);
    other ^= other >>> 13;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 13) ^ Math.imul(other, 0x165667b1), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
