import { delay } from './abortable.ts';
import { ApiError } from './error.ts';

/** The most retries after network and gateway errors, and after a 429 whose pause was waited for. */
const mostFaults = 2;
const mostLimits = 3;
/** The longest delay before the first retry, in milliseconds; three times that before the second. */
const firstDelay = 500;

interface RetryOptions {
  /** A random number from 0 up to 1: spreads the retries of requests that failed together. */
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Seconds; a longer Retry-After is an error. */
  readonly longestWait: number;
}

function isTemporary({ kind, details }: ApiError): boolean {
  if (kind === 'network') return details.staysWrong !== true;
  return kind === 'server' && (details.status === 502 || details.status === 503 || details.status === 504);
}

function isShortLimit({ kind, details }: ApiError, longestWait: number): boolean {
  return kind === 'rateLimit' && (details.retryAfter ?? 0) <= longestWait;
}

/**
 * Retries until an attempt succeeds or fails for good; `attempt` gets true for a retry. For reads only: a write may have
 * been carried out although its answer was lost.
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
      if (isTemporary(fault) && faults < mostFaults) {
        await delay(options.random() * firstDelay * 3 ** faults, options.signal);
        faults += 1;
      } else if (isShortLimit(fault, options.longestWait) && limits < mostLimits) {
        // The limiter delays the retry until the pause is over.
        limits += 1;
      } else {
        throw fault;
      }
    }
  }
}
