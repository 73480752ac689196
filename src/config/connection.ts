import type { ApiKeySource } from '#model/text/apiKey.ts';

/** Which service to use. */
export type Connection =
  | { readonly kind: 'demo' }
  /** The embedded service over the person's own imported access logs. */
  | { readonly kind: 'logs' }
  /** The address as it was given; the key goes to its host and no other. */
  | { readonly kind: 'service'; readonly url: string; readonly apiKey: ApiKeySource };
