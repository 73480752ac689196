import { type Database, integer, text } from '#server/database/Database.ts';
import { selectZone } from '#server/database/openDatabase.ts';
import {
  type LinesOwner,
  selectSourceLines,
  selectStagedSourceLines,
  type SourceLines,
  storeSourceLines,
} from './knownLines.ts';

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
