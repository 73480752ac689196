/**
 * What a promise comes to, or the signal's reason as soon as that is aborted, for work that does not watch the signal
 * itself. The work goes on unseen: its late failure is no unhandled rejection.
 */
export function settled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
