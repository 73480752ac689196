import type { Database } from '#server/database/Database.ts';
import {
  forgetStagedOwn,
  type LinesOwner,
  secondsOfBlock,
  selectLineBlock,
  type SourceLines,
  stageLineBlock,
} from '#server/database/importLines.ts';
import { LineHash } from './LineHash.ts';
import { LineTable } from './LineTable.ts';

/** In doubt: a line of its time was counted, but which is no longer known. */
export type Knowledge = 'new' | 'known' | 'inDoubt';

interface Block {
  readonly table: LineTable;
  readonly doubt: { readonly from: number; readonly to: number } | undefined;
}

/** More are put into the temporary database: some 150,000 lines. */
const mostBytes = 4_000_000;
const bytesOfBlock = 500;
/** Lines are written when they were answered: what a source has had is kept for ten minutes and more. */
const blocksOfSource = 2;

/**
 * The lines that were counted, or looked at and left out, of one website and name of a source. Of a source the k-th line
 * of several that are the same is new where fewer than k are known, so that in the end as many are known as the source
 * with the most has: however logs overlap, they give what the whole would have given. Only what goes on a source that
 * was read before counts on from what that had.
 */
export class KnownLines {
  readonly #database: Database;
  readonly #owner: LinesOwner;
  readonly #hash: LineHash;
  readonly #blocks = new Map<number, Block>();
  #bytes = 0;
  #number = NaN;
  #block: Block | undefined;
  /** Of what the source has had. */
  #latest = -Infinity;
  #isReadOn = false;

  constructor(database: Database, owner: LinesOwner, secret: string) {
    this.#database = database;
    this.#owner = owner;
    this.#hash = new LineHash(secret);
  }

  /** A source begins; one that is read on gives what it has had, as `end` gave it. */
  begin(lines: SourceLines | undefined): void {
    forgetStagedOwn(this.#database);
    const none = new Uint8Array();
    for (const { table } of this.#blocks.values()) table.begin(none);
    this.#latest = -Infinity;
    this.#isReadOn = lines !== undefined;
    for (const { block, own } of lines ?? []) {
      this.#open(block).table.begin(own);
      this.#latest = Math.max(this.#latest, block);
    }
  }

  /**
   * Whether the source's next line is known.
   * @param time seconds since 1970
   * @param line as it is in the log, without its line feed and what a log driver put in front
   */
  ask(time: number, line: string): Knowledge {
    const number = Math.floor(time / secondsOfBlock);
    const block = number === this.#number && this.#block ? this.#block : this.#open(number);
    this.#hash.take(line);
    if (block.table.isKnown(this.#hash.low, this.#hash.high)) {
      this.#latest = Math.max(this.#latest, number);
      return 'known';
    }
    const { doubt } = block;
    return doubt && !this.#isReadOn && time >= doubt.from && time <= doubt.to ? 'inDoubt' : 'new';
  }

  /** Makes the line known that was just asked for and is new. */
  add(): void {
    const block = this.#block ?? this.#open(this.#number);
    const before = block.table.bytes;
    block.table.add(this.#hash.low, this.#hash.high);
    this.#bytes += block.table.bytes - before;
    this.#latest = Math.max(this.#latest, this.#number);
  }

  /** The source ends: what it has had of its last minutes. */
  end(): SourceLines {
    const numbers = Array.from({ length: blocksOfSource }, (_, index) => this.#latest - index);
    return numbers
      .filter(number => Number.isFinite(number))
      .map(block => ({ block, own: this.#open(block).table.own }))
      .filter(({ own }) => own.length > 0);
  }

  /** Puts everything that is not in the temporary database yet into it. */
  flush(): void {
    for (const [block, { table, doubt }] of this.#blocks) {
      const { known, own, isChanged } = table;
      if (isChanged || own.length > 0)
        stageLineBlock(this.#database, { block, known, own, doubt }, isChanged);
    }
    this.#blocks.clear();
    this.#bytes = 0;
    this.#number = NaN;
    this.#block = undefined;
  }

  #open(number: number): Block {
    let block = this.#blocks.get(number);
    if (!block) {
      if (this.#bytes > mostBytes) this.flush();
      const { known, own, doubt } = selectLineBlock(this.#database, this.#owner, number);
      block = { table: new LineTable(known), doubt };
      if (own.length > 0) block.table.begin(own);
      this.#blocks.set(number, block);
      this.#bytes += block.table.bytes + bytesOfBlock;
    }
    this.#number = number;
    this.#block = block;
    return block;
  }
}
