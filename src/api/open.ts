import { setImmediate as nextTurn } from 'node:timers/promises';
import { adapters } from './adapters.ts';
import type { Api } from './api.ts';
import { lazyApi, unknownService } from './lazyApi.ts';
import { createLimiter } from './limiter.ts';
import { createApi } from './phpAnalytics/adapter.ts';
import { capabilities, ownCapabilities } from './phpAnalytics/capabilities.ts';
import { doneOnce } from './promises.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { type Answerer, type Connection, type ServiceKind, serviceKinds } from '#model/service/connection.ts';
import type { Environment } from '#terminal/capabilities.ts';
import { openDebugLog } from './http/debugLog.ts';
import { fetchThrough } from './http/proxy.ts';

/** A connection, as far as it says which interface its service has. */
type Kind =
  | { readonly kind: 'service'; readonly service?: ServiceKind | 'unknown' | undefined }
  | { readonly kind: Exclude<Connection['kind'], 'service'> };

/** What the adapter of a connection gives as `Api.capabilities`, without opening it: completion has no time for that. */
export function capabilitiesOf(connection: Kind): Capabilities {
  if (connection.kind === 'service') return adapters[likelyKind(connection)].capabilities;
  return connection.kind === 'logs' ? ownCapabilities : capabilities;
}

/** Whose interface a service has, as far as that is known before it is asked. */
export function likelyKind({
  service,
}: {
  readonly service?: ServiceKind | 'unknown' | undefined;
}): ServiceKind {
  return service === undefined || service === 'unknown' ? serviceKinds[0] : service;
}

interface OpenedApi {
  readonly api: Api;
  /** Resolves when the service can be used; rejects where the embedded one cannot be opened. */
  readonly opened: Promise<void>;
  /**
   * Closes the embedded service's file once no request is in flight. A later request, of an edit of several websites that is
   * still running, opens it again for as long as it takes.
   */
  close(): void;
  /** The kind of a remote service, as far as it is known. */
  service(): ServiceKind | undefined;
  /** Uses another key from now on. */
  useKey(key: string): void;
}

interface RemoteOptions {
  readonly env: Environment;
  /** The profile's time zone, for services that ask whose days are meant. */
  readonly timeZone?: string | undefined;
  /** The file for the debug log. */
  readonly debug?: string | undefined;
  /** Seconds of a Retry-After that requests wait for; default 30. */
  readonly longestWait?: number | undefined;
  /** Called when the service refuses the key, or the key cannot be read. */
  readonly onAuthFailure?: (() => void) | undefined;
}

/** A service at an address. */
export type RemoteService = Omit<Extract<Connection, { kind: 'service' }>, 'kind'>;

/** A service at an address, through a proxy where the environment names one. Throws an ApiError or a ConfigError. */
export function openRemote(
  { service, url, apiKey }: RemoteService,
  { env, timeZone, debug, onAuthFailure, longestWait }: RemoteOptions,
): OpenedApi {
  // Loaded where it is needed: most profiles know which service they have.
  const loadFind = async () => await import('./findService.ts');
  const find = doneOnce(async () => {
    if (service !== 'unknown') return { service: likelyKind({ service }), url };
    const takes = typeof apiKey === 'object' ? 'password' : undefined;
    return await (await loadFind()).findService(url, { debug, takes });
  });
  let source = apiKey;
  const readKey = async () => {
    if (typeof source === 'string') return source;
    if (typeof source === 'function') return await source();
    return await (await loadFind()).signInTo(await find(), source, { debug });
  };
  // A request may have read the refused key again in the meantime.
  const renewals: (() => void)[] = [];
  const options = {
    apiKey: readKey,
    onKeyRenewed: (renew: () => void) => void renewals.push(renew),
    timeZone,
    fetch: fetchThrough(env),
    onRequest: debug === undefined ? undefined : openDebugLog(debug),
    onAuthFailure,
    limiter: createLimiter(Date.now, undefined, longestWait),
    longestWait,
  };
  const likely = likelyKind({ service });
  const open = (found: ServiceKind, baseUrl: string) => lazyApi(adapters[found], { ...options, baseUrl });
  let kind = likely;
  const openFound = async () => {
    const found = await find();
    kind = found.service;
    return found.service === likely && found.url === url ? undefined : open(found.service, found.url);
  };
  const findFirst = typeof apiKey === 'object';
  const first = open(likely, url);
  const api = service === 'unknown' ? unknownService({ likely: first, find: openFound, findFirst }) : first;
  return {
    api,
    opened: Promise.resolve(),
    close: () => undefined,
    service: () => kind,
    useKey(key) {
      source = key;
      for (const renew of renewals) renew();
    },
  };
}

/** A service of this process. */
interface LocalService {
  readonly answer: Answerer;
  close(): void;
}

type BuiltIn = Exclude<Connection['kind'], 'service'>;

interface OpenOptions extends RemoteOptions {
  /** Opens the service of a built-in profile. */
  openLocal(kind: BuiltIn): Promise<LocalService>;
  /** Milliseconds since 1970, for the built-in profiles; default: this machine's clock. */
  readonly now?: (() => number) | undefined;
  /** Called when a website was deleted. */
  readonly onDeleted?: ((id: string) => void) | undefined;
}

/** The client for a connection. */
export function openApi(connection: Connection, options: OpenOptions): OpenedApi {
  const { onDeleted } = options;
  const opened =
    connection.kind === 'service' ? openRemote(connection, options) : openInProcess(connection.kind, options);
  return onDeleted === undefined ? opened : { ...opened, api: tellingOfDeleted(opened.api, onDeleted) };
}

function tellingOfDeleted(api: Api, onDeleted: (id: string) => void): Api {
  return {
    ...api,
    // An answer may have offered more since.
    get capabilities() {
      return api.capabilities;
    },
    async deleteWebsite(id) {
      await api.deleteWebsite(id);
      onDeleted(id);
    },
  };
}

/** The embedded service, which the same client calls in this process, without a port. */
function openInProcess(kind: BuiltIn, options: OpenOptions): OpenedApi {
  const first = options.openLocal(kind);
  let service: Promise<LocalService> | undefined = first;
  let inFlight = 0;
  let isClosed = false;
  const closeWhenIdle = () => {
    if (!isClosed || inFlight > 0) return;
    void service?.then(opened => opened.close()).catch(() => undefined);
    service = undefined;
  };
  const { debug, now } = options;
  const api = createApi({
    baseUrl: 'http://localhost',
    apiKey: 'embedded',
    capabilities: capabilitiesOf({ kind }),
    now,
    onRequest: debug === undefined ? undefined : openDebugLog(debug),
    // Making the demo may take longer than the usual timeout.
    timeoutMs: 60_000,
    async service(request) {
      inFlight += 1;
      try {
        service ??= options.openLocal(kind);
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
  const close = () => {
    isClosed = true;
    closeWhenIdle();
  };
  const opened = first.then(() => undefined);
  return { api, opened, close, service: () => undefined, useKey: () => undefined };
}
