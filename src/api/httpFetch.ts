import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { acceptedEncodings, readBody } from './body.ts';
import { ApiError } from './error.ts';

const withoutBody = new Set([204, 205, 304]);

/** A request without its address and body. */
export interface RequestHead {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A fetch over node:http that reads whole answers. Node's own fetch takes twice as long to load, and a connection that
 * closes while it decodes an answer can crash the process. Redirects are not followed. Every failure rejects, with an
 * ApiError or the system's error.
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
