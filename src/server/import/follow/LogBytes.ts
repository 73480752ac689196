import { fstatSync, readSync } from 'node:fs';
import { errorCode } from '#system/errorCode.ts';
import { decompress } from '#server/import/log/decompress.ts';
import {
  bytesAt,
  digest,
  type Fingerprint,
  fingerprintOf,
  headBytes,
  openFound,
  tailBytes,
} from './fingerprint.ts';
import type { FoundFile } from './FoundFile.ts';

/** A compressed log that was taken for one that was read before is another one. */
export class OtherLog extends Error {
  override readonly name = 'OtherLog';
}

/** A log was renamed since it was found: it is looked for again. */
export class MovedLog extends Error {
  override readonly name = 'MovedLog';
}

const pieceBytes = 262_144;
/** More than the longest line, which may be held back. */
const keptBytes = 131_072;
const lineFeed = 10;

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
 * Opens a log that is not compressed. Throws MovedLog where its path leads elsewhere by now, and the system's error.
 * @param deadline of performance.now(), after which no more is read for now
 */
export function openPlain(found: FoundFile, from: number, deadline: number): LogBytes {
  const { file, close } = openSame(found);
  let isAtEnd = false;
  async function* pieces(): AsyncGenerator<Buffer, void, void> {
    for (const piece of bytesFrom(file, from, deadline)) {
      isAtEnd = piece.length === 0;
      if (!isAtEnd) yield piece;
    }
  }
  return {
    skipsLine: () => from > 0 && bytesAt(file, from - 1, 1)[0] !== lineFeed,
    pieces,
    isAtEnd: () => isAtEnd,
    fingerprint: length => fingerprintOf(file, length),
    close,
  };
}

/** The bytes of an open file until the deadline; at the end of the file an empty piece. */
function* bytesFrom(file: number, from: number, deadline = Infinity): Generator<Buffer, void, void> {
  let place = from;
  while (performance.now() < deadline) {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    const read = readSync(file, buffer, 0, pieceBytes, place);
    place += read;
    yield buffer.subarray(0, read);
    if (read === 0) return;
  }
}

async function* packedBytes(file: number): AsyncGenerator<Buffer, void, void> {
  for (const piece of bytesFrom(file, 0)) if (piece.length > 0) yield piece;
}

/** Opens the very file that was found. Throws MovedLog where its path leads elsewhere by now, and the system's error. */
function openSame(found: FoundFile): ReturnType<typeof openFound> {
  const { file, close } = openAt(found);
  const { dev, ino } = fstatSync(file, { bigint: true });
  if (`${dev}:${ino}` === found.identity) return { file, close };
  close();
  throw new MovedLog();
}

function openAt(found: FoundFile): ReturnType<typeof openFound> {
  try {
    return openFound(found);
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? new MovedLog() : error;
  }
}

/**
 * Opens a compressed log, which is always read to its end. Throws as openPlain does; its pieces reject with OtherLog where it is
 * not the log `known`.
 */
export function openPacked(found: FoundFile, known: Fingerprint | undefined): LogBytes {
  const { file, close } = openSame(found);
  const from = known?.length ?? 0;
  let head = Buffer.alloc(0);
  /** The last bytes so far, and how many stand before them. */
  let last = Buffer.alloc(0);
  let before = 0;
  const keep = (piece: Buffer): void => {
    if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
    const all = Buffer.concat([last, piece]);
    const cut = Math.max(0, all.length - keptBytes);
    before += cut;
    last = all.subarray(cut);
  };
  const tailAt = (length: number): Buffer =>
    last.subarray(Math.max(0, length - tailBytes - before), Math.max(0, length - before));
  async function* pieces(): AsyncGenerator<Buffer, void, void> {
    let skipped = 0;
    for await (const piece of decompress(packedBytes(file))) {
      const cut = Math.min(piece.length, from - skipped);
      if (cut > 0) {
        keep(piece.subarray(0, cut));
        skipped += cut;
        if (skipped === from && digest(tailAt(from)) !== known?.tail) throw new OtherLog();
      }
      const rest = piece.subarray(cut);
      if (rest.length === 0) continue;
      keep(rest);
      yield rest;
    }
    if (skipped < from) throw new OtherLog();
  }
  return {
    skipsLine: () => from > 0 && tailAt(from).at(-1) !== lineFeed,
    pieces,
    isAtEnd: () => true,
    fingerprint: length => ({ length, head: digest(head.subarray(0, length)), tail: digest(tailAt(length)) }),
    close,
  };
}
