import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, inflateRaw, unzip, type ZlibOptions } from 'node:zlib';
import { ApiError } from './error.ts';

const megabyte = 1024 * 1024;
/** The largest answer that is read, in bytes: as it comes, and after each step of its decoding. */
const largestBody = 5 * megabyte;
/** More encodings over one another are nobody's need. */
const mostEncodings = 3;

export const acceptedEncodings = 'gzip, deflate, br';

type Decode = (body: Buffer, options: ZlibOptions) => Promise<Buffer>;
const unzipped: Decode = promisify(unzip);
const inflated: Decode = promisify(inflateRaw);

const decoders = new Map<string, Decode>([
  ['gzip', unzipped],
  ['x-gzip', unzipped],
  // Some send it without its envelope, which begins with an 8.
  ['deflate', (body, options) => (((body[0] ?? 0) & 15) === 8 ? unzipped : inflated)(body, options)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * Reads the body of an answer and decodes it to text, giving up as soon as it is too large. What is not read to its end is
 * destroyed, and its connection with it. Rejects with an ApiError of kind shape, or with the fault of the connection.
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
    // Text is made of each piece as it comes: the bytes of a large page beside its text are memory that adds up.
    if (encodings.length === 0) text += decoder.decode(piece, { stream: true });
    else pieces.push(piece);
  }
  return text + decoder.decode(await decoded(Buffer.concat(pieces), encodings));
}

/** Without those that change nothing. The one that was laid on last is named last. */
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
