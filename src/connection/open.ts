import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { adapters } from '#api/adapters.ts';
import type { Api } from '#api/api.ts';
import { lazyApi, unknownService } from '#api/lazyApi.ts';
import { createLimiter } from '#api/limiter.ts';
import { createApi } from '#api/phpAnalytics/adapter.ts';
import { capabilities, ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { doneOnce } from '#api/promises.ts';
import type { Connection } from '#config/chooseProfile.ts';
import type { Paths } from '#config/paths.ts';
import type { BuiltInProfile } from '#config/profiles.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { type ServiceKind, serviceKinds } from '#model/service/connection.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { openService, type Service } from '#server/openService.ts';
import type { Environment } from '#terminal/capabilities.ts';
import { fetchThrough, openDebugLog } from './transport.ts';

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

interface OpenOptions extends RemoteOptions {
  readonly paths: Paths;
  readonly today: () => Day;
  /** Day and time of the same clock: when a website in the embedded service was created. */
  readonly timeStamp?: (() => string) | undefined;
  /** Milliseconds since 1970, for the built-in profiles; default: this machine's clock. */
  readonly now?: (() => number) | undefined;
  /** The part of the demo that is made, 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
  /** Left out, yes: else a built-in profile's file is only read, and the demo is made in memory. */
  readonly writes?: boolean | undefined;
  /** Called with a line that says why the demo is in memory only. */
  readonly onMemory?: ((line: string) => void) | undefined;
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
function openInProcess(kind: BuiltInProfile, options: OpenOptions): OpenedApi {
  const first = openInTurn(kind, options);
  let service: Promise<Service> | undefined = first;
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
        service ??= openInTurn(kind, options);
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

/** Files that are being opened, by path. */
const opening = new Map<string, Promise<void>>();

/**
 * Opens a file only after an earlier opening of it has ended. Making the demo takes seconds; waiting for its lock from the
 * same thread would block the code that makes it.
 */
function openInTurn(kind: BuiltInProfile, options: OpenOptions): Promise<Service> {
  const file = serviceFile(kind, options.paths);
  const before = opening.get(file);
  const opened =
    before === undefined ? openEmbedded(kind, options) : before.then(() => openEmbedded(kind, options));
  const over = () => {
    if (opening.get(file) === ended) opening.delete(file);
  };
  const ended = opened.then(over, over);
  opening.set(file, ended);
  return opened;
}

/** The file of a built-in profile. */
export function serviceFile(kind: BuiltInProfile, paths: Paths): string {
  return join(paths.data, kind === 'demo' ? 'demo.sqlite' : 'sites.sqlite');
}

/** The service of a built-in profile. Rejects with a ServiceFileError. */
export function openEmbedded(
  kind: BuiltInProfile,
  options: Pick<OpenOptions, 'paths' | 'today' | 'timeStamp' | 'writes' | 'onProgress' | 'onMemory'> & {
    readonly apiKey?: string | undefined;
  },
): Promise<Service> {
  const { paths, today, timeStamp, writes, onProgress, onMemory, apiKey } = options;
  const demo = kind === 'demo';
  const file = serviceFile(kind, paths);
  return openService({
    file,
    today,
    timeStamp,
    writes,
    demo,
    countsLogs: !demo,
    onProgress,
    onMemory,
    apiKey,
  });
}
