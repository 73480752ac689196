import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { UsageError } from '#model/failure.ts';
import { type Answerer, isLoopback, type ServiceRequest } from '#model/service/connection.ts';
import type { Service } from './openService.ts';
import { HttpError } from './request.ts';

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** "name", "name:80", "[::1]:80"; without user names, paths and blanks, which a URL would take. */
const hostPattern = /^(?:\[([\da-f:.]+)\]|([^\s:@/\\?#[\]]+))(?::\d{0,5})?$/i;

/**
 * Why a request is refused before its key is checked: a page in a browser of this machine or network could have sent it.
 * Scripts of pages send their page as Origin; and after DNS rebinding the Host is a name that is not ours. Undefined where
 * the request may pass.
 * @param listensAt the address or name the server was told to listen at
 * @param allowed further names, in lower case
 */
function refusalOf(
  incoming: IncomingMessage,
  listensAt: string,
  allowed: readonly string[],
): HttpError | undefined {
  const { headersDistinct, url = '/' } = incoming;
  const { host: hosts = [], origin } = headersDistinct;
  const named = [...hosts, authorityOf(url)].filter(name => name !== undefined).map(nameIn);
  if (hosts.length !== 1 || named.includes(undefined))
    return new HttpError(400, 'A request has one Host, which is a name or an address.');
  const own = new Set([...loopbackNames, listensAt.toLowerCase(), ...allowed]);
  // Only names can be pointed at another address.
  const isOwn = (name = '') => own.has(name) || (isIP(name) !== 0 && !isLoopback(listensAt));
  if (!named.every(isOwn))
    return new HttpError(403, 'This host is not served: allow its name with --allow-host.');
  if (origin !== undefined) return new HttpError(403, 'Requests of web pages are not served.');
  return URL.canParse(targetOf(incoming)) ? undefined : new HttpError(400, 'The request is malformed.');
}

/** In lower case, without the port. */
function nameIn(host: string): string | undefined {
  const [, address, name] = hostPattern.exec(host) ?? [];
  return (address ?? name)?.toLowerCase();
}

/** The host in the request line of a proxy request, "GET http://host/path", which may differ from Host. */
function authorityOf(target: string): string | undefined {
  return target.startsWith('/') ? undefined : /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
}

export interface ListenOptions {
  /** Default 127.0.0.1: this machine only. */
  readonly host?: string;
  /** Default 0, which takes a port that is free. */
  readonly port?: number;
  /** Milliseconds a client has to send its whole request; then it gets a 408. Default 30,000. */
  readonly requestTimeout?: number;
  /** Names in lower case that requests may have as their host, beside those of this machine: see refusalOf. */
  readonly allowedHosts?: readonly string[];
}

export interface Listener {
  /** "http://127.0.0.1:54321", without a trailing slash. */
  readonly url: string;
  /** Stops accepting requests and ends when those under way are answered, or after two seconds. */
  close(): Promise<void>;
}

const closingMilliseconds = 2_000;

/** Listens on a port for a service. Rejects with a UsageError where the port is not available. */
export async function listen(
  { answer }: Pick<Service, 'answer'>,
  { host = '127.0.0.1', port = 0, requestTimeout = 30_000, allowedHosts = [] }: ListenOptions = {},
): Promise<Listener> {
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: Math.min(10_000, requestTimeout),
      connectionsCheckingInterval: Math.min(1_000, requestTimeout),
      // A busy server closes connections on which the next request already waits: it reads them after its timers.
      keepAliveTimeout: 65_000,
    },
    (incoming, outgoing) => {
      const refusal = refusalOf(incoming, host, allowedHosts);
      void serve(server, refusal ? () => Promise.resolve(refusal.answer()) : answer, incoming, outgoing);
    },
  );
  await bind(server, host, port);
  return {
    url: urlOf(server),
    async close() {
      const forceClose = setTimeout(() => server.closeAllConnections(), closingMilliseconds);
      await new Promise(resolve => server.close(resolve));
      clearTimeout(forceClose);
    },
  };
}

async function serve(
  server: Server,
  answer: Answerer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = bodyOf(incoming);
  const answered = await answer(requestOf(incoming, body));
  const headers = { ...answered.headers };
  if (answered.body !== null) headers['content-length'] = String(Buffer.byteLength(answered.body));
  // Otherwise a server that closes would wait for idle keep-alive connections.
  if (!server.listening || !incoming.complete) headers.connection = 'close';
  outgoing.writeHead(answered.status, headers);
  if (incoming.complete) return void outgoing.end(answered.body ?? '');
  // Closing a connection with unread bytes would lose the answer: the rest is dropped. A client that never stops times out.
  outgoing.write(answered.body ?? '');
  try {
    for await (const _ of body) continue;
  } catch {}
  outgoing.end();
}

/** Read only as fast as it is consumed. Leaving a loop over it does not close the connection, as leaving one over Node's does. */
function bodyOf(incoming: IncomingMessage): AsyncIterable<Uint8Array> {
  const parts: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]();
  return { [Symbol.asyncIterator]: () => ({ next: () => parts.next() }) };
}

function requestOf(incoming: IncomingMessage, body: AsyncIterable<Uint8Array>): ServiceRequest {
  const { method = 'GET', headersDistinct } = incoming;
  return {
    method,
    url: targetOf(incoming),
    headers: { get: name => headersDistinct[name]?.join(', ') ?? null },
    body: method === 'GET' || method === 'HEAD' ? null : body,
  };
}

function targetOf({ headersDistinct, url = '/' }: IncomingMessage): string {
  return url.startsWith('/') ? `http://${headersDistinct.host?.[0] ?? ''}${url}` : url;
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portProblem(error, host, port)));
    server.listen(port, host, resolve);
  });
}

function portProblem(error: NodeJS.ErrnoException, host: string, port: number): UsageError {
  const advice: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is in use: choose another port.`,
    EACCES: `Port ${port} of ${host} is not allowed: choose one above 1023.`,
    EADDRNOTAVAIL: `${host} is no address of this machine: choose another host.`,
    ENOTFOUND: `${host} is no address of this machine: choose another host.`,
  };
  return new UsageError(advice[error.code ?? ''] ?? `Cannot listen on ${host} port ${port}.`, {
    cause: error,
  });
}
