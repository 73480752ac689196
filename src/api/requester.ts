import type { Answerer } from '#model/service/exchange.ts';
import type { ApiKeySource } from '#model/text/apiKey.ts';
import type { Api } from './api.ts';
import { type Call, createClient } from './client.ts';
import { type ApiKey, createApiKey } from './createApiKey.ts';
import { ApiError } from './error.ts';
import { type After, createLimiter, type Limiter, longestWait as usualWait } from './limiter.ts';
import {
  createTransport,
  type Answer,
  type FetchHandler,
  type Outgoing,
  type RequestRecord,
} from './transport.ts';

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
