import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Api } from '#api/api.ts';
import { createApi } from '#api/createApi.ts';
import type { Connection } from '#config/resolveProfile.ts';
import type { Paths } from '#config/paths.ts';
import type { Environment } from '#terminal/capabilities.ts';
import type { BuiltInProfile } from '#config/profileSchema.ts';
import { proxiesOf } from './proxy/proxies.ts';
import type { ApiKeySource } from '#model/text/apiKey.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { openService, type Service } from '#server/openService.ts';
import { appendTo } from './debugLog.ts';

export interface OpenedApi {
  readonly api: Api;
  /** Settles when the service answers; rejects where the embedded one cannot be opened. */
  readonly opened: Promise<void>;
  /**
   * Lets go of the embedded service's file once no request is under way. One that follows, of an edit of several websites
   * that goes on, has it opened anew for as long as it takes.
   */
  close(): void;
}

export interface OpenOptions {
  readonly env: Environment;
  readonly paths: Paths;
  readonly today: () => Day;
  /** Day and time of the same clock, for what the embedded service creates. */
  readonly timeStamp?: (() => string) | undefined;
  /** Milliseconds since 1970, for the built-in profiles; default: this machine's clock. */
  readonly now?: (() => number) | undefined;
  /** How much of the demo is made, 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
  /** A file that every request is written to, without the key. */
  readonly debug?: string | undefined;
  /** The service refuses the key, or there is none to be had. */
  readonly onAuthFailure?: (() => void) | undefined;
}

/** The client for a connection. */
export function openApi(connection: Connection, options: OpenOptions): OpenedApi {
  if (connection.kind === 'service') return openRemote(connection.url, connection.apiKey, options);
  return openInProcess(connection.kind, options);
}

/** A service at an address, through a proxy where the environment names one. Throws an ApiError or a ConfigError. */
export function openRemote(
  url: string,
  apiKey: ApiKeySource,
  { env, debug, onAuthFailure }: Pick<OpenOptions, 'env' | 'debug' | 'onAuthFailure'>,
): OpenedApi {
  const keys = new Set<string>();
  const onRequest = debug === undefined ? undefined : appendTo(debug, keys);
  const proxies = proxiesOf(env);
  const fetch =
    proxies === undefined
      ? undefined
      : async (request: Request) => {
          const { proxyFetch } = await import('./proxy/proxyFetch.ts');
          return await proxyFetch(request, proxies);
        };
  const api = createApi({
    baseUrl: url,
    apiKey: remembering(apiKey, keys),
    fetch,
    onRequest,
    onAuthFailure,
  });
  return { api, opened: Promise.resolve(), close: () => undefined };
}

/** The embedded service, called in this process through the same client, with no port. */
function openInProcess(kind: BuiltInProfile, options: OpenOptions): OpenedApi {
  const first = openInTurn(kind, options);
  let service: Promise<Service> | undefined = first;
  let underWay = 0;
  let isLeft = false;
  const letGo = () => {
    if (!isLeft || underWay > 0) return;
    void service?.then(opened => opened.close()).catch(() => undefined);
    service = undefined;
  };
  const { debug, now } = options;
  const api = createApi({
    baseUrl: 'http://localhost',
    apiKey: 'embedded',
    now,
    onRequest: debug === undefined ? undefined : appendTo(debug, new Set()),
    // Making the demo may take longer than an answer may.
    timeoutMs: 60_000,
    async service(request) {
      underWay += 1;
      try {
        service ??= openInTurn(kind, options);
        const { answer } = await service;
        // In a turn of its own, so that frames are drawn and keys are read between two answers.
        await nextTurn();
        return await answer(request);
      } finally {
        underWay -= 1;
        letGo();
      }
    },
  });
  const close = () => {
    isLeft = true;
    letGo();
  };
  return { api, opened: first.then(() => undefined), close };
}

/** Files that are being opened, by their paths. */
const opening = new Map<string, Promise<void>>();

/**
 * A file is opened by one after the other. Making the demo takes seconds, in which whoever tried for its lock from this
 * very thread would hold up the maker.
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
  options: Pick<OpenOptions, 'paths' | 'today' | 'timeStamp' | 'onProgress'> & {
    readonly apiKey?: string | undefined;
  },
): Promise<Service> {
  const { paths, today, timeStamp, onProgress, apiKey } = options;
  const demo = kind === 'demo';
  return openService({ file: serviceFile(kind, paths), today, timeStamp, demo, onProgress, apiKey });
}

/** The same source, whose keys the debug log learns to leave out. */
function remembering(source: ApiKeySource, seen: Set<string>): ApiKeySource {
  return async () => {
    const key = typeof source === 'string' ? source : await source();
    seen.add(key);
    return key;
  };
}
