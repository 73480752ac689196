/** The key itself, or what to ask for it. */
export type ApiKeySource = string | (() => Promise<string>);

/** Which service to use. */
export type Connection =
  | { readonly kind: 'demo' }
  /** The embedded service over the person's own imported access logs. */
  | { readonly kind: 'logs' }
  /** The address as it was given; the key goes to its host and no other. */
  | { readonly kind: 'service'; readonly url: string; readonly apiKey: ApiKeySource };

export type ConnectionKind = Connection['kind'];
