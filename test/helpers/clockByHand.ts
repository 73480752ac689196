import type { After } from '#api/limiter.ts';

export interface ClockByHand {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly after: After;
  /** Lets so much time pass, and what was to happen in it happen. */
  pass(ms: number): void;
}

/** A clock that stands still until it is told to go on. */
export function clockByHand(): ClockByHand {
  let time = Date.UTC(2026, 10, 20, 12);
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => time,
    after(ms, run) {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return {
        ref: () => undefined,
        unref: () => undefined,
        stop: () => (timers = timers.filter(other => other !== timer)),
      };
    },
    pass(ms) {
      time += ms;
      const due = timers.filter(({ at }) => at <= time);
      timers = timers.filter(({ at }) => at > time);
      for (const { run } of due) run();
    },
  };
}
