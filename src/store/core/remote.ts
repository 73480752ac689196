import type { ApiError } from '#api/error.ts';
import { askedNow, type Asked, type Clock } from '#store/refreshing/freshness.ts';

/** Something read from the service. A failed refresh keeps the data it had. */
export interface Remote<T> {
  readonly loading: boolean;
  readonly data?: T | undefined;
  readonly error?: ApiError | undefined;
  /** When the data was asked for. */
  readonly asked?: Asked | undefined;
}

export const notLoaded: Remote<never> = { loading: false };

/** A slot in the state, and how to fill it. */
export interface ReadRequest<T> {
  /** Names the slot: a second read with the same key replaces the first, whose answer is dropped. */
  readonly key: string;
  /** The route it belongs to: leaving the route aborts the read. */
  readonly owner: string;
  read(signal: AbortSignal): Promise<T>;
  current(): Remote<T> | undefined;
  write(state: Remote<T>): void;
}

export interface Loader {
  /** Settles when the read has: done, failed (both written to the slot) or aborted (the slot as it was before). */
  load<T>(request: ReadRequest<T>): Promise<void>;
  isLoading(key: string): boolean;
  /** Resolves once no read of the route is under way. */
  settled(owner: string): Promise<void>;
  abort(key: string): void;
  abortOwner(owner: string): void;
}

/** The error where it is the service's; anything else is a fault of ours and must not look like one of the service. */
export function apiErrorOf(error: unknown): ApiError | undefined {
  return isApiError(error) ? error : undefined;
}

/** By its structure: the store takes only types from the service layer. */
function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'kind' in error && 'details' in error;
}

/** The one loader of the store: every read goes through it, so that abort, order and errors are the same everywhere. */
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
      const keepWith = (change: Partial<Remote<T>>): Remote<T> => ({
        data: current()?.data,
        asked: current()?.asked,
        loading: false,
        ...change,
      });
      const asked = askedNow(clock);
      write(keepWith({ loading: true, error: current()?.error }));
      try {
        const data = await read(controller.signal);
        if (isCurrent()) write({ loading: false, data, asked });
        // Aborted, and yet it came to its end.
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
        // What follows from an answer starts its own reads first.
        await new Promise(resolve => setImmediate(resolve));
      }
    },
    abort,
    abortOwner(owner) {
      for (const [key, read] of reads) if (read.owner === owner) abort(key);
    },
  };
}
