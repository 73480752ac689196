import { adapters } from '#api/adapters.ts';
import type { Api } from '#api/api.ts';
import { doneOnce } from '#api/doneOnce.ts';
import { lazyApi } from '#api/lazyApi.ts';
import { createLimiter } from '#api/limiter.ts';
import type { Connection } from '#config/resolveProfile.ts';
import type { ServiceKind } from '#model/service/kinds.ts';
import type { Environment } from '#terminal/terminalCapabilities.ts';
import { likelyKind } from './capabilitiesOf.ts';
import { openDebugLog } from './debugLog.ts';
import { fetchThrough } from './fetchThrough.ts';
import { unknownService } from './unknownService.ts';

export interface OpenedApi {
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

export interface RemoteOptions {
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
