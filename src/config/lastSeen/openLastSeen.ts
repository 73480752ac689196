import type { ServiceIdentity } from '#config/serviceIdentity.ts';
import { listFile, openSeenFiles, websiteFile } from './folder.ts';
import type { KeptList, KeptWebsite, LastSeen } from './kept.ts';
import { decodeList, decodeWebsite } from './schema.ts';

/** Milliseconds after a change: a burst of answers is written once. */
const writeAfterMs = 3_000;

/**
 * Opens what was last seen of a service, of which the list is read at once: the first frame shows it. With `writes` false it
 * is only read. Files that are damaged, of another version or of another service count as absent. Of the services of this
 * machine, which answer at once, only the list is kept, and it is written at the end.
 */
export function openLastSeen(data: string, of: ServiceIdentity, writes: boolean): LastSeen {
  const isLocal = of.account === undefined;
  const files = openSeenFiles(data, of, writes);
  const unwritten = new Map<string, () => KeptList | KeptWebsite | undefined>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const [name, make] of unwritten) files.write(name, make);
    unwritten.clear();
  };
  const keep = (name: string, make: () => KeptList | KeptWebsite | undefined) => {
    if (!writes) return;
    unwritten.set(name, make);
    if (!isLocal) timer ??= setTimeout(flush, writeAfterMs).unref();
  };

  return {
    isReadAgain: isLocal,
    listFile: () => files.find(listFile),
    list: decodeList(files.read(listFile)),
    website(id) {
      const kept = isLocal ? undefined : decodeWebsite(files.read(websiteFile(id)));
      return kept?.id === id ? kept : undefined;
    },
    keepList: make => keep(listFile, make),
    keepWebsite(id, make) {
      if (!isLocal) keep(websiteFile(id), make);
    },
    drop(id) {
      unwritten.delete(websiteFile(id));
      files.remove(websiteFile(id));
    },
    useAccount: files.useAccount,
    flush,
  };
}
