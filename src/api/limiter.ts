import type { Activity, Allowance, RateLimit, RequestOptions } from './api.ts';
import { ApiError } from '#model/failure.ts';
import { waitText } from '#text/words.ts';

/** Milliseconds: services count requests per minute, so what an answer says of the limit is out of date after that. */
const minute = 60_000;
/** The most requests in flight at once, for one service. */
const maxInFlight = 4;
/** Of these, the most background requests. */
const maxBackground = 2;
/** For so many milliseconds after a refusal one request is sent where the service allows several: others ask it too. */
const sharedFor = 10_000;
/** The longest pause in seconds that requests wait for; a longer one is an error, so that the screen does not seem stuck. */
export const maxWait = 30;
/** The same for a command in a shell, which says how long it waits. */
export const maxWaitOfCommands = 300;

/** Runs a task after so many milliseconds; returns the timer. */
export type After = (ms: number, run: () => void) => { ref(): unknown; unref(): unknown; stop(): void };

export const byTimer: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return { ref: () => timer.ref(), unref: () => timer.unref(), stop: () => clearTimeout(timer) };
};

/** Takes what the answer to a request says of how many more may be sent. */
export type ReportAllowance = (allowance: Allowance | undefined) => void;

interface Waiting {
  readonly options: RequestOptions;
  start(): void;
  refuse(error: ApiError): void;
}

/**
 * The queue of requests to one service: at most four in flight, none during a pause, each in its turn.
 * `now` gives milliseconds since 1970; `maxSeconds` is the longest pause that requests wait for.
 */
export function createLimiter(now: () => number, after: After = byTimer, maxSeconds: number = maxWait) {
  const queue = new Set<Waiting>();
  const listeners = new Set<(activity: Activity) => void>();
  let inFlight = 0;
  let backgroundInFlight = 0;
  let lastAnswer: number | undefined;
  let last: { readonly limit: RateLimit; readonly at: number } | undefined;
  let pausedUntil: number | undefined;
  let asked = 0;
  let quietUntil = 0;
  let pauseTimer: ReturnType<After> | undefined;
  let wakeUp: ReturnType<After> | undefined;
  /** How many requests may be sent until when: then there are as many again as the limit. */
  let allowed: (Allowance & { readonly until: number }) | undefined;
  let renewal: ReturnType<After> | undefined;
  let started = 0;
  let sharedUntil = 0;

  const isShared = () => now() < sharedUntil;
  const mayStart = (): boolean => {
    if (allowed !== undefined && now() >= allowed.until)
      // Those in flight may be counted from now on.
      allowed = {
        ...allowed,
        left: (isShared() ? 1 : allowed.limit) - inFlight,
        until: now() + allowed.seconds * 1000,
      };
    return allowed === undefined || allowed.left > 0;
  };
  /** @param isAlone whether no other request was in flight since this one was sent */
  const useAllowance = (isAlone: boolean, allowance: Allowance | undefined) => {
    if (allowance === undefined) return;
    // Several arrive, and are answered, in any order: which was counted last is not known.
    const max = (isAlone && !isShared()) || allowed === undefined ? Infinity : allowed.left;
    const left = Math.min(max, allowance.left - (inFlight - 1));
    allowed = { ...allowance, left, until: now() + allowance.seconds * 1000 };
    if (allowance.left === 0 && allowance.seconds > maxSeconds) pause(allowance.seconds);
  };
  /** Milliseconds until a background request may be sent: they use at most half of the limit, and wait a minute more after a refusal. */
  const backgroundWait = (): number => {
    const quiet = quietUntil - now();
    // Requests in flight are not yet subtracted from what remains.
    const isScarce = last !== undefined && last.limit.remaining - inFlight < last.limit.limit / 2;
    return Math.max(0, quiet, last !== undefined && isScarce ? last.at + minute - now() : 0);
  };
  const activity = (): Activity => {
    const behind = [...queue].filter(isBackground).length;
    return {
      inFlight,
      queued: queue.size,
      background: backgroundInFlight + behind,
      isHeldBack: behind > 0 && backgroundWait() > 0,
      lastAnswer,
      pausedUntil,
      rateLimit: last?.limit,
    };
  };
  const changed = () => {
    // A pause keeps the process alive only while something waits for its end.
    for (const timer of [pauseTimer, renewal]) {
      if (queue.size > 0) timer?.ref();
      else timer?.unref();
    }
    if (listeners.size === 0) return;
    const current = activity();
    for (const listener of listeners) listener(current);
  };
  const tooLong = (): ApiError | undefined => {
    const seconds = pausedUntil === undefined ? 0 : Math.ceil((pausedUntil - now()) / 1000);
    return seconds > maxSeconds ? rateLimited(asked, seconds) : undefined;
  };
  const startNext = () => {
    wakeUp?.stop();
    renewal?.stop();
    while (inFlight < maxInFlight) {
      const next = pausedUntil === undefined ? firstOf(queue) : undefined;
      if (next === undefined) break;
      if (!mayStart()) {
        renewal = after(Math.max(1, (allowed?.until ?? 0) - now()), startNext);
        break;
      }
      if (isBackground(next)) {
        if (backgroundInFlight === maxBackground) break;
        const wait = backgroundWait();
        if (wait > 0) {
          wakeUp = after(wait, startNext);
          wakeUp.unref();
          break;
        }
        backgroundInFlight += 1;
      }
      inFlight += 1;
      if (allowed !== undefined) allowed = { ...allowed, left: allowed.left - 1 };
      queue.delete(next);
      next.start();
    }
    changed();
  };
  /** Resolves when the caller has a place, which the caller must release. */
  const acquireSlot = (options: RequestOptions) =>
    new Promise<void>((resolve, reject) => {
      const { signal } = options;
      const leave = () => {
        queue.delete(waiting);
        reject(signal?.reason);
        changed();
      };
      const waiting: Waiting = {
        options,
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
      queue.add(waiting);
      startNext();
    });

  /** Sends nothing for so many seconds from now; a pause that has begun can only get longer. */
  const pause = (seconds: number) => {
    const until = now() + seconds * 1000;
    quietUntil = Math.max(quietUntil, until + minute);
    sharedUntil = now() + sharedFor;
    if (pausedUntil !== undefined && pausedUntil >= until) return;
    pausedUntil = until;
    asked = seconds;
    pauseTimer?.stop();
    pauseTimer = after(seconds * 1000, () => {
      pauseTimer = undefined;
      pausedUntil = undefined;
      startNext();
    });
    const refusal = tooLong();
    for (const waiting of queue) {
      if (refusal === undefined || isBackground(waiting)) continue;
      queue.delete(waiting);
      waiting.refuse(refusal);
    }
    changed();
  };

  return {
    /** Rejects as the task does, with the signal's reason when aborted in the queue, or with a rateLimit error. */
    async run<T>(
      task: (reportAllowance: ReportAllowance) => Promise<T>,
      options: RequestOptions = {},
    ): Promise<T> {
      options.signal?.throwIfAborted();
      // A background request waits as long as it takes: no screen depends on it.
      const refusal = options.urgency === 'background' ? undefined : tooLong();
      if (refusal !== undefined) throw refusal;
      await acquireSlot(options);
      started += 1;
      const sequence = started;
      const begins = inFlight === 1;
      try {
        return await task(allowance => useAllowance(begins && sequence === started, allowance));
      } finally {
        inFlight -= 1;
        if (options.urgency === 'background') backgroundInFlight -= 1;
        startNext();
      }
    },
    pause,
    /** To be called with each answer: notes its time and the rate limit in its headers. */
    answered(headers: Pick<Headers, 'get'>) {
      lastAnswer = now();
      const limit = readRateLimit(headers);
      if (limit !== undefined) last = { limit, at: lastAnswer };
      changed();
    },
    activity,
    onActivity(listener: (activity: Activity) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isBackground({ options }: Waiting): boolean {
  return options.urgency === 'background';
}

/** What the user waits for before the background; of these retries, then the lowest rank, then who came first. */
function firstOf(queue: ReadonlySet<Waiting>): Waiting | undefined {
  let first: Waiting | undefined;
  let lowest = 0;
  for (const waiting of queue) {
    const { isRetry = false, rank } = waiting.options;
    const own = isRetry ? -Infinity : (rank?.() ?? 0);
    const isBefore =
      first === undefined ||
      (isBackground(first) === isBackground(waiting) ? own < lowest : isBackground(first));
    if (isBefore) [first, lowest] = [waiting, own];
  }
  return first;
}

/** The error for a service that has asked to wait so many seconds, of which so many are left. */
export function rateLimited(asked: number, seconds = asked): ApiError {
  const message = `The service has had too many requests and asks to wait ${waitText(asked)}.`;
  return new ApiError('rateLimit', message, { status: 429, retryAfter: seconds });
}

/** Undefined where the headers do not have both as whole numbers. */
function readRateLimit(headers: Pick<Headers, 'get'>): RateLimit | undefined {
  const limit = wholeNumber(headers.get('x-ratelimit-limit'));
  const remaining = wholeNumber(headers.get('x-ratelimit-remaining'));
  if (limit === undefined || limit === 0 || remaining === undefined) return undefined;
  return { limit, remaining };
}

function wholeNumber(text: string | null): number | undefined {
  return /^\s*\d{1,9}\s*$/.test(text ?? '') ? Number(text) : undefined;
}
