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

const day = 24 * 60 * 60;

/**
 * Seconds to wait as an answer's Retry-After says, rounded up: a number of seconds, or an HTTP date. A date counts from
 * the answer's own Date where it has one, so that a wrong clock on either side does no harm. At most a day; undefined
 * where there is no such header or it cannot be read. `now` is milliseconds since 1970.
 */
export function retryAfterSeconds(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text)), day);
  const until = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const sent = Date.parse(headers.get('date') ?? '');
  const seconds = Math.ceil((until - (Number.isNaN(sent) ? now : sent)) / 1000);
  return Math.min(Math.max(seconds, 0), day);
}
