import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { ApiError } from './error.ts';

const megabyte = 1024 * 1024;
/** The largest answer that is read, in bytes: as it comes, and after each step of its decoding. */
const largestBody = 5 * megabyte;
/** More encodings over one another are nobody's need. */
const mostEncodings = 3;

export const acceptedEncodings = 'gzip, deflate, br';

const decoders = new Map([
  ['gzip', promisify(unzip)],
  ['x-gzip', promisify(unzip)],
  ['deflate', promisify(unzip)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * Reads the body of an answer and decodes it, giving up as soon as it is too large. What is not read to its end is
 * destroyed, and its connection with it. Rejects with an ApiError of kind shape, or with the fault of the connection.
 */
export async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  if (Number(incoming.headers['content-length']) > largestBody) {
    incoming.destroy();
    throw tooLarge();
  }
  for await (const piece of incoming.iterator() as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes > largestBody) throw tooLarge();
  }
  return await decoded(Buffer.concat(pieces), incoming.headers['content-encoding'] ?? '');
}

/** The encoding that was laid on last is named last. */
async function decoded(body: Buffer, encodings: string): Promise<Buffer> {
  const names = encodings
    .toLowerCase()
    .split(',')
    .map(name => name.trim());
  const laidOn = names.filter(name => name !== '' && name !== 'identity');
  if (laidOn.length > mostEncodings) throw unreadable('too many encodings');
  let rest = body;
  for (const name of laidOn.toReversed()) {
    const decode = decoders.get(name);
    if (decode === undefined) throw unreadable('an encoding that was not asked for');
    // An answer without a body may name an encoding all the same.
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
