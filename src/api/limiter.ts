import type { Activity } from './api.ts';
import { type RateLimit, readRateLimit } from './decode.ts';
import type { ApiError } from './error.ts';
import { rateLimited } from './http/classify.ts';

/** Milliseconds: services count requests per minute, so what an answer says of the limit is out of date after that. */
const minute = 60_000;

/** When background requests have to wait, so that the limit of the service is left to those the user waits for. */
interface BackgroundPolicy {
  /** An answer had this limit in its headers. */
  readonly noteLimit: (limit: RateLimit) => void;
  /** The service refused a request and asks to wait so many seconds. */
  readonly noteRefusal: (seconds: number) => void;
  /** Milliseconds until a background request may be sent, with so many requests in flight; 0 for now. */
  readonly wait: (inFlight: number) => number;
  readonly rateLimit: () => RateLimit | undefined;
}

/**
 * Background requests use at most half of the limit; after a refusal they wait for as long as the service asks and a minute
 * more. `now` is milliseconds since 1970.
 */
function createBackgroundPolicy(now: () => number): BackgroundPolicy {
  let last: { readonly limit: RateLimit; readonly at: number } | undefined;
  let quietUntil = 0;

  return {
    noteLimit(limit) {
      last = { limit, at: now() };
    },
    noteRefusal(seconds) {
      quietUntil = Math.max(quietUntil, now() + seconds * 1000 + minute);
    },
    wait(inFlight) {
      const quiet = quietUntil - now();
      const old = last === undefined ? 0 : last.at + minute - now();
      // Requests in flight are not yet subtracted from what remains.
      const isScarce = last !== undefined && last.limit.remaining - inFlight < last.limit.limit / 2;
      return Math.max(0, quiet, isScarce ? old : 0);
    },
    rateLimit: () => last?.limit,
  };
}

/** The most requests in flight at once, for one service. */
const places = 4;
/** Of these, the most background requests. */
const backgroundPlaces = 2;
/**
 * The longest pause in seconds that requests wait for; a longer one is an error, so that the screen does not seem
 * stuck.
 */
export const longestWait = 30;
/** The same for a command in a shell, which says how long it waits. */
export const longestWaitOfCommands = 300;

interface Turn {
  readonly signal?: AbortSignal | undefined;
  /** True for a retry: it goes before requests that have not been sent yet. */
  readonly first?: boolean;
  /** The user does not wait for it: it is sent when nothing else is queued and the rate limit is far from used up. */
  readonly background?: boolean;
}

/** Runs a task after so many milliseconds; returns the timer. */
export type After = (ms: number, run: () => void) => { ref(): unknown; unref(): unknown; stop(): void };

export const byTimer: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return { ref: () => timer.ref(), unref: () => timer.unref(), stop: () => clearTimeout(timer) };
};

/**
 * Queues requests: at most four in flight, first come first served, background requests behind all others, none during a
 * pause.
 */
export interface Limiter {
  /** Rejects as the task does, with the signal's reason when aborted in the queue, or with a rateLimit error. */
  readonly run: <T>(task: () => Promise<T>, turn?: Turn) => Promise<T>;
  /** Sends nothing for so many seconds from now; a pause that has begun can only get longer. */
  readonly pause: (seconds: number) => void;
  /** To be called with each answer: notes its time and the rate limit in its headers. */
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

/** `now` gives milliseconds since 1970; `mostSeconds` is the longest pause that requests wait for. */
export function createLimiter(
  now: () => number,
  after: After = byTimer,
  mostSeconds: number = longestWait,
): Limiter {
  const queue: Waiting[] = [];
  const behind: Waiting[] = [];
  const backgroundPolicy = createBackgroundPolicy(now);
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
    isHeldBack: behind.length > 0 && backgroundPolicy.wait(inFlight) > 0,
    lastAnswer,
    pausedUntil,
    rateLimit: backgroundPolicy.rateLimit(),
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
    return seconds > mostSeconds ? rateLimited(seconds) : undefined;
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
      const wait = backgroundPolicy.wait(inFlight);
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

  /** Resolves when the caller has a place, which the caller must release. */
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
      // A background request waits as long as it takes: no screen depends on it.
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
      backgroundPolicy.noteRefusal(seconds);
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
      if (limit !== undefined) backgroundPolicy.noteLimit(limit);
      changed();
    },
    activity,
    onActivity(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
