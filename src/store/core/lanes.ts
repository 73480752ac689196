/** Runs a limited number of asynchronous tasks at a time. */
export interface Lanes {
  /** Starts as many tasks as there are free slots. */
  go(): void;
  readonly busy: () => number;
}

/** `next` returns the next task, or undefined while there is none; `idle` is called whenever no task is running. */
export function createLanes(
  count: number,
  next: () => (() => Promise<void>) | undefined,
  idle: () => void,
): Lanes {
  let busy = 0;
  const go = () => {
    while (busy < count) {
      const work = next();
      if (work === undefined) break;
      busy += 1;
      void work().finally(() => {
        busy -= 1;
        go();
      });
    }
    if (busy === 0) idle();
  };
  return { go, busy: () => busy };
}
