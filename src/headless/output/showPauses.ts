import type { Api } from '#api/api.ts';
import { longestWait, longestWaitOfCommands } from '#api/limiter.ts';
import { progress, say } from './stderr.ts';

/**
 * Says that the service asks to wait: on a terminal the seconds that are left, elsewhere a line for a long pause. Returns the
 * function that ends it.
 */
export function showPauses({ onActivity }: Pick<Api, 'onActivity'>): () => void {
  let until: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const show = () => {
    const seconds = until === undefined ? 0 : Math.ceil((until - Date.now()) / 1000);
    if (seconds > 0) progress.show(`The service asks to wait: ${seconds} s`);
  };
  const stopListening = onActivity(({ pausedUntil }) => {
    if (pausedUntil === until) return;
    const isNew = until === undefined;
    until = pausedUntil;
    clearInterval(timer);
    if (until === undefined) return progress.clear();
    const seconds = Math.ceil((until - Date.now()) / 1000);
    if (isNew && !process.stderr.isTTY && seconds > longestWait && seconds <= longestWaitOfCommands)
      say(`The service asks to wait: going on in ${seconds} s.`);
    show();
    // Only the request that waits keeps the process alive.
    timer = setInterval(show, 1000).unref();
  });
  return () => {
    stopListening();
    clearInterval(timer);
  };
}
