import { delay } from './abortable.ts';
import { ApiError } from './error.ts';
import { longestWait } from './limiter.ts';
import { isTlsCode } from './networkFault.ts';

/** Further attempts after faults of the network and of gateways, and after a 429 that was waited out. */
const mostFaults = 2;
const mostLimits = 3;
/** The longest delay before the first further attempt, in milliseconds; three times that before the second. */
const firstDelay = 500;

export interface RetryOptions {
  /** From 0 up to 1: spreads the attempts of many requests that failed together. */
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
}

function isPassing({ kind, details }: ApiError): boolean {
  if (kind === 'network') return !isTlsCode(details.code);
  return kind === 'server' && (details.status === 502 || details.status === 503 || details.status === 504);
}

function isShortLimit({ kind, details }: ApiError): boolean {
  return kind === 'rateLimit' && (details.retryAfter ?? 0) <= longestWait;
}

/**
 * Makes attempts until one succeeds or fails for good. `attempt` is told whether it is a further one. Only for reads: a
 * write may have been carried out though its answer was lost.
 */
export async function withRetry<T>(
  attempt: (again: boolean) => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  let faults = 0;
  let limits = 0;
  for (;;) {
    try {
      return await attempt(faults + limits > 0);
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault;
      if (isPassing(fault) && faults < mostFaults) {
        await delay(options.random() * firstDelay * 3 ** faults, options.signal);
        faults += 1;
      } else if (isShortLimit(fault) && limits < mostLimits) {
        // The limiter holds the next attempt back until the pause is over.
        limits += 1;
      } else {
        throw fault;
      }
    }
  }
}
