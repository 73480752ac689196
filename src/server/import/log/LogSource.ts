import { createReadStream, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { constants, createGunzip } from 'node:zlib';
import { ImportError } from '#server/import/ImportError.ts';
import { errorCode } from '#system/errorCode.ts';
import { readLogLine } from './logLine.ts';

/** A log to be read once. */
export interface LogSource {
  readonly name: string;
  /** On the disk; undefined for what is no file. */
  readonly size: number | undefined;
  /** Of its first line that has one, in seconds since 1970; Infinity where it is not known. */
  readonly firstTime: number;
  /** Its bytes as they are stored, perhaps compressed. */
  readonly bytes: () => AsyncIterable<Buffer>;
}

const pieceBytes = 262_144;
/** Enough for a first line, also when the file opens with a few that are none. */
const peekBytes = 32_768;

/** Looks at a path without reading it through. Rejects with ImportError where it cannot be read. */
export async function fileSource(path: string): Promise<LogSource> {
  try {
    const found = await stat(path);
    if (found.isDirectory())
      throw new ImportError(`${path} is a folder: name the files in it. Nothing was imported.`);
    return {
      name: path,
      size: found.isFile() ? found.size : undefined,
      firstTime: await firstTimeOf(path, found),
      bytes: () => createReadStream(path, { highWaterMark: pieceBytes }),
    };
  } catch (error) {
    throw readProblem(path, error);
  }
}

/** One line for a file or stream that cannot be read. */
export function readProblem(name: string, error: unknown): unknown {
  if (error instanceof ImportError || !(error instanceof Error)) return error;
  const code = errorCode(error) ?? '';
  const words = advice[code] ?? (/^(E[A-Z]+|ERR_|Z_)/.test(code) ? `could not be read (${code})` : undefined);
  return words === undefined
    ? error
    : new ImportError(`${name} ${words}. Nothing was imported.`, { cause: error });
}

const advice: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EACCES: 'may not be read by this account: import it as one that may, or pipe it in with - as the file',
  EPERM: 'may not be read by this account: import it as one that may, or pipe it in with - as the file',
  EISDIR: 'is a folder: name the files in it',
  Z_BUF_ERROR: 'is cut short, its compressed data ends too early: copy it again',
  Z_DATA_ERROR: 'is damaged, its compressed data cannot be read: copy it again',
};

/** A pipe cannot be looked into: what is read of it is gone. */
async function firstTimeOf(path: string, found: Stats): Promise<number> {
  if (!found.isFile()) return Infinity;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(peekBytes), 0, peekBytes, 0);
    return firstTimeIn(await startOf(buffer.subarray(0, bytesRead)));
  } finally {
    await file.close();
  }
}

/** At most so many bytes as are looked at, whatever the compressed ones would come to. */
async function startOf(bytes: Buffer): Promise<string> {
  if (!isGzip(bytes)) return bytes.toString('latin1');
  const gunzip = createGunzip({ chunkSize: peekBytes, finishFlush: constants.Z_SYNC_FLUSH });
  gunzip.end(bytes);
  try {
    for await (const piece of gunzip) return Buffer.from(piece).toString('latin1');
  } catch {
    // Damaged: reported when it is read.
  }
  return '';
}

function firstTimeIn(text: string): number {
  for (const line of text.split('\n')) {
    const time = readLogLine(line)?.time;
    if (time !== undefined) return time;
  }
  return Infinity;
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
