import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, inflateRaw, unzip, type ZlibOptions } from 'node:zlib';
import { ApiError } from './error.ts';

const megabyte = 1024 * 1024;
/** The largest body in bytes, compressed and after each decoding. */
const largestBody = 5 * megabyte;
/** The most encodings of one body: no real service uses more. */
const mostEncodings = 3;

export const acceptedEncodings = 'gzip, deflate, br';

type Decode = (body: Buffer, options: ZlibOptions) => Promise<Buffer>;
const unzipped: Decode = promisify(unzip);
const inflated: Decode = promisify(inflateRaw);

const decoders = new Map<string, Decode>([
  ['gzip', unzipped],
  ['x-gzip', unzipped],
  // Some services send raw deflate, without the zlib header, which begins with an 8.
  ['deflate', (body, options) => (((body[0] ?? 0) & 15) === 8 ? unzipped : inflated)(body, options)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * Reads and decodes the body of an answer, and stops as soon as it is too large. A body that is not read to its end is
 * destroyed together with its connection. Rejects with an ApiError of kind shape, or with the connection's error.
 */
export async function readBody(incoming: IncomingMessage): Promise<string> {
  const encodings = encodingsOf(incoming.headers['content-encoding'] ?? '');
  const decoder = new TextDecoder();
  const pieces: Uint8Array[] = [];
  let text = '';
  let bytes = 0;
  if (Number(incoming.headers['content-length']) > largestBody) {
    incoming.destroy();
    throw tooLarge();
  }
  for await (const piece of incoming.iterator() as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > largestBody) throw tooLarge();
    // Each piece is decoded at once: all bytes of a large page beside its text would need twice the memory.
    if (encodings.length === 0) text += decoder.decode(piece, { stream: true });
    else pieces.push(piece);
  }
  return text + decoder.decode(await decoded(Buffer.concat(pieces), encodings));
}

/** Without "identity". In the order in which they were applied. */
function encodingsOf(header: string): string[] {
  const names = header
    .toLowerCase()
    .split(',')
    .map(name => name.trim());
  return names.filter(name => name !== '' && name !== 'identity');
}

async function decoded(body: Buffer, encodings: readonly string[]): Promise<Buffer> {
  if (encodings.length > mostEncodings) throw unreadable('too many encodings');
  let rest = body;
  for (const name of encodings.toReversed()) {
    const decode = decoders.get(name);
    if (decode === undefined) throw unreadable('an encoding that was not asked for');
    // An empty body may still have an encoding in its header.
    if (rest.length > 0) rest = await decode(rest, { maxOutputLength: largestBody }).catch(decodingFault);
  }
  return rest;
}

function decodingFault(fault: unknown): never {
  const isTooLarge = fault instanceof Error && 'code' in fault && fault.code === 'ERR_BUFFER_TOO_LARGE';
  throw isTooLarge ? tooLarge() : unreadable('a broken encoding');
}

function tooLarge(): ApiError {
  return new ApiError(
    'shape',
    `The answer is larger than ${largestBody / megabyte} MB: ask for less, or check the address.`,
  );
}

function unreadable(what: string): ApiError {
  return new ApiError('shape', `The answer has ${what}: check the address, or a proxy on the way.`);
}
