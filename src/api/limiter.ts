import type { Activity } from './api.ts';
import type { ApiError } from './error.ts';
import { rateLimited } from './answerError.ts';
import { readRateLimit } from './rateLimit.ts';
import { createRestraint } from './backgroundPolicy.ts';

/** Requests under way at once, for one service. */
const places = 4;
/** Of these, for requests that nobody waits for. */
const backgroundPlaces = 2;
/** Seconds of a pause that are waited out; a longer one is an error, so that nobody stares at a screen that stands. */
export const longestWait = 30;

export interface Turn {
  readonly signal?: AbortSignal | undefined;
  /** A second attempt goes before those that have not had a first. */
  readonly first?: boolean;
  /** Nobody waits for it: it goes when nothing else does, and only while the service has plenty to give. */
  readonly background?: boolean;
}

/** Starts a task in so many milliseconds; returns the timer. */
export type After = (ms: number, run: () => void) => { ref(): unknown; unref(): unknown; stop(): void };

const byTimer: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return { ref: () => timer.ref(), unref: () => timer.unref(), stop: () => clearTimeout(timer) };
};

/**
 * Gives requests their turn: at most four at once, in the order they came, those in the background behind all others, all
 * held back while a pause lasts.
 */
export interface Limiter {
  /** Rejects as the task does, with the signal's reason when aborted in the queue, or with a rateLimit error. */
  readonly run: <T>(task: () => Promise<T>, turn?: Turn) => Promise<T>;
  /** Holds everything back for so many seconds from now; a pause under way is only ever made longer. */
  readonly pause: (seconds: number) => void;
  /** Notes that an answer came, and what it says of the service's limit. */
  readonly answered: (headers: Pick<Headers, 'get'>) => void;
  readonly activity: () => Activity;
  readonly onActivity: (listener: (activity: Activity) => void) => () => void;
}

interface Waiting {
  readonly first: boolean;
  readonly background: boolean;
  start(): void;
  refuse(error: ApiError): void;
}

/** `now` gives milliseconds since 1970. */
export function createLimiter(now: () => number, after: After = byTimer): Limiter {
  const queue: Waiting[] = [];
  const behind: Waiting[] = [];
  const restraint = createRestraint(now);
  const listeners = new Set<(activity: Activity) => void>();
  let inFlight = 0;
  let backgroundInFlight = 0;
  let lastAnswer: number | undefined;
  let pausedUntil: number | undefined;
  let timer: ReturnType<After> | undefined;
  let wakeUp: ReturnType<After> | undefined;

  const activity = (): Activity => ({
    inFlight,
    queued: queue.length + behind.length,
    background: backgroundInFlight + behind.length,
    isHeldBack: behind.length > 0 && restraint.wait(inFlight) > 0,
    lastAnswer,
    pausedUntil,
    rateLimit: restraint.rateLimit(),
  });
  const changed = () => {
    // A pause keeps the process alive only while something waits for its end.
    if (queue.length + behind.length > 0) timer?.ref();
    else timer?.unref();
    const current = activity();
    for (const listener of listeners) listener(current);
  };
  const tooLong = (): ApiError | undefined => {
    const seconds = pausedUntil === undefined ? 0 : Math.ceil((pausedUntil - now()) / 1000);
    return seconds > longestWait ? rateLimited(seconds) : undefined;
  };
  const start = (waiting: Waiting) => {
    inFlight += 1;
    if (waiting.background) backgroundInFlight += 1;
    waiting.start();
  };
  const startBehind = () => {
    wakeUp?.stop();
    const free = Math.min(places - inFlight, backgroundPlaces - backgroundInFlight, behind.length);
    for (let taken = 0; taken < free; taken += 1) {
      const wait = restraint.wait(inFlight);
      if (wait > 0) {
        wakeUp = after(wait, startNext);
        wakeUp.unref();
        return;
      }
      for (const next of behind.splice(0, 1)) start(next);
    }
  };
  const startNext = () => {
    if (pausedUntil === undefined) {
      for (const next of queue.splice(0, places - inFlight)) start(next);
      startBehind();
    }
    changed();
  };
  const enqueue = (waiting: Waiting) => {
    const line = waiting.background ? behind : queue;
    const place = waiting.first ? line.findIndex(({ first }) => !first) : -1;
    line.splice(place === -1 ? line.length : place, 0, waiting);
    startNext();
  };
  const endPause = () => {
    timer = undefined;
    pausedUntil = undefined;
    startNext();
  };

  /** Resolves when a place is taken for the caller, who must give it back. */
  const takePlace = ({ signal, first = false, background = false }: Turn) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        const line = background ? behind : queue;
        line.splice(line.indexOf(waiting), 1);
        reject(signal?.reason);
        changed();
      };
      const waiting: Waiting = {
        first,
        background,
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
      // Nobody stares at what goes on in the background: it waits as long as it takes.
      const refusal = turn.background === true ? undefined : tooLong();
      if (refusal !== undefined) throw refusal;
      await takePlace(turn);
      try {
        return await task();
      } finally {
        inFlight -= 1;
        if (turn.background === true) backgroundInFlight -= 1;
        startNext();
      }
    },
    pause(seconds) {
      restraint.refused(seconds);
      const until = now() + seconds * 1000;
      if (pausedUntil !== undefined && pausedUntil >= until) return;
      pausedUntil = until;
      timer?.stop();
      timer = after(seconds * 1000, endPause);
      const refusal = tooLong();
      if (refusal !== undefined) for (const waiting of queue.splice(0)) waiting.refuse(refusal);
      changed();
    },
    answered(headers) {
      lastAnswer = now();
      const limit = readRateLimit(headers);
      if (limit !== undefined) restraint.said(limit);
      changed();
    },
    activity,
    onActivity(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
