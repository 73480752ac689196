import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { LogFileRecord } from '#logs/storage/sources.ts';
import { errorCode, streamFile } from '#system/files.ts';
import { decompress, isCompressed, signatureBytes } from './decompress.ts';
import type { FoundFile } from './find.ts';
import { lineFeed } from '#logs/formats/LogLine.ts';

/** What a log is recognised by: hashes of the first and of the last of the bytes that were read of it. */
type Fingerprint = Pick<LogFileRecord, 'length' | 'head' | 'tail'>;

export const headBytes = 4_096;
const tailBytes = 512;
/** Logs that are shorter may begin alike by chance. */
const certainBytes = 64;

function digest(bytes: Uint8Array): string {
  return hash('sha256', bytes).slice(0, 32);
}

/** Opens a file that was found: perhaps another one by now. Throws the system's error. */
function openFound({ path, descriptor }: FoundFile): { readonly file: number; close(): void } {
  if (descriptor !== undefined) return { file: descriptor, close: () => undefined };
  // A pipe that has taken the place of the file must not block.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { file, close: () => closeSync(file) };
}

export function bytesAt(file: number, offset: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(file, buffer, filled, length - filled, offset + filled);
    if (read === 0) break;
    filled += read;
  }
  return buffer.subarray(0, filled);
}

/** What is found in a file, which is opened for it; undefined where that cannot be read. */
function inspect<T>(found: FoundFile, look: (file: number) => T): T | undefined {
  try {
    const { file, close } = openFound(found);
    try {
      return look(file);
    } finally {
      close();
    }
  } catch {
    return undefined;
  }
}

export function bytesOf(found: FoundFile, offset: number, length: number): Buffer | undefined {
  return inspect(found, file => bytesAt(file, offset, length));
}

/** Whether a file that is not compressed begins with what was read of a log, or is that log. */
export function beginsWith(found: FoundFile, log: LogFileRecord): boolean {
  if (found.size < log.length) return false;
  if (found.identity !== log.identity && log.length < certainBytes) return false;
  return inspect(found, file => endsAt(file, log.length).isOf(log)) === true;
}

/** Whether a compressed file seems to begin with what was read of a log: its end is compared when it is read. */
export async function mayBePacked(found: FoundFile, log: Fingerprint): Promise<boolean> {
  if (log.length < certainBytes) return false;
  const wanted = Math.min(headBytes, log.length);
  const start: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of decompress(streamFile(found.path))) {
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

export function isPacked(found: FoundFile): boolean {
  const start = bytesOf(found, 0, signatureBytes);
  return start !== undefined && isCompressed(start);
}

/** More than the longest line, which may be held back, and the bytes that a log is recognised by before it. */
const keptBytes = 131_072;

/** The first and the last bytes of a log as far as it was read: what it is recognised by later. */
class LogEnds {
  #head: Buffer;
  #last: Buffer;
  #length: number;

  constructor(head: Buffer = Buffer.alloc(0), last: Buffer = Buffer.alloc(0), length = 0) {
    this.#head = head;
    this.#last = last;
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  /** Whether what was read ends with a whole line, or is nothing. */
  get endsLine(): boolean {
    return this.#length === 0 || this.#last.at(-1) === lineFeed;
  }

  add(bytes: Buffer): void {
    if (this.#head.length < headBytes)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, headBytes - this.#head.length)]);
    // Only the end is copied.
    const kept = bytes.length >= keptBytes ? [bytes] : [this.#last, bytes];
    const all = Buffer.concat(kept.map(part => part.subarray(-keptBytes)));
    this.#last = all.subarray(-keptBytes);
    this.#length += bytes.length;
  }

  /** The last of the first `length` bytes. */
  tail(length = this.#length): Buffer {
    const end = Math.max(0, this.#last.length - (this.#length - length));
    return this.#last.subarray(Math.max(0, end - tailBytes), end);
  }

  fingerprint(length: number): Fingerprint {
    return { length, head: digest(this.#head.subarray(0, length)), tail: digest(this.tail(length)) };
  }

  /** Whether all that was read is a log that was read so far before. */
  isOf({ length, head, tail }: Fingerprint): boolean {
    const own = this.fingerprint(this.#length);
    return own.length === length && own.head === head && own.tail === tail;
  }
}

/** A compressed log that was taken for one that was read before is another one. */
export class OtherLog extends Error {
  override readonly name = 'OtherLog';
}

/** A log was renamed or truncated since it was found: it is looked for again. */
export class MovedLog extends Error {
  override readonly name = 'MovedLog';
}

const pieceBytes = 262_144;

/** The bytes of a log from where it was read before. To be closed. */
export interface LogBytes {
  /** Whether they begin inside a line; to be asked once there are bytes. */
  skipsLine(): boolean;
  pieces(): AsyncIterable<Buffer>;
  isAtEnd(): boolean;
  /** Of the first `length` bytes of the log, which were returned or stand before. */
  fingerprint(length: number): Fingerprint;
  close(): void;
}

/**
 * Opens a log that is not compressed. Throws MovedLog where its path leads elsewhere by now, or what was read before is not there
 * any more, and the system's error.
 * @param known what was read of it before; undefined: it is read from its start
 * @param deadline of performance.now(), after which no more than a first piece is read for now
 */
export function openPlain(found: FoundFile, known: Fingerprint | undefined, deadline: number): LogBytes {
  const { file, close } = openSame(found);
  const ends = endsAt(file, known?.length ?? 0);
  const skipsLine = !ends.endsLine;
  if (known && !ends.isOf(known)) {
    close();
    throw new MovedLog();
  }
  let isAtEnd = false;
  async function* pieces(): AsyncGenerator<Buffer, void, void> {
    for (let isFirst = true; isFirst || performance.now() < deadline; isFirst = false) {
      const piece = nextBytes(file, ends);
      // It was truncated meanwhile: what was read of it counts, and it is looked for again.
      if (piece === undefined) return;
      isAtEnd = piece.length === 0;
      if (isAtEnd) return;
      ends.add(piece);
      yield piece;
    }
  }
  return {
    skipsLine: () => skipsLine,
    pieces,
    isAtEnd: () => isAtEnd,
    fingerprint: length => ends.fingerprint(length),
    close,
  };
}

/** Of the first `length` bytes of an open file. */
function endsAt(file: number, length: number): LogEnds {
  const head = bytesAt(file, 0, Math.min(headBytes, length));
  const last = Math.min(tailBytes, length);
  return new LogEnds(head, bytesAt(file, length - last, last), length);
}

/** What follows in an open file; undefined where the bytes before are others now, since it was truncated, and has perhaps grown again. */
function nextBytes(file: number, ends: LogEnds): Buffer | undefined {
  const before = ends.tail();
  const buffer = Buffer.allocUnsafe(before.length + pieceBytes);
  const read = readSync(file, buffer, 0, buffer.length, ends.length - before.length);
  const isSame = read >= before.length && buffer.subarray(0, before.length).equals(before);
  return isSame ? buffer.subarray(before.length, read) : undefined;
}

async function* packedBytes(file: number): AsyncGenerator<Buffer, void, void> {
  for (let offset = 0; ;) {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    const read = readSync(file, buffer, 0, pieceBytes, offset);
    if (read === 0) return;
    offset += read;
    yield buffer.subarray(0, read);
  }
}

/** Opens the very file that was found. Throws MovedLog where its path leads elsewhere by now, and the system's error. */
function openSame(found: FoundFile): ReturnType<typeof openFound> {
  try {
    const { file, close } = openFound(found);
    const { dev, ino } = fstatSync(file, { bigint: true });
    if (`${dev}:${ino}` === found.identity) return { file, close };
    close();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  throw new MovedLog();
}

/** Always read to its end. Throws as openPlain does; its pieces reject with OtherLog where it is not the log `known`. */
export function openPacked(found: FoundFile, known: Fingerprint | undefined): LogBytes {
  const { file, close } = openSame(found);
  const from = known?.length ?? 0;
  const ends = new LogEnds();
  let skipsLine = false;
  async function* pieces(): AsyncGenerator<Buffer, void, void> {
    for await (const piece of decompress(packedBytes(file))) {
      const cut = Math.max(0, Math.min(piece.length, from - ends.length));
      if (cut > 0) {
        ends.add(piece.subarray(0, cut));
        if (known && ends.length === from && !ends.isOf(known)) throw new OtherLog();
        skipsLine = !ends.endsLine;
      }
      const rest = piece.subarray(cut);
      if (rest.length === 0) continue;
      ends.add(rest);
      yield rest;
    }
    if (ends.length < from) throw new OtherLog();
  }
  return {
    skipsLine: () => skipsLine,
    pieces,
    isAtEnd: () => true,
    fingerprint: length => ends.fingerprint(length),
    close,
  };
}
