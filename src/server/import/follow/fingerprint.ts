import { hash } from 'node:crypto';
import { closeSync, constants, createReadStream, openSync, readSync } from 'node:fs';
import type { LogFileRecord } from '#server/database/logFiles.ts';
import { decompress } from '#server/import/log/decompress.ts';
import type { FoundFile } from './FoundFile.ts';

/** What a log is recognised by: hashes of the first and of the last of the bytes that were read of it. */
export type Fingerprint = Pick<LogFileRecord, 'length' | 'head' | 'tail'>;

export const headBytes = 4_096;
export const tailBytes = 512;
/** Logs that are shorter may begin alike by chance. */
const certainBytes = 64;

export function digest(bytes: Uint8Array): string {
  return hash('sha256', bytes).slice(0, 32);
}

/** Opens a file that was found: perhaps another one by now. Throws the system's error. */
export function openFound({ path, descriptor }: FoundFile): { readonly file: number; close(): void } {
  if (descriptor !== undefined) return { file: descriptor, close: () => undefined };
  // A pipe that has taken the place of the file must not block.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { file, close: () => closeSync(file) };
}

/** The fingerprint of the first `length` bytes of an open file. */
export function fingerprintOf(file: number, length: number): Fingerprint {
  const head = bytesAt(file, 0, Math.min(headBytes, length));
  const tail = bytesAt(file, Math.max(0, length - tailBytes), Math.min(tailBytes, length));
  return { length, head: digest(head), tail: digest(tail) };
}

export function bytesAt(file: number, place: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(file, buffer, filled, length - filled, place + filled);
    if (read === 0) break;
    filled += read;
  }
  return buffer.subarray(0, filled);
}

/** Whether a file that is not compressed begins with what was read of a log, or is that log. */
export function beginsWith(found: FoundFile, log: LogFileRecord): boolean {
  if (found.size < log.length) return false;
  if (found.identity !== log.identity && log.length < certainBytes) return false;
  try {
    const { file, close } = openFound(found);
    try {
      const { head, tail } = fingerprintOf(file, log.length);
      return head === log.head && tail === log.tail;
    } finally {
      close();
    }
  } catch {
    return false;
  }
}

/** Whether a compressed file seems to begin with what was read of a log: its end is compared when it is read. */
export async function mayBePacked(found: FoundFile, log: Fingerprint): Promise<boolean> {
  if (log.length < certainBytes) return false;
  const wanted = Math.min(headBytes, log.length);
  const start: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of decompress(createReadStream(found.path))) {
      start.push(piece);
      length += piece.length;
      if (length >= wanted) break;
    }
  } catch {
    return false;
  }
  const bytes = Buffer.concat(start).subarray(0, wanted);
  return bytes.length === wanted && digest(bytes) === log.head;
}

// gzip, bzip2, xz, zstandard.
const signatures = ['1f8b', '425a68', 'fd377a585a00', '28b52ffd'];

/** Whether a file is compressed, by its first bytes. */
export function isPacked(found: FoundFile): boolean {
  try {
    const { file, close } = openFound(found);
    try {
      const start = bytesAt(file, 0, 6).toString('hex');
      return signatures.some(signature => start.startsWith(signature));
    } finally {
      close();
    }
  } catch {
    return false;
  }
}
