import { constants as fileConstants, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { LineReader } from '#logs/formats/LineReader.ts';
import { maxLineLength, lineFeed } from '#logs/formats/LogLine.ts';
import type { ServerFormat } from '#logs/formats/ServerFormat.ts';
import { splitPrefix } from '#logs/formats/fields/prefixes.ts';
import { ContentError, type ImportProgress } from '#logs/summary.ts';
import { canStream, errorCode, notAFile, streamFile } from '#system/files.ts';
import { gunzippedStart, isGzip } from './decompress.ts';

export function withoutZeros(bytes: Buffer): Buffer {
  let offset = 0;
  while (bytes[offset] === 0) offset++;
  return bytes.subarray(offset);
}

const nothing: Buffer = Buffer.alloc(0);

/** Of a line's beginning: a known prefix is shorter. */
const prefixBytes = 400;

/** Holds back an incomplete last line, and the parts of one that Kubernetes split. More bytes than a line has are returned. */
export class CompleteLines {
  #rest = nothing;
  #lineBefore = '';

  /** A copy of the lines that end in the bytes. Nothing here reads either again: whoever gets them may give them to another thread. */
  push(bytes: Buffer): Buffer {
    const end = bytes.lastIndexOf(lineFeed) + 1;
    if (end === 0) {
      const all = Buffer.concat([this.#rest, bytes]);
      this.#rest = all.length <= maxLineLength ? all : nothing;
      return all.length <= maxLineLength ? nothing : this.#passOn(all);
    }
    const lines = Buffer.concat([this.#rest, bytes.subarray(0, end)]);
    const cut = beforeParts(lines, lines.length);
    this.#rest = Buffer.concat([lines.subarray(cut), bytes.subarray(end)]);
    return this.#passOn(cut === lines.length ? lines : lines.subarray(0, cut));
  }

  #passOn(lines: Buffer): Buffer {
    const end = lines.length - 1;
    if (end < 0) return lines;
    const start = end > 0 ? lines.lastIndexOf(lineFeed, end - 1) + 1 : 0;
    this.#lineBefore = lines.toString('latin1', start, Math.max(end, start));
    return lines;
  }

  /** After the last byte: what stands behind the last line feed, and the line before it. */
  end(): { readonly rest: string; readonly lineBefore: string } {
    return { rest: this.#rest.toString('latin1'), lineBefore: this.#lineBefore };
  }
}

/** Where the last lines begin that are parts of one whose rest is still to come; the end where they are none. */
function beforeParts(bytes: Buffer, end: number): number {
  let cut = end;
  while (cut > 0) {
    const start = cut < 2 ? 0 : bytes.lastIndexOf(lineFeed, cut - 2) + 1;
    if (!splitPrefix(bytes.toString('latin1', start, Math.min(cut, start + prefixBytes))).isPart) break;
    cut = start;
  }
  return bytes.length - cut > maxLineLength ? end : cut;
}

export interface LogSource {
  readonly name: string;
  /** On the disk; undefined for what is no file. */
  readonly size: number | undefined;
  /** Of its first line that has one, in seconds since 1970; Infinity where it is not known. */
  readonly firstTime: number;
  /** Whether each host in it is a website: then lines that name none are of none. */
  readonly namesHosts?: boolean | undefined;
  /** Its bytes as they are stored, perhaps compressed. */
  readonly bytes: () => AsyncIterable<Buffer>;
}

/** Enough for a first line, also when the file opens with a few that are none. */
const peekBytes = 32_768;

/**
 * Looks at a path without reading it through. Rejects with ContentError where it cannot be read.
 * @param signal ends what waits for a pipe
 */
export async function fileSource(
  path: string,
  format?: ServerFormat,
  signal?: AbortSignal,
): Promise<LogSource> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new ContentError('is a folder: name the files in it.');
    if (!canStream(found)) throw new ContentError(`${noFile}.`);
    return {
      name: path,
      size: found.isFile() ? found.size : undefined,
      firstTime: await firstTimeOf(path, found, format),
      bytes: () => streamFile(path, signal),
    };
  } catch (error) {
    throw readProblem(error);
  }
}

/** A log that cannot be read, as it is for every time it is tried. */
export function unreadableSource(name: string, problem: ContentError): LogSource {
  const bytes = (): AsyncIterable<Buffer> => Readable.from(fail(problem));
  return { name, size: undefined, firstTime: Infinity, bytes };
}

async function* fail(problem: ContentError): AsyncGenerator<Buffer, void, void> {
  yield await Promise.reject(problem);
}

/** A ContentError for a file or stream that cannot be read; any other error as it is. */
export function readProblem(error: unknown): unknown {
  if (error instanceof ContentError || !(error instanceof Error)) return error;
  const code = errorCode(error) ?? '';
  const words =
    advice[code] ??
    (/^(?!ERR_SQLITE)(E[A-Z]+|Z_|ZSTD_)/.test(code) ? `could not be read (${code})` : undefined);
  return words === undefined ? error : new ContentError(`${words}.`, { cause: error });
}

const noFile = 'is no file: name one, or pipe the log in with - as the file';

const advice: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EACCES: 'may not be read by this account: import it as one that may, or pipe it in with - as the file',
  EPERM: 'may not be read by this account: import it as one that may, or pipe it in with - as the file',
  EISDIR: 'is a folder: name the files in it',
  [notAFile]: noFile,
  ENXIO: noFile,
  Z_BUF_ERROR: 'is cut short, its compressed data ends too early: copy it again',
  Z_DATA_ERROR: 'is damaged, its compressed data cannot be read: copy it again',
};

/** A pipe cannot be looked into: what is read of it is gone. */
async function firstTimeOf(path: string, found: Stats, format: ServerFormat | undefined): Promise<number> {
  if (!found.isFile()) return Infinity;
  // A pipe may have taken the place of the file.
  const file = await open(path, fileConstants.O_RDONLY | fileConstants.O_NONBLOCK);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(peekBytes), 0, peekBytes, 0);
    const start = buffer.subarray(0, bytesRead);
    const plain = isGzip(start) ? await gunzippedStart(start, peekBytes) : start;
    return firstTimeIn(plain.subarray(0, peekBytes), format);
  } finally {
    await file.close();
  }
}

function firstTimeIn(bytes: Buffer, format: ServerFormat | undefined): number {
  const reader = new LineReader(format);
  for (const raw of withoutZeros(bytes).toString('latin1').split('\n')) {
    const line = reader.readRaw(raw);
    if (line) return line.time;
  }
  return Infinity;
}

const intervalMilliseconds = 100;

/** Counts the bytes read of the sources, and reports them ten times a second. */
export class ProgressReport<S extends LogSource = LogSource> {
  readonly sources: readonly S[];
  readonly #total: number | undefined;
  readonly #send: (progress: ImportProgress) => void;
  #bytes = 0;
  #file: string | undefined;
  #next = 0;

  constructor(sources: readonly S[], send: (progress: ImportProgress) => void) {
    this.#send = send;
    this.sources = sources.map(source => ({ ...source, bytes: () => this.#counted(source.bytes()) }));
    this.#total = sources.reduce<number | undefined>(
      (total, { size }) => (total === undefined || size === undefined ? undefined : total + size),
      0,
    );
  }

  update(lines: number, file: string | undefined): void {
    const now = performance.now();
    if (now < this.#next && file === this.#file) return;
    this.#next = now + intervalMilliseconds;
    this.#file = file;
    this.#send({ bytes: this.#bytes, totalBytes: this.#total, lines, file });
  }

  async *#counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
    for await (const piece of bytes) {
      this.#bytes += piece.length;
      yield piece;
    }
  }
}
