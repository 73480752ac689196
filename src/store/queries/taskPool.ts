/** Runs a limited number of asynchronous tasks at a time. */
interface TaskPool {
  start(): void;
  readonly running: () => number;
}

/** `next` returns the next task, or undefined while there is none; `idle` is called whenever no task is running. */
export function createTaskPool(
  count: number,
  next: () => (() => Promise<void>) | undefined,
  idle: () => void,
): TaskPool {
  let running = 0;
  const start = () => {
    while (running < count) {
      const work = next();
      if (work === undefined) break;
      running += 1;
      void work().finally(() => {
        running -= 1;
        start();
      });
    }
    if (running === 0) idle();
  };
  return { start, running: () => running };
}
