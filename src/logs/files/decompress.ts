import { spawn } from 'node:child_process';
import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import { ContentError } from '#logs/summary.ts';
import { errorCode } from '#system/files.ts';

const magic = 0xfd2fb528;
const skippable = 0x184d2a50;
const magicBytes = 4;
const dictionaryBytes = [0, 1, 2, 4];
const sizeBytes = [0, 2, 4, 8];
const nothing: Buffer = Buffer.alloc(0);

/** Splits zstd into frames (RFC 8878): Node's decompressor ends with the first one, whatever follows. */
class ZstdFrames {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest = nothing;

  constructor(pieces: AsyncIterator<Buffer>) {
    this.#pieces = pieces;
  }

  /** Whether another frame is there. Those that are to be skipped are. */
  async hasNext(): Promise<boolean> {
    while ((await this.#atLeast(2 * magicBytes)) >= 2 * magicBytes) {
      if ((this.#rest.readUInt32LE(0) & ~0xf) >>> 0 !== skippable) break;
      const length = 2 * magicBytes + this.#rest.readUInt32LE(magicBytes);
      for await (const _ of this.#take(length)) continue;
    }
    return this.#rest.length > 0;
  }

  /** The bytes of the next frame; what is no frame is passed whole, and what is cut ends early. */
  async *next(): AsyncGenerator<Buffer, void, void> {
    if ((await this.#atLeast(magicBytes + 1)) <= magicBytes) return yield* this.#all();
    if (this.#rest.readUInt32LE(0) !== magic) return yield* this.#all();
    const flags = this.#rest[magicBytes] ?? 0;
    const isSingle = (flags & 0x20) !== 0;
    const size = sizeBytes[flags >> 6] ?? 0;
    const dictionary = dictionaryBytes[flags & 3] ?? 0;
    yield* this.#take(magicBytes + 1 + (isSingle ? Math.max(size, 1) : 1 + size) + dictionary);
    for (let isLast = false; !isLast;) {
      if ((await this.#atLeast(3)) < 3) return yield* this.#all();
      const header = this.#rest.readUIntLE(0, 3);
      isLast = (header & 1) === 1;
      // A block of one repeated byte holds that byte alone.
      yield* this.#take(3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3));
    }
    if ((flags & 4) !== 0) yield* this.#take(4);
  }

  async *#all(): AsyncGenerator<Buffer, void, void> {
    yield* this.#take(Infinity);
  }

  async *#take(length: number): AsyncGenerator<Buffer, void, void> {
    for (let left = length; left > 0 && (await this.#atLeast(1)) > 0;) {
      const part = this.#rest.subarray(0, Math.min(left, this.#rest.length));
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  /** Reads on until so many bytes are there, or the end. Returns how many there are. */
  async #atLeast(length: number): Promise<number> {
    while (this.#rest.length < length) {
      const { done, value } = await this.#pieces.next();
      if (done === true) break;
      this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    }
    return this.#rest.length;
  }
}

const pieceBytes = 262_144;
export const signatureBytes = 6;

/** What is not gzip: read by a program of the system, zstd by Node where it can. */
interface Compression {
  /** The first bytes, in hexadecimal digits. */
  readonly signature: string;
  readonly name: string;
  /** The program that prints the log, for the advice. */
  readonly printer: string;
  readonly program?: string;
}

const compressions: readonly Compression[] = [
  { signature: '28b52ffd', name: 'zstd', printer: 'zstdcat', program: 'zstd' },
  { signature: 'fd377a585a00', name: 'xz', printer: 'xzcat', program: 'xz' },
  { signature: '425a68', name: 'bzip2', printer: 'bzcat', program: 'bzip2' },
  { signature: '504b0304', name: 'zip', printer: 'unzip -p' },
];

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function compressionOf(start: Buffer): Compression | undefined {
  const digits = start.toString('hex', 0, signatureBytes);
  return compressions.find(({ signature }) => digits.startsWith(signature));
}

/** Whether bytes begin as those of a compressed log do; a zip holds files, and is none. */
export function isCompressed(start: Buffer): boolean {
  return isGzip(start) || compressionOf(start)?.program !== undefined;
}

/** What the beginning of a gzip file holds, some more than so many bytes of it at most; of a damaged one what can be read. */
export async function gunzippedStart(bytes: Buffer, max: number): Promise<Buffer> {
  const gunzip = zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH });
  gunzip.end(bytes);
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of gunzip) {
      length += pieces[pieces.push(Buffer.from(piece)) - 1]?.length ?? 0;
      if (length >= max) break;
    }
  } catch {
    // What came before is looked at; reading it says what is wrong.
  }
  return Buffer.concat(pieces);
}

/** Known by the first bytes, not by the name. Throws ContentError where the program for it is missing, or cannot read it. */
export async function* decompress(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  const pieces = bytes[Symbol.asyncIterator]();
  const head = await readHead(pieces);
  const found = compressionOf(head);
  const all = allOf(head, pieces);
  if (found?.name === 'zstd' && 'createZstdDecompress' in zlib) yield* unzstd(all);
  else if (found) yield* byProgram(Readable.from(all, { objectMode: false }), found);
  else if (isGzip(head)) yield* gunzip(Readable.from(all, { objectMode: false }));
  else yield* all;
}

async function* gunzip(all: Readable): AsyncGenerator<Buffer, void, void> {
  const stream = zlib.createGunzip({ chunkSize: pieceBytes });
  // A failure of either side comes out of the loop below.
  pipeline(all, stream, () => undefined);
  yield* stream;
}

async function* unzstd(all: AsyncGenerator<Buffer, void, void>): AsyncGenerator<Buffer, void, void> {
  const frames = new ZstdFrames(all);
  while (await frames.hasNext()) {
    const stream = zlib.createZstdDecompress({ chunkSize: pieceBytes });
    pipeline(Readable.from(frames.next(), { objectMode: false }), stream, () => undefined);
    yield* stream;
  }
}

async function* byProgram(
  all: Readable,
  { program, name, printer }: Compression,
): AsyncGenerator<Buffer, void, void> {
  const advice = `${printer} FILE | sitedeck import DOMAIN - reads it.`;
  if (program === undefined) throw new ContentError(`is compressed with ${name}: ${advice}`);
  const child = spawn(program, ['-dc'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<number | Error | null>(resolve => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  // What the program does not read ends with it.
  pipeline(all, child.stdin, () => undefined);
  try {
    yield* child.stdout;
    const end = await ended;
    if (end instanceof Error && errorCode(end) === 'ENOENT')
      throw new ContentError(
        `is compressed with ${name}, and there is no ${program} on this machine. Where it is, ${advice}`,
      );
    if (end !== 0)
      throw new ContentError(
        `is damaged, or cut short: ${program} cannot read it to its end. Copy it again.`,
      );
  } finally {
    child.kill();
  }
}

async function readHead(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < signatureBytes) {
    const { done, value } = await pieces.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}

async function* allOf(head: Buffer, pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void, void> {
  if (head.length > 0) yield head;
  yield* { [Symbol.asyncIterator]: () => pieces };
}
