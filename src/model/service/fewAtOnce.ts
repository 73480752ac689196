interface FewAtOnceOptions {
  /** How many are under way at the same time. */
  readonly most?: number;
  /** Looked at before each item: nothing listens to it, since a list may have thousands. */
  readonly signal?: AbortSignal | undefined;
}

/** Twice what a service is sent at once, so that its places stay taken while one of these waits for a retry. */
const usualMost = 8;

/**
 * In their order; resolves to what they gave. Once one has failed or the signal is aborted no other begins, and it
 * rejects with that. For every list whose length a service decides: all at once would wait in the queue of requests.
 */
export async function fewAtOnce<T, Result>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<Result>,
  { most = usualMost, signal }: FewAtOnceOptions = {},
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  let hasFailed = false;
  const lane = async () => {
    for (const [index, item] of left) {
      if (hasFailed) return;
      signal?.throwIfAborted();
      results[index] = await work(item, index);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  } catch (fault) {
    hasFailed = true;
    throw fault;
  }
  return results;
}
