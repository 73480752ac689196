import type { Database } from '#server/database/Database.ts';
import {
  type ContentRecord,
  deleteContent,
  insertContent,
  lastImport,
  selectContents,
  selectImportKey,
} from '#server/database/importRecords.ts';

/** A content of an earlier import, or (without an id) of a file read just before in this one. */
export interface KnownContent extends ContentRecord {
  readonly id?: number;
}

/** What the counts of an import depend on, besides its files. */
export interface ImportState {
  /** Undefined before the first import. */
  readonly key: string | undefined;
  readonly last: number;
  readonly contents: readonly KnownContent[];
}

/** @param website undefined: it is still to be created */
export function readState(database: Database, website: number | undefined): ImportState {
  return {
    key: selectImportKey(database),
    last: website === undefined ? 0 : lastImport(database, website),
    contents: website === undefined ? [] : selectContents(database, website),
  };
}

/** Whether no other import was stored in between. */
export function isSameState(before: ImportState, now: ImportState): boolean {
  return before.key === now.key && before.last === now.last && before.contents.length === now.contents.length;
}

/** Stores the contents that are new; one that has grown takes the place of what it was. */
export function rememberContents(
  database: Database,
  website: number,
  { before, after }: { before: readonly KnownContent[]; after: readonly KnownContent[] },
): void {
  const kept = new Set(after.map(content => content.id));
  for (const { id } of before) if (id !== undefined && !kept.has(id)) deleteContent(database, id);
  for (const content of after) if (content.id === undefined) insertContent(database, website, content);
}
