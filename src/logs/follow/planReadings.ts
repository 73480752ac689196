import { closeSync, constants, openSync } from 'node:fs';
import { basename, parse } from 'node:path';
import { beginsWith, isPacked, mayBePacked } from '#logs/files/LogBytes.ts';
import {
  siblingFiles,
  folderState,
  type FoundFile,
  lookAt,
  lookAtOpen,
  packedEnd,
} from '#logs/files/find.ts';
import { isOneAddress, type TopAddress } from '#logs/summary.ts';
import type { LogFileRecord } from '#logs/storage/sources.ts';

export interface Reading {
  readonly file: FoundFile;
  readonly isPacked: boolean;
  /** What is known of it; undefined for a file that gets a record of its own. */
  readonly record: LogFileRecord | undefined;
  /** Where to begin: bytes of the log, uncompressed. */
  readonly from: number;
  /** The log whose lines it continues: itself, or the one that it took the place of. */
  readonly continues: LogFileRecord | undefined;
  /** Whether what was there before was found elsewhere: the log is a new one, and no changed copy. */
  readonly isRotated: boolean;
  readonly formerPath: string;
}

/**
 * What is to be read of a source now, in this order: what was written first comes first, so that nothing is known of a later log
 * while an earlier one is still to be read. Nothing where no file has changed. After a truncation only the copy is read: the file
 * itself follows when it is planned again.
 * @param paths the files of the source as they are now
 */
export async function planReadings(
  paths: readonly string[],
  records: readonly LogFileRecord[],
  memory: FileMemory,
): Promise<Reading[]> {
  const files = paths.map(lookAt).filter(file => file !== undefined);
  const filesByRecord = await filesOfRecords(files, records, memory);
  memory.open?.keep(filesByRecord);
  const readings: Reading[] = [];
  for (const [record, file] of filesByRecord) {
    const reading = await readingOf(record, file, { filesByRecord, files, memory });
    if (reading) readings.push(reading);
  }
  const used = new Set(
    [...filesByRecord.values(), ...readings.map(({ file }) => file)].map(file => file.identity),
  );
  const named = new Set(paths);
  for (const file of [...files, ...rotatedSince(records, memory)]) {
    if (file.size === 0 || used.has(file.identity) || isBeingPacked(file, named)) continue;
    used.add(file.identity);
    readings.push(newReading(file, records, filesByRecord));
  }
  return readings
    .filter(({ file }) => !memory.hasFailed(file))
    .toSorted((a, b) => Number(BigInt(a.file.modified) - BigInt(b.file.modified)));
}

/** Whether a log is still compressed: until then the log itself is there. Where only the compressed one is named it is read. */
function isBeingPacked({ path }: FoundFile, named: ReadonlySet<string>): boolean {
  const plain = path.replace(packedEnd, '');
  return plain !== path && (named.has(plain) || !named.has(path)) && lookAt(plain) !== undefined;
}

/** logrotate gives a compressed log the time of the log in whole seconds: in nanoseconds. */
const wholeSecond = 1_000_000_000n;

/** Files rotated away from the path of a known one since the latest that is known was written. */
function rotatedSince(records: readonly LogFileRecord[], { listed }: FileMemory): FoundFile[] {
  const latest = new Map<string, bigint>();
  for (const { path, formerPath, modified } of records) {
    const written = formerPath === '' ? path : formerPath;
    const before = latest.get(written) ?? 0n;
    latest.set(written, before > BigInt(modified) ? before : BigInt(modified));
  }
  return [...latest].flatMap(([path, since]) => {
    const state = folderState(path);
    if (state !== undefined && listed.get(path) === state) return [];
    listed.set(path, state);
    return siblingFiles(path, other => isRotatedName(other, path)).filter(
      ({ modified }) => BigInt(modified) >= since - wholeSecond,
    );
  });
}

/** Whether a path is another one with a number or a date: access.log.1, access.log-20261122.gz, access-20261122.log. */
export function isRotatedName(path: string, original: string): boolean {
  const name = basename(path).replace(packedEnd, '');
  const { name: stem, ext } = parse(original);
  const rest = name.startsWith(`${stem}${ext}`)
    ? name.slice(stem.length + ext.length)
    : name.startsWith(stem) && name.endsWith(ext)
      ? name.slice(stem.length, name.length - ext.length)
      : '';
  return /^[.-]\d[\dT:._-]*$/.test(rest);
}

async function filesOfRecords(
  files: readonly FoundFile[],
  records: readonly LogFileRecord[],
  memory: FileMemory,
): Promise<ReadonlyMap<LogFileRecord, FoundFile>> {
  const byIdentity = new Map(files.map(file => [file.identity, file]));
  const filesByRecord = new Map<LogFileRecord, FoundFile>();
  const missing: LogFileRecord[] = [];
  for (const record of records) {
    const file = byIdentity.get(record.identity) ?? lookAt(record.path);
    if (file?.identity === record.identity && (await isThere(file, record))) filesByRecord.set(record, file);
    else missing.push(record);
  }
  for (const record of missing) {
    const file = (await search(record, filesByRecord, memory)) ?? memory.open?.find(record);
    if (file) filesByRecord.set(record, file);
  }
  return filesByRecord;
}

/** A file system gives the number of a deleted file to the next one: elsewhere it is another file unless it holds the same. */
async function isThere(file: FoundFile, record: LogFileRecord): Promise<boolean> {
  return file.path === record.path || (await mayHold(file, record));
}

async function mayHold(file: FoundFile, record: LogFileRecord): Promise<boolean> {
  return isPacked(file) ? await mayBePacked(file, record) : beginsWith(file, record);
}

/** Looks in the folder of a file for where it is now: renamed, compressed, or copied before it was deleted. */
async function search(
  record: LogFileRecord,
  filesByRecord: ReadonlyMap<LogFileRecord, FoundFile>,
  { searched }: FileMemory,
): Promise<FoundFile | undefined> {
  const state = folderState(record.path);
  if (state !== undefined && searched.get(record.id) === state) return undefined;
  searched.set(record.id, state);
  const used = new Set([...filesByRecord.values()].map(({ identity }) => identity));
  const siblings = siblingFiles(record.path).filter(({ identity }) => !used.has(identity));
  const renamed = siblings.find(({ identity }) => identity === record.identity);
  if (renamed && (await mayHold(renamed, record))) return renamed;
  return await contentAmong(siblings, record);
}

/** The file whose name and beginning are those of a log. */
async function contentAmong(
  files: readonly FoundFile[],
  record: LogFileRecord,
): Promise<FoundFile | undefined> {
  const stem = stemOf(record.formerPath === '' ? record.path : record.formerPath);
  for (const file of files) {
    if (!basename(file.path).startsWith(stem)) continue;
    if (await mayHold(file, record)) return file;
  }
  return undefined;
}

/** What the names of a log have in common after a rotation: access.log.1, access.log-20261122, access-20261122.log.gz. */
function stemOf(path: string): string {
  return basename(path).split('.', 1)[0] ?? '';
}

interface ReadingContext {
  readonly filesByRecord: ReadonlyMap<LogFileRecord, FoundFile>;
  readonly files: readonly FoundFile[];
  readonly memory: FileMemory;
}

async function readingOf(
  record: LogFileRecord,
  file: FoundFile,
  { filesByRecord, files, memory }: ReadingContext,
): Promise<Reading | undefined> {
  const isSame =
    file.identity === record.identity &&
    file.path === record.path &&
    file.size === record.size &&
    file.modified === record.modified;
  if (isSame && memory.compared.has(record.id)) return undefined;
  memory.compared.add(record.id);
  const packed = isPacked(file);
  // A compressed file is not read again to compare it.
  if (isSame && packed) return undefined;
  const moved = file.path !== record.path && record.formerPath === '';
  const formerPath = moved ? record.path : record.formerPath;
  const own = { file, isPacked: packed, record, continues: record, isRotated: false, formerPath };
  if (packed ? await mayBePacked(file, record) : beginsWith(file, record))
    return isSame ? undefined : { ...own, from: record.length };
  const copy = await copyOf(record, file, files);
  if (copy === undefined) return { ...own, from: 0 };
  const known = [...filesByRecord].find(([, { identity }]) => identity === copy.identity);
  // The copy was read: perhaps by a process that ended before it came to the log itself.
  if (known) return { ...own, from: 0, continues: known[0], isRotated: true };
  const copied = { file: copy, isPacked: isPacked(copy), record: undefined, continues: record };
  return { ...copied, isRotated: false, from: record.length, formerPath: record.path };
}

/** The copy of a log that was made before it was truncated. */
async function copyOf(
  record: LogFileRecord,
  { identity }: FoundFile,
  files: readonly FoundFile[],
): Promise<FoundFile | undefined> {
  return await contentAmong(
    [...files, ...siblingFiles(record.path)].filter(file => file.identity !== identity),
    record,
  );
}

/** A file that was never seen: a copy of one that was, one that took the place of another, or one of its own. */
function newReading(
  file: FoundFile,
  records: readonly LogFileRecord[],
  filesByRecord: ReadonlyMap<LogFileRecord, FoundFile>,
): Reading {
  const packed = isPacked(file);
  const alike = packed ? [] : records.filter(record => beginsWith(file, record));
  const [longest] = alike.toSorted((a, b) => b.length - a.length);
  const reading = { file, isPacked: packed, record: undefined, isRotated: false, formerPath: '' };
  if (longest) return { ...reading, from: longest.length, continues: longest, formerPath: longest.path };
  const before = records.filter(
    ({ path, formerPath, identity }) =>
      (path === file.path || formerPath === file.path) && identity !== file.identity,
  );
  const [latest] = before.toSorted((a, b) => (b.lastTime ?? 0) - (a.lastTime ?? 0));
  const found = latest && filesByRecord.get(latest);
  const isRotated = found !== undefined && found.descriptor === undefined;
  return { ...reading, from: 0, continues: latest, isRotated };
}

const maxFiles = 64;
/** Older files are not written any more. */
const writtenMilliseconds = 3_600_000;
/** A server opens its log again soon after it was moved. */
const waitMilliseconds = 300_000;

/** Files that are written are kept open: one that is deleted or moved to another folder is still read to its end. */
class OpenFiles {
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

  keep(filesByRecord: ReadonlyMap<LogFileRecord, FoundFile>): void {
    const wanted = new Map([...filesByRecord].map(([record, file]) => [record.id, { record, file }]));
    for (const [id, { descriptor, until }] of this.#files) {
      const found = wanted.get(id);
      const isLost = found?.file.descriptor !== undefined;
      const isOther = lookAtOpen('', descriptor)?.identity !== found?.record.identity;
      if (isOther || (isLost ? Date.now() > until : !isWritten(found?.file))) this.#close(id, descriptor);
    }
    for (const [id, { file }] of wanted)
      if (file.descriptor === undefined && isWritten(file) && this.#files.size < maxFiles)
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

/** Adds up the page views of several readings, until they are enough to tell whether one address has nearly all. */
class LatestTop {
  #sum: TopAddress = { address: '', views: 0, total: 0 };

  add({ address, views, total }: TopAddress): TopAddress {
    const before = this.#sum;
    const isSame = before.address === address || before.total === 0;
    const sum = {
      address: before.total === 0 ? address : before.address,
      views: before.views + (isSame ? views : 0),
      total: before.total + total,
    };
    this.#sum = isOneAddress(sum) === undefined ? sum : { address: '', views: 0, total: 0 };
    return sum;
  }
}

/** A look at 20 logs with four rotated ones each takes 0.1 ms of CPU, without what is remembered 5.4. */
export class FileMemory {
  /** Records whose file was compared with its fingerprint since this process began to follow. */
  readonly compared = new Set<number>();
  /** Undefined where nobody waits for files to be moved. */
  readonly open: OpenFiles | undefined;
  /** The state of the folder in which the file of a record was looked for last. */
  readonly searched = new Map<number, string | undefined>();
  /** The state of a folder when the rotated files of a path were listed last. */
  readonly listed = new Map<string, string | undefined>();
  /** From whom the page views are that were read lately. */
  readonly top = new LatestTop();
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
