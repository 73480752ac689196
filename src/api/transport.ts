import { createFetch, type $Fetch } from 'ofetch';
import { readBody } from './body.ts';
import { ApiError } from './error.ts';
import { networkFault, timedOut, type Sent } from './networkFault.ts';
import { settled } from './settled.ts';

/** One request, as it goes out. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  /** A form-encoded body, for POST and PUT. */
  readonly form?: URLSearchParams | undefined;
  readonly key: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A whole answer, whatever its status. */
export interface Answer {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What --debug writes of a request: never its headers, its body or the key. */
export interface RequestRecord {
  readonly method: string;
  readonly url: string;
  /** Undefined where no answer came. */
  readonly status?: number | undefined;
  /** How long it took, to the end of the body. */
  readonly ms: number;
}

/** A fetch, or a service in this process that answers a Request. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Looked up late: loading the platform's fetch takes time that a start without requests should not pay. */
function fetcher(handler: FetchHandler | undefined): $Fetch {
  if (handler === undefined) return createFetch({ fetch: (input, init) => globalThis.fetch(input, init) });
  return createFetch({ fetch: async (input, init) => await handler(new Request(input, init)) });
}

function requestOptions({ method, form, key }: Outgoing, signal: AbortSignal) {
  const headers: Record<string, string> = { accept: 'application/json', authorization: `Bearer ${key}` };
  if (form !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded';
  const body = form === undefined ? {} : { body: form.toString() };
  return { method, headers, signal, ...body };
}

/** Redirects are answers, statuses are no errors, bodies are read here, and nothing is tried twice. */
const plain = { redirect: 'manual', ignoreResponseError: true, responseType: 'stream', retry: 0 } as const;

/**
 * Sends one request and reads its whole answer, both within its time. Rejects with the signal's reason, or with an
 * ApiError of kind network, timeout or (a body too large) shape: never with what the fetch library threw.
 */
export function createTransport(handler?: FetchHandler, onRequest?: (record: RequestRecord) => void) {
  let fetch: $Fetch | undefined;

  return async (outgoing: Outgoing): Promise<Answer> => {
    const { method, url, timeoutMs, signal } = outgoing;
    signal?.throwIfAborted();
    const sent: Sent = { host: new URL(url).host, write: method !== 'GET' };
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const either = signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, signal]);
    const start = performance.now();
    let status: number | undefined;
    try {
      fetch ??= fetcher(handler);
      const response = await settled(
        fetch.raw(url, { ...plain, ...requestOptions(outgoing, either) }),
        either,
      );
      status = response.status;
      return { url, status, headers: response.headers, text: await readBody(response, either) };
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
