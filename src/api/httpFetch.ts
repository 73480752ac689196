import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { acceptedEncodings, readBody } from './body.ts';
import { ApiError } from './error.ts';

/** What is asked, whichever way it goes. */
export interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A fetch over node:http, which reads whole answers. The platform's own takes twice as long to load, and an answer that
 * ends while it is being decoded can end the process with it. Redirects are answers. Whatever goes wrong, and whenever,
 * rejects: with an ApiError or the system's error.
 */
export async function httpFetch(
  request: Request,
  open: (asked: Asked) => ClientRequest = asked => straight(request.url, asked),
): Promise<Response> {
  const { method, signal } = request;
  const headers = { ...Object.fromEntries(request.headers), 'accept-encoding': acceptedEncodings };
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  signal.throwIfAborted();
  const outgoing = open({ method, headers });
  const stop = () => outgoing.destroy();
  signal.addEventListener('abort', stop);
  try {
    return await new Promise<Response>((resolve, reject) => {
      // For as long as it lives: an error that comes after the answer is heard as well, and ends nothing.
      outgoing.on('error', reject);
      outgoing.on('response', incoming => void toResponse(incoming).then(resolve, reject));
      outgoing.end(body);
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function straight(url: string, asked: Asked): ClientRequest {
  return url.startsWith('https:') ? httpsRequest(url, asked) : httpRequest(url, asked);
}

async function toResponse(incoming: IncomingMessage): Promise<Response> {
  const status = incoming.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const body = await readBody(incoming);
  // A Response takes no others.
  if (status > 599) throw new ApiError('server', `The service failed (${status}).`, { status });
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers });
}
