import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ContentError } from '#server/import/ImportError.ts';
import { isGzip } from './LogSource.ts';

const pieceBytes = 262_144;
const signatureBytes = 6;

// By their first bytes: bzip2, xz, zstandard, zip.
const others: readonly (readonly [signature: string, words: string])[] = [
  ['425a68', 'is compressed with bzip2: bzcat'],
  ['fd377a585a00', 'is compressed with xz: xzcat'],
  ['28b52ffd', 'is compressed with zstd: zstdcat'],
  ['504b0304', 'is a zip archive: unzip -p'],
];

/** The log as it was written. Gzip is known by its first bytes, not by the name, and may have several members. */
export async function* decompress(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  const pieces = bytes[Symbol.asyncIterator]();
  const head = await readHead(pieces);
  refuseOthers(head);
  const all = Readable.from(allOf(head, pieces), { objectMode: false });
  if (!isGzip(head)) return yield* all;
  const gunzip = createGunzip({ chunkSize: pieceBytes });
  // A failure of either side comes out of the loop below.
  pipeline(all, gunzip, () => undefined);
  yield* gunzip;
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

function refuseOthers(head: Buffer): void {
  const start = head.subarray(0, signatureBytes).toString('hex');
  const [, words] = others.find(([signature]) => start.startsWith(signature)) ?? [];
  if (words === undefined) return;
  throw new ContentError(`${words} FILE | sitedeck import DOMAIN - reads it.`);
}
