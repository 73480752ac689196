import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Api } from '#api/api.ts';
import { createApi } from '#api/phpAnalytics/createApi.ts';
import type { Connection } from '#config/resolveProfile.ts';
import type { Paths } from '#config/paths.ts';
import type { BuiltInProfile } from '#config/profileSchema.ts';
import { capabilitiesOf } from './capabilitiesOf.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { openService, type Service } from '#server/openService.ts';
import { openDebugLog } from './debugLog.ts';
import { openRemote, type OpenedApi, type RemoteOptions } from './openRemote.ts';

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
