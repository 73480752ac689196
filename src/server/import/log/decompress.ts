import { spawn } from 'node:child_process';
import { Readable, pipeline } from 'node:stream';
import zlib from 'node:zlib';
import { ContentError } from '#server/import/ImportError.ts';
import { errorCode } from '#system/errorCode.ts';
import { isGzip } from './LogSource.ts';
import { ZstdFrames } from './ZstdFrames.ts';

const pieceBytes = 262_144;
const signatureBytes = 6;

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

/**
 * The log as it was written. Compression is known by the first bytes, not by the name, and may have several members. Throws
 * ContentError where the program for it is not there, or cannot read it.
 */
export async function* decompress(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  const pieces = bytes[Symbol.asyncIterator]();
  const head = await readHead(pieces);
  const start = head.subarray(0, signatureBytes).toString('hex');
  const found = compressions.find(({ signature }) => start.startsWith(signature));
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
