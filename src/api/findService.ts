import type { Ask } from './api.ts';
import { checkedBaseUrl } from '#model/service/address.ts';
import { createTransport, type FetchHandler, type RequestRecord } from './http/send.ts';

interface AskOptions {
  /** As normaliseBaseUrl takes it. */
  readonly baseUrl: string;
  readonly fetch?: FetchHandler | undefined;
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Asks the service at an address what an adapter recognises it by. Throws and rejects with an ApiError. */
export function createAsk({ baseUrl, signal, ...options }: AskOptions): Ask {
  const base = checkedBaseUrl(baseUrl);
  const send = createTransport(options);
  return async path =>
    await send({ method: 'GET', url: `${base}${path}`, headers: {}, timeoutMs: 15_000, signal });
}
