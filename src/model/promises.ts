import { setTimeout } from 'node:timers/promises';

/** Rejects with the signal's reason as soon as that is aborted, for work that takes no signal and goes on. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted before. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
}

/** Runs several reads with one signal: where one fails, the others are aborted. */
export async function withSharedAbort<T>(
  signal: AbortSignal | undefined,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const failed = new AbortController();
  try {
    return await read(signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]));
  } catch (fault) {
    failed.abort();
    throw fault;
  }
}

/** The work, done at the first call only; after a failure it is done again. */
export function retryableOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let doing: Promise<T> | undefined;
  return async () => {
    const current = (doing ??= work());
    try {
      return await current;
    } catch (fault) {
      if (doing === current) doing = undefined;
      throw fault;
    }
  };
}

interface ConcurrencyOptions {
  /** How many are under way at the same time. */
  readonly max?: number;
  /** Looked at before each item: nothing listens to it, since a list may have thousands. */
  readonly signal?: AbortSignal | undefined;
}

/** Twice what a service is sent at once, so that its places stay taken while one of these waits for a retry. */
const defaultConcurrency = 8;

/**
 * In their order; resolves to what they gave. Once one has failed or the signal is aborted no other begins, and it
 * rejects with that. For every list whose length a service decides: all at once would wait in the queue of requests.
 */
export async function mapConcurrently<T, Result>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<Result>,
  { max = defaultConcurrency, signal }: ConcurrencyOptions = {},
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  let hasFailed = false;
  const worker = async () => {
    for (const [index, item] of left) {
      if (hasFailed) return;
      signal?.throwIfAborted();
      results[index] = await work(item, index);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(max, items.length) }, worker));
  } catch (fault) {
    hasFailed = true;
    throw fault;
  }
  return results;
}
