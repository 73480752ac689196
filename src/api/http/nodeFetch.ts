import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
} from 'node:http';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { brotliDecompress, inflateRaw, unzip, type ZlibOptions } from 'node:zlib';
import { ApiError } from '#model/failure.ts';
import { errorCode } from '#system/files.ts';
import { decodedUri, safeText } from '#text/safeText.ts';
import type { Proxies } from './send.ts';

const megabyte = 1024 * 1024;
/** The largest body in bytes, compressed and after each decoding. */
const maxBodyBytes = 5 * megabyte;
/** The most encodings of one body: no real service uses more. */
const maxEncodings = 3;

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
  if (Number(incoming.headers['content-length']) > maxBodyBytes) {
    incoming.destroy();
    throw tooLarge();
  }
  for await (const piece of incoming.iterator() as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > maxBodyBytes) throw tooLarge();
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
  if (encodings.length > maxEncodings) throw unreadable('too many encodings');
  let rest = body;
  for (const name of encodings.toReversed()) {
    const decode = decoders.get(name);
    if (decode === undefined) throw unreadable('an encoding that was not asked for');
    // An empty body may still have an encoding in its header.
    if (rest.length > 0) rest = await decode(rest, { maxOutputLength: maxBodyBytes }).catch(decodingFault);
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
    `The answer is larger than ${maxBodyBytes / megabyte} MB: ask for less, or check the address.`,
  );
}

function unreadable(what: string): ApiError {
  return new ApiError('shape', `The answer has ${what}: check the address, or a proxy on the way.`);
}

const withoutBody = new Set([204, 205, 304]);

/** A request without its address and body. */
interface RequestHead {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A fetch over node:http that reads whole answers: Node's own takes twice as long to load, and can crash where a
 * connection closes while it decodes. Redirects are not followed. Rejects with an ApiError or the system's error.
 */
export async function httpFetch(
  request: Request,
  open: (asked: RequestHead) => ClientRequest = asked =>
    request.url.startsWith('https:') ? httpsRequest(request.url, asked) : httpRequest(request.url, asked),
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

/** The proxy for a URL; undefined for a direct connection. */
export function proxyFor(target: URL, { https, http, exceptions }: Proxies): URL | undefined {
  const proxy = target.protocol === 'https:' ? https : http;
  return proxy === undefined || isException(target, exceptions) ? undefined : proxy;
}

/** NO_PROXY: names with their subdomains, addresses, ranges ("10.0.0.0/8"), with or without a port; "*" is every host. */
export function isException(target: URL, exceptions: string): boolean {
  const host = bare(target.hostname);
  const port = target.port === '' ? (target.protocol === 'https:' ? '443' : '80') : target.port;
  return exceptions.split(/[\s,]+/).some(entry => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [name, onlyPort] = splitPort(entry.toLowerCase());
    if (onlyPort !== undefined && onlyPort !== port) return false;
    if (isIP(host) !== 0) return isInRange(host, name);
    const suffix = name.replace(/^\*?\./, '');
    return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`));
  });
}

function isInRange(host: string, range: string): boolean {
  const [address = '', bits] = bare(range).split('/');
  const family = isIP(address);
  if (family === 0 || family !== isIP(host)) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  const length = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits);
  if (!Number.isInteger(length) || length < 0 || length > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, length, kind);
  return list.check(host, kind);
}

function splitPort(entry: string): [string, string | undefined] {
  const [, name = entry, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  return [name, port];
}

function bare(host: string): string {
  return host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/** A request to the proxy itself, with the user name and password in the proxy's URL, where it has them. */
function requestToProxy(
  proxy: URL,
  {
    headers,
    ...options
  }: Omit<RequestOptions, 'headers' | 'host'> & { readonly headers: OutgoingHttpHeaders },
): ClientRequest {
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  const host = proxy.hostname.replace(/^\[|\]$/g, '');
  return send({
    ...options,
    host,
    // Else Node takes it from the header Host, which names the service. Addresses are checked as the host.
    servername: isIP(host) === 0 ? host : '',
    port: proxy.port === '' ? (proxy.protocol === 'https:' ? 443 : 80) : Number(proxy.port),
    headers: { ...headers, ...authorization(proxy) },
  });
}

/** The proxy's name for messages, without the password. */
function nameOf(proxy: URL): string {
  return safeText(proxy.host, 100);
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = Buffer.from(`${decodedUri(username)}:${decodedUri(password)}`).toString('base64');
  return { 'proxy-authorization': `Basic ${pair}` };
}

/** The error for a proxy that answered in place of the service. */
function refusedByProxy(proxy: URL, status: number): ApiError {
  const message =
    status === 407
      ? `The proxy ${nameOf(proxy)} wants a user name and password: write it as http://user:password@host:port.`
      : `The proxy ${nameOf(proxy)} does not let the connection through (${status}).`;
  return new ApiError('network', message, { status, code: 'PROXY_REFUSED' });
}

function proxyFault(proxy: URL, fault: unknown): ApiError {
  const code = errorCode(fault);
  const words: Readonly<Record<string, string>> = {
    ENOTFOUND: 'is not known by that name',
    EAI_AGAIN: 'could not be looked up',
    ECONNREFUSED: 'refuses the connection',
  };
  const what = words[code ?? ''] ?? `could not be reached${code === undefined ? '' : ` (${code})`}`;
  return new ApiError('network', `The proxy ${nameOf(proxy)} ${what}: check HTTPS_PROXY and HTTP_PROXY.`, {
    code,
  });
}

const connectMilliseconds = 15_000;
const agents = new Map<string, TunnelAgent>();

/** The agent for connections through a proxy, kept so that requests share connections. */
function tunnelAgent(proxy: URL): Agent {
  const known = agents.get(proxy.href) ?? new TunnelAgent(proxy);
  agents.set(proxy.href, known);
  return known;
}

type Connected = (error: Error | null, stream: Duplex) => void;

/** Connects through the proxy (CONNECT) and starts TLS with the service: the proxy sees only the service's name. */
class TunnelAgent extends Agent {
  readonly #proxy: URL;

  constructor(proxy: URL) {
    super({ keepAlive: true });
    this.#proxy = proxy;
  }

  override createConnection(options: RequestOptions, connected?: Connected): null {
    const proxy = this.#proxy;
    const authority = `${bracketed(options.host ?? '')}:${options.port ?? 443}`;
    const tunnel = requestToProxy(proxy, {
      method: 'CONNECT',
      path: authority,
      headers: { host: authority },
      agent: false,
      timeout: connectMilliseconds,
    });
    const fail = (error: Error) => Reflect.apply(connected ?? (() => undefined), undefined, [error]);
    tunnel.once('timeout', () => tunnel.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    tunnel.on('error', fault => fail(proxyFault(proxy, fault)));
    tunnel.once('connect', (answer, socket) => {
      socket.setTimeout(0);
      // The TLS connection on top reports the errors of this one.
      socket.on('error', () => undefined);
      if (answer.statusCode === 200) {
        // The certificate is checked for `host`: without it, for the host of the socket, which is the proxy.
        const { servername = '' } = options;
        const host = options.host ?? '';
        connected?.(null, connectTls({ socket, host, servername, ALPNProtocols: ['http/1.1'] }));
        return;
      }
      socket.destroy();
      fail(refusedByProxy(proxy, answer.statusCode ?? 0));
    });
    tunnel.end();
    return null;
  }
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** httpFetch, through a proxy where `proxies` has one for the URL. Rejects as that does, or with an ApiError about the proxy. */
export async function proxyFetch(request: Request, proxies: Proxies): Promise<Response> {
  const target = new URL(request.url);
  const proxy = proxyFor(target, proxies);
  if (proxy === undefined) return await httpFetch(request);
  if (target.protocol === 'https:')
    return await httpFetch(request, asked => httpsRequest(target, { ...asked, agent: tunnelAgent(proxy) }));
  return await requestThrough(proxy, target, request);
}

/** Plain http needs no tunnel: the request to the proxy has the whole URL. */
async function requestThrough(proxy: URL, target: URL, request: Request): Promise<Response> {
  let isConnected = false;
  const open = ({ method, headers }: RequestHead): ClientRequest => {
    const own = { host: target.host, ...headers };
    const outgoing = requestToProxy(proxy, { method, path: target.href, headers: own });
    return outgoing.once('socket', socket => {
      if (!socket.connecting) isConnected = true;
      socket.once(proxy.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isConnected = true));
    });
  };
  const response = await httpFetch(request, open).catch((fault: unknown) => {
    throw isConnected || request.signal.aborted ? fault : proxyFault(proxy, fault);
  });
  if (response.status === 407) throw refusedByProxy(proxy, 407);
  return response;
}
