import { hash } from 'node:crypto';
import { maxLineLength } from '#logs/formats/LogLine.ts';
import {
  blocksOfSource,
  forgetStagedOwn,
  type LinesOwner,
  secondsOfBlock,
  selectLineBlock,
  selectStagedOwn,
  type SourceLines,
  stageLineBlock,
} from '#logs/storage/knownLines.ts';
import type { Database } from '#server/database/Database.ts';
import { release } from '#server/database/columns.ts';

const bytes = Buffer.alloc(maxLineLength);
const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** HalfSipHash-1-3 (https://github.com/veorq/SipHash). Without the key nobody can construct two lines with the same hash. */
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
    const end = bytes.write(line, 'latin1');
    const length = end > 0 && bytes[end - 1] === carriageReturn ? end - 1 : end;
    const last = length >> 2;
    // The rest of the bytes, zeros and the length, so that they are read four at a time.
    let rest = length << 24;
    for (let at = last * 4; at < length; at++) rest |= view.getUint8(at) << ((at & 3) * 8);
    let a = this.#low;
    let b = this.#high ^ 0xee;
    let c = 0x6c796765 ^ this.#low;
    let d = 0x74656462 ^ this.#high;
    // A round for each word, and three for each half of the hash.
    for (let index = 0; index <= last + 6; index++) {
      const word = index < last ? view.getInt32(index * 4, true) : index === last ? rest : 0;
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

/** What the hashes of a website's visitors are made with: only who knows it can tell whose one is. */
export function siteSecret(key: string, domain: string): string {
  return `${key}\n${domain}`;
}

export function lineSecret(secret: string): string {
  return `${secret}\nlines`;
}

const wordsOfHash = 2;
/** Of a slot: those of the hash, how often it is known, and how often the source being read has had it. */
const wordsOfSlot = 4;
const knownWord = 2;
const ownWord = 3;
/** Many tables have few lines, and V8 makes the smallest arrays fastest. */
const minSlots = 4;
/** Fewer become four times as many at once. */
const severalSlots = 256;

/** The lines of ten minutes: how often each is known, and how often it occurred so far in the source being read. */
export class LineTable {
  isChanged = false;
  /** A slot is free where its line is known 0 times. */
  #words = new Int32Array(minSlots * wordsOfSlot);
  #used = 0;
  #at = 0;

  constructor(known: Uint8Array) {
    const words = wordsOf(known);
    for (let at = 0; at < words.length; at += wordsOfHash) {
      const [low, high] = [words[at] ?? 0, words[at + 1] ?? 0];
      this.#find(low, high);
      this.#insert(low, high);
    }
  }

  get bytes(): number {
    return this.#words.byteLength;
  }

  /** Whether the source's next occurrence of this hash is known; if so, counts it for the source. */
  isKnown(low: number, high: number): boolean {
    this.#find(low, high);
    const words = this.#words;
    const own = words[this.#at + ownWord] ?? 0;
    if (own >= (words[this.#at + knownWord] ?? 0)) return false;
    words[this.#at + ownWord] = own + 1;
    return true;
  }

  /** Adds the hash for which `isKnown` has just returned false. */
  add(low: number, high: number): void {
    this.#insert(low, high);
    this.#find(low, high);
    this.#words[this.#at + ownWord] = this.#words[this.#at + knownWord] ?? 0;
    this.isChanged = true;
  }

  /** Starts another source, or continues the one whose hashes these are. */
  begin(own: Uint8Array): void {
    for (let at = ownWord; at < this.#words.length; at += wordsOfSlot) this.#words[at] = 0;
    const words = wordsOf(own);
    for (let at = 0; at < words.length; at += wordsOfHash) this.isKnown(words[at] ?? 0, words[at + 1] ?? 0);
  }

  /** Eight bytes a line, sorted. */
  get known(): Uint8Array<ArrayBuffer> {
    return this.#sorted(knownWord);
  }

  /** The same, of the source being read. */
  get own(): Uint8Array<ArrayBuffer> {
    return this.#sorted(ownWord);
  }

  /** It is not used any more. */
  release(): void {
    release(this.#words);
  }

  /** Whether those two are the same. */
  get isAllOwn(): boolean {
    const words = this.#words;
    for (let at = 0; at < words.length; at += wordsOfSlot)
      if (words[at + knownWord] !== words[at + ownWord]) return false;
    return true;
  }

  #find(low: number, high: number): void {
    const words = this.#words;
    const last = words.length - wordsOfSlot;
    let at = (low * wordsOfSlot) & last;
    while (words[at + knownWord] !== 0 && (words[at] !== low || words[at + 1] !== high))
      at = (at + wordsOfSlot) & last;
    this.#at = at;
  }

  #insert(low: number, high: number): void {
    const words = this.#words;
    const known = words[this.#at + knownWord] ?? 0;
    words[this.#at + knownWord] = known + 1;
    if (known > 0) return;
    words[this.#at] = low;
    words[this.#at + 1] = high;
    this.#used++;
    if (this.#used * wordsOfSlot > words.length * 0.7) this.#grow();
  }

  #grow(): void {
    const before = this.#words;
    const slots = before.length / wordsOfSlot;
    const words = new Int32Array(before.length * (slots < severalSlots ? 4 : 2));
    this.#words = words;
    for (let from = 0; from < before.length; from += wordsOfSlot) {
      if (before[from + knownWord] === 0) continue;
      this.#find(before[from] ?? 0, before[from + 1] ?? 0);
      for (let word = 0; word < wordsOfSlot; word++) words[this.#at + word] = before[from + word] ?? 0;
    }
    release(before);
  }

  #sorted(count: number): Uint8Array<ArrayBuffer> {
    const words = this.#words;
    let lines = 0;
    for (let at = count; at < words.length; at += wordsOfSlot) lines += words[at] ?? 0;
    const sorted = new Int32Array(lines * wordsOfHash);
    let end = 0;
    for (let at = 0; at < words.length; at += wordsOfSlot) {
      for (let left = words[at + count] ?? 0; left > 0; left--) {
        sorted[end++] = words[at] ?? 0;
        sorted[end++] = words[at + 1] ?? 0;
      }
    }
    if (lines > 1) new BigUint64Array(sorted.buffer).sort();
    return new Uint8Array(sorted.buffer);
  }
}

/** A copy, since a view of 32-bit words must be aligned. */
function wordsOf(hashes: Uint8Array): Int32Array {
  return new Int32Array(new Uint8Array(hashes).buffer);
}

/** In doubt: lines of its time were counted, but their hashes are not stored any more. */
type LineStatus = 'new' | 'known' | 'inDoubt';

interface Block {
  readonly table: LineTable;
  readonly doubt: { readonly from: number; readonly to: number } | undefined;
}

const nothing = new Uint8Array();
const bytesOfBlock = 500;

/**
 * The lines of one website and source name that were read before, counted or not. The k-th occurrence of a line in a source
 * is new where fewer than k are known. So in the end as many are known as the source with the most occurrences has, and
 * logs that overlap give the counts of one complete log. Occurrences are counted from 1 in each source, except in one that
 * continues a source read before.
 */
export class KnownLines {
  readonly #pool: LinePool;
  readonly #database: Database;
  readonly #owner: LinesOwner;
  /** Of the pool's sources the one that was begun. */
  #source = 0;
  readonly #blocks = new Map<number, Block>();
  readonly #staged = new Set<number>();
  #number = NaN;
  #block: Block | undefined;
  /** The latest block that the source had lines of. */
  #latest = -Infinity;
  /** Of what the source continues, by block. */
  #before: ReadonlyMap<number, SourceLines[number]> = new Map();
  #isLater = false;
  /** Of the line that was looked up last. */
  #low = 0;
  #high = 0;

  constructor(pool: LinePool, owner: LinesOwner) {
    this.#pool = pool;
    this.#database = pool.database;
    pool.join(this);
    this.#owner = owner;
  }

  #begin(): void {
    const lines = this.#pool.linesOf(this.#owner.website);
    this.#source = this.#pool.source;
    this.#before = new Map(lines?.map(line => [line.block, line]));
    this.#latest = Array.from(this.#before.keys()).reduce((a, b) => Math.max(a, b), -Infinity);
    this.#isLater = this.#pool.isLater ?? lines !== undefined;
    for (const [block, { table }] of this.#blocks) table.begin(this.#before.get(block)?.own ?? nothing);
  }

  /**
   * Looks up the source's next line.
   * @param time seconds since 1970
   * @param low of the hash of the line as it is in the log, without its line feed and what a log driver put in front
   */
  lookUp(time: number, low: number, high: number): LineStatus {
    const pool = this.#pool;
    if (pool.lastTime === undefined || time > pool.lastTime) pool.lastTime = time;
    if (this.#source !== pool.source) this.#begin();
    const number = Math.floor(time / secondsOfBlock);
    const block = number === this.#number && this.#block ? this.#block : this.#open(number);
    this.#low = low;
    this.#high = high;
    if (block.table.isKnown(low, high)) {
      this.#latest = Math.max(this.#latest, number);
      return 'known';
    }
    const { doubt } = block;
    return doubt && !this.#isLater && time >= doubt.from && time <= doubt.to ? 'inDoubt' : 'new';
  }

  add(): void {
    const block = this.#block ?? this.#open(this.#number);
    const before = block.table.bytes;
    block.table.add(this.#low, this.#high);
    this.#pool.grow(block.table.bytes - before);
    this.#latest = Math.max(this.#latest, this.#number);
  }

  /**
   * Ends the source. Returns its lines of the last minutes, for a source that continues it; where it was only cut off, those of every
   * ten minutes that were read: the rest counts as if it had gone on.
   */
  end(isCut = false): SourceLines {
    if (this.#source !== this.#pool.source) this.#begin();
    if (isCut) {
      this.#pool.flush();
      return selectStagedOwn(this.#database, this.#owner.site);
    }
    const numbers = Array.from({ length: blocksOfSource }, (_, index) => this.#latest - index);
    return numbers
      .filter(number => Number.isFinite(number))
      .map(block => ({ block, own: this.#open(block).table.own }))
      .filter(({ own }) => own.length > 0);
  }

  flush(): void {
    for (const [block, { table, doubt }] of this.#blocks) {
      const { known, isChanged } = table;
      const own = table.isAllOwn ? known : table.own;
      if (isChanged || own.length > 0) {
        stageLineBlock(this.#database, this.#owner, { block, known, own, doubt }, isChanged);
        this.#staged.add(block);
      }
      release(known);
      if (own !== known) release(own);
      table.release();
    }
    this.#blocks.clear();
    this.#number = NaN;
    this.#block = undefined;
  }

  #open(number: number): Block {
    let block = this.#blocks.get(number);
    if (!block) {
      if (this.#pool.isFull) this.#pool.flush();
      const { known, own, doubt } = selectLineBlock(
        this.#database,
        this.#owner,
        number,
        this.#staged.has(number),
      );
      block = { table: new LineTable(known), doubt };
      const before = own.length > 0 ? own : this.#before.get(number)?.own;
      if (before) block.table.begin(before);
      this.#blocks.set(number, block);
      this.#pool.grow(block.table.bytes + bytesOfBlock);
    }
    this.#number = number;
    this.#block = block;
    return block;
  }
}

/** Above this everything is written to the temporary database: some 150,000 lines. */
const maxBytes = 4_000_000;

/** The known lines of several websites, which are held in a limited memory together. */
export class LinePool {
  readonly database: Database;
  /** Of the latest line that was looked up, in seconds since 1970. */
  lastTime: number | undefined;
  source = 0;
  isLater: boolean | undefined;
  linesOf: (website: number | undefined) => SourceLines | undefined = () => undefined;
  #bytes = 0;
  readonly #members: KnownLines[] = [];

  constructor(database: Database) {
    this.database = database;
  }

  join(lines: KnownLines): void {
    this.#members.push(lines);
  }

  /**
   * @param linesOf the last lines of a source that this one continues, by website; undefined for a source of its own
   * @param isLater whether its lines were written after all that was counted; undefined: where it continues one
   */
  begin(linesOf: LinePool['linesOf'] = () => undefined, isLater?: boolean): void {
    forgetStagedOwn(this.database);
    this.linesOf = linesOf;
    this.isLater = isLater;
    this.source++;
  }

  grow(bytes: number): void {
    this.#bytes += bytes;
  }

  get isFull(): boolean {
    return this.#bytes > maxBytes;
  }

  flush(): void {
    for (const lines of this.#members) lines.flush();
    this.#bytes = 0;
  }
}
