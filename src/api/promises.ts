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
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Runs several reads with one signal: where one fails, the others are aborted. */
export async function together<T>(
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
export function doneOnce<T>(work: () => Promise<T>): () => Promise<T> {
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
