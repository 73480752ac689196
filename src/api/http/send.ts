import type { $Fetch } from 'ofetch';
import type { Answer } from '#api/api.ts';
import { abortable, delay } from '#model/promises.ts';
import { ApiError, ConfigError } from '#model/failure.ts';
import type { Answerer, ServiceRequest } from '#model/service/connection.ts';
import type { Environment } from '#terminal/capabilities.ts';
import { networkFault, type RequestInfo, timedOut } from './classify.ts';

/** The proxies in the environment, for https and http URLs. */
export interface Proxies {
  readonly https: URL | undefined;
  readonly http: URL | undefined;
  /** NO_PROXY, as written. */
  readonly exceptions: string;
}

/** Undefined where the environment has no proxy. Lower-case names come first, as in curl. Throws a ConfigError. */
export function proxiesOf(env: Environment): Proxies | undefined {
  const https = proxyUrl(env, 'HTTPS_PROXY');
  const http = proxyUrl(env, 'HTTP_PROXY');
  if (https === undefined && http === undefined) return undefined;
  return { https, http, exceptions: variable(env, 'NO_PROXY') };
}

function proxyUrl(env: Environment, name: string): URL | undefined {
  const text = variable(env, name);
  if (text === '') return undefined;
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  // Never in a message: it may have a password in it.
  if (url === null || url.hostname === '')
    throw new ConfigError(`${name} is no address: write it as http://proxy.example.com:3128`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ConfigError(
      `${name} must start with http:// or https://: other kinds of proxy are not supported.`,
    );
  return url;
}

function variable(env: Environment, name: string): string {
  return (env[name.toLowerCase()] ?? env[name] ?? '').trim();
}

/** A fetch through the proxy that the environment names; undefined where it names none. Throws a ConfigError. */
export function fetchThrough(env: Environment): FetchHandler | undefined {
  const proxies = proxiesOf(env);
  if (proxies === undefined) return undefined;
  return async request => {
    const { proxyFetch } = await import('./nodeFetch.ts');
    return await proxyFetch(request, proxies);
  };
}

export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** Who asks, and what else the service wants to be told. */
  readonly headers: Readonly<Record<string, string>>;
  /** For POST, PUT and PATCH. */
  readonly body?: { readonly type: string; readonly text: string } | undefined;
  readonly timeoutMs: number;
  /** Of a POST: where no answer comes, nothing is said of what may have been saved. */
  readonly savesNothing?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** What --debug writes of a request: never its headers, its body or the key. */
export interface RequestRecord {
  readonly method: string;
  readonly url: string;
  /** Undefined where no answer came. */
  readonly status?: number | undefined;
  /** Milliseconds to the end of the body. */
  readonly ms: number;
}

/** A fetch, for example through a proxy. Its answers are complete and within the size limit. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Where requests go: to a service in this process, else through `fetch`, by default httpFetch. */
interface TransportOptions {
  readonly service?: Answerer | undefined;
  readonly fetch?: FetchHandler | undefined;
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
}

type Send = (outgoing: Outgoing, signal: AbortSignal) => Promise<Omit<Answer, 'url'>>;

function headersOfRequest({ headers, body }: Outgoing): Record<string, string> {
  const all = { accept: 'application/json', ...headers };
  return body === undefined ? all : { ...all, 'content-type': body.type };
}

/** No redirects, no errors for statuses, bodies as text, no retries. */
const plain = { redirect: 'manual', ignoreResponseError: true, responseType: 'text', retry: 0 } as const;

/** Loads the libraries with the first request: the embedded service does without them. */
function byFetch(fetchHandler: FetchHandler | undefined): Send {
  const load = async (): Promise<$Fetch> => {
    const [{ createFetch }, { httpFetch }] = await Promise.all([import('ofetch'), import('./nodeFetch.ts')]);
    const handler = fetchHandler ?? httpFetch;
    return createFetch({ fetch: async (input, init) => await handler(new Request(input, init)) });
  };
  let loading: Promise<$Fetch> | undefined;
  return async (outgoing, signal) => {
    const { method, url } = outgoing;
    const body = outgoing.body === undefined ? {} : { body: outgoing.body.text };
    const options = { ...plain, method, headers: headersOfRequest(outgoing), signal, ...body };
    loading ??= load();
    const { raw } = await loading;
    const { status, headers, _data: text = '' } = await abortable(raw<string, 'text'>(url, options), signal);
    return { status, headers, text };
  };
}

function inProcess(service: Answerer): Send {
  return async (outgoing, signal) => {
    const { method, url, body: sent } = outgoing;
    const request = {
      method,
      url,
      headers: headersOf(headersOfRequest(outgoing)),
      body: sent === undefined ? null : bodyOf(sent.text),
      signal,
    };
    const { status, headers, body } = await abortable(service(request), signal);
    return { status, headers: headersOf(headers), text: body ?? '' };
  };
}

/** Headers by name, in any case. */
function headersOf(headers: Readonly<Record<string, string>>): ServiceRequest['headers'] {
  return { get: name => headers[name.toLowerCase()] ?? null };
}

async function* bodyOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Both within the timeout. Rejects with the signal's reason or an ApiError, never with the error of the fetch library. */
export function createTransport({ service, fetch, onRequest }: TransportOptions) {
  const send = service === undefined ? byFetch(fetch) : inProcess(service);

  return async (outgoing: Outgoing): Promise<Answer> => {
    const { method, url, timeoutMs, savesNothing = false, signal } = outgoing;
    signal?.throwIfAborted();
    const sent: RequestInfo = { host: new URL(url).host, write: method !== 'GET' && !savesNothing };
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const either = signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, signal]);
    const start = performance.now();
    let status: number | undefined;
    try {
      const answer = await send(outgoing, either);
      ({ status } = answer);
      return { url, ...answer };
    } catch (fault) {
      signal?.throwIfAborted();
      if (timeout.signal.aborted) throw timedOut(timeoutMs, sent);
      throw fault instanceof ApiError ? fault : networkFault(fault, sent);
    } finally {
      clearTimeout(timer);
      onRequest?.({ method, url, status, ms: Math.round(performance.now() - start) });
    }
  };
}

/** The most retries after network and gateway errors. */
const maxFaults = 2;
/** After a 429 whose pause was waited for there are so many, and more until so many milliseconds were waited: others may ask the same service. */
const minLimits = 3;
const patience = 60_000;
/** A pause counts as so many milliseconds at least: the service may round it down to none. */
const minPause = 1000;
/** The longest delay behind such a pause, in milliseconds: the first one, twice that before each further one, and the last. */
const spread = { first: 250, last: 4000 };
/** The longest delay before the first retry, in milliseconds; three times that before the second. */
const firstDelay = 500;

interface RetryOptions {
  /** A random number from 0 up to 1: spreads the retries of requests that failed together. */
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Seconds; a longer Retry-After is an error. */
  readonly maxWait: number;
}

function isTemporary({ kind, details }: ApiError): boolean {
  if (kind === 'network') return details.staysWrong !== true;
  return kind === 'server' && (details.status === 502 || details.status === 503 || details.status === 504);
}

/** Retries until an attempt succeeds or fails for good; `attempt` gets true for a retry. For reads only: a write may have been done. */
export async function withRetry<T>(
  attempt: (again: boolean) => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  let faults = 0;
  let limits = 0;
  let waited = 0;
  for (;;) {
    try {
      return await attempt(faults + limits > 0);
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault;
      if (isTemporary(fault) && faults < maxFaults) {
        await delay(options.random() * firstDelay * 3 ** faults, options.signal);
        faults += 1;
      } else if (
        fault.kind === 'rateLimit' &&
        (fault.details.retryAfter ?? 0) <= options.maxWait &&
        (limits < minLimits || waited < patience)
      ) {
        // The limiter delays the retry until the pause is over.
        const ms = options.random() * Math.min(spread.last, spread.first * 2 ** limits);
        await delay(ms, options.signal);
        waited += Math.max(minPause, ms, (fault.details.retryAfter ?? 0) * 1000);
        limits += 1;
      } else {
        throw fault;
      }
    }
  }
}
