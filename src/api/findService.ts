import { ApiError } from '#model/failure.ts';
import {
  completeAddress,
  normaliseBaseUrl,
  pastedAddress,
  type ServiceKind,
  serviceKinds,
  type SignIn,
} from '#model/service/connection.ts';
import { adapters } from './adapters.ts';
import type { Adapter, Answer, Credential, Http, Send } from './api.ts';
import { isHtml, notThisService } from './decode.ts';
import { retryAfterSeconds } from './http/classify.ts';
import { createConnection, openDebugLog } from './http/client.ts';
import { fetchThrough } from './http/send.ts';
import { maxWait } from './limiter.ts';
import { openRemote, type RemoteService } from './open.ts';
import { delay } from '#model/promises.ts';

export interface FoundService {
  readonly service: ServiceKind;
  readonly url: string;
  /** Of a share link: nothing else is needed to read its website. */
  readonly shareKey?: string | undefined;
}

interface FindOptions {
  /** Takes it as one of this kind, without a request. */
  readonly kind?: ServiceKind | undefined;
  /** What it has to take: others are not asked. */
  readonly takes?: Credential | undefined;
  readonly debug?: string | undefined;
}

/** Which service answers at an address: each known one is asked once, then its host behind a path. Rejects with an ApiError. */
export async function findService(address: string, options: FindOptions = {}): Promise<FoundService> {
  const { takes } = options;
  const taking = serviceKinds.filter(
    kind => takes === undefined || adapters[kind].credentials.includes(takes),
  );
  const kinds = options.kind === undefined ? taking : [options.kind];
  const candidates = await Promise.all(
    kinds.map(async service => ({ service, adapter: await adapters[service].load() })),
  );
  for (const { service, adapter } of candidates) {
    const link = adapter.readShareLink?.(completeAddress(address.trim()));
    if (link !== undefined) return { service, url: link.baseUrl, shareKey: link.apiKey };
  }
  const base = normaliseBaseUrl(pastedAddress(address));
  if ('error' in base) throw new ApiError('network', base.error);
  if (options.kind !== undefined) return { service: options.kind, url: base.url };
  const { origin } = new URL(base.url);
  const first = await askAll(candidates, base.url, options);
  if (typeof first === 'string') return { service: first, url: base.url };
  // GoatCounter takes four requests in a second, of any path below /api.
  if (origin !== base.url && /\/api\b/i.test(base.url)) await delay(minWait * 1000);
  const atHost = origin === base.url ? first : await askAll(candidates, origin, options);
  if (typeof atHost === 'string') return { service: atHost, url: origin };
  throw first;
}

interface Candidate {
  readonly service: ServiceKind;
  readonly adapter: Adapter;
}

/** The kind that is recognised; else why none is. The first kind takes any refusal for its own, so another one is preferred. */
async function askAll(
  candidates: readonly Candidate[],
  baseUrl: string,
  { debug, takes }: FindOptions,
): Promise<ServiceKind | Error> {
  const http = withoutKey(baseUrl, debug);
  let refusal: ApiError | undefined;
  const outcomes = await Promise.all(
    candidates.map(async ({ service, adapter }) => {
      let answer: Answer | undefined;
      try {
        const isIt = await adapter.recognise(async (...asked) => (answer = await sendInTurn(http, ...asked)));
        if (isIt) return service;
        if (answer !== undefined && tellsWhy(answer)) http.read(answer);
        return unknown(answer, takes);
      } catch (fault) {
        // What an adapter makes of an answer says more than that others do not know it.
        if (fault instanceof ApiError && answer !== undefined && !tellsWhy(answer)) refusal = fault;
        return fault instanceof Error ? fault : unknown(answer, takes);
      }
    }),
  );
  const found = outcomes.findLast(outcome => typeof outcome === 'string');
  return found ?? refusal ?? outcomes[0] ?? unknown(undefined, takes);
}

/** Seconds: Retry-After may be rounded down to none. */
const minWait = 1;

/** Asks again where the service says that it has had too many requests, once it may be asked. */
async function sendInTurn({ send }: Pick<Http, 'send'>, ...asked: Parameters<Send>): Promise<Answer> {
  for (let left = 2; ; left -= 1) {
    const answer = await send(...asked);
    const seconds = retryAfterSeconds(answer.headers, Date.now()) ?? minWait;
    if (answer.status !== 429 || seconds > maxWait || left === 0) return answer;
    await delay(Math.max(minWait, seconds) * 1000);
  }
}

function withoutKey(baseUrl: string, debug: string | undefined): Http {
  const onRequest = debug === undefined ? undefined : openDebugLog(debug);
  return createConnection({ apiKey: '', fetch: fetchThrough(process.env), onRequest }).http(baseUrl);
}

function tellsWhy({ status }: Answer): boolean {
  return (status >= 300 && status < 400) || status === 429 || status >= 500;
}

/** What an answer says that no adapter recognises. */
function unknown(answer: Answer | undefined, takes: Credential | undefined): ApiError {
  // One that takes a key may answer there, and was not asked.
  if (takes === 'password')
    return new ApiError(
      'shape',
      'No service that takes a name and a password answers at this address. For one that takes a key set SITEDECK_API_KEY instead.',
    );
  if (answer !== undefined && isHtml(answer)) return new ApiError('shape', notThisService);
  return new ApiError('shape', 'No service that Sitedeck knows answers at this address: check it.');
}

/** The key of somebody with a name and a password. Rejects with an ApiError, which never has the password in it. */
export async function signInTo(
  { service, url }: Pick<FoundService, 'service' | 'url'>,
  user: SignIn,
  { debug }: Pick<FindOptions, 'debug'> = {},
): Promise<string> {
  const { name, load } = adapters[service];
  const { signIn } = await load();
  if (signIn === undefined)
    throw new ApiError('auth', `${name} takes an API key, not a name and a password.`);
  return await signIn(withoutKey(url, debug), user);
}

/** Reads a service's list of websites once. Rejects with an ApiError that says what is wrong. */
export async function testConnection(
  service: RemoteService,
  options: { readonly debug?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
) {
  const { api } = openRemote(service, { env: process.env, debug: options.debug });
  const page = await api.listWebsites({ perPage: 10 }, { signal: options.signal });
  /** Undefined where the service does not say. */
  const websites = page.total ?? (page.next === 'no' ? page.rows.length : undefined);
  // A key that may not read it may read no numbers either.
  const timeZone = await api.readTimeZone?.().catch(() => undefined);
  /** Why statistics are not read with this key. */
  const [missing] = Object.values(api.capabilities.refused ?? {});
  return { url: api.baseUrl, websites, timeZone, missing };
}
