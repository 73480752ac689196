import type { Activity } from './api.ts';
import type { ApiError } from './error.ts';
import { rateLimited } from './failure.ts';

/** Requests under way at once, for one service. */
const places = 4;
/** Seconds of a pause that are waited out; a longer one is an error, so that nobody stares at a screen that stands. */
export const longestWait = 30;

export interface Turn {
  readonly signal?: AbortSignal | undefined;
  /** A second attempt goes before those that have not had a first. */
  readonly first?: boolean;
}

/** Gives requests their turn: at most four at once, in the order they came, all held back while a pause lasts. */
export interface Limiter {
  /** Rejects as the task does, with the signal's reason when aborted in the queue, or with a rateLimit error. */
  readonly run: <T>(task: () => Promise<T>, turn?: Turn) => Promise<T>;
  /** Holds everything back for so many seconds from now; a pause under way is only ever made longer. */
  readonly pause: (seconds: number) => void;
  /** Notes that an answer came. */
  readonly answered: () => void;
  readonly activity: () => Activity;
  readonly onActivity: (listener: (activity: Activity) => void) => () => void;
}

interface Waiting {
  readonly first: boolean;
  start(): void;
  refuse(error: ApiError): void;
}

/** `now` gives milliseconds since 1970. */
export function createLimiter(now: () => number): Limiter {
  const queue: Waiting[] = [];
  const listeners = new Set<(activity: Activity) => void>();
  let inFlight = 0;
  let lastAnswer: number | undefined;
  let pausedUntil: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const activity = (): Activity => ({ inFlight, queued: queue.length, lastAnswer, pausedUntil });
  const changed = () => {
    // A pause keeps the process alive only while something waits for its end.
    if (queue.length > 0) timer?.ref();
    else timer?.unref();
    const current = activity();
    for (const listener of listeners) listener(current);
  };
  const tooLong = (): ApiError | undefined => {
    const seconds = pausedUntil === undefined ? 0 : Math.ceil((pausedUntil - now()) / 1000);
    return seconds > longestWait ? rateLimited(seconds) : undefined;
  };
  const startNext = () => {
    const free = pausedUntil === undefined ? places - inFlight : 0;
    const next = queue.splice(0, free);
    inFlight += next.length;
    for (const waiting of next) waiting.start();
    changed();
  };
  const enqueue = (waiting: Waiting) => {
    const behind = waiting.first ? queue.findIndex(({ first }) => !first) : -1;
    queue.splice(behind === -1 ? queue.length : behind, 0, waiting);
    startNext();
  };
  const endPause = () => {
    timer = undefined;
    pausedUntil = undefined;
    startNext();
  };

  /** Resolves when a place is taken for the caller, who must give it back. */
  const takePlace = ({ signal, first = false }: Turn) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal?.reason);
        changed();
      };
      const waiting: Waiting = {
        first,
        start() {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
        refuse(error) {
          signal?.removeEventListener('abort', leave);
          reject(error);
        },
      };
      signal?.addEventListener('abort', leave);
      enqueue(waiting);
    });

  return {
    async run(task, turn = {}) {
      turn.signal?.throwIfAborted();
      const refusal = tooLong();
      if (refusal !== undefined) throw refusal;
      await takePlace(turn);
      try {
        return await task();
      } finally {
        inFlight -= 1;
        startNext();
      }
    },
    pause(seconds) {
      const until = now() + seconds * 1000;
      if (pausedUntil !== undefined && pausedUntil >= until) return;
      pausedUntil = until;
      clearTimeout(timer);
      timer = setTimeout(endPause, seconds * 1000);
      const refusal = tooLong();
      if (refusal !== undefined) for (const waiting of queue.splice(0)) waiting.refuse(refusal);
      changed();
    },
    answered() {
      lastAnswer = now();
      changed();
    },
    activity,
    onActivity(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
