import { existsSync, rmSync } from 'node:fs';
import type { KeptList, KeptWebsite, LastSeen } from './kept.ts';
import { listFile, readOwnJson, seenFolder, websiteFile, writeSeen, type SeenOf } from './folder.ts';
import { decodeList, decodeWebsite, readVersions, version } from './schema.ts';

/** Milliseconds after a change: a burst of answers is written once. */
const writeAfterMs = 3_000;

/**
 * Opens what was last seen of a service, of which the list is read at once: the first frame shows it. With `writes` false it
 * is only read. Files that are damaged, of another version or of another service count as absent. Of the services of this
 * machine, which answer at once, only the list is kept, and it is written at the end.
 */
export function openLastSeen(data: string, of: SeenOf, writes: boolean): LastSeen {
  let { credential } = of;
  const isLocal = credential === undefined;
  const folder = () => seenFolder(data, { ...of, credential }, writes);
  const opened = folder();
  const unwritten = new Map<string, () => KeptList | KeptWebsite | undefined>();
  let timer: NodeJS.Timeout | undefined;
  /** The folder once it was there: gone later, another process has forgotten it, and this one does not write it again. */
  let known = opened !== undefined && existsSync(opened) ? opened : undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const found = unwritten.size === 0 ? undefined : folder();
    const into = found === known && found !== undefined && !existsSync(found) ? undefined : found;
    for (const [id, make] of unwritten) {
      const kept = into === undefined ? undefined : make();
      if (into === undefined || kept === undefined) continue;
      const path = id === listId ? listFile(into) : websiteFile(into, id);
      writeSeen(data, of.profile, path, { version, of: nameOf(into), kept });
    }
    if (into !== undefined && existsSync(into)) known = into;
    unwritten.clear();
  };
  const keep = (id: string, make: () => KeptList | KeptWebsite | undefined) => {
    if (!writes) return;
    unwritten.set(id, make);
    if (!isLocal) timer ??= setTimeout(flush, writeAfterMs).unref();
  };

  return {
    isReadAgain: isLocal,
    listFile() {
      const found = folder();
      const file = found && listFile(found);
      return file !== undefined && existsSync(file) ? file : undefined;
    },
    list: opened === undefined ? undefined : decodeList(readKept(listFile(opened), opened)),
    website(id) {
      if (opened === undefined || isLocal) return undefined;
      const kept = decodeWebsite(readKept(websiteFile(opened, id), opened));
      return kept?.id === id ? kept : undefined;
    },
    keepList: make => keep(listId, make),
    keepWebsite(id, make) {
      if (!isLocal) keep(id, make);
    },
    drop(id) {
      unwritten.delete(id);
      const into = writes ? folder() : undefined;
      if (into !== undefined && existsSync(websiteFile(into, id)))
        rmSync(websiteFile(into, id), { force: true });
    },
    useCredential: next => (credential = next),
    flush,
  };
}

/** No id of a website is empty. */
const listId = '';

/** What is kept in a file of this folder. */
function readKept(path: string, folder: string): unknown {
  const file = readOwnJson(path);
  if (typeof file !== 'object' || file === null) return undefined;
  const isOurs =
    'version' in file && readVersions.includes(file.version) && 'of' in file && file.of === nameOf(folder);
  return isOurs && 'kept' in file ? file.kept : undefined;
}

/** A file that was put into another folder is another service's. */
function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}
