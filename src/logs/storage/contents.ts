import { createHash, type Hash } from 'node:crypto';
import { type Database, integer, text } from '#server/database/Database.ts';
import { selectZone } from '#server/database/openDatabase.ts';
import {
  type LinesOwner,
  selectSourceLines,
  selectStagedSourceLines,
  type SourceLines,
  storeSourceLines,
} from './knownLines.ts';
import { lineFeed } from '#logs/formats/LogLine.ts';

export interface ContentRecord {
  /** In bytes, uncompressed. */
  readonly length: number;
  readonly hash: string;
  /** The first 16 digits of the hashes of the first 256, 512, 1,024 ... bytes. */
  readonly marks: string;
}

export function insertImportKey(database: Database, key: string): void {
  database.statement('insert into import_key (id, key) values (1, ?)').run(key);
}

/** What was imported into a website under a name of its sources, the oldest first. */
function selectContents(database: Database, website: number, source: string): KnownContent[] {
  return database
    .statement(
      'select id, length, hash, marks from import_file where website_id = ? and source = ? order by id',
    )
    .all(website, source)
    .map(row => ({
      id: integer(row.id),
      length: integer(row.length),
      hash: text(row.hash),
      marks: text(row.marks),
    }));
}

/** A content of an earlier import, or of a file read just before in this one. */
export type KnownContent = ContentRecord &
  (
    | { readonly id: number }
    /** By which number its last lines are staged. */
    | { readonly staged: number }
  );

/** What the counts of an import depend on, besides its files. */
export interface ImportState {
  /** Undefined before the first import. */
  readonly key: string | undefined;
  /** Grows with every import into the website, so that two imports at once notice each other. */
  readonly last: number;
  readonly contents: readonly KnownContent[];
  /** Undefined before the first use. */
  readonly timeZone: string | undefined;
}

/** Undefined as `website`: one that is still to be created, of which nothing is known. */
export function readState(database: Database, { website, source }: Omit<LinesOwner, 'site'>): ImportState {
  const key = database.statement('select key from import_key').get();
  const last = database.statement('select max(id) as last from import_file where website_id = ?');
  return {
    key: key && text(key.key),
    last: website === undefined ? 0 : integer(last.get(website)?.last),
    contents: website === undefined ? [] : selectContents(database, website, source),
    timeZone: selectZone(database),
  };
}

export function isSameState(before: ImportState, now: ImportState): boolean {
  return (
    before.key === now.key &&
    before.last === now.last &&
    before.contents.length === now.contents.length &&
    before.timeZone === now.timeZone
  );
}

export function lastLines(database: Database, content: KnownContent): SourceLines {
  return 'id' in content
    ? selectSourceLines(database, content.id)
    : selectStagedSourceLines(database, content.staged);
}

/** Stores the contents that are new; one that has grown takes the place of what it was. */
export function rememberContents(
  database: Database,
  owner: { website: number; source: string },
  { before, after }: { before: readonly KnownContent[]; after: readonly KnownContent[] },
): void {
  const kept = new Set(after);
  const remove = database.statement('delete from import_file where id = ?');
  for (const content of before) if ('id' in content && !kept.has(content)) remove.run(content.id);
  const insert = database.statement(
    'insert into import_file (website_id, source, length, hash, marks) values (?, ?, ?, ?, ?)',
  );
  for (const content of after) {
    if (!('staged' in content)) continue;
    const { length, hash, marks } = content;
    const { lastInsertRowid } = insert.run(owner.website, owner.source, length, hash, marks);
    storeSourceLines(database, content.staged, Number(lastInsertRowid));
  }
}

const firstMark = 256;
const markDigits = 16;
/** Two logs that are the same for so long are the same log. */
const certainBytes = 8 * 2 ** 20;
const nothing = Buffer.alloc(0);

/** A log began like a known one and differs only after its beginning was dropped. None of its bytes were returned yet. */
export class ChangedLog extends Error {
  override readonly name = 'ChangedLog';
}

export type Relation<T> =
  { readonly kind: 'imported' } | { readonly kind: 'refused' } | { readonly kind: 'grown'; readonly from: T };

/**
 * Returns all bytes of a log but a beginning that is the whole of a known content. While that is open at most 8 MB are
 * buffered; then a file is taken to be known, since it can be read again, and a stream to be new.
 * Without it 40,000 diverse lines that are imported again take 1,113 ms of CPU, with it 245.
 */
export class ContentReader<T extends ContentRecord> {
  readonly #hash: Hash = createHash('sha256');
  readonly #isFile: boolean;
  #length = 0;
  #marks = '';
  /** Longer contents that begin like this log as far as it was read. */
  #alike: T[];
  /** The longest that is the beginning of this log. */
  #known: T | undefined;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #isCertain = false;
  #lastByte = lineFeed;
  #skipsLine = false;

  constructor(known: readonly T[], isFile: boolean) {
    this.#isFile = isFile;
    this.#alike = known.filter(content => content.length > 0);
  }

  /** The longest content that is the beginning of this log: the returned bytes follow it. */
  get known(): T | undefined {
    return this.#known;
  }

  /** Returns the bytes that are new for certain. Throws ChangedLog for a file. */
  push(bytes: Buffer): Buffer[] {
    let rest = bytes;
    while (rest.length > 0) {
      const part = rest.subarray(0, this.#nextPlace() - this.#length);
      rest = rest.subarray(part.length);
      this.#hash.update(part);
      this.#length += part.length;
      this.#lastByte = part.at(-1) ?? lineFeed;
      this.#hold(part);
      this.#compare();
    }
    return this.#alike.length === 0 ? this.#release() : [];
  }

  /** To be called after the last byte. Throws ChangedLog for a file. */
  end(): { readonly relation: Relation<T>; readonly content: ContentRecord; readonly rest: Buffer[] } {
    const content = { length: this.#length, hash: digest(this.#hash), marks: this.#marks };
    if (this.#known?.length === this.#length) return { relation: { kind: 'refused' }, content, rest: [] };
    // Perhaps an older copy of one that is alike, but only up to the last mark is that sure.
    if (this.#isCertain) throw new ChangedLog();
    const relation: Relation<T> = this.#known ? { kind: 'grown', from: this.#known } : { kind: 'imported' };
    return { relation, content, rest: this.#release() };
  }

  /** Where the next comparison is due: at the end of a known content, or at a mark. */
  #nextPlace(): number {
    const mark = firstMark * 2 ** (this.#marks.length / markDigits);
    return Math.min(mark, ...this.#alike.map(content => content.length));
  }

  #compare(): void {
    const index = this.#marks.length;
    if (this.#length === firstMark * 2 ** (index / markDigits)) {
      const mark = digest(this.#hash).slice(0, markDigits);
      this.#marks += mark;
      this.#alike = this.#alike.filter(content => content.marks.startsWith(mark, index));
    }
    const ended = this.#alike.filter(content => content.length === this.#length);
    if (ended.length > 0) {
      const hash = digest(this.#hash);
      this.#alike = this.#alike.filter(content => content.length > this.#length);
      const same = ended.find(content => content.hash === hash);
      if (same) this.#recognise(same);
    }
    if (this.#alike.length === 0 && this.#isCertain) throw new ChangedLog();
  }

  #recognise(known: T): void {
    this.#known = known;
    this.#held = [];
    this.#heldBytes = 0;
    this.#isCertain = false;
    // Its last line was counted before its line feed was written.
    this.#skipsLine = this.#lastByte !== lineFeed;
  }

  #hold(part: Buffer): void {
    if (this.#isCertain) return;
    this.#held.push(part);
    this.#heldBytes += part.length;
    if (this.#heldBytes <= certainBytes || this.#alike.length === 0) return;
    if (!this.#isFile) {
      this.#alike = [];
      return;
    }
    this.#isCertain = true;
    this.#held = [];
    this.#heldBytes = 0;
  }

  #release(): Buffer[] {
    const released = this.#skipsLine ? this.#held.map(part => this.#afterLine(part)) : this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    return released.filter(part => part.length > 0);
  }

  #afterLine(part: Buffer): Buffer {
    if (!this.#skipsLine) return part;
    const end = part.indexOf(lineFeed);
    if (end < 0) return nothing;
    this.#skipsLine = false;
    return part.subarray(end + 1);
  }
}

function digest(hash: Hash): string {
  return hash.copy().digest('hex');
}
