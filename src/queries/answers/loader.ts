import type { ApiError } from '#model/failure.ts';
import { addDays, lastFinalDay, todayIn } from '#model/period/day.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import type { Answer, RequestTime } from './ask.ts';

export interface Clock {
  today(): Day;
  now(): number;
  /** Whether days that are over may still change. */
  countsLate?(): boolean;
}

export function requestTime({ now, today, countsLate }: Clock): RequestTime {
  return { at: now(), on: today(), ...(countsLate?.() === true && { isOpen: true }) };
}

/** How long numbers that may still change are shown without another request. */
const freshForMs = 60_000;
/** The same for those that an earlier session read. */
const keptFreshForMs = 3_600_000;

/** By it only those days had ended that were final then: the days of the service may be others. */
export function keptRequestTime(at: number, timeZone: string): RequestTime {
  return { at, on: addDays(lastFinalDay(at, timeZone), 1) };
}

/** Whether an earlier session requested it before now. If not, a clock was wrong, and nobody knows which days had ended. */
export function isPast(at: number, { now }: Pick<Clock, 'now'>): boolean {
  return at <= now();
}

/** Whether what an earlier session requested on this day is shown without another request. */
export function isKeptFresh(at: number, { now, today }: Clock, timeZone: string): boolean {
  const age = now() - at;
  return age >= 0 && age < keptFreshForMs && todayIn(timeZone, new Date(at)) === today();
}

/** Whether all days of the period had ended when they were requested: their counts no longer change. */
export function isFinal(requested: RequestTime | undefined, { to }: Period): boolean {
  return requested !== undefined && requested.isOpen !== true && to < requested.on;
}

/** Final counts stay fresh until `r`; others for a minute, and never into the next day. */
export function isFresh(requested: RequestTime | undefined, period: Period, { now, today }: Clock): boolean {
  if (requested === undefined) return false;
  return isFinal(requested, period) || (requested.on === today() && now() - requested.at < freshForMs);
}

interface ReadRequest<T> {
  /** Identifies the slot: a second read with the same key replaces the first, whose response is discarded. */
  readonly key: string;
  /** The route that owns it: leaving the route aborts the read. */
  readonly owner: string;
  read(signal: AbortSignal): Promise<T>;
  current(): Answer<T> | undefined;
  write(state: Answer<T>): void;
}

export interface Loader {
  /** Settles when the read has succeeded, failed (both are written to the slot) or was aborted (the slot is restored). */
  load<T>(request: ReadRequest<T>): Promise<void>;
  isLoading(key: string): boolean;
  /** Resolves once no read of the route is under way. */
  settled(owner: string): Promise<void>;
  abort(key: string): void;
  abortOwner(owner: string): void;
}

/** The error if it is an ApiError; anything else is a bug, which must not look like an error of the service. */
export function apiErrorOf(error: unknown): ApiError | undefined {
  return isApiError(error) ? error : undefined;
}

/** Checked by structure, since the store may import only types from the service layer. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'kind' in error && 'details' in error;
}

/** The only loader of the store: abort, order and errors are the same for every read. */
export function createLoader(clock: Clock): Loader {
  const reads = new Map<string, { owner: string; controller: AbortController; ended: Promise<void> }>();

  const abort = (key: string) => {
    const read = reads.get(key);
    reads.delete(key);
    read?.controller.abort();
  };

  return {
    async load<T>({ key, owner, read, current, write }: ReadRequest<T>) {
      abort(key);
      const controller = new AbortController();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      reads.set(key, { owner, controller, ended });
      const isCurrent = () => reads.get(key)?.controller === controller;
      const keepWith = (change: Partial<Answer<T>>): Answer<T> => ({
        data: current()?.data,
        requested: current()?.requested,
        ...(current()?.isKept === true && { isKept: true as const }),
        loading: false,
        ...change,
      });
      const requested = requestTime(clock);
      write(keepWith({ loading: true, error: current()?.error }));
      try {
        const data = await read(controller.signal);
        if (isCurrent()) write({ loading: false, data, requested });
        // It was aborted, but had already finished.
        else if (!reads.has(key)) write(keepWith({ error: current()?.error }));
      } catch (error) {
        const replaced = reads.has(key) && !isCurrent();
        if (replaced) return;
        if (controller.signal.aborted) return write(keepWith({ error: current()?.error }));
        const failure = apiErrorOf(error);
        if (failure === undefined) throw error;
        write(keepWith({ error: failure }));
      } finally {
        if (isCurrent()) reads.delete(key);
        end();
      }
    },
    isLoading: key => reads.has(key),
    async settled(owner) {
      for (;;) {
        const own = [...reads.values()].filter(read => read.owner === owner);
        if (own.length === 0) return;
        await Promise.all(own.map(({ ended }) => ended));
        // A response may start further reads; let them start first.
        await new Promise(resolve => setImmediate(resolve));
      }
    },
    abort,
    abortOwner(owner) {
      for (const [key, read] of reads) if (read.owner === owner) abort(key);
    },
  };
}
