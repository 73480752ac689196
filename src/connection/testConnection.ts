import type { ApiKeySource } from '#model/text/apiKey.ts';
import { openRemote } from './openApi.ts';

/** What a service says when it is tried out. */
export interface Tested {
  /** The address as it is stored: without /api/v1 and a slash at the end. */
  readonly url: string;
  /** Websites it has; undefined where it does not say. */
  readonly websites: number | undefined;
}

/**
 * Asks a service for its websites. Rejects with the ApiError of what is wrong: no such host, refused, the certificate,
 * not this service, the key not accepted.
 */
export async function testConnection(
  url: string,
  apiKey: ApiKeySource,
  options: { readonly debug?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<Tested> {
  const { api } = openRemote(url, apiKey, { env: process.env, debug: options.debug });
  const page = await api.listWebsites({ perPage: 10 }, options.signal);
  return { url: api.baseUrl, websites: page.total ?? (page.next === 'no' ? page.rows.length : undefined) };
}
