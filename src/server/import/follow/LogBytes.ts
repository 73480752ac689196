import { fstatSync, readSync } from 'node:fs';
import { errorCode } from '#system/errorCode.ts';
import { decompress } from '#server/import/log/decompress.ts';
import { bytesAt, type Fingerprint, headBytes, openFound, tailBytes } from './fingerprint.ts';
import type { FoundFile } from './FoundFile.ts';
import { LogEnds } from './LogEnds.ts';

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
 * @param deadline of performance.now(), after which no more is read for now
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
    while (performance.now() < deadline) {
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

/**
 * What follows in an open file, together with the bytes before: undefined where those are others now, since it was truncated,
 * and has perhaps grown past the place at once.
 */
function nextBytes(file: number, ends: LogEnds): Buffer | undefined {
  const before = ends.tail();
  const buffer = Buffer.allocUnsafe(before.length + pieceBytes);
  const read = readSync(file, buffer, 0, buffer.length, ends.length - before.length);
  const isSame = read >= before.length && buffer.subarray(0, before.length).equals(before);
  return isSame ? buffer.subarray(before.length, read) : undefined;
}

async function* packedBytes(file: number): AsyncGenerator<Buffer, void, void> {
  for (let place = 0; ;) {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    const read = readSync(file, buffer, 0, pieceBytes, place);
    if (read === 0) return;
    place += read;
    yield buffer.subarray(0, read);
  }
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
