import { integer, text } from './columnValues.ts';
import type { Database } from './Database.ts';

/** The fingerprint of a log's content. Hashes are hexadecimal. */
export interface ContentRecord {
  /** In bytes, uncompressed. */
  readonly length: number;
  readonly hash: string;
  /** The first 16 digits of the hashes of the first 256, 512, 1,024 ... bytes. */
  readonly marks: string;
}

interface StoredContent extends ContentRecord {
  readonly id: number;
}

/** Undefined before the first import. */
export function selectImportKey(database: Database): string | undefined {
  const row = database.statement('select key from import_key').get();
  return row && text(row.key);
}

/** Stores the secret from which the hashes of visitors and lines are made. */
export function insertImportKey(database: Database, key: string): void {
  database.statement('insert into import_key (id, key) values (1, ?)').run(key);
}

/** What was imported into a website under a name of its sources, the oldest first. */
export function selectContents(database: Database, website: number, source: string): StoredContent[] {
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

/** Returns its id. */
export function insertContent(
  database: Database,
  { website, source }: { website: number; source: string },
  { length, hash, marks }: ContentRecord,
): number {
  const { lastInsertRowid } = database
    .statement('insert into import_file (website_id, source, length, hash, marks) values (?, ?, ?, ?, ?)')
    .run(website, source, length, hash, marks);
  return Number(lastInsertRowid);
}

export function deleteContent(database: Database, id: number): void {
  database.statement('delete from import_file where id = ?').run(id);
}

/** Grows with every import into the website, so that two imports at once notice each other. */
export function lastImport(database: Database, website: number): number {
  return integer(
    database.statement('select max(id) as last from import_file where website_id = ?').get(website)?.last,
  );
}
