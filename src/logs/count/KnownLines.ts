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
import { LineTable } from './LineHash.ts';

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
