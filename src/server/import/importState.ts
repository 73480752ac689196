import type { Database } from '#server/database/Database.ts';
import {
  type LinesOwner,
  selectSourceLines,
  selectStagedSourceLines,
  type SourceLines,
  storeSourceLines,
} from '#server/database/importLines.ts';
import {
  type ContentRecord,
  deleteContent,
  insertContent,
  lastImport,
  selectContents,
  selectImportKey,
} from '#server/database/importRecords.ts';

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
  readonly last: number;
  readonly contents: readonly KnownContent[];
}

/** Undefined as `website`: one that is still to be created, of which nothing is known. */
export function readState(database: Database, { website, source }: Omit<LinesOwner, 'site'>): ImportState {
  return {
    key: selectImportKey(database),
    last: website === undefined ? 0 : lastImport(database, website),
    contents: website === undefined ? [] : selectContents(database, website, source),
  };
}

/** Whether no other import was stored in between. */
export function isSameState(before: ImportState, now: ImportState): boolean {
  return before.key === now.key && before.last === now.last && before.contents.length === now.contents.length;
}

/** The lines of a content in its last minutes. */
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
  for (const content of before)
    if ('id' in content && !kept.has(content)) deleteContent(database, content.id);
  for (const content of after) {
    if ('staged' in content)
      storeSourceLines(database, content.staged, insertContent(database, owner, content));
  }
}
