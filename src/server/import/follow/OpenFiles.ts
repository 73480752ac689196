import { closeSync, constants, openSync } from 'node:fs';
import type { LogFileRecord } from '#server/database/logFiles.ts';
import { type FoundFile, lookAtOpen } from './FoundFile.ts';

const mostFiles = 64;
/** Older files are not written any more. */
const writtenMilliseconds = 3_600_000;
/** A server opens its log again soon after it was moved. */
const waitMilliseconds = 300_000;

/** Files that are written are kept open: one that is deleted or moved to another folder is still read to its end. */
export class OpenFiles {
  /** By record; `until` is set while the file has no path, in milliseconds since 1970. */
  readonly #files = new Map<number, { readonly descriptor: number; until: number }>();

  /** The file of a record that is at no path any more. */
  find({ id, path, identity, size }: LogFileRecord): FoundFile | undefined {
    const open = this.#files.get(id);
    const file = open && lookAtOpen(path, open.descriptor);
    if (!open || file?.identity !== identity) return undefined;
    if (file.size !== size || open.until === Infinity) open.until = Date.now() + waitMilliseconds;
    return file;
  }

  /** Opens the files that are written, and closes those that are not any more. */
  keep(places: ReadonlyMap<LogFileRecord, FoundFile>): void {
    const wanted = new Map([...places].map(([record, file]) => [record.id, { record, file }]));
    for (const [id, { descriptor, until }] of this.#files) {
      const found = wanted.get(id);
      const isLost = found?.file.descriptor !== undefined;
      const isOther = lookAtOpen('', descriptor)?.identity !== found?.record.identity;
      if (isOther || (isLost ? Date.now() > until : !isWritten(found?.file))) this.#close(id, descriptor);
    }
    for (const [id, { file }] of wanted)
      if (file.descriptor === undefined && isWritten(file) && this.#files.size < mostFiles)
        this.#open(id, file);
  }

  #open(id: number, { path }: FoundFile): void {
    if (this.#files.has(id)) return;
    try {
      const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      this.#files.set(id, { descriptor, until: Infinity });
    } catch {
      // Reading it says what is wrong.
    }
  }

  #close(id: number, descriptor: number): void {
    this.#files.delete(id);
    closeSync(descriptor);
  }
}

function isWritten(file: FoundFile | undefined): boolean {
  return file !== undefined && Date.now() - Number(BigInt(file.modified) / 1_000_000n) < writtenMilliseconds;
}
