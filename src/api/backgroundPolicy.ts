import type { RateLimit } from './rateLimit.ts';

/** Milliseconds: services count requests per minute, so what an answer says of the limit is out of date after that. */
const minute = 60_000;

/** When background requests have to wait, so that the limit of the service is left to those the user waits for. */
interface BackgroundPolicy {
  /** An answer had this limit in its headers. */
  readonly noteLimit: (limit: RateLimit) => void;
  /** The service refused a request and asks to wait so many seconds. */
  readonly noteRefusal: (seconds: number) => void;
  /** Milliseconds until a background request may be sent, with so many requests in flight; 0 for now. */
  readonly wait: (inFlight: number) => number;
  readonly rateLimit: () => RateLimit | undefined;
}

/**
 * Background requests use at most half of the limit; after a refusal they wait for as long as the service asks and a minute
 * more. `now` is milliseconds since 1970.
 */
export function createBackgroundPolicy(now: () => number): BackgroundPolicy {
  let last: { readonly limit: RateLimit; readonly at: number } | undefined;
  let quietUntil = 0;

  return {
    noteLimit(limit) {
      last = { limit, at: now() };
    },
    noteRefusal(seconds) {
      quietUntil = Math.max(quietUntil, now() + seconds * 1000 + minute);
    },
    wait(inFlight) {
      const quiet = quietUntil - now();
      const old = last === undefined ? 0 : last.at + minute - now();
      // Requests in flight are not yet subtracted from what remains.
      const isScarce = last !== undefined && last.limit.remaining - inFlight < last.limit.limit / 2;
      return Math.max(0, quiet, isScarce ? old : 0);
    },
    rateLimit: () => last?.limit,
  };
}
