import { openRemote, type RemoteService } from './openRemote.ts';

/** The result of a successful test. */
interface ConnectionTest {
  /** The base URL: without /api/v1 and a slash at the end. */
  readonly url: string;
  /** The number of its websites; undefined where the service does not say. */
  readonly websites: number | undefined;
}

/**
 * Reads a service's list of websites once. Rejects with an ApiError that says what is wrong: no such host, connection
 * refused, the certificate, another program, the key not accepted.
 */
export async function testConnection(
  service: RemoteService,
  options: { readonly debug?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<ConnectionTest> {
  const { api } = openRemote(service, { env: process.env, debug: options.debug });
  const page = await api.listWebsites({ perPage: 10 }, options.signal);
  return { url: api.baseUrl, websites: page.total ?? (page.next === 'no' ? page.rows.length : undefined) };
}
