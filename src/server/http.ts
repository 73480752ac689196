import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { finished } from 'node:stream/promises';
import { isLoopback } from '#model/service/connection.ts';
import type { Service } from './openService.ts';

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
  { headersDistinct, url = '/' }: Pick<IncomingMessage, 'headersDistinct' | 'url'>,
  listensAt: string,
  allowed: readonly string[],
): Refusal | undefined {
  const { host: hosts = [], origin } = headersDistinct;
  const named = [...hosts, authorityOf(url)].filter(name => name !== undefined).map(nameIn);
  if (hosts.length !== 1 || named.includes(undefined))
    return { status: 400, message: 'A request has one Host, which is a name or an address.' };
  const own = new Set([...loopbackNames, listensAt.toLowerCase(), ...allowed]);
  // Only names can be pointed at another address.
  const isOwn = (name = '') => own.has(name) || (isIP(name) !== 0 && !isLoopback(listensAt));
  if (!named.every(isOwn))
    return { status: 403, message: 'This host is not served: allow its name with --allow-host.' };
  if (origin !== undefined) return { status: 403, message: 'Requests of web pages are not served.' };
  return undefined;
}

interface Refusal {
  readonly status: number;
  readonly message: string;
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

/**
 * The body of a request as a stream, read only as fast as it is consumed. A consumer that stops half-way leaves the
 * connection open (Node's own conversion closes it), so that the refusal can still be sent.
 */
function requestBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let isWanted = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      incoming.on('data', (part: Uint8Array) => {
        if (!isWanted) return;
        controller.enqueue(part);
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      });
      incoming.on('end', () => {
        if (isWanted) controller.close();
      });
      incoming.on('error', error => {
        if (isWanted) controller.error(error);
      });
      incoming.pause();
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      isWanted = false;
    },
  });
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

/** Listens on a port for a service. Rejects with an Error of one line when the port is not available. */
export async function listen(
  service: Pick<Service, 'handle'>,
  options: ListenOptions = {},
): Promise<Listener> {
  const { host = '127.0.0.1', port = 0, requestTimeout = 30_000, allowedHosts = [] } = options;
  const handle: Handle = async (incoming, request) => {
    const refusal = refusalOf(incoming, host, allowedHosts);
    if (refusal !== undefined) return Response.json({ message: refusal.message }, { status: refusal.status });
    if (request === undefined)
      return Response.json({ message: 'The request is malformed.' }, { status: 400 });
    return await service.handle(request);
  };
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: Math.min(10_000, requestTimeout),
      connectionsCheckingInterval: Math.min(1_000, requestTimeout),
      keepAliveTimeout: 5_000,
    },
    (incoming, outgoing) => void serve(server, handle, incoming, outgoing),
  );
  await bind(server, host, port);
  return { url: urlOf(server), close: () => closeServer(server) };
}

/** The request is undefined where it is malformed. */
type Handle = (incoming: IncomingMessage, request: Request | undefined) => Promise<Response>;

async function serve(
  server: Server,
  handle: Handle,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = toRequest(incoming);
  const response = await handle(incoming, request);
  const body = Buffer.from(await response.arrayBuffer());
  const headers = Object.fromEntries(response.headers);
  if (response.status !== 204 && incoming.method !== 'HEAD') headers['content-length'] = String(body.length);
  // Otherwise a server that closes would wait for idle keep-alive connections.
  if (!server.listening) headers.connection = 'close';
  if (incoming.complete) {
    outgoing.writeHead(response.status, headers).end(body);
    return;
  }
  await request?.body?.cancel().catch(() => undefined);
  outgoing.writeHead(response.status, { ...headers, connection: 'close' });
  await answerEarly(incoming, outgoing, body);
}

/**
 * Answers a request whose body is still arriving. Closing a connection with unread bytes would lose the response, so the
 * rest is read and dropped first; the request timeout ends a client that never stops.
 */
async function answerEarly(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): Promise<void> {
  outgoing.write(body);
  incoming.resume();
  await finished(incoming, { writable: false }).catch(() => undefined);
  outgoing.end();
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

/** Undefined when the request line or the Host header make no URL, or fetch does not allow the method. */
function toRequest(incoming: IncomingMessage): Request | undefined {
  const { method = 'GET', url = '/' } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headersDistinct)) {
    for (const item of value ?? []) headers.append(name, item);
  }
  const withBody = method !== 'GET' && method !== 'HEAD';
  try {
    const target = url.startsWith('/') ? `http://${incoming.headers.host ?? 'localhost'}${url}` : url;
    const body = withBody ? { body: requestBody(incoming), duplex: 'half' as const } : {};
    return new Request(target, { method, headers, ...body });
  } catch {
    return undefined;
  }
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portProblem(error, host, port)));
    server.listen(port, host, resolve);
  });
}

function portProblem(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const advice: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is in use: choose another port.`,
    EACCES: `Port ${port} of ${host} is not allowed: choose one above 1023.`,
    EADDRNOTAVAIL: `${host} is no address of this machine: choose another host.`,
    ENOTFOUND: `${host} is no address of this machine: choose another host.`,
  };
  return new Error(advice[error.code ?? ''] ?? `Cannot listen on ${host} port ${port}.`, { cause: error });
}

async function closeServer(server: Server): Promise<void> {
  const forceClose = setTimeout(() => server.closeAllConnections(), closingMilliseconds);
  await new Promise<void>(resolve => {
    server.close(() => resolve());
  });
  clearTimeout(forceClose);
}
