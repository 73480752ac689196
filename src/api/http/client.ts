import { answerJson, wrongShape } from '#api/decode.ts';
import type { Api, Turn } from '#api/api.ts';
import { ApiError } from '#model/failure.ts';
import { type After, createLimiter, type Limiter, longestWait as usualWait } from '#api/limiter.ts';
import { abortable } from '#api/promises.ts';
import type { Answerer, ApiKeySource } from '#model/service/connection.ts';
import { type ApiKey, createApiKey } from './apiKey.ts';
import { answerError, isHtml, notThisService } from './classify.ts';
import {
  type Answer,
  createTransport,
  type FetchHandler,
  type Outgoing,
  type RequestRecord,
  withRetry,
} from './send.ts';

/** A request to one of the endpoints. */
export interface Call {
  readonly method: Outgoing['method'];
  /** Absolute, without parameters. */
  readonly url: string;
  readonly parameters?: URLSearchParams;
  /** The body of a write: fields of a form, or what is sent as JSON. */
  readonly form?: URLSearchParams;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly turn?: Turn | undefined;
  /** True where the URL names a website. */
  readonly ofWebsite: boolean;
  /** What a failure of it means, where that is more than the service says. */
  readonly explain?: (error: ApiError) => ApiError;
}

type HeadersOfKey = Readonly<Record<string, string>>;

interface ClientParts {
  readonly apiKey: ApiKey;
  /** The headers that say who asks, for a key. */
  readonly authorise: (key: string) => HeadersOfKey | Promise<HeadersOfKey>;
  /** What the refusal of a key was, where a service says the same to somebody who may not do this. */
  readonly refused: (error: ApiError, key: string, ofWebsite: boolean) => Promise<ApiError>;
  readonly limiter: Limiter;
  /** Seconds of a Retry-After that reads wait for. */
  readonly longestWait: number;
  readonly send: (outgoing: Outgoing) => Promise<Answer>;
  readonly readTimeoutMs: number;
  readonly writeTimeoutMs: number;
  /** Called with the headers of every answer. */
  readonly onAnswer: (headers: Answer['headers']) => void;
  readonly now: () => number;
  readonly random: () => number;
}

function bodyOf({ form, json }: Call): Outgoing['body'] {
  if (json !== undefined) return { type: 'application/json', text: JSON.stringify(json) };
  return form && { type: 'application/x-www-form-urlencoded', text: form.toString() };
}

/** The JSON of a successful answer; undefined for an empty one. */
function parseBody(answer: Answer): unknown {
  if (answer.text.trim() === '') return undefined;
  if (isHtml(answer)) throw new ApiError('shape', notThisService, { status: answer.status });
  const body = answerJson(answer.text);
  if (body === undefined) throw wrongShape('JSON');
  return body;
}

/** Whether the answer was successful but cannot be read. */
function isUnreadable({ kind, details }: ApiError): boolean {
  return kind === 'shape' && (details.status ?? 200) < 300;
}

/** The same error, for a write that was accepted although its answer cannot be read. */
function accepted({ kind, message, details }: ApiError): ApiError {
  return new ApiError(kind, `${message} The change may have been saved.`, { ...details, maybeSaved: true });
}

/**
 * Sends calls through the limiter and resolves to the JSON of their answers. Reads are retried, writes never. Rejects with
 * an ApiError or the signal's reason.
 */
function createClient(parts: ClientParts): (call: Call) => Promise<unknown> {
  const { apiKey, limiter, send, now, random } = parts;

  const attempt = async (call: Call, isRetry: boolean): Promise<unknown> => {
    const { method, url, parameters, turn, ofWebsite } = call;
    const signal = turn?.signal;
    const write = method !== 'GET';
    const query = parameters?.toString() ?? '';
    const key = await abortable(apiKey.read(), signal);
    const authorised = parts.authorise(key);
    // Awaited only where it has to be: a request is queued as soon as its key is known.
    const headers = authorised instanceof Promise ? await abortable(authorised, signal) : authorised;
    const outgoing: Outgoing = {
      method,
      url: query === '' ? url : `${url}?${query}`,
      headers,
      body: bodyOf(call),
      signal,
      timeoutMs: write ? parts.writeTimeoutMs : parts.readTimeoutMs,
    };
    return await limiter.run(
      async () => {
        const answer = await send(outgoing);
        limiter.answered(answer.headers);
        parts.onAnswer(answer.headers);
        if (answer.status >= 200 && answer.status < 300) return parseBody(answer);
        const said = answerError(answer, { clean: apiKey.clean, now, ofWebsite, write });
        const error = said.kind === 'auth' ? await parts.refused(said, key, ofWebsite) : said;
        if (error.kind === 'auth') apiKey.forget(key);
        if (error.kind === 'rateLimit') limiter.pause(error.details.retryAfter ?? 0);
        throw call.explain?.(error) ?? error;
      },
      { ...turn, isRetry },
    );
  };

  return async call => {
    if (call.method === 'GET') {
      return await withRetry(again => attempt(call, again), {
        random,
        signal: call.turn?.signal,
        longestWait: parts.longestWait,
      });
    }
    try {
      return await attempt(call, false);
    } catch (fault) {
      throw fault instanceof ApiError && isUnreadable(fault) ? accepted(fault) : fault;
    }
  };
}

/** How a service is reached, whichever interface it has. */
export interface ConnectOptions {
  /** As normaliseBaseUrl takes it. */
  readonly baseUrl: string;
  /** The key, or a function that reads it: called once, and again after the service has refused the key. */
  readonly apiKey: ApiKeySource;
  /** Whose days are meant, where a service asks: "Europe/Berlin", default UTC. */
  readonly timeZone?: string | undefined;
  /** A fetch in place of the default one. */
  readonly fetch?: FetchHandler | undefined;
  /** A service in this process, in place of a fetch. */
  readonly service?: Answerer | undefined;
  /** Milliseconds for a read, default 15,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for a write, default twice that of a read. */
  readonly writeTimeoutMs?: number | undefined;
  /** Seconds of a Retry-After that requests wait for, default 30. */
  readonly longestWait?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** A timer in place of the platform's. */
  readonly after?: After | undefined;
  /** The queue of requests, default one of its own. */
  readonly limiter?: Limiter | undefined;
  /** Called after each request, for --debug. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Called when the service refuses the key, or the key cannot be read. */
  readonly onAuthFailure?: (() => void) | undefined;
  /** Gets what is to be called when the source of the key has another one. */
  readonly onKeyRenewed?: ((renew: () => void) => void) | undefined;
  /** Random numbers from 0 up to 1, for the delays before retries. */
  readonly random?: (() => number) | undefined;
}

/** What differs between services; by default a key is sent as a Bearer token and a refusal of it is one. */
interface Manners {
  readonly authorise?: ((key: string) => Promise<Readonly<Record<string, string>>>) | undefined;
  readonly refused?: ((error: ApiError, key: string, ofWebsite: boolean) => Promise<ApiError>) | undefined;
  /** Called with the headers of every answer. */
  readonly onAnswer?: ((headers: Answer['headers']) => void) | undefined;
}

/** Sends one request at once, past the queue. */
export type Send = (outgoing: Omit<Outgoing, 'timeoutMs'>) => Promise<Answer>;

/** Sends requests to one service: limiter, key, retries, errors. */
export interface Requester extends Pick<Api, 'activity' | 'onActivity'> {
  /** Resolves to the JSON of the answer. Rejects with an ApiError or the signal's reason. */
  readonly request: (call: Call) => Promise<unknown>;
  readonly apiKey: ApiKey;
  readonly send: Send;
}

export function createRequester(options: ConnectOptions, manners: Manners = {}): Requester {
  const { timeoutMs = 15_000, writeTimeoutMs = timeoutMs * 2, longestWait = usualWait } = options;
  const { now = Date.now, random = Math.random } = options;
  const { limiter = createLimiter(now, options.after, longestWait) } = options;
  const apiKey = createApiKey(options.apiKey);
  options.onKeyRenewed?.(apiKey.renew);
  const { onRequest } = options;
  const transport = createTransport({
    ...options,
    // A secret may be a part of the path.
    onRequest: onRequest && (record => onRequest({ ...record, url: apiKey.mask(record.url) })),
  });
  const send: Send = outgoing => transport({ ...outgoing, timeoutMs });
  const { authorise, refused, onAnswer = () => undefined } = manners;
  const client = createClient({
    apiKey,
    authorise: key => (authorise ? authorise(key) : { authorization: `Bearer ${key}` }),
    refused: async (error, key, ofWebsite) => (refused ? await refused(error, key, ofWebsite) : error),
    limiter,
    longestWait,
    send: transport,
    now,
    onAnswer,
    random,
    readTimeoutMs: timeoutMs,
    writeTimeoutMs,
  });
  return {
    async request(call) {
      try {
        return await client(call);
      } catch (fault) {
        if (fault instanceof ApiError && isRefusedKey(fault)) options.onAuthFailure?.();
        throw fault;
      }
    },
    apiKey,
    send,
    activity: limiter.activity,
    onActivity: limiter.onActivity,
  };
}

/** Whether another key, or to sign in again, helps. */
function isRefusedKey({ kind, details }: ApiError): boolean {
  return kind === 'auth' && details.isUnread !== true && details.isLink !== true;
}

/** Answers that several reads need: read once, and kept for a while. */
export interface KeptAnswers<T> {
  /**
   * The answer of this name, or what `load` gives. Its signal is aborted once nobody waits any more; a failure is not kept.
   * A read that somebody waits for does not join one in the background.
   */
  read(name: string, load: (signal: AbortSignal) => Promise<T>, turn?: Turn): Promise<T>;
  /** The next reads are new. */
  forget(): void;
}

interface Kept<T> {
  readonly at: number;
  readonly answer: Promise<T>;
  readonly background: boolean;
  readonly controller: AbortController;
  waiting: number;
  isDone: boolean;
}

/** Keeps at most so many answers for so many milliseconds; `now` is milliseconds since 1970. */
export function createKeptAnswers<T>(now: () => number, milliseconds = 60_000, most = 200): KeptAnswers<T> {
  const kept = new Map<string, Kept<T>>();
  const drop = (name: string, one: Kept<T>) => {
    if (kept.get(name) === one) kept.delete(name);
  };
  const start = (name: string, load: (signal: AbortSignal) => Promise<T>, background: boolean): Kept<T> => {
    const controller = new AbortController();
    const answer = load(controller.signal);
    const one: Kept<T> = { at: now(), answer, background, controller, waiting: 0, isDone: false };
    answer.then(
      () => (one.isDone = true),
      () => drop(name, one),
    );
    kept.delete(name);
    kept.set(name, one);
    for (const [oldest] of kept) if (kept.size > most) kept.delete(oldest);
    return one;
  };
  return {
    async read(name, load, turn = {}) {
      const { signal } = turn;
      const background = turn.urgency === 'background';
      signal?.throwIfAborted();
      const known = kept.get(name);
      const isOf = known !== undefined && now() - known.at < milliseconds;
      const isInTime = isOf && (known.isDone || background || !known.background);
      const one = isInTime ? known : start(name, load, background);
      one.waiting += 1;
      try {
        return await abortable(one.answer, signal);
      } finally {
        one.waiting -= 1;
        if (one.waiting === 0 && !one.isDone) {
          drop(name, one);
          one.controller.abort();
        }
      }
    },
    forget: () => kept.clear(),
  };
}
