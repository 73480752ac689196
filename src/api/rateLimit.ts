/** What the service says of the requests it allows in a while, as its last answer had it. */
export interface RateLimit {
  /** X-RateLimit-Limit. */
  readonly limit: number;
  /** X-RateLimit-Remaining. */
  readonly remaining: number;
}

/** Undefined where an answer does not say both as whole numbers. */
export function readRateLimit(headers: Pick<Headers, 'get'>): RateLimit | undefined {
  const limit = wholeNumber(headers.get('x-ratelimit-limit'));
  const remaining = wholeNumber(headers.get('x-ratelimit-remaining'));
  if (limit === undefined || limit === 0 || remaining === undefined) return undefined;
  return { limit, remaining };
}

function wholeNumber(text: string | null): number | undefined {
  return /^\s*\d{1,9}\s*$/.test(text ?? '') ? Number(text) : undefined;
}
