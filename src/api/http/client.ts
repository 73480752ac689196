import { closeSync, constants, writeFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Answer, Api, Http, RequestOptions, Send, ServiceProtocol } from '#api/api.ts';
import { isHtml, notThisService, parseAnswer, wrongShape } from '#api/decode.ts';
import { type After, createLimiter, maxWait as usualWait, type ReportAllowance } from '#api/limiter.ts';
import { abortable, retryableOnce } from '#model/promises.ts';
import { ApiError, ConfigError } from '#model/failure.ts';
import { type Answerer, type ApiKeySource, checkedBaseUrl, isApiKey } from '#model/service/connection.ts';
import { errorCode, isNullDevice, noFile, notAFile, openUnblocked } from '#system/files.ts';
import { safeText } from '#text/safeText.ts';
import { answerError } from './classify.ts';
import { createTransport, type FetchHandler, type Outgoing, type RequestRecord, withRetry } from './send.ts';

function checked(raw: string): string {
  const key = raw.trim();
  if (key === '') throw new ApiError('auth', 'There is no API key for this service.');
  if (!isApiKey(key)) {
    throw new ApiError('auth', 'The API key has a blank or a special character in it: copy it again.');
  }
  return key;
}

async function ask(source: () => Promise<string>): Promise<string> {
  try {
    return await source();
  } catch (fault) {
    // Of a sign-in: it says what was wrong.
    if (fault instanceof ApiError) throw fault;
    const why = fault instanceof Error ? safeText(fault.message, 200) : 'its source failed';
    throw new ApiError('auth', `The API key could not be read: ${why}`, { isUnread: true });
  }
}

function masked(text: string, secrets: ReadonlySet<string>): string {
  let rest = text;
  for (const secret of secrets) if (secret !== '') rest = rest.replaceAll(secret, '***');
  return rest;
}

/** Makes a service's text safe to show, and masks the secrets wherever they occur. */
function cleanText(raw: unknown, secrets: ReadonlySet<string>, maxLength?: number): string {
  // Before, so that no part of one remains where text is cut; after, for one split by hidden characters.
  return typeof raw === 'string' ? masked(safeText(masked(raw, secrets), maxLength), secrets) : '';
}

/** Holds the API key, read from its source at the first request, and removes it from everything that is shown. */
export function createApiKey(source: ApiKeySource) {
  let known: string | undefined;
  const hidden = new Set<string>();

  const readKey = async (): Promise<string> => {
    const key = checked(typeof source === 'string' ? source : await ask(source));
    known = key;
    hidden.add(key).add(encodeURIComponent(key));
    return key;
  };
  let read = retryableOnce(readKey);
  /** To be called when the source has another key: the next request reads it. */
  const renew = () => {
    known = undefined;
    read = retryableOnce(readKey);
  };
  return {
    /** Rejects with an auth error where there is no key, or one that cannot be in a header. */
    read: () => read(),
    /** To be called when the service refused this key: the next request reads the source again. */
    forget(key: string) {
      if (key === known) renew();
    },
    renew,
    /** Another secret, which was given for the key. */
    hide: (secret: string) => void hidden.add(secret).add(encodeURIComponent(secret)),
    mask: (text: string) => masked(text, hidden),
    clean: (raw: unknown, maxLength?: number) => cleanText(raw, hidden, maxLength),
  };
}

/** How a service is reached, whichever interface it has. */
export interface ConnectOptions {
  /** The key, or a function that reads it: called once, and again after the service has refused the key. */
  readonly apiKey: ApiKeySource;
  /** A fetch in place of the default one. */
  readonly fetch?: FetchHandler | undefined;
  /** A service in this process, in place of a fetch. */
  readonly service?: Answerer | undefined;
  /** Milliseconds for a read, default 15,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for a write, default twice that of a read. */
  readonly writeTimeoutMs?: number | undefined;
  /** Seconds of a Retry-After that requests wait for, default 30. */
  readonly maxWait?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** A timer in place of the platform's. */
  readonly after?: After | undefined;
  /** Called after each request, for --debug. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  readonly onAuthFailure?: (() => void) | undefined;
  /** Random numbers from 0 up to 1, for the delays before retries. */
  readonly random?: (() => number) | undefined;
}

/** What all adapters of one profile share: its key, its queue and the way there. */
export interface Connection extends Pick<Api, 'forget' | 'activity' | 'onActivity'> {
  /** Throws an ApiError where the base URL is no web address. */
  http(baseUrl: string, protocol?: ServiceProtocol): Http;
  /** To be called when the source of the key has another one. */
  renewKey(): void;
}

interface Call {
  readonly method: Outgoing['method'];
  readonly url: string;
  readonly body?: Outgoing['body'];
  readonly ofWebsite: boolean;
  readonly options?: RequestOptions | undefined;
}

export function createConnection(options: ConnectOptions): Connection {
  const { timeoutMs = 15_000, writeTimeoutMs = timeoutMs * 2, maxWait = usualWait } = options;
  const { now = Date.now, random = Math.random, onRequest } = options;
  const limiter = createLimiter(now, options.after, maxWait);
  const apiKey = createApiKey(options.apiKey);
  const { shared, forget } = createShared(now);
  const transport = createTransport({
    ...options,
    // A secret may be a part of the path.
    onRequest: onRequest && (record => onRequest({ ...record, url: apiKey.mask(record.url) })),
  });
  /** The JSON of a successful answer; throws the ApiError that another one is. */
  const read = (answer: Answer, ofWebsite = false, write = false): unknown => {
    const { status, text } = answer;
    if (status < 200 || status >= 300)
      throw answerError(answer, { clean: apiKey.clean, now, ofWebsite, write });
    if (text.trim() === '') return undefined;
    if (isHtml(answer)) throw new ApiError('shape', notThisService, { status });
    const body = parseAnswer(text);
    if (body === undefined) throw wrongShape('JSON');
    return body;
  };

  /** Once through the queue. Rejects with an ApiError or the signal's reason. */
  const attempt = async (call: Call, protocol: ServiceProtocol, isRetry: boolean): Promise<unknown> => {
    const { options, ofWebsite, ...request } = call;
    const signal = options?.signal;
    const key = await abortable(apiKey.read(), signal);
    const authorised = protocol.authorise?.(key) ?? { authorization: `Bearer ${key}` };
    // Awaited only where it has to be: a request is queued as soon as its key is known.
    const headers = authorised instanceof Promise ? await abortable(authorised, signal) : authorised;
    const write = call.method !== 'GET';
    const outgoing = { ...request, headers, signal, timeoutMs: write ? writeTimeoutMs : timeoutMs };
    const exchange = async (reportAllowance: ReportAllowance) => {
      const answer = await transport(outgoing);
      limiter.answered(answer.headers);
      reportAllowance(protocol.allowance?.(answer.headers));
      protocol.onAnswer?.(answer.headers);
      try {
        return read(answer, ofWebsite, write);
      } catch (fault) {
        if (!(fault instanceof ApiError)) throw fault;
        const refused = fault.kind === 'auth' ? protocol.refused?.(fault, key, ofWebsite) : undefined;
        const error = (await refused) ?? fault;
        if (error.kind === 'auth') apiKey.forget(key);
        if (error.kind === 'rateLimit') limiter.pause(error.details.retryAfter ?? 0);
        throw error;
      }
    };
    try {
      return await limiter.run(exchange, { ...options, isRetry });
    } catch (fault) {
      throw write && fault instanceof ApiError && isUnreadable(fault) ? accepted(fault) : fault;
    }
  };
  const tellingOfRefusal = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (fault) {
      if (fault instanceof ApiError && isRefusedKey(fault)) options.onAuthFailure?.();
      throw fault;
    }
  };

  return {
    http(baseUrl, protocol = {}) {
      const base = checkedBaseUrl(baseUrl);
      const send: Send = (method, path, { headers = {}, json } = {}) =>
        transport({ method, url: base + path, headers, body: bodyOf(json), timeoutMs });
      return {
        async get(path, { query, options, ofWebsite = false } = {}) {
          const asked = query?.toString() ?? '';
          const url = base + path + (asked === '' ? '' : `?${asked}`);
          const call: Call = { method: 'GET', url, ofWebsite, options };
          const policy = { random, signal: options?.signal, maxWait };
          return await tellingOfRefusal(withRetry(isRetry => attempt(call, protocol, isRetry), policy));
        },
        async write(method, path, { ofWebsite = false }, sent) {
          const call: Call = { method, url: base + path, body: bodyOf(sent), ofWebsite };
          try {
            return await tellingOfRefusal(attempt(call, protocol, false));
          } finally {
            forget();
          }
        },
        shared,
        send,
        read: answer => read(answer),
        key: apiKey.read,
        hide: apiKey.hide,
      };
    },
    renewKey: apiKey.renew,
    forget,
    activity: limiter.activity,
    onActivity: limiter.onActivity,
  };
}

function bodyOf(sent: URLSearchParams | Readonly<Record<string, unknown>> | undefined): Outgoing['body'] {
  if (sent === undefined) return undefined;
  return sent instanceof URLSearchParams
    ? { type: 'application/x-www-form-urlencoded', text: sent.toString() }
    : { type: 'application/json', text: JSON.stringify(sent) };
}

/** Whether the answer was successful but cannot be read. */
function isUnreadable({ kind, details }: ApiError): boolean {
  return kind === 'shape' && (details.status ?? 200) < 300;
}

/** The same error, for a write that was accepted although its answer cannot be read. */
function accepted({ kind, message, details }: ApiError): ApiError {
  return new ApiError(kind, `${message} The change may have been saved.`, { ...details, maybeSaved: true });
}

/** Whether another key, or to sign in again, helps. */
function isRefusedKey({ kind, details }: ApiError): boolean {
  return kind === 'auth' && details.isUnread !== true && details.isLink !== true;
}

interface Kept<T> {
  readonly at: number;
  readonly answer: Promise<T>;
  readonly isBackground: boolean;
  readonly controller: AbortController;
  waiting: number;
  isDone: boolean;
}

/** Milliseconds that an answer is kept, and how many of each read are. */
const longest = 60_000;
const maxKept = 200;

/** `Http.shared`, and what forgets all that such reads keep. `now` is milliseconds since 1970. */
function createShared(now: () => number): Pick<Http, 'shared'> & { forget(): void } {
  const clearing = new Set<() => void>();
  return {
    forget() {
      for (const clear of clearing) clear();
    },
    shared<A extends readonly string[], T>(read: (options: RequestOptions, ...asked: A) => Promise<T>) {
      const kept = new Map<string, Kept<T>>();
      clearing.add(() => kept.clear());
      const drop = (name: string, one: Kept<T>) => {
        if (kept.get(name) === one) kept.delete(name);
      };
      const start = (name: string, options: RequestOptions, asked: A): Kept<T> => {
        const controller = new AbortController();
        const answer = read({ ...options, signal: controller.signal }, ...asked);
        const isBackground = options.urgency === 'background';
        const one: Kept<T> = { at: now(), answer, isBackground, controller, waiting: 0, isDone: false };
        answer.then(
          () => (one.isDone = true),
          () => drop(name, one),
        );
        kept.delete(name);
        kept.set(name, one);
        for (const [oldest] of kept) if (kept.size > maxKept) kept.delete(oldest);
        return one;
      };
      return async (options: RequestOptions, ...asked: A): Promise<T> => {
        options.signal?.throwIfAborted();
        const name = asked.join(' ');
        const known = kept.get(name);
        const isFresh = known !== undefined && now() - known.at < longest;
        const isInTime = isFresh && (known.isDone || options.urgency === 'background' || !known.isBackground);
        const one = isInTime ? known : start(name, options, asked);
        one.waiting += 1;
        try {
          return await abortable(one.answer, options.signal);
        } finally {
          one.waiting -= 1;
          if (one.waiting === 0 && !one.isDone) {
            drop(name, one);
            one.controller.abort();
          }
        }
      };
    },
  };
}

const { O_APPEND, O_CREAT, O_WRONLY } = constants;

/**
 * Appends a line for each request to a private file: time, method, URL, status and milliseconds; no headers and no
 * bodies. Where nobody reads a pipe lines are missing. Throws a ConfigError where it cannot be written.
 */
export function openDebugLog(file: string): (record: RequestRecord) => void {
  const write = (text: string) => {
    const { file: opened, found } = openUnblocked(file, O_WRONLY | O_APPEND | O_CREAT);
    try {
      // Of a disk it would be the data, and /dev/zero takes whatever is written.
      if (!found.isFile() && !found.isFIFO() && !isNullDevice(found) && !isatty(opened))
        throw noFile(file, found);
      writeFileSync(opened, text);
    } finally {
      closeSync(opened);
    }
  };
  try {
    write('');
  } catch (error) {
    throw new ConfigError(
      `--debug ${safeText(file, 200)} cannot be written (${whyUnwritten(error)}): name another file.`,
    );
  }
  return ({ method, url, status, ms }) => {
    const line = `${new Date().toISOString()} ${method} ${safeText(url)} ${status ?? 'no answer'} ${ms} ms`;
    try {
      write(`${line}\n`);
    } catch {
      // A full disk must not end the work: the log only watches it.
    }
  };
}

function whyUnwritten(error: unknown): string {
  switch (errorCode(error)) {
    case 'ENXIO':
      return 'a pipe that nobody reads';
    case 'EISDIR':
      return 'a folder';
    case notAFile:
      return 'a device';
    default:
      return errorCode(error) ?? 'unknown';
  }
}
