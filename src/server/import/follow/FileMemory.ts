import type { FoundFile } from './FoundFile.ts';
import { OpenFiles } from './OpenFiles.ts';

/** What is remembered between two looks at the files of a source. */
export class FileMemory {
  /** Records whose file was compared with its fingerprint since this process began to follow. */
  readonly compared = new Set<number>();
  /** Undefined where nobody waits for files to be moved. */
  readonly open: OpenFiles | undefined;
  /** The state of the folder in which the file of a record was looked for last. */
  readonly searched = new Map<number, string | undefined>();
  /** The state of a folder when the rotated files of a path were listed last. */
  readonly listed = new Map<string, string | undefined>();
  /** Files that could not be read, as they were then. */
  readonly failed = new Map<string, string>();

  /** @param keepsOpen whether files are followed, and not only looked at once */
  constructor(keepsOpen = false) {
    this.open = keepsOpen ? new OpenFiles() : undefined;
  }

  /** Files that were found in folders were not all read: they are looked for again. */
  forgetFolders(): void {
    this.searched.clear();
    this.listed.clear();
  }

  hasFailed({ path, size, modified }: FoundFile): boolean {
    return this.failed.get(path) === `${size} ${modified}`;
  }

  noteFailure({ path, size, modified }: FoundFile): void {
    this.failed.set(path, `${size} ${modified}`);
  }
}
