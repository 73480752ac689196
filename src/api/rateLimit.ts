/** The rate limit in the headers of an answer. */
export interface RateLimit {
  /** X-RateLimit-Limit. */
  readonly limit: number;
  /** X-RateLimit-Remaining. */
  readonly remaining: number;
}

/** Undefined where the headers do not have both as whole numbers. */
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
 * Seconds to wait by an answer's Retry-After, rounded up: a number of seconds, or an HTTP date. A date is compared with the
 * answer's Date header where it has one, in case one of the clocks is wrong. At most a day; undefined where the header is
 * missing or cannot be read. `now` is milliseconds since 1970.
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
