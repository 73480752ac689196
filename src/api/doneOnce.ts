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
