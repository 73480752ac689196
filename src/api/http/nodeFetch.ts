import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, inflateRaw, unzip, type ZlibOptions } from 'node:zlib';
import { ApiError } from '#model/failure.ts';

const megabyte = 1024 * 1024;
/** The largest body in bytes, compressed and after each decoding. */
const largestBody = 5 * megabyte;
/** The most encodings of one body: no real service uses more. */
const mostEncodings = 3;

const acceptedEncodings = 'gzip, deflate, br';

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

/** Stops as soon as a body is too large, and destroys one that is not read to its end. Rejects with an ApiError of kind shape. */
async function readBody(incoming: IncomingMessage): Promise<string> {
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

const withoutBody = new Set([204, 205, 304]);

/** A request without its address and body. */
export interface RequestHead {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A fetch over node:http that reads whole answers: Node's own takes twice as long to load, and can crash where a
 * connection closes while it decodes. Redirects are not followed. Rejects with an ApiError or the system's error.
 */
export async function httpFetch(
  request: Request,
  open: (asked: RequestHead) => ClientRequest = asked => straight(request.url, asked),
): Promise<Response> {
  const { method, signal } = request;
  const headers = { ...Object.fromEntries(request.headers), 'accept-encoding': acceptedEncodings };
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  // Lets Node notice a kept connection that the service has just closed: a write must not be sent twice.
  if (method !== 'GET') for (let turn = 0; turn < 2; turn++) await nextTurn();
  signal.throwIfAborted();
  const outgoing = open({ method, headers });
  const stop = () => outgoing.destroy();
  signal.addEventListener('abort', stop);
  try {
    return await new Promise<Response>((resolve, reject) => {
      let answer: IncomingMessage | undefined;
      // Listens to the end: an unhandled error after the whole answer would end the process.
      outgoing.on('error', fault => {
        if (answer?.complete !== true) reject(fault);
      });
      // A switch to another protocol emits neither an answer nor an error.
      outgoing.on('close', () => {
        if (answer === undefined) reject(Object.assign(new Error(), { code: 'ECONNRESET' }));
      });
      outgoing.on('response', incoming => {
        answer = incoming;
        void toResponse(incoming).then(resolve, reject);
      });
      outgoing.end(body);
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function straight(url: string, asked: RequestHead): ClientRequest {
  return url.startsWith('https:') ? httpsRequest(url, asked) : httpRequest(url, asked);
}

async function toResponse(incoming: IncomingMessage): Promise<Response> {
  const status = incoming.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const text = await readBody(incoming);
  // Response refuses other statuses, and a body for those that have none.
  if (status > 599) throw new ApiError('server', `The service failed (${status}).`, { status });
  const response = new Response(withoutBody.has(status) ? null : '', { status, headers });
  // In the Response the text would be in memory three times.
  return Object.assign(response, { text: () => Promise.resolve(text) });
}
