import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '#model/failure.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import {
  type Answerer,
  checkedBaseUrl,
  type Connection as ServiceConnection,
  type ServiceKind,
  serviceKinds,
} from '#model/service/connection.ts';
import { whyNoFilter, whyNotFiltered } from '#model/service/filterText.ts';
import { exactCount, type FilteredPeriod, type StatisticQuery } from '#model/service/paging.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import type { Environment } from '#terminal/capabilities.ts';
import { adapters } from './adapters.ts';
import type { Adapter, Api, ServiceApi } from './api.ts';
import { type Connection, type ConnectOptions, createConnection, openDebugLog } from './http/client.ts';
import { fetchThrough } from './http/send.ts';
import { phpAnalytics } from './phpAnalytics/adapter.ts';
import { demoCapabilities, ownCapabilities } from './phpAnalytics/capabilities.ts';
import { retryableOnce } from '#model/promises.ts';

/** A connection, as far as it says which interface its service has. */
type Kind =
  | { readonly kind: 'service'; readonly service?: ServiceKind | 'unknown' | undefined }
  | { readonly kind: BuiltIn };

type BuiltIn = Exclude<ServiceConnection['kind'], 'service'>;

/** What the adapter of a connection gives as `Api.capabilities`, without opening it: completion has no time for that. */
export function capabilitiesOf(connection: Kind): Capabilities {
  if (connection.kind === 'service') return adapters[likelyKind(connection)].capabilities;
  return connection.kind === 'logs' ? ownCapabilities : demoCapabilities;
}

/** Whose interface a service has, as far as that is known before it is asked. */
export function likelyKind({
  service,
}: {
  readonly service?: ServiceKind | 'unknown' | undefined;
}): ServiceKind {
  return service === undefined || service === 'unknown' ? serviceKinds[0] : service;
}

/** A service that may be the one at an address. Its adapter is loaded with the first request. */
interface Candidate {
  readonly kind: ServiceKind | undefined;
  readonly baseUrl: string;
  readonly capabilities: Capabilities;
  readonly load: () => Adapter | Promise<Adapter>;
}

interface ClientOptions {
  readonly connection: Connection;
  readonly candidate: Candidate;
  readonly timeZone?: string | undefined;
  /** Finds out which service it is; undefined for the candidate. */
  readonly find?: (() => Promise<Candidate | undefined>) | undefined;
  /** Whether to find out before the first request; else an answer that is not the candidate's says that it is another. */
  readonly findFirst?: boolean;
  readonly onDeleted?: ((id: string) => void) | undefined;
}

/** The client over an adapter, which it loads. Where only the address is known, one of the likely kind needs no more requests. */
function createClient({ connection, candidate, timeZone = 'UTC', onDeleted, ...options }: ClientOptions) {
  const connected = (chosen: Candidate) => {
    let made: ServiceApi | undefined;
    const { baseUrl, capabilities, load } = chosen;
    const about = { baseUrl: checkedBaseUrl(baseUrl), capabilities, timeZone };
    const open = retryableOnce(
      async () =>
        (made = (await load()).connect(protocol => connection.http(about.baseUrl, protocol), about)),
    );
    return { ...chosen, ...about, open, current: () => made };
  };
  let service = connected(candidate);
  const findOut = retryableOnce(async () => {
    const found = await options.find?.();
    if (found !== undefined) service = connected(found);
  });
  const ask = async <T>(work: (api: ServiceApi) => Promise<T>): Promise<T> => {
    if (options.findFirst === true) await findOut();
    const asked = service;
    try {
      return await work(await asked.open());
    } catch (fault) {
      if (options.findFirst === true || !(fault instanceof ApiError) || fault.kind !== 'shape') throw fault;
      // What is wrong with its answer says more than that no service is recognised.
      await findOut().catch(() => undefined);
      if (service === asked) throw fault;
      return await work(await service.open());
    }
  };
  /** What cannot be counted within a filter is refused before the service is asked. */
  const filtered = <T>(
    name: StatisticName | 'errors',
    { where = [] }: FilteredPeriod,
    work: (api: ServiceApi) => Promise<T>,
  ) =>
    ask(async api => {
      const { capabilities } = api;
      const reason =
        where.length === 0
          ? undefined
          : (whyNotFiltered(name, capabilities, where) ?? whyNoFilter(capabilities, where));
      if (reason !== undefined) throw new ApiError('validation', reason);
      return await work(api);
    });
  const api: Api = {
    get baseUrl() {
      return service.baseUrl;
    },
    get capabilities() {
      return service.current()?.capabilities ?? service.capabilities;
    },
    listWebsites: (query, options) => ask(api => api.listWebsites(query, options)),
    showWebsite: (id, options) => ask(api => api.showWebsite(id, options)),
    createWebsite: fields => ask(api => api.createWebsite(fields)),
    updateWebsite: (...sent) => ask(api => api.updateWebsite(...sent)),
    async deleteWebsite(id) {
      await ask(api => api.deleteWebsite(id));
      onDeleted?.(id);
    },
    readStatistic: (id, query, options) =>
      filtered(query.name, query.period, api => api.readStatistic(id, query, options)),
    readSeries: (id, name, period, options) =>
      filtered(name, period, api => api.readSeries(id, name, period, options)),
    readVisitors: (id, period, options) =>
      filtered('visitors', period, api => api.readVisitors(id, period, options)),
    readCount: (id, row, period, options) =>
      filtered(row.name, period, async api => {
        const count = await api.readCount?.(id, row, period, options);
        const read = (query: StatisticQuery) => api.readStatistic(id, query, options);
        return count ?? (await exactCount(read, row, period)) ?? 'unknown';
      }),
    readSessions: (id, period, options) =>
      filtered('visitors', period, api => api.readSessions(id, period, options)),
    readHours: (id, name, period, options) =>
      filtered(name, period, api => api.readHours(id, name, period, options)),
    readDataDays: (id, today, options) => ask(api => api.readDataDays(id, today, options)),
    readVersion: () => ask(async api => await api.readVersion?.()),
    readTimeZone: () => ask(async api => await api.readTimeZone?.()),
    shareLinkOf: id => ask(async api => await api.shareLinkOf?.(id)),
    pageOf: async id => await (await service.open()).pageOf?.(id),
    forget: connection.forget,
    activity: connection.activity,
    onActivity: connection.onActivity,
  };
  return { api, kind: () => service.kind };
}

/** The client of one adapter at an address. Throws an ApiError where that is no web address. */
export function connectTo(
  adapter: Adapter,
  {
    baseUrl,
    capabilities,
    timeZone,
    onDeleted,
    ...options
  }: ConnectOptions &
    Pick<ClientOptions, 'timeZone' | 'onDeleted'> & {
      readonly baseUrl: string;
      readonly capabilities: Capabilities;
    },
): Api {
  const candidate = { kind: undefined, baseUrl, capabilities, load: () => adapter };
  return createClient({ connection: createConnection(options), candidate, timeZone, onDeleted }).api;
}

interface OpenedApi {
  readonly api: Api;
  /** Resolves when the service can be used; rejects where the embedded one cannot be opened. */
  readonly opened: Promise<void>;
  /** Closes the embedded service's file once no request is in flight; a later one opens it again for as long as it takes. */
  close(): void;
  /** The kind of a remote service, as far as it is known. */
  service(): ServiceKind | undefined;
  useKey(key: string): void;
}

interface RemoteOptions {
  readonly env: Environment;
  /** The profile's time zone, for services that ask whose days are meant. */
  readonly timeZone?: string | undefined;
  readonly debug?: string | undefined;
  /** Seconds of a Retry-After that requests wait for; default 30. */
  readonly maxWait?: number | undefined;
  readonly onAuthFailure?: (() => void) | undefined;
  readonly onDeleted?: ((id: string) => void) | undefined;
}

export type RemoteService = Omit<Extract<ServiceConnection, { kind: 'service' }>, 'kind'>;

/** A service at an address, through a proxy where the environment names one. Throws an ApiError or a ConfigError. */
export function openRemote(
  { service, url, apiKey }: RemoteService,
  { env, timeZone, debug, onAuthFailure, onDeleted, maxWait }: RemoteOptions,
): OpenedApi {
  // Loaded where it is needed: most profiles know which service they have.
  const loadFind = async () => await import('./findService.ts');
  const find = retryableOnce(async () => {
    if (service !== 'unknown') return { service: likelyKind({ service }), url };
    const takes = typeof apiKey === 'object' ? 'password' : undefined;
    return await (await loadFind()).findService(url, { debug, takes });
  });
  let source = apiKey;
  const connection = createConnection({
    async apiKey() {
      if (typeof source === 'string') return source;
      if (typeof source === 'function') return await source();
      return await (await loadFind()).signInTo(await find(), source, { debug });
    },
    fetch: fetchThrough(env),
    onRequest: debug === undefined ? undefined : openDebugLog(debug),
    onAuthFailure,
    maxWait,
  });
  const candidateOf = (kind: ServiceKind, baseUrl: string): Candidate => ({
    kind,
    baseUrl,
    ...adapters[kind],
  });
  const likely = likelyKind({ service });
  const { api, kind } = createClient({
    connection,
    candidate: candidateOf(likely, url),
    timeZone,
    onDeleted,
    async find() {
      const found = await find();
      const isLikely = found.service === likely && found.url === url;
      return isLikely ? undefined : candidateOf(found.service, found.url);
    },
    findFirst: service === 'unknown' && typeof apiKey === 'object',
  });
  return {
    api,
    opened: Promise.resolve(),
    close: () => undefined,
    service: kind,
    useKey(key) {
      source = key;
      connection.renewKey();
    },
  };
}

interface LocalService {
  readonly answer: Answerer;
  close(): void;
}

interface OpenOptions extends RemoteOptions {
  openLocal(kind: BuiltIn): Promise<LocalService>;
  /** Milliseconds since 1970, for the built-in profiles; default: this machine's clock. */
  readonly now?: (() => number) | undefined;
}

export function openApi(connection: ServiceConnection, options: OpenOptions): OpenedApi {
  return connection.kind === 'service'
    ? openRemote(connection, options)
    : openInProcess(connection.kind, options);
}

/** The embedded service, which the same client calls in this process, without a port. */
function openInProcess(kind: BuiltIn, { openLocal, debug, now, onDeleted }: OpenOptions): OpenedApi {
  const first = openLocal(kind);
  let service: Promise<LocalService> | undefined = first;
  let inFlight = 0;
  let isClosed = false;
  const closeWhenIdle = () => {
    if (!isClosed || inFlight > 0) return;
    void service?.then(opened => opened.close()).catch(() => undefined);
    service = undefined;
  };
  const api = connectTo(phpAnalytics, {
    baseUrl: 'http://localhost',
    capabilities: capabilitiesOf({ kind }),
    apiKey: 'embedded',
    now,
    onDeleted,
    onRequest: debug === undefined ? undefined : openDebugLog(debug),
    // Making the demo may take longer than the usual timeout.
    timeoutMs: 60_000,
    async service(request) {
      inFlight += 1;
      try {
        service ??= openLocal(kind);
        const { answer } = await service;
        // In the next turn of the event loop, so that frames are drawn and keys are read between two answers.
        await nextTurn();
        return await answer(request);
      } finally {
        inFlight -= 1;
        closeWhenIdle();
      }
    },
  });
  return {
    api,
    opened: first.then(() => undefined),
    close() {
      isClosed = true;
      closeWhenIdle();
    },
    service: () => undefined,
    useKey: () => undefined,
  };
}
