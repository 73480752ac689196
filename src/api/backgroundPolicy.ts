import type { RateLimit } from './rateLimit.ts';

/** The while that services count requests over, in milliseconds: what one said of its limit is worth nothing after it. */
const minute = 60_000;

/** When requests that nobody waits for have to leave the service to those that somebody does. */
export interface Restraint {
  /** An answer said this of the limit. */
  readonly said: (limit: RateLimit) => void;
  /** The service refused a request and wants so many seconds of peace. */
  readonly refused: (seconds: number) => void;
  /** Milliseconds until one may go, with so many requests under way; 0 where it may go now. */
  readonly wait: (inFlight: number) => number;
  readonly rateLimit: () => RateLimit | undefined;
}

/** Half of what a service allows is kept for keys, and after a refusal its wait and another minute. */
export function createRestraint(now: () => number): Restraint {
  let last: { readonly limit: RateLimit; readonly at: number } | undefined;
  let quietUntil = 0;

  return {
    said(limit) {
      last = { limit, at: now() };
    },
    refused(seconds) {
      quietUntil = Math.max(quietUntil, now() + seconds * 1000 + minute);
    },
    wait(inFlight) {
      const quiet = quietUntil - now();
      const old = last === undefined ? 0 : last.at + minute - now();
      // What is under way is not yet taken off what remains.
      const isScarce = last !== undefined && last.limit.remaining - inFlight < last.limit.limit / 2;
      return Math.max(0, quiet, isScarce ? old : 0);
    },
    rateLimit: () => last?.limit,
  };
}
