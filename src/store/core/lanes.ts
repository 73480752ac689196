/** Starts work a few at a time, the next piece when one is done. */
export interface Lanes {
  /** Takes up what there is to do. */
  go(): void;
  readonly busy: () => number;
}

/** `next` gives the next piece of work, or undefined where there is none now; `idle` is called when none is under way. */
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
