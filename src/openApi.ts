import { join } from 'node:path';
import type { Api } from '#api/api.ts';
import { normaliseBaseUrl } from '#api/baseUrl.ts';
import { createApi } from '#api/createApi.ts';
import type { Connection } from '#config/connection.ts';
import type { Paths } from '#config/paths.ts';
import type { Day } from '#model/statistics.ts';
import { openService } from '#server/openService.ts';
import { safeText } from '#terminal/safeText.ts';

export interface OpenedApi {
  readonly api: Api;
  /** Settles when the service answers; rejects where the embedded one cannot be opened. */
  readonly opened: Promise<void>;
}

/** The client for a connection. The embedded service is called in this process, through the same client, with no port. */
export function openApi(
  connection: Connection,
  options: { paths: Paths; today: () => Day; onProgress: (fraction: number) => void },
): OpenedApi {
  if (connection.kind === 'service') {
    const { url, apiKey } = connection;
    const base = normaliseBaseUrl(url);
    if ('error' in base) return { api: unreachable(), opened: Promise.reject(new Error(base.error)) };
    return { api: createApi({ baseUrl: base.url, apiKey }), opened: Promise.resolve() };
  }
  const { paths, today, onProgress } = options;
  const service = openService({ file: join(paths.data, 'demo.sqlite'), today, demo: true, onProgress });
  const api = createApi({
    baseUrl: 'http://localhost',
    apiKey: 'embedded',
    // Making the demo may take longer than an answer may.
    timeoutMs: 60_000,
    fetch: async request => (await service).handle(request),
  });
  return { api, opened: service.then(() => undefined) };
}

/** What to tell the person when the service cannot be opened: one line. */
export function problemOf(error: unknown): string {
  return safeText(error instanceof Error ? error.message : error, 500);
}

function unreachable(): Api {
  return createApi({ baseUrl: 'http://localhost', apiKey: 'none' });
}
