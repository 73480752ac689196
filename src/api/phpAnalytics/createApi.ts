import type { Capabilities } from '#model/service/capabilities.ts';
import type { ApiKeySource } from '#model/text/apiKey.ts';
import { readAllDays, readAllHours, type ReadPage } from './allRows.ts';
import type { Api, Urgency } from '#api/api.ts';
import { createApiKey } from '#api/createApiKey.ts';
import { normaliseBaseUrl } from '#api/baseUrl.ts';
import { offeredHeader } from '#model/statistics/statistics.ts';
import { capabilities, withOffered } from './capabilities.ts';
import { type Call, createClient } from '#api/client.ts';
import { ApiError } from '#api/error.ts';
import type { Answerer } from '#model/service/exchange.ts';
import { type After, createLimiter, longestWait as usualWait } from '#api/limiter.ts';
import { newWebsiteForm, statisticParameters, websiteForm, websitesParameters } from './parameters.ts';
import { decodeStatistic } from './statisticSchema.ts';
import { createTransport, type FetchHandler, type RequestRecord } from '#api/transport.ts';
import { decodeWebsite, decodeWebsites, findWebsite } from './websiteSchema.ts';

export interface ApiOptions {
  /** As normaliseBaseUrl takes it. */
  readonly baseUrl: string;
  /** The key, or a function that reads it: called once, and again after the service has refused the key. */
  readonly apiKey: ApiKeySource;
  /** What the service has before its answers say more; default: what every service of the interface has. */
  readonly capabilities?: Capabilities | undefined;
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
  /** Called after each request, for --debug. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Called when the service refuses the key, or the key cannot be read. */
  readonly onAuthFailure?: (() => void) | undefined;
  /** Random numbers from 0 up to 1, for the delays before retries. */
  readonly random?: (() => number) | undefined;
}

/** The path segment of an id. Throws for an id that would lead to another path. */
function segment(id: string): string {
  if (/^\.{0,2}$/.test(id) || !id.isWellFormed()) {
    throw new ApiError('notFound', 'No website has such an id: take one from the list of websites.');
  }
  return encodeURIComponent(id);
}

function checkedBaseUrl(text: string): string {
  const base = normaliseBaseUrl(text);
  if ('error' in base) throw new ApiError('network', base.error);
  return base.url;
}

/** Runs several reads with one signal: where one fails, the others are aborted. */
async function together<T>(
  signal: AbortSignal | undefined,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const failed = new AbortController();
  try {
    return await read(signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]));
  } catch (fault) {
    failed.abort();
    throw fault;
  }
}

/** The service at a base URL. Throws an ApiError when that is no web address. */
export function createApi(options: ApiOptions): Api {
  const {
    timeoutMs = 15_000,
    writeTimeoutMs = timeoutMs * 2,
    now = Date.now,
    random = Math.random,
  } = options;
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const { longestWait = usualWait } = options;
  const limiter = createLimiter(now, options.after, longestWait);
  const apiKey = createApiKey(options.apiKey);
  let known = options.capabilities ?? capabilities;
  const send = createTransport(options);
  const client = createClient({
    apiKey,
    limiter,
    longestWait,
    send,
    now,
    onAnswer: headers => (known = withOffered(known, headers.get(offeredHeader) ?? '')),
    random,
    readTimeoutMs: timeoutMs,
    writeTimeoutMs,
  });
  const request = async (call: Call) => {
    try {
      return await client(call);
    } catch (fault) {
      if (fault instanceof ApiError && fault.kind === 'auth') options.onAuthFailure?.();
      throw fault;
    }
  };

  const ofAll = (call: Pick<Call, 'method' | 'parameters' | 'form' | 'signal' | 'background'>) =>
    request({ ...call, url: `${baseUrl}/api/v1/websites`, ofWebsite: false });
  const ofOne = async (id: string, call: Pick<Call, 'method' | 'form' | 'signal'>) =>
    await request({ ...call, url: `${baseUrl}/api/v1/websites/${segment(id)}`, ofWebsite: true });
  const readPage =
    (id: string, signal?: AbortSignal, urgency?: Urgency): ReadPage =>
    async query => {
      const background = urgency === 'background';
      const url = `${baseUrl}/api/v1/stats/${segment(id)}`;
      const parameters = statisticParameters(query);
      return decodeStatistic(
        await request({ method: 'GET', url, parameters, signal, ofWebsite: true, background }),
        query,
      );
    };

  return {
    baseUrl,
    get capabilities() {
      return known;
    },
    async listWebsites(query, signal, urgency) {
      const parameters = websitesParameters(query);
      const background = urgency === 'background';
      return decodeWebsites(await ofAll({ method: 'GET', parameters, signal, background }), query);
    },
    async showWebsite(id, signal) {
      return decodeWebsite(await ofOne(id, { method: 'GET', signal }));
    },
    async createWebsite(fields) {
      return findWebsite(await ofAll({ method: 'POST', form: newWebsiteForm(fields) }));
    },
    async updateWebsite(id, fields) {
      return findWebsite(await ofOne(id, { method: 'PUT', form: websiteForm(fields) }));
    },
    async deleteWebsite(id) {
      await ofOne(id, { method: 'DELETE' });
    },
    readStatistic: (id, query, signal) => readPage(id, signal)(query),
    readSeries: (id, name, period, signal, urgency) =>
      together(signal, either => readAllDays(readPage(id, either, urgency), name, period)),
    readHours: (id, name, period, signal) => readAllHours(readPage(id, signal), name, period),
    activity: limiter.activity,
    onActivity: limiter.onActivity,
  };
}
