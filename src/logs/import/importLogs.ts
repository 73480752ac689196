import type { Readable } from 'node:stream';
import { ImportError } from '#logs/errors.ts';
import type { ReadingOptions } from '#logs/reading.ts';
import type { ImportProgress, ImportSummary, Recount } from '#logs/summary.ts';
import { type ImportTask, interrupted, runTask, StopFlag, type ToWorker } from '#logs/tasks.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { errorCode } from '#system/files.ts';

/** Reads the streams among the sources for the worker, one chunk for each of its requests. */
export class StreamFeeder {
  readonly #streams: readonly Readable[];
  readonly #readers: ReadonlyMap<number, AsyncIterator<unknown>>;
  readonly #send: (message: ToWorker) => void;
  #isClosed = false;

  constructor(sources: readonly (string | Readable)[], send: (message: ToWorker) => void) {
    this.#send = send;
    this.#streams = sources.filter(source => typeof source !== 'string');
    this.#readers = new Map(
      sources.flatMap((source, index): [number, AsyncIterator<unknown>][] =>
        typeof source === 'string' ? [] : [[index, source[Symbol.asyncIterator]()]],
      ),
    );
  }

  pull(source: number): void {
    const end = (error?: string): void => this.#send({ kind: 'end', source, error });
    const next = this.#readers.get(source)?.next() ?? Promise.resolve({ done: true, value: undefined });
    next.then(
      ({ done, value }) =>
        done === true ? end() : this.#send({ kind: 'bytes', source, bytes: bytesOf(value) }),
      (error: unknown) =>
        this.#isClosed ? end() : end(error instanceof Error ? error.message : String(error)),
    );
  }

  /** Stops reading: a pending request gets the end of the stream. */
  close(): void {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.destroy();
  }
}

function bytesOf(piece: unknown): Uint8Array {
  return piece instanceof Uint8Array ? piece : Buffer.from(String(piece));
}

/** `hosts`: each host in the lines is a website of its own, in place of the domain. */
export interface ImportOptions extends ReadingOptions {
  /** The service's database; made where it is missing. */
  readonly file: string;
  /** The website it is for: created with the defaults, together with its counts, when there is none. */
  readonly domain: string;
  /** Paths, plain or gzip, and streams (standard input), in any order. */
  readonly sources: readonly (string | Readable)[];
  /** IANA name of the zone whose days and hours are counted: the profile's. */
  readonly timeZone: string;
  readonly today: () => Day;
  /** Asks whether the days that the sources have lines of are to be counted again from them alone; undefined: they are not. */
  readonly recount?: ((recount: Recount) => Promise<boolean>) | undefined;
  /** Reads all logs of the website's own sources in place of `sources`, and counts again only whole days. */
  readonly fromSources?: boolean | undefined;
  /**
   * The only source is a stream that may never end: what came of it is stored every few seconds, and at its end. Aborting ends
   * the stream, and the import then resolves.
   */
  readonly follow?: boolean | undefined;
  /** Whether messages may have lines of the logs. */
  readonly quotesLines?: boolean | undefined;
  /** Called once, where the end of another import is awaited. */
  readonly onWaiting?: () => void;
  /** About ten times a second. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Ends the import and leaves the database as it was, unless its counts are stored already: then it resolves. */
  readonly signal?: AbortSignal;
}

/** How long a worker that waits for input may take to notice that it should stop. */
const graceMilliseconds = 2_000;

/**
 * Counts access logs for a website in a worker, so that neither the screen nor the service waits. All of it is stored
 * in one transaction, or nothing. Rejects with ImportError.
 */
export function importLogs(options: ImportOptions): Promise<ImportSummary> {
  const { signal, onProgress, onWaiting, sources } = options;
  if (signal?.aborted) return Promise.reject(new ImportError(interrupted));
  const stop = new StopFlag();
  const send = (message: ToWorker): void => worker.postMessage(message, []);
  const streams = new StreamFeeder(sources, send);
  const { promise, resolve, reject } = Promise.withResolvers<ImportSummary>();
  const worker = runTask(taskOf(options, stop.memory), {
    message(message) {
      if (message.kind === 'progress') onProgress?.(message.progress);
      else if (message.kind === 'waiting') onWaiting?.();
      else if (message.kind === 'pull') streams.pull(message.source);
      else if (message.kind === 'confirm')
        confirm(options, message.recount).then(
          isConfirmed => send({ kind: 'confirmed', isConfirmed }),
          reject,
        );
      else if (message.kind === 'done') resolve(message.summary);
      else reject(new ImportError(message.message));
    },
    // A no-op after the worker has answered.
    ended: error =>
      reject(
        error
          ? failure(error)
          : new ImportError(signal?.aborted ? interrupted : 'The import ended by itself.'),
      ),
  });
  let terminateTimer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    if (options.follow === true) return streams.close();
    if (!stop.stop()) return;
    streams.close();
    terminateTimer = setTimeout(() => void worker.terminate(), graceMilliseconds);
  };
  signal?.addEventListener('abort', onAbort);
  return promise.finally(() => {
    clearTimeout(terminateTimer);
    signal?.removeEventListener('abort', onAbort);
    streams.close();
  });
}

async function confirm({ recount }: ImportOptions, planned: Recount): Promise<boolean> {
  return (await recount?.(planned)) === true;
}

function taskOf(options: ImportOptions, stop: SharedArrayBuffer): ImportTask {
  // Functions cannot be passed to a worker.
  const { sources, today, recount, onWaiting: _w, onProgress: _p, signal: _s, ...rest } = options;
  return {
    kind: 'import',
    ...rest,
    today: today(),
    recounts: recount !== undefined,
    sources: sources.map(source => (typeof source === 'string' ? source : null)),
    stop,
  };
}

function failure(error: Error): ImportError {
  const isMemory = errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
  const [reason] = error.message.split('\n');
  const words = isMemory ? 'it needs more memory than it may take' : reason;
  return new ImportError(`The import failed: ${words}. Nothing was imported.`, { cause: error });
}
